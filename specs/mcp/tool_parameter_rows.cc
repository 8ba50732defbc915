// The rows of tools that act, look, and leave flows.
#include "specs/mcp/tool_parameters.h"

namespace casement::specs {

using testing::HasSubstr;
using testing::Not;

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
    done("fill_form", {{"fields",
                        {{{"target", "textbox \"Name\""}, {"value", "Ada"}},
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
    EXPECT_THAT(text_of(call("expect", {{"expect", {{"title", "Nothing"}}}, {"timeout_ms", 123}})),
                HasSubstr("123 ms"));
  });
  for (const auto& [key, never] :
       std::map<const char*, json>{{"text", "never"}, {"url", "*never*"}, {"request", "*never*"}, {"frames", 7}}) {
    prove("wait_for", key, [=, this] { EXPECT_TRUE(call("wait_for", {{key, never}, {"timeout_ms", 50}})["isError"]); });
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
  prove("network", "url",
        [=, this] { EXPECT_THAT(done("network", {{"url", "*/data.txt"}}), Not(HasSubstr("index.html"))); });
  prove("network", "number", [=, this] {
    const std::string list = done("network", {{"url", "*/data.txt"}});
    const std::string line = list.substr(list.rfind('\n', list.find("GET")) + 1);
    EXPECT_THAT(done("network", {{"number", std::stoi(line)}}), HasSubstr("some data"));
  });
  const auto picture_size = [this](json more) {
    return call("screenshot", more)["content"][1]["data"].get<std::string>().size();
  };
  prove("screenshot", "full_page",
        [=] { EXPECT_NE(picture_size({{"full_page", true}}), picture_size(json::object())); });
  prove("screenshot", "boxes", [=] { EXPECT_NE(picture_size({{"boxes", true}}), picture_size(json::object())); });
  prove("screenshot", "max_bytes",
        [=, this] { EXPECT_EQ(call("screenshot", {{"max_bytes", 2000}})["structuredContent"]["cut"], true); });
  prove("storage_state", "file", [=, this] {
    done("storage_state", {{"file", "named.json"}});
    EXPECT_THAT(read("out/named.json"), HasSubstr("cookies"));
  });
  prove("storage_state", "overwrite", [=, this] {
    EXPECT_EQ(error_of(call("storage_state", {{"file", "named.json"}})), "usage");
    done("storage_state", {{"file", "named.json"}, {"overwrite", true}});
  });
  prove("evaluate", "expression",
        [=, this] { EXPECT_THAT(done("evaluate", {{"expression", "6 * 7"}}), HasSubstr("42")); });
}

void ToolParameters::add_rows_of_flows() {
  prove("flow_show", "name",
        [=, this] { EXPECT_THAT(done("flow_show", {{"name", "My name"}}), HasSubstr("\"My name\"")); });
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
  prove("flow_check", "path",
        [=, this] { EXPECT_EQ(error_of(call("flow_check", {{"path", "wrong.flow.yaml"}})), "authoring"); });
  prove("flow_run", "path",
        [=, this] { EXPECT_EQ(error_of(call("flow_run", {{"path", "wrong.flow.yaml"}})), "authoring"); });
}

}  // namespace casement::specs
