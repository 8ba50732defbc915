// Tools for the browser, its pages and users, and an element's surroundings, with the names and arguments of the Verdex
// server's tools.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "casement/agent/agent_tools.h"
#include "casement/api/engine.h"
#include "casement/api/page_structure.h"
#include "casement/base/error.h"
#include "casement/browser/page/page_session.h"
#include "casement/structure/structure.h"

namespace casement {
namespace {

AgentAnswer initialize(const ToolCall& call) {
  const bool is_new = call.workspace.start();
  AgentAnswer answer;
  answer.data["page"] = call.workspace.page("").handle;
  answer.says = fmt::format("{} {}; page {}", is_new ? "started" : "running already:", call.workspace.version(),
                            call.workspace.page("").handle);
  return answer;
}

AgentAnswer navigate(const ToolCall& call) {
  if (!call.workspace.running()) call.workspace.start();
  AgentPage& page = call.page();
  const std::string url = call.text("url");
  if (const std::string refused = call.workspace.access().refusal_to_show(url); !refused.empty()) {
    throw Error(ErrorKind::Usage, "the address was not opened: " + refused);
  }
  page.told.forget_told();
  return do_step(call, page, {{"open", authored(call, "url")}});
}

AgentAnswer snapshot(const ToolCall& call) {
  AgentPage& page = call.page();
  LookOptions options = look_options(call);
  options.whole = !call.flag("changes");
  options.snapshot.boxes = call.flag("boxes");
  options.snapshot.parked = call.flag("parked");
  options.compact = !options.snapshot.boxes && call.arguments.value("compact", true);
  options.peek = call.flag("peek");  // only for resources; the schema for clients does not have it
  return look_at(page, options);
}

AgentAnswer click_ref(const ToolCall& call) {
  AgentPage& page = call.page();
  const ElementName element = element_name(call, page);
  return do_step(call, page, element, [&](StepFor purpose) { return Json{{"click", element.name(purpose)}}; });
}

AgentAnswer type_ref(const ToolCall& call) {
  AgentPage& page = call.page();
  const std::string text = authored(call, "text");
  const ElementName element = element_name(call, page);
  return do_step(call, page, element, [&](StepFor purpose) { return Json{{"fill", {{element.name(purpose), text}}}}; });
}

AgentAnswer wait(const ToolCall& call) {
  AgentPage& page = call.page();
  const Milliseconds time(call.number("milliseconds", 1000));
  cdp::Connection& connection = engine_of(page.page()).connection();
  {
    const cdp::Connection::EngineLock lock(connection);
    connection.pump_until([] { return false; }, Deadline::in(time));
  }
  return look_after(call, page);
}

AgentAnswer close(const ToolCall& call) {
  call.workspace.close();
  return {"closed"};
}

AgentAnswer structure_answer(const std::string& text) {
  AgentAnswer answer;
  answer.page_says = text;
  return answer;
}

AgentAnswer container(const ToolCall& call) {
  return structure_answer(call.page().page().structure().container(call.text("ref")).text());
}

AgentAnswer pattern(const ToolCall& call) {
  return structure_answer(
      call.page().page().structure().pattern(call.text("ref"), call.number("ancestorLevel", 0)).text());
}

AgentAnswer anchors(const ToolCall& call) {
  return structure_answer(
      call.page().page().structure().anchors(call.text("ref"), call.number("ancestorLevel", 0)).text());
}

AgentAnswer current_user(const ToolCall& call) {
  AgentAnswer answer;
  answer.says = call.workspace.user().empty() ? "none; browser_initialize creates the first" : call.workspace.user();
  answer.data["user"] = call.workspace.user();
  return answer;
}

AgentAnswer list_users(const ToolCall& call) {
  AgentAnswer answer;
  answer.data["users"] = call.workspace.user_names();
  for (const std::string& name : call.workspace.user_names()) answer.says += (answer.says.empty() ? "" : "\n") + name;
  return answer;
}

// The argument `user`, also under its old name `role`.
std::string user_named_by(const ToolCall& call) {
  if (call.has("user") == call.has("role"))
    throw Error(ErrorKind::Usage, "give 'user', the name of a user; 'role' is its deprecated name");
  return call.text(call.has("user") ? "user" : "role");
}

AgentAnswer select_user(const ToolCall& call) {
  if (!call.workspace.running()) call.workspace.start();
  call.workspace.select_user(user_named_by(call));
  AgentAnswer answer = look_after(call, call.workspace.page(""));
  answer.data["user"] = call.workspace.user();
  return answer;
}

}  // namespace

std::vector<AgentTool> browser_tools() {
  using enum AgentTool::Tells;
  constexpr mcp::ToolHints acts{false, true};  // scripts of the page may do anything
  constexpr std::string_view ref = R"("ref":{"type":"string","description":"of a snapshot: e5, f1_e5"})";
  constexpr std::string_view ref_and_level =
      R"("ref":{"type":"string"},"ancestorLevel":{"type":"integer","minimum":0})";
  return {
      {"browser_initialize",
       "Starts Chrome",
       "",
       {},
       {false, false, true, false},
       initialize,
       Nothing,
       R"("page":{"type":"string"})"},
      {"browser_navigate",
       "Opens a URL; answers with the page",
       R"("url":{"type":"string","minLength":1})",
       {"url"},
       acts,
       navigate},
      {"browser_snapshot",
       "The page as text, all frames, with refs",
       R"("changes":{"type":"boolean","description":"only what changed"},"compact":{"type":"boolean","description":"false: as templates are written"},"boxes":{"type":"boolean"},"parked":{"type":"boolean","description":"with menus placed off screen"})",
       {},
       {true},
       snapshot},
      {"browser_click", "Clicks an element", ref, {"ref"}, acts, click_ref},
      {"browser_type",
       "Replaces a field's text",
       R"("ref":{"type":"string"},"text":{"type":"string"})",
       {"ref", "text"},
       acts,
       type_ref},
      {"wait_for_browser",
       "Waits a fixed time; prefer wait_for",
       R"("milliseconds":{"type":"integer","minimum":0,"maximum":60000,"default":1000})",
       {},
       {true},
       wait},
      {"browser_close", "Ends Chrome", "", {}, {false, true, true, false}, close, Nothing},
      {"resolve_container",
       "The containers of an element, level by level",
       R"("ref":{"type":"string"})",
       {"ref"},
       {true},
       container,
       Text},
      {"inspect_pattern",
       "The structure of a container's children",
       ref_and_level,
       {"ref", "ancestorLevel"},
       {true},
       pattern,
       Text},
      {"extract_anchors", "The content of a container", ref_and_level, {"ref", "ancestorLevel"}, {true}, anchors, Text},
      {"get_current_role",
       "Returns the current user",
       "",
       {},
       {true, false, true, false},
       current_user,
       Nothing,
       R"("user":{"type":"string"})"},
      {"list_current_roles",
       "Lists all users",
       "",
       {},
       {true, false, true, false},
       list_users,
       Nothing,
       R"("users":{"type":"array"})"},
      {"select_role",
       "Continues as another user",
       R"("user":{"type":"string","minLength":1},"role":{"type":"string","deprecated":true})",
       {},
       {false, false, true},
       select_user,
       Page,
       R"("user":{"type":"string"})"},
  };
}

}  // namespace casement
