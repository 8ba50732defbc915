// What a person does in a page: each tool is a step of a flow.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "casement/agent/agent_tools.h"
#include "casement/agent/live_step.h"
#include "casement/base/error.h"

namespace casement {
namespace {

// How the element was found, in words of ours alone: what failed on the way may hold the page's.
void tell_attempts(AgentPage& page, AgentAnswer& answer) {
  if (page.page().closed()) return;
  Json attempts = Json::array();
  for (const ActionAttempt& one : page.page().last_action().attempts) {
    attempts.push_back({{"strategy", one.strategy}, {"success", one.success}, {"ms", one.milliseconds}});
  }
  if (attempts.size() > 1) answer.data["attempts"] = std::move(attempts);
}

AgentAnswer click(const ToolCall& call) {
  AgentPage& page = call.page();
  AgentAnswer answer = do_step(call, page, named_element(call, page), [&](const std::string& element) -> Json {
    Json options = {{"target", element}};
    for (const char* key : {"button", "count", "modifiers"}) {
      if (call.has(key)) options[key] = call.arguments[key];
    }
    options["fall_back_to_point"] = true;
    return {{"click", std::move(options)}};
  });
  tell_attempts(page, answer);
  return answer;
}

AgentAnswer type(const ToolCall& call) {
  AgentPage& page = call.page();
  AgentAnswer answer = do_step(call, page, named_element(call, page), [&](const std::string& element) -> Json {
    Json options = {{"target", element}, {"text", authored(call, "text")}, {"fall_back_to_point", true}};
    if (call.flag("clear_first")) options["clear_first"] = true;
    if (call.flag("press_enter")) options["press_enter"] = true;
    return {{"type", std::move(options)}};
  });
  tell_attempts(page, answer);
  return answer;
}

// The ref of the one element that is meant, "" where the snapshot does not tell of it.
std::string ref_in(const Snapshot& snapshot, const std::string& target) {
  try {
    const std::vector<SnapshotMatch> found = snapshot.find(Target(target));
    return found.size() == 1 ? found.front().ref : "";
  } catch (const Error&) {
    return "";  // what only the page can tell, or no target at all
  }
}

bool means_another_document(const Error& error) {
  return error.kind() == ErrorKind::StaleRef || error.kind() == ErrorKind::Detached ||
         error.kind() == ErrorKind::FrameGone;
}

// One look at all frames finds the fields of them all, and each is then asked in its own. One that the filling of
// another has replaced is looked for again.
AgentAnswer fill_form(const ToolCall& call) {
  AgentPage& page = call.page();
  const Json& fields = call.arguments["fields"];
  const Snapshot form = fields.size() > 2 ? page.page().snapshot() : Snapshot();  // fewer cost no more by themselves
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const ToolCall one{call.workspace, call.reports, call.call, fields[i]};
    const NamedElement element = named_element(one, page);
    const auto step = [&](const std::string& name) -> Json { return {{"fill", {{name, authored(one, "value")}}}}; };
    const auto fill = [&](const std::string& name) {
      run_live_step(page.stack, step(name), call.workspace.options().secrets, Milliseconds{0});
    };
    const std::string url = page.page().url();
    const std::string ref = ref_in(form, element.now);
    try {
      fill(ref.empty() ? element.now : ref);
    } catch (const Error& error) {
      if (ref.empty() || !means_another_document(error)) throw;
      fill(element.now);
    }
    call.workspace.record(page, url, step(element.lasting), element.is_unsure);
  }
  return look_after(call, page);
}

template <const char* const& verb>
AgentAnswer on_target(const ToolCall& call) {
  AgentPage& page = call.page();
  return do_step(call, page, named_element(call, page),
                 [](const std::string& element) -> Json { return {{verb, element}}; });
}
constexpr const char* kHover = "hover";
constexpr const char* kScrollTo = "scroll_to";

AgentAnswer check(const ToolCall& call) {
  AgentPage& page = call.page();
  const char* verb = call.arguments.value("checked", true) ? "check" : "uncheck";
  return do_step(call, page, named_element(call, page),
                 [&](const std::string& element) -> Json { return {{verb, element}}; });
}

AgentAnswer select(const ToolCall& call) {
  AgentPage& page = call.page();
  Json values = Json::array();
  for (const Json& one : call.arguments["values"]) {
    values.push_back(authored_text(one.get<std::string>(), call.workspace.options().secrets));
  }
  return do_step(call, page, named_element(call, page),
                 [&](const std::string& element) -> Json { return {{"select", {{element, values}}}}; });
}

AgentAnswer press(const ToolCall& call) {
  AgentPage& page = call.page();
  if (!call.has("ref") && !call.has("target")) return do_step(call, page, {{"press", authored(call, "keys")}});
  return do_step(call, page, named_element(call, page), [&](const std::string& element) -> Json {
    return {{"press", {{"target", element}, {"keys", authored(call, "keys")}}}};
  });
}

AgentAnswer drag(const ToolCall& call) {
  AgentPage& page = call.page();
  const NamedElement to = named_element(call, page, "to_ref", "to");
  const NamedElement from = named_element(call, page);
  return do_step(call, page, from, [&](const std::string& element) -> Json {
    return {{"drag", {{"source", element}, {"target", element == from.now ? to.now : to.lasting}}}};
  });
}

AgentAnswer upload(const ToolCall& call) {
  AgentPage& page = call.page();
  Json files = Json::array();
  for (const Json& one : call.arguments["files"]) {
    files.push_back(path_inside(call.workspace.options().input_folder, one.get<std::string>(), "a file to upload"));
  }
  return do_step(call, page, named_element(call, page),
                 [&](const std::string& element) -> Json { return {{"upload", {{element, files}}}}; });
}

AgentAnswer scroll(const ToolCall& call) {
  if (call.has("ref") || call.has("target")) return on_target<kScrollTo>(call);
  AgentPage& page = call.page();
  return do_step(call, page, {{"scroll_by", {{"x", call.number("x", 0)}, {"y", call.number("y", 0)}}}});
}

AgentAnswer history(const ToolCall& call) {
  return do_step(call, call.page(), {{call.text("go"), nullptr}});
}

// Answers what the page opens from now on; each is answered at once, since an open one holds the page.
AgentAnswer dialogs(const ToolCall& call) {
  AgentPage& page = call.page();
  AgentAnswer answer;
  if (call.has("answer")) {
    if (call.text("answer") == "accept" && call.has("prompt_text")) {
      return do_step(call, page, {{"accept_dialogs", authored(call, "prompt_text")}});
    }
    return do_step(call, page, {{call.text("answer") == "accept" ? "accept_dialogs" : "dismiss_dialogs", nullptr}});
  }
  for (const DialogRecord& one : page.page().dialog_records()) {
    answer.page_says +=
        fmt::format("{} {} {}\n", one.type, one.accepted ? "accepted" : "dismissed", dump_json(one.message));
  }
  if (answer.page_says.empty()) answer.says = "none was opened";
  return answer;
}

}  // namespace

std::vector<AgentTool> act_tools() {
  using enum AgentTool::Set;
  using enum AgentTool::Tells;
  return {
      {"click",
       "Clicks; by description it searches all frames",
       R"("button":{"enum":["left","right","middle"]},"count":{"type":"integer","minimum":1,"maximum":3},"modifiers":{"type":"array","items":{"enum":["Alt","Control","Meta","Shift"]}})",
       {},
       {},
       click,
       Page,
       "",
       Core,
       true},
      {"type",
       "Types key by key",
       R"("text":{"type":"string"},"clear_first":{"type":"boolean"},"press_enter":{"type":"boolean"})",
       {"text"},
       {},
       type,
       Page,
       "",
       Core,
       true},
      {"fill_form",
       "Fills several fields",
       R"("fields":{"type":"array","minItems":1,"items":{"type":"object","properties":{"ref":{"type":"string"},"target":{"type":"string"},"value":{"type":"string"}},"required":["value"],"additionalProperties":false}})",
       {"fields"},
       {},
       fill_form},
      {"select",
       "Chooses options by label or value",
       R"("values":{"type":"array","minItems":1,"items":{"type":"string"}})",
       {"values"},
       {},
       select,
       Page,
       "",
       Core,
       true},
      {"check",
       "Ticks or unticks",
       R"("checked":{"type":"boolean","default":true})",
       {},
       {false, false, true},
       check,
       Page,
       "",
       Core,
       true},
      {"press",
       "Presses keys: Enter, Control+A",
       R"("keys":{"type":"string","minLength":1})",
       {"keys"},
       {},
       press,
       Page,
       "",
       Core,
       true},
      {"hover", "Moves the mouse there", "", {}, {}, on_target<kHover>, Page, "", Core, true},
      {"drag",
       "Drags an element to another",
       R"("to_ref":{"type":"string"},"to":{"type":"string"})",
       {},
       {},
       drag,
       Page,
       "",
       All,
       true},
      {"upload",
       "Gives files to an input",
       R"("files":{"type":"array","minItems":1,"items":{"type":"string"}})",
       {"files"},
       {},
       upload,
       Page,
       "",
       All,
       true},
      {"scroll",
       "To an element, or by pixels",
       R"("x":{"type":"number"},"y":{"type":"number"})",
       {},
       {},
       scroll,
       Page,
       "",
       Core,
       true},
      {"history",
       "Goes back, forward, or reloads",
       R"("go":{"enum":["back","forward","reload"]})",
       {"go"},
       {},
       history},
      {"dialogs",
       "What was asked, or how to answer from now on",
       R"("answer":{"enum":["accept","dismiss"]},"prompt_text":{"type":"string"})",
       {},
       {},
       dialogs,
       Text},
  };
}

}  // namespace casement
