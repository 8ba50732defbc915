#include "casement/agent/agent_tools.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "casement/agent/live_step.h"
#include "casement/agent/unique_target.h"
#include "casement/api/engine.h"
#include "casement/base/error.h"
#include "casement/base/folder_file.h"
#include "casement/base/text.h"
#include "casement/browser/page/page_session.h"
#include "casement/target/ref.h"

namespace casement {

ElementName element_name(const ToolCall& call, AgentPage& page, const char* ref, const char* target) {
  if (call.has(ref) == call.has(target)) {
    throw Error(ErrorKind::Usage, fmt::format("give either '{}', of a snapshot, or '{}', a description", ref, target));
  }
  if (call.has(target)) {
    // Secrets are not inserted, because an agent copies descriptions from pages.
    const std::string described = literal_text(call.text(target));
    return {described, described};
  }
  ElementName element{call.text(ref)};
  if (!parse_ref(element.for_this_page)) {
    throw Error(ErrorKind::Usage, fmt::format("'{}' is a ref such as e5 or f1_e5", ref));
  }
  if (page.seen) element.for_the_flow = literal_text(unique_target(*page.seen, element.for_this_page));
  element.is_unsure = element.for_the_flow.empty();
  if (element.is_unsure) element.for_the_flow = element.for_this_page;
  return element;
}

Json input_schema(const AgentTool& tool) {
  using enum AgentTool::Tells;
  std::string properties(tool.arguments);
  const auto add = [&](std::string_view more) { properties += (properties.empty() ? "" : ",") + std::string(more); };
  if (tool.takes_target) add(R"("ref":{"type":"string"},"target":{"type":"string"})");
  if (tool.tells == Page) {
    add(R"("since":{"type":"integer"},"within":{"type":"string"},"frame":{"type":"string"})");
  }
  if (tool.tells != Nothing) add(R"("max_bytes":{"type":"integer"})");
  add(R"("page":{"type":"string"})");
  Json schema = Json::parse(R"({"type":"object","properties":{)" + properties + "}}");
  for (const std::string_view name : tool.required) schema["required"].push_back(std::string(name));
  return schema;
}

Json output_schema(const AgentTool& tool) {
  using enum AgentTool::Tells;
  std::string properties(tool.output);
  const auto add = [&](std::string_view more) { properties += (properties.empty() ? "" : ",") + std::string(more); };
  // Only docs/mcp.md lists properties common to all answers, because models read the list of tools each time.
  if (tool.tells == Page) add(R"("page":{"type":"string"},"snapshot":{"type":"integer"})");
  if (tool.tells != Nothing) add(R"("page_text":{"type":"string"})");
  Json schema = Json::parse(R"({"type":"object"})");
  if (!properties.empty()) schema["properties"] = Json::parse("{" + properties + "}");
  return schema;
}

LookOptions look_options(const ToolCall& call) {
  LookOptions options;
  options.since = call.number("since", 0);
  options.within = call.text("within");
  options.frame = call.text("frame");
  return options;
}

AgentAnswer look_after(const ToolCall& call, AgentPage& page, bool whole) {
  AgentAnswer answer;
  try {
    // The action may have opened another page, or closed this one.
    AgentPage& next = page.page().closed() ? call.workspace.page("") : page;
    LookOptions options = look_options(call);
    options.whole = whole;
    answer = look_at(next, options);
  } catch (const Error& error) {
    // A repeated call would repeat the action.
    answer.failure = error;
    answer.is_done = true;
    answer.says = "done, but the answer could not be produced";
  }
  return answer;
}

namespace {

// The last navigation of a page so far.
struct NavigationMark {
  explicit NavigationMark(AgentPage& of) {
    if (of.page().closed()) return;
    PageSession& target = engine_of(of.page());
    const cdp::Connection::EngineLock lock(target.connection());
    loader = target.frames().main().loader_id;
    no_document = target.frames().main().no_document_url;
  }
  std::string loader, no_document;
};

// Why a navigation since the mark failed; empty if none failed.
std::optional<Error> navigation_failure(AgentPage& page, const NavigationMark& mark) {
  if (page.page().closed()) return std::nullopt;
  PageSession& target = engine_of(page.page());
  const cdp::Connection::EngineLock lock(target.connection());
  const Frame& main = target.frames().main();
  std::string url, reason;
  if (!main.unreachable_url.empty() && main.loader_id != mark.loader) {
    url = main.unreachable_url;
    reason = main.load_error;
  } else if (main.no_document.starts_with("net::") && main.no_document_url != mark.no_document) {
    url = main.no_document_url;  // downloads and responses without content have other texts
    reason = main.no_document;
  }
  if (url.empty()) return std::nullopt;
  return Error(ErrorKind::Navigation, fmt::format("the page {} could not be opened: {}", shorten(url, 200),
                                                  reason.empty() ? "it cannot be reached" : reason));
}

void add_failed_navigation(AgentAnswer& answer, AgentPage& page, const NavigationMark& mark) {
  if (answer.failure) return;
  answer.failure = navigation_failure(page, mark);
  if (!answer.failure) return;
  answer.is_done = true;
  answer.says = "done, but the page that it led to could not be opened";
  answer.page_says.clear();
}

}  // namespace

AgentAnswer do_steps(const ToolCall& call, AgentPage& page, const std::function<void()>& steps) {
  const NavigationMark mark(page);
  steps();
  call.workspace.await_popups(page);
  AgentAnswer answer = look_after(call, page);
  add_failed_navigation(answer, page, mark);
  return answer;
}

AgentAnswer do_step(const ToolCall& call, AgentPage& page, const StepOf& step, bool is_unsure) {
  return do_steps(call, page, [&] {
    const std::string url = page.page().url();
    run_live_step(page.stack, step(StepFor::Now), call.workspace.options().secrets, Milliseconds{0});
    call.workspace.record(page, {.url = url, .step = step(StepFor::Flow), .is_unsure = is_unsure});
  });
}

AgentAnswer do_step(const ToolCall& call, AgentPage& page, const ElementName& element, const StepOf& step) {
  return do_step(call, page, step, element.is_unsure);
}

AgentAnswer do_step(const ToolCall& call, AgentPage& page, Json step) {
  return do_step(call, page, [&](StepFor) { return step; }, false);
}

Milliseconds timeout_of(const ToolCall& call) {
  return Milliseconds(call.number("timeout_ms", 0));
}

void do_expectation(const ToolCall& call, AgentPage& page, Json step) {
  const std::string url = page.page().url();
  const Milliseconds timeout = timeout_of(call);
  run_live_step(page.stack, step, call.workspace.options().secrets, timeout);
  // A flow waits for its default timeout. The flow needs a longer timeout too, but a shorter one would only make it
  // fail.
  const bool is_longer = timeout > engine_of(page.page()).default_timeout();
  call.workspace.record(page, {.url = url, .step = std::move(step), .timeout = is_longer ? timeout : Milliseconds{0}});
}

std::string authored(const ToolCall& call, const char* key) {
  return authored_text(call.text(key), call.workspace.options().secrets);
}

namespace {

struct FolderPath {
  std::filesystem::path folder, inside;
};

FolderPath folder_path(const std::string& folder, const std::string& name, std::string_view what) {
  namespace fs = std::filesystem;
  if (folder.empty()) {
    throw Error(ErrorKind::Usage, fmt::format("{} has no folder; start the server with an option that sets it", what));
  }
  std::error_code failed;
  const fs::path root = fs::weakly_canonical(fs::absolute(folder), failed);
  const fs::path path = fs::weakly_canonical(root / name, failed);
  const fs::path inside = path.lexically_relative(root);
  const bool has_nul = name.find('\0') != std::string::npos;
  if (failed || has_nul || name.empty() || inside.empty() || *inside.begin() == ".." || inside == ".") {
    throw Error(ErrorKind::Usage, fmt::format("{} must be a file in the folder that the server was given", what));
  }
  return {root, inside};
}

}  // namespace

std::string path_inside(const std::string& folder, const std::string& name, std::string_view what) {
  const FolderPath path = folder_path(folder, name, what);
  return (path.folder / path.inside).string();
}

void write_output(const ToolCall& call, const std::string& name, std::string_view bytes, std::string_view what,
                  unsigned mode) {
  const FolderPath path = folder_path(call.workspace.options().output_folder, name, what);
  const Replace replace = call.flag("overwrite") ? Replace::Yes : Replace::No;
  const std::error_code failed = write_file_in_folder(path.folder.string(), path.inside.string(), bytes, replace, mode);
  if (failed == std::errc::file_exists) {
    throw Error(ErrorKind::Usage, "a file with this name exists already; pass overwrite: true to replace it");
  }
  if (failed == std::errc::too_many_symbolic_link_levels || failed == std::errc::not_a_directory) {
    throw Error(ErrorKind::Usage, fmt::format("{} must be a file in the folder that the server was given", what));
  }
  if (failed) throw Error(ErrorKind::Environment, fmt::format("{} could not be written: {}", what, failed.message()));
}

}  // namespace casement
