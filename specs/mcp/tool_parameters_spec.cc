// Each parameter of each tool of `casement mcp` makes a difference. The table has a row for each; a parameter without a
// row fails, and so does a row whose parameter is ignored.
#include "specs/mcp/tool_parameters.h"

#include <algorithm>
#include <array>

namespace casement::specs {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// Arguments with which each tool does something and has something to tell.
std::map<std::string, json> usual_arguments(const std::string& url) {
  return {{"browser_initialize", json::object()},
          {"browser_navigate", {{"url", url}}},
          {"browser_snapshot", json::object()},
          {"browser_click", {{"ref", "=button \"Go\""}}},
          {"browser_type", {{"ref", "=textbox \"Name\""}, {"text", "x"}}},
          {"wait_for_browser", {{"milliseconds", 1}}},
          {"browser_close", json::object()},
          {"resolve_container", {{"ref", "=button \"Go\""}}},
          {"inspect_pattern", {{"ref", "=button \"Go\""}, {"ancestorLevel", 0}}},
          {"extract_anchors", {{"ref", "=button \"Go\""}, {"ancestorLevel", 0}}},
          {"get_current_role", json::object()},
          {"list_current_roles", json::object()},
          {"select_role", {{"user", "ada"}}},
          {"list_frames", json::object()},
          {"get_frame_content", {{"selector", "main"}}},
          {"switch_to_frame", {{"selector", "main"}}},
          {"click", {{"target", "button \"Go\""}}},
          {"type", {{"target", "textbox \"Name\""}, {"text", "x"}}},
          {"fill_form", {{"fields", {{{"target", "textbox \"Name\""}, {"value", "y"}}}}}},
          {"select", {{"target", "combobox \"Size\""}, {"values", {"Large"}}}},
          {"check", {{"target", "checkbox \"News\""}}},
          {"press", {{"keys", "Tab"}}},
          {"hover", {{"target", "button \"Other\""}}},
          {"drag", {{"target", "button \"Card\""}, {"to", "group \"One\""}}},
          {"upload", {{"target", "label=\"Photo\""}, {"files", {"a.txt"}}}},
          {"scroll", {{"y", 10}}},
          {"history", {{"go", "reload"}}},
          {"dialogs", json::object()},
          {"find", {{"target", "button \"Go\""}}},
          {"expect", {{"expect", "button \"Go\""}}},
          {"wait_for", {{"text", "Tools"}}},
          {"pages", {{"action", "select"}}},
          {"console", json::object()},
          {"network", json::object()},
          {"screenshot", json::object()},
          {"storage_state", {{"file", "state.json"}, {"overwrite", true}}},
          {"dom", json::object()},
          {"evaluate", {{"expression", "'a text'"}}},
          {"flow_show", json::object()},
          {"flow_save", {{"path", "saved.flow.yaml"}, {"overwrite", true}}},
          {"flow_check", {{"path", "fails.flow.yaml"}}},
          {"flow_run", {{"path", "fails.flow.yaml"}}}};
}

}  // namespace

void ToolParameters::add_common_rows() {
  const std::map<std::string, json> usual = usual_arguments(url_);
  const auto with = [usual](const std::string& tool, const char* key, const json& value) {
    json arguments = usual.at(tool);
    arguments[key] = value;
    return arguments;
  };
  for (const auto& [tool, arguments] : usual) {
    const std::string name = tool;
    prove(name, "page", [=, this] {
      const json failed = call(name, with(name, "page", "p77"));
      EXPECT_EQ(error_of(failed), "usage") << failed;
      EXPECT_THAT(text_of(failed), HasSubstr("there is no open page 'p77'"));
    });
    if (has(name, "since")) {
      prove(name, "since", [=, this] {
        EXPECT_THAT(text_of(call(name, with(name, "since", 987'654))), HasSubstr("987654 is no longer stored"));
      });
    }
    if (has(name, "within")) {
      prove(name, "within",
            [=, this] { EXPECT_EQ(error_of(call(name, with(name, "within", "e9999"))), "unknown_ref"); });
    }
    if (has(name, "frame")) {
      prove(name, "frame", [=, this] { EXPECT_EQ(error_of(call(name, with(name, "frame", "Nowhere"))), "not_found"); });
    }
    if (has(name, "max_bytes") && name != "screenshot") {
      prove(name, "max_bytes", [=, this] {
        if (name == "dialogs") done("evaluate", {{"expression", "alert('a long message')"}});
        json small = with(name, "max_bytes", 1);
        if (has(name, "since")) small["since"] = 987'654;  // so that it tells of the whole page
        const json result = call(name, small);
        EXPECT_TRUE(result["structuredContent"].contains("left_out")) << result;
      });
    }
    if (has(name, "ref")) {
      prove(name, "ref", [=, this] {
        json other = usual.at(name);
        other.erase("target");
        if (name == "scroll") other.erase("y");
        other["ref"] = "e9999";
        EXPECT_EQ(error_of(call(name, other)), "unknown_ref");
      });
    }
    if (has(name, "target") && name != "find") {
      prove(name, "target",
            [=, this] { EXPECT_EQ(error_of(call(name, with(name, "target", "button"))), "ambiguous"); });
    }
  }
}

void ToolParameters::add_rows_of_browser() {
  prove("browser_navigate", "url", [=, this] {
    EXPECT_THAT(done("browser_navigate", {{"url", "http://own.test/second.html"}}), HasSubstr("Second"));
  });
  prove("browser_snapshot", "changes",
        [=, this] { EXPECT_THAT(done("browser_snapshot", {{"changes", true}}), HasSubstr("nothing changed")); });
  prove("browser_snapshot", "compact", [=, this] {
    EXPECT_NE(done("browser_snapshot", {{"compact", false}}).size(), done("browser_snapshot").size());
  });
  prove("browser_snapshot", "boxes", [=, this] {
    EXPECT_THAT(done("browser_snapshot", {{"boxes", true}}), HasSubstr("[box="));
    EXPECT_THAT(done("browser_snapshot"), Not(HasSubstr("[box=")));
  });
  prove("browser_snapshot", "parked", [=, this] {
    done("evaluate", {{"expression",
                       "document.body.insertAdjacentHTML('beforeend', '<ul style=\"position: absolute; left: -999em\">"
                       "<li><button>Parked</button><li>two</ul>'), 0"}});
    EXPECT_THAT(done("browser_snapshot"), AllOf(Not(HasSubstr("Parked")), HasSubstr("parked off screen")));
    EXPECT_THAT(done("browser_snapshot", {{"parked", true}}), HasSubstr("Parked"));
  });
  prove("browser_type", "text", [=, this] {
    done("browser_type", {{"ref", ref("textbox \"Town\"")}, {"text", "Galway"}});
    done("expect", {{"expect", {{"target", "textbox \"Town\""}, {"value", "Galway"}}}});
  });
  prove("wait_for_browser", "milliseconds", [=, this] {
    done("evaluate", {{"expression", "setTimeout(() => say('later'), 1500), 0"}});
    EXPECT_THAT(done("wait_for_browser", {{"milliseconds", 0}}), Not(HasSubstr("later")));
    EXPECT_THAT(done("wait_for_browser", {{"milliseconds", 10'000}}), HasSubstr("later"));
  });
  for (const char* tool : {"inspect_pattern", "extract_anchors"}) {
    prove(tool, "ancestorLevel", [=, this] {
      const std::string buy = ref("button \"Buy A\"");
      EXPECT_NE(text_of(call(tool, {{"ref", buy}, {"ancestorLevel", 0}})).substr(60),
                text_of(call(tool, {{"ref", buy}, {"ancestorLevel", 2}})).substr(60));
    });
  }
  for (const char* parameter : {"user", "role"}) {
    prove("select_role", parameter, [=, this] {
      done("select_role", {{parameter, "ben"}});
      EXPECT_EQ(done("get_current_role"), "ben");
    });
  }
  prove("get_frame_content", "selector", [=, this] {
    EXPECT_THAT(done("get_frame_content", {{"selector", "Inner"}}), HasSubstr("inside the frame"));
    EXPECT_THAT(done("get_frame_content", {{"selector", "main"}}), Not(HasSubstr("inside the frame")));
  });
  prove("get_frame_content", "type", [=, this] {
    EXPECT_THAT(done("get_frame_content", {{"selector", "main"}, {"type", "html"}}), HasSubstr("<h1>"));
    EXPECT_THAT(done("get_frame_content", {{"selector", "main"}, {"type", "text"}}), Not(HasSubstr("<h1>")));
  });
  prove("get_frame_content", "max_length", [=, this] {
    EXPECT_EQ(call("get_frame_content", {{"selector", "main"}, {"max_length", 3}})["structuredContent"]["cut"], true);
  });
  prove("switch_to_frame", "selector", [=, this] {
    done("switch_to_frame", {{"selector", "Inner"}});
    done("expect", {{"expect", "text \"inside the frame\""}});
    EXPECT_EQ(error_of(call("expect", {{"expect", "button \"Go\""}, {"timeout_ms", 50}})), "assertion");
    done("switch_to_frame", {{"selector", "main"}});
  });
}

namespace {

constexpr std::array kActions = {"click", "type", "fill_form", "select", "check",   "press",
                                 "hover", "drag", "upload",    "scroll", "history", "dialogs"};
bool is_action(const std::string& tool) {
  return std::ranges::find(kActions, tool) != kActions.end();
}
bool is_of_flows(const std::string& tool) {
  return tool.starts_with("flow_") || tool == "storage_state" || tool == "screenshot";
}
bool is_of_browser(const std::string& tool) {
  return tool.find("browser") != std::string::npos || tool.find("role") != std::string::npos ||
         tool.find("frame") != std::string::npos;
}

TEST_F(ToolParameters, EachHasARow) {
  std::set<std::pair<std::string, std::string>> proved;
  for (const Row& row : rows_) proved.insert({row.tool, row.parameter});
  EXPECT_EQ(proved, owed_);
}

TEST_F(ToolParameters, ParametersOfBrowserToolsHaveAnEffect) {
  run(is_of_browser);
}

TEST_F(ToolParameters, ParametersOfActionsHaveAnEffect) {
  run(is_action);
}

TEST_F(ToolParameters, ParametersOfFlowAndFileToolsHaveAnEffect) {
  run(is_of_flows);
}

TEST_F(ToolParameters, ParametersOfReadingToolsHaveAnEffect) {
  run([](const std::string& tool) { return !is_action(tool) && !is_of_flows(tool) && !is_of_browser(tool); });
}

}  // namespace
}  // namespace casement::specs
