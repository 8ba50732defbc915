// Each parameter of each tool of `casement mcp` makes a difference. The table has a row for each; a parameter without a
// row fails, and so does a row whose parameter is ignored.
#include <algorithm>
#include <array>
#include <functional>
#include <set>

#include "specs/mcp/own_site.h"

namespace casement::specs {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kPage = R"(<h1>Tools</h1><button id=b>Go</button><button id=other>Other</button>
<label>Name <input id=name value=old></label><label>Town <input id=town></label>
<label>Size <select><option>Small<option>Large</select></label><label>Colour <select><option>Red<option>Blue</select></label>
<label><input type=checkbox checked> Terms</label><label><input type=checkbox> News</label>
<button id=card draggable=true>Card</button><div role=group aria-label="One">first</div><div role=group aria-label="Two">second</div>
<label>Photo <input type=file></label><label>Paper <input type=file></label>
<div role=region aria-label=Pane tabindex=0 id=pane style="height:60px;overflow:auto"><div style="height:900px;width:3000px">pane</div></div>
<ul aria-label=Cards><li><b>A</b> <button>Buy A</button></li><li><b>B</b> <button>Buy B</button></li></ul>
<table><tbody><tr><td>1</td><td>2</td></tr></tbody></table>
<iframe title=Inner srcdoc="<p>inside the frame</p>"></iframe><p id=log>-</p><div style="height:3000px;width:3000px"></div>
<script>
const say = text => log.textContent = text;
for (const type of ['click', 'auxclick', 'contextmenu']) {
  b.addEventListener(type, e => say(`${type} ${e.button} ${e.detail} ${e.shiftKey}`));
}
other.onclick = () => say('other');
other.onmouseenter = () => say('over other');
document.getElementById('name').onkeydown = e => { if (e.key === 'Enter') say('entered'); };
town.onkeydown = e => say('key ' + e.key);
for (const one of document.querySelectorAll('[role=group]')) {
  one.ondragover = e => e.preventDefault();
  one.ondrop = () => say('dropped on ' + one.textContent);
}
card.ondragstart = e => e.dataTransfer.setData('text', 'x');
document.addEventListener('change', e => { if (e.target.files) say('file ' + e.target.files[0].name); });
pane.onscroll = () => say(`pane ${pane.scrollLeft} ${pane.scrollTop}`);
onscroll = () => say(`page ${scrollX} ${scrollY}`);
console.log('a line of the console');
fetch('/data.txt').then(answer => answer.text());
</script>)";

class ToolParameters : public OwnSite {
 protected:
  using Proof = std::function<void()>;

  void SetUp() override {
    OwnSite::SetUp();
    url_ = page("index.html", kPage);
    page("second.html", "<h1>Second</h1>");
    put("own/pages/data.txt", "some data");
    put("files/a.txt", "a");
    put("files/b.txt", "b");
    put("out/fails.flow.yaml", "flow: Fails\nsite: own\ntimeout: 100ms\nsteps:\n  - expect: text \"never\"\n");
    put("out/wrong.flow.yaml", "flow: Wrong\nsteps:\n  - clik: button\n");
    const std::string nobody = put("nobody.json", R"({"cookies":[],"origins":[]})");
    client_ = std::make_unique<McpClient>(
        options({"--allow-evaluate", "--role", "ada", nobody, url_, "--role", "ben", nobody, url_}));
    client_->open();
    client_->done("browser_initialize");
    const json tools = client_->ask("tools/list", json::object())["result"]["tools"];
    for (const json& tool : tools) {
      for (const auto& [name, schema] : tool["inputSchema"]["properties"].items()) owed_.insert({tool["name"], name});
    }
    add_common_rows();
    add_rows_of_browser();
    add_rows_of_actions();
    add_rows_of_looks();
    add_rows_of_flows();
  }

  // "=button" stands for the ref that this button has now.
  json call(const std::string& tool, json arguments) {
    const std::string ref_of = arguments.value("ref", "");
    if (ref_of.starts_with('=')) arguments["ref"] = ref(ref_of.substr(1));
    return client_->call(tool, std::move(arguments));
  }
  std::string done(const std::string& tool, const json& arguments = json::object()) {
    return client_->done(tool, arguments);
  }
  std::string ref(const std::string& words) {
    return call("find", {{"target", words}})["structuredContent"]["refs"].at(0).get<std::string>();
  }
  void expect(const std::string& text) { done("expect", {{"expect", "text \"" + text + "\""}}); }
  bool has(const std::string& tool, const char* parameter) const { return owed_.contains({tool, parameter}); }

  // What shows that the parameter counts.
  void prove(const std::string& tool, const char* parameter, const Proof& proof) {
    rows_.push_back({tool, parameter, proof});
  }
  void add_common_rows();
  void add_rows_of_browser();
  void add_rows_of_actions();
  void add_rows_of_looks();
  void add_rows_of_flows();
  // Each row with the page as it was at first.
  void run(const std::function<bool(const std::string& tool)>& is_meant) {
    for (const Row& row : rows_) {
      if (!is_meant(row.tool)) continue;
      const testing::ScopedTrace trace(__FILE__, __LINE__, row.tool + " " + row.parameter);
      fresh();
      row.proof();
    }
  }
  void fresh() {
    done("pages", {{"action", "select"}, {"page", "p1"}});
    done("browser_navigate", {{"url", url_}, {"page", "p1"}});
    done("expect", {{"expect", "text \"inside the frame\""}});
  }

  std::string url_;
  std::unique_ptr<McpClient> client_;
  std::set<std::pair<std::string, std::string>> owed_;
  struct Row {
    std::string tool, parameter;
    Proof proof;
  };
  std::vector<Row> rows_;
};

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
          {"select_role", {{"role", "ada"}}},
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
        EXPECT_THAT(text_of(call(name, with(name, "since", 987'654))), HasSubstr("987654 is not known any more"));
      });
    }
    if (has(name, "within")) {
      prove(name, "within", [=, this] { EXPECT_EQ(error_of(call(name, with(name, "within", "e9999"))), "unknown_ref"); });
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
      prove(name, "target", [=, this] {
        EXPECT_EQ(error_of(call(name, with(name, "target", "button"))), "ambiguous");
      });
    }
  }
}

void ToolParameters::add_rows_of_browser() {
  prove("browser_navigate", "url", [=, this] {
    EXPECT_THAT(done("browser_navigate", {{"url", "http://own.test/second.html"}}), HasSubstr("Second"));
  });
  prove("browser_snapshot", "changes", [=, this] {
    EXPECT_THAT(done("browser_snapshot", {{"changes", true}}), HasSubstr("nothing changed"));
  });
  prove("browser_snapshot", "compact", [=, this] {
    EXPECT_NE(done("browser_snapshot", {{"compact", false}}).size(), done("browser_snapshot").size());
  });
  prove("browser_snapshot", "boxes", [=, this] {
    EXPECT_THAT(done("browser_snapshot", {{"boxes", true}}), HasSubstr("[box="));
    EXPECT_THAT(done("browser_snapshot"), Not(HasSubstr("[box=")));
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
  prove("select_role", "role", [=, this] {
    done("select_role", {{"role", "ben"}});
    EXPECT_EQ(done("get_current_role"), "ben");
  });
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

void ToolParameters::add_rows_of_actions() {
  prove("click", "button", [=, this] {
    done("click", {{"target", "button \"Go\""}, {"button", "middle"}});
    expect("auxclick 1 1 false");
  });
  prove("click", "count", [=, this] {
    done("click", {{"target", "button \"Go\""}, {"count", 2}});
    expect("click 0 2 false");
  });
  prove("click", "modifiers", [=, this] {
    done("click", {{"target", "button \"Go\""}, {"modifiers", {"Shift"}}});
    expect("click 0 1 true");
  });
  const auto has_name = [this](const char* value) {
    done("expect", {{"expect", {{"target", "textbox \"Name\""}, {"value", value}}}});
  };
  prove("type", "text", [=, this] {
    done("type", {{"target", "textbox \"Town\""}, {"text", "z"}});
    expect("key z");
  });
  prove("type", "clear_first", [=, this] {
    done("type", {{"target", "textbox \"Name\""}, {"text", "new"}, {"clear_first", true}});
    has_name("new");
  });
  prove("type", "press_enter", [=, this] {
    done("type", {{"target", "textbox \"Name\""}, {"text", "x"}, {"press_enter", true}});
    expect("entered");
  });
  prove("fill_form", "fields", [=, this] {
    done("fill_form", {{"fields", {{{"target", "textbox \"Name\""}, {"value", "Ada"}},
                                   {{"ref", ref("textbox \"Town\"")}, {"value", "Cork"}}}}});
    has_name("Ada");
    done("expect", {{"expect", {{"target", "textbox \"Town\""}, {"value", "Cork"}}}});
  });
  prove("select", "values", [=, this] {
    done("select", {{"target", "combobox \"Size\""}, {"values", {"Large"}}});
    done("expect", {{"expect", {{"target", "combobox \"Size\""}, {"value", "Large"}}}});
  });
  prove("check", "checked", [=, this] {
    done("check", {{"target", "checkbox \"Terms\""}, {"checked", false}});
    done("expect", {{"expect", {{"target", "checkbox \"Terms\""}, {"not", {{"state", "checked"}}}}}});
  });
  prove("press", "keys", [=, this] {
    done("press", {{"target", "textbox \"Town\""}, {"keys", "q"}});
    expect("key q");
  });
  prove("drag", "to", [=, this] {
    done("drag", {{"target", "button \"Card\""}, {"to", "group \"Two\""}});
    expect("dropped on second");
  });
  prove("drag", "to_ref", [=, this] {
    EXPECT_EQ(error_of(call("drag", {{"target", "button \"Card\""}, {"to_ref", "e9999"}})), "unknown_ref");
  });
  prove("upload", "files", [=, this] {
    done("upload", {{"target", "label=\"Photo\""}, {"files", {"b.txt"}}});
    expect("file b.txt");
  });
  prove("scroll", "x", [=, this] {
    done("scroll", {{"target", "region \"Pane\""}, {"x", 120}});
    expect("pane 120 0");
    done("scroll", {{"x", 50}});
    expect("page 50 0");
  });
  prove("scroll", "y", [=, this] {
    done("scroll", {{"target", "region \"Pane\""}, {"y", 130}});
    expect("pane 0 130");
    done("scroll", {{"y", 70}});
    expect("page 0 70");
  });
  prove("history", "go", [=, this] {
    done("browser_navigate", {{"url", "http://own.test/second.html"}});
    EXPECT_THAT(done("history", {{"go", "back"}}), HasSubstr("Tools"));
    EXPECT_THAT(done("history", {{"go", "forward"}}), HasSubstr("Second"));
  });
  prove("dialogs", "answer", [=, this] {
    done("dialogs", {{"answer", "accept"}});
    EXPECT_THAT(done("evaluate", {{"expression", "confirm('Sure?')"}}), HasSubstr("true"));
    done("dialogs", {{"answer", "dismiss"}});
    EXPECT_THAT(done("evaluate", {{"expression", "confirm('Sure?')"}}), HasSubstr("false"));
  });
  prove("dialogs", "prompt_text", [=, this] {
    done("dialogs", {{"answer", "accept"}, {"prompt_text", "my answer"}});
    EXPECT_THAT(done("evaluate", {{"expression", "prompt('Who?') + '!'"}}), HasSubstr("my answer!"));
    EXPECT_EQ(error_of(call("dialogs", {{"answer", "dismiss"}, {"prompt_text", "x"}})), "usage");
    done("dialogs", {{"answer", "dismiss"}});
  });
}

void ToolParameters::add_rows_of_looks() {
  prove("find", "target", [=, this] {
    EXPECT_THAT(done("find", {{"target", "button"}}), Not(HasSubstr("1 found")));
    EXPECT_THAT(done("find", {{"target", "button \"Go\""}}), HasSubstr("1 found"));
  });
  prove("expect", "expect", [=, this] {
    EXPECT_EQ(error_of(call("expect", {{"expect", {{"title", "Nothing"}}}, {"timeout_ms", 50}})), "assertion");
  });
  prove("expect", "timeout_ms", [=, this] {
    EXPECT_THAT(text_of(call("expect", {{"expect", {{"title", "Nothing"}}}, {"timeout_ms", 123}})), HasSubstr("123 ms"));
  });
  for (const auto& [key, never] : std::map<const char*, json>{
           {"text", "never"}, {"url", "*never*"}, {"request", "*never*"}, {"frames", 7}}) {
    prove("wait_for", key, [=, this] {
      EXPECT_TRUE(call("wait_for", {{key, never}, {"timeout_ms", 50}})["isError"]);
    });
  }
  prove("wait_for", "timeout_ms", [=, this] {
    EXPECT_THAT(text_of(call("wait_for", {{"text", "never"}, {"timeout_ms", 123}})), HasSubstr("123 ms"));
  });
  prove("pages", "action", [=, this] {
    const json made = call("pages", {{"action", "new"}});
    const std::string handle = made["structuredContent"]["page"];
    EXPECT_NE(handle, "p1");
    done("pages", {{"action", "close"}, {"page", handle}});
    EXPECT_THAT(done("pages", {{"action", "list"}}), Not(HasSubstr(handle + " ")));
  });
  prove("network", "url", [=, this] {
    EXPECT_THAT(done("network", {{"url", "*/data.txt"}}), Not(HasSubstr("index.html")));
  });
  prove("network", "number", [=, this] {
    const std::string list = done("network", {{"url", "*/data.txt"}});
    const std::string line = list.substr(list.rfind('\n', list.find("GET")) + 1);
    EXPECT_THAT(done("network", {{"number", std::stoi(line)}}), HasSubstr("some data"));
  });
  const auto picture_size = [this](json more) {
    return call("screenshot", more)["content"][1]["data"].get<std::string>().size();
  };
  prove("screenshot", "full_page", [=, this] {
    EXPECT_NE(picture_size({{"full_page", true}}), picture_size(json::object()));
  });
  prove("screenshot", "boxes", [=, this] { EXPECT_NE(picture_size({{"boxes", true}}), picture_size(json::object())); });
  prove("screenshot", "max_bytes", [=, this] {
    EXPECT_EQ(call("screenshot", {{"max_bytes", 2000}})["structuredContent"]["cut"], true);
  });
  prove("storage_state", "file", [=, this] {
    done("storage_state", {{"file", "named.json"}});
    EXPECT_THAT(read("out/named.json"), HasSubstr("cookies"));
  });
  prove("storage_state", "overwrite", [=, this] {
    EXPECT_EQ(error_of(call("storage_state", {{"file", "named.json"}})), "usage");
    done("storage_state", {{"file", "named.json"}, {"overwrite", true}});
  });
  prove("evaluate", "expression", [=, this] { EXPECT_THAT(done("evaluate", {{"expression", "6 * 7"}}), HasSubstr("42")); });
}

void ToolParameters::add_rows_of_flows() {
  prove("flow_show", "name", [=, this] { EXPECT_THAT(done("flow_show", {{"name", "My name"}}), HasSubstr("\"My name\"")); });
  prove("flow_save", "path", [=, this] {
    done("flow_save", {{"path", "mine.flow.yaml"}});
    EXPECT_THAT(read("out/mine.flow.yaml"), HasSubstr("steps:"));
  });
  prove("flow_save", "name", [=, this] {
    done("flow_save", {{"path", "named.flow.yaml"}, {"name", "My name"}});
    EXPECT_THAT(read("out/named.flow.yaml"), HasSubstr("flow: \"My name\""));
  });
  prove("flow_save", "overwrite", [=, this] {
    EXPECT_EQ(error_of(call("flow_save", {{"path", "named.flow.yaml"}})), "usage");
    done("flow_save", {{"path", "named.flow.yaml"}, {"overwrite", true}});
  });
  prove("flow_check", "path", [=, this] { EXPECT_EQ(error_of(call("flow_check", {{"path", "wrong.flow.yaml"}})), "authoring"); });
  prove("flow_run", "path", [=, this] { EXPECT_EQ(error_of(call("flow_run", {{"path", "wrong.flow.yaml"}})), "authoring"); });

}

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

TEST_F(ToolParameters, OfTheBrowserMakeADifference) {
  run(is_of_browser);
}

TEST_F(ToolParameters, OfActionsMakeADifference) {
  run(is_action);
}

TEST_F(ToolParameters, OfFlowsAndFilesMakeADifference) {
  run(is_of_flows);
}

TEST_F(ToolParameters, OfLooksMakeADifference) {
  run([](const std::string& tool) { return !is_action(tool) && !is_of_flows(tool) && !is_of_browser(tool); });
}

}  // namespace
}  // namespace casement::specs
