// Tools for a user's actions in a page; each tool runs a step of a flow.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "casement/agent/agent_tools.h"
#include "casement/agent/live_step.h"
#include "casement/api/records.h"
#include "casement/base/error.h"
#include "casement/base/text.h"

namespace casement {
namespace {

// How the newest action reached its element.
struct WayToElement {
  Json attempts = Json::array();
  std::string obstacle;    // why the element did not take the press, quoting the page
  bool fell_back = false;  // the press went to the element's centre point
};

WayToElement way_of_last_action(const ToolCall& call, AgentPage& page) {
  WayToElement way;
  if (page.page().closed()) return way;
  for (const ActionAttempt& one : page.page().last_action().attempts) {
    way.attempts.push_back({{"strategy", one.strategy}, {"success", one.success}, {"ms", one.milliseconds}});
    if (!one.error.empty()) way.attempts.back()["error"] = shorten(call.workspace.masked(one.error), 300);
    if (one.strategy == "element") way.obstacle = one.error;
    if (one.strategy == "centre point") way.fell_back = one.success;
  }
  return way;
}

// A click, or typing. If the element does not take the press, the press goes to its centre point, and the answer names
// the element there. A flow never does that, because it has to fail if a user could not act.
AgentAnswer press_element(const ToolCall& call, const char* verb, Json options) {
  AgentPage& page = call.page();
  const ElementName element = element_name(call, page);
  const auto began = std::chrono::system_clock::now();
  WayToElement way;
  AgentAnswer answer;
  try {
    answer = do_steps(call, page, [&] {
      const std::string url = page.page().url();
      Json now = options;
      now["target"] = element.for_this_page;
      now["fall_back_to_point"] = true;
      run_live_step(page.stack, {{verb, std::move(now)}}, call.workspace.options().secrets, Milliseconds{0});
      way = way_of_last_action(call, page);
      options["target"] = element.for_the_flow;
      call.workspace.record(page, {.url = url,
                                   .step = {{verb, std::move(options)}},
                                   .is_unsure = element.is_unsure,
                                   .was_covered = way.fell_back});
    });
  } catch (const Error& error) {
    answer.failure = error;
    const bool is_newest = !page.page().closed() && page.page().last_action().time >= began;
    if (is_newest) way = way_of_last_action(call, page);
  }
  if (answer.failure && way.attempts.empty()) {  // only one frame was searched, and no press was tried
    const std::string why = shorten(call.workspace.masked(answer.failure->message()), 300);
    way.attempts.push_back({{"strategy", "main"}, {"success", false}, {"error", why}});
  }
  if (way.attempts.size() > 1 || answer.failure) answer.data["attempts"] = way.attempts;
  if (!way.fell_back) return answer;
  answer.says = "the press could not hit the element and went to the point at its centre; a saved flow fails here\n" +
                answer.says;
  answer.page_says = fmt::format("the element {}\n{}", way.obstacle, answer.page_says);
  return answer;
}

AgentAnswer click(const ToolCall& call) {
  Json options = Json::object();
  for (const char* key : {"button", "count", "modifiers"}) {
    if (call.has(key)) options[key] = call.arguments[key];
  }
  return press_element(call, "click", std::move(options));
}

AgentAnswer type(const ToolCall& call) {
  Json options = {{"text", authored(call, "text")}};
  if (call.flag("clear_first")) options["clear_first"] = true;
  if (call.flag("press_enter")) options["press_enter"] = true;
  return press_element(call, "type", std::move(options));
}

// The ref of the element if exactly one matches in the snapshot, else "".
std::string ref_in(const Snapshot& snapshot, const std::string& target) {
  try {
    const std::vector<SnapshotMatch> found = snapshot.find(Target(target));
    return found.size() == 1 ? found.front().ref : "";
  } catch (const Error&) {
    return "";  // the target needs the live page, or is invalid
  }
}

bool means_another_document(const Error& error) {
  return error.kind() == ErrorKind::StaleRef || error.kind() == ErrorKind::Detached ||
         error.kind() == ErrorKind::FrameGone;
}

// Takes one snapshot of all frames to find all fields, then fills each field in its own frame. If filling a field has
// replaced another one, the other field is searched again.
AgentAnswer fill_form(const ToolCall& call) {
  AgentPage& page = call.page();
  const Json& fields = call.arguments["fields"];
  const Snapshot form = fields.size() > 2 ? page.page().snapshot() : Snapshot();  // not worth it for fewer fields
  return do_steps(call, page, [&] {
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const ToolCall one{call.workspace, call.reports, call.call, fields[i]};
      const ElementName element = element_name(one, page);
      const auto step = [&](const std::string& name) -> Json { return {{"fill", {{name, authored(one, "value")}}}}; };
      const auto fill = [&](const std::string& name) {
        run_live_step(page.stack, step(name), call.workspace.options().secrets, Milliseconds{0});
      };
      const std::string url = page.page().url();
      const std::string ref = ref_in(form, one.has("target") ? one.text("target") : element.for_this_page);
      try {
        fill(ref.empty() ? element.for_this_page : ref);
      } catch (const Error& error) {
        if (ref.empty() || !means_another_document(error)) throw;
        fill(element.for_this_page);
      }
      call.workspace.record(page, {.url = url, .step = step(element.for_the_flow), .is_unsure = element.is_unsure});
    }
  });
}

// Runs a step whose only argument is the element.
AgentAnswer do_to_element(const ToolCall& call, const char* verb) {
  AgentPage& page = call.page();
  const ElementName element = element_name(call, page);
  return do_step(call, page, element, [&](StepFor purpose) -> Json { return {{verb, element.name(purpose)}}; });
}

AgentAnswer hover(const ToolCall& call) {
  return do_to_element(call, "hover");
}

AgentAnswer check(const ToolCall& call) {
  return do_to_element(call, call.arguments.value("checked", true) ? "check" : "uncheck");
}

AgentAnswer select(const ToolCall& call) {
  AgentPage& page = call.page();
  const Json values = authored_value(call.arguments["values"], call.workspace.options().secrets);
  const ElementName element = element_name(call, page);
  return do_step(call, page, element,
                 [&](StepFor purpose) -> Json { return {{"select", {{element.name(purpose), values}}}}; });
}

AgentAnswer press(const ToolCall& call) {
  AgentPage& page = call.page();
  const std::string keys = literal_text(call.text("keys"));
  if (!call.has("ref") && !call.has("target")) return do_step(call, page, {{"press", keys}});
  const ElementName element = element_name(call, page);
  return do_step(call, page, element, [&](StepFor purpose) -> Json {
    return {{"press", {{"target", element.name(purpose)}, {"keys", keys}}}};
  });
}

AgentAnswer drag(const ToolCall& call) {
  AgentPage& page = call.page();
  const ElementName from = element_name(call, page);
  const ElementName to = element_name(call, page, "to_ref", "to");
  return do_step(
      call, page,
      [&](StepFor purpose) -> Json {
        return {{"drag", {{"source", from.name(purpose)}, {"target", to.name(purpose)}}}};
      },
      from.is_unsure || to.is_unsure);
}

AgentAnswer upload(const ToolCall& call) {
  AgentPage& page = call.page();
  Json files = Json::array();
  for (const Json& one : call.arguments["files"]) {
    files.push_back(
        literal_text(path_inside(call.workspace.options().input_folder, one.get<std::string>(), "a file to upload")));
  }
  const ElementName element = element_name(call, page);
  return do_step(call, page, element,
                 [&](StepFor purpose) -> Json { return {{"upload", {{element.name(purpose), files}}}}; });
}

AgentAnswer scroll(const ToolCall& call) {
  AgentPage& page = call.page();
  const bool is_by = call.has("x") || call.has("y"), has_element = call.has("ref") || call.has("target");
  if (!is_by && has_element) return do_to_element(call, "scroll_to");
  Json options = Json::object();
  for (const char* key : {"x", "y"}) {
    if (call.has(key)) options[key] = call.arguments[key];
  }
  if (!has_element) return do_step(call, page, {{"scroll_by", options}});
  const ElementName element = element_name(call, page);
  return do_step(call, page, element, [&](StepFor purpose) -> Json {
    options["target"] = element.name(purpose);
    return {{"scroll_by", options}};
  });
}

AgentAnswer history(const ToolCall& call) {
  return do_step(call, call.page(), {{call.text("go"), nullptr}});
}

// Sets the answer for future dialogs of the page. Each dialog is answered at once, because an open one blocks the page.
AgentAnswer dialogs(const ToolCall& call) {
  AgentPage& page = call.page();
  if (call.has("prompt_text") && call.text("answer") != "accept") {
    throw Error(ErrorKind::Usage, "'prompt_text' is for \"answer\": \"accept\"");
  }
  AgentAnswer answer;
  if (call.has("answer")) {
    if (call.has("prompt_text")) {
      return do_step(call, page, {{"accept_dialogs", authored(call, "prompt_text")}});
    }
    return do_step(call, page, {{call.text("answer") == "accept" ? "accept_dialogs" : "dismiss_dialogs", nullptr}});
  }
  for (const DialogRecord& one : page.page().dialogs().all()) {
    page.told_dialogs = one.number;
    answer.page_says +=
        fmt::format("{} {} {}\n", one.type, one.accepted ? "accepted" : "dismissed", dump_json(one.message));
  }
  if (answer.page_says.empty()) answer.says = "no dialog was opened";
  return answer;
}

}  // namespace

std::vector<AgentTool> act_tools() {
  using enum AgentTool::Set;
  using enum AgentTool::Tells;
  // An action in a page may buy, send or delete something.
  constexpr mcp::ToolHints acts{false, true};
  constexpr mcp::ToolHints acts_once{false, true, true};
  constexpr std::string_view attempts = R"("attempts":{"type":"array"})";
  return {
      {"click",
       "Clicks; by description it searches all frames",
       R"("button":{"enum":["left","right","middle"]},"count":{"type":"integer","minimum":1,"maximum":3},"modifiers":{"type":"array","items":{"enum":["Alt","Control","Meta","Shift"]}})",
       {},
       acts,
       click,
       Page,
       attempts,
       Core,
       true},
      {"type",
       "Types key by key",
       R"("text":{"type":"string"},"clear_first":{"type":"boolean"},"press_enter":{"type":"boolean"})",
       {"text"},
       acts,
       type,
       Page,
       attempts,
       Core,
       true},
      {"fill_form",
       "Fills several fields",
       R"("fields":{"type":"array","minItems":1,"items":{"type":"object","properties":{"ref":{"type":"string"},"target":{"type":"string"},"value":{"type":"string"}},"required":["value"],"additionalProperties":false}})",
       {"fields"},
       acts,
       fill_form},
      {"select",
       "Chooses options by label or value",
       R"("values":{"type":"array","minItems":1,"items":{"type":"string"}})",
       {"values"},
       acts,
       select,
       Page,
       "",
       Core,
       true},
      {"check",
       "Ticks or unticks",
       R"("checked":{"type":"boolean","default":true})",
       {},
       acts_once,
       check,
       Page,
       "",
       Core,
       true},
      {"press",
       "Presses keys: Enter, Control+A",
       R"("keys":{"type":"string","minLength":1})",
       {"keys"},
       acts,
       press,
       Page,
       "",
       Core,
       true},
      {"hover", "Moves the mouse there", "", {}, acts, hover, Page, "", Core, true},
      {"drag",
       "Drags an element to another",
       R"("to_ref":{"type":"string"},"to":{"type":"string"})",
       {},
       acts,
       drag,
       Page,
       "",
       All,
       true},
      {"upload",
       "Gives files to an input",
       R"("files":{"type":"array","minItems":1,"items":{"type":"string"}})",
       {"files"},
       acts,
       upload,
       Page,
       "",
       All,
       true},
      {"scroll",
       "Scrolls to an element, or by x and y pixels",
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
       acts,
       history},
      {"dialogs",
       "Lists dialogs; or sets how to answer the next ones",
       R"("answer":{"enum":["accept","dismiss"]},"prompt_text":{"type":"string"})",
       {},
       acts,
       dialogs,
       Text},
  };
}

}  // namespace casement
