// The scripts and functions that a test gives to all pages of a context.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "casement/browser/context/context_session.h"
#include "casement/browser/page/exposed_functions.h"
#include "casement/browser/page/page_functions.h"
#include "casement/browser/page/page_session.h"
#include "casement/browser/page/page_start_scripts.h"
#include "casement/browser/page/script_places.h"

namespace casement {
namespace {

// Differs from the names of the pages' own scripts.
std::string context_script_name(int id) {
  return "context's " + init_script_name(id);
}

}  // namespace

void ContextSession::add_start_script(StartScript script, Deadline deadline) {
  const cdp::Connection::EngineLock lock(connection_);
  put_start_script(environment_.start_scripts, script);
  std::vector<cdp::Command> commands;
  for (const auto& page : pages_) {
    for (cdp::Command& one : page->extension<PageStartScripts>().add(script)) commands.push_back(std::move(one));
  }
  send_and_await(connection_, std::move(commands), deadline);
  // The empty document of a page that was opened in advance counts as begun later.
  if (PageSession* const spare = spare_page_ ? find_page(*spare_page_) : nullptr)
    run_start_script(connection_, script_places(*spare), script, deadline);
}

bool ContextSession::remove_start_script(const std::string& name, Deadline deadline) {
  const cdp::Connection::EngineLock lock(connection_);
  if (std::erase_if(environment_.start_scripts, [&](const StartScript& one) { return one.name == name; }) == 0) {
    return false;
  }
  std::vector<cdp::Command> commands;
  for (const auto& page : pages_) {
    for (cdp::Command& one : page->extension<PageStartScripts>().remove(name)) commands.push_back(std::move(one));
  }
  send_and_await(connection_, std::move(commands), deadline);
  return true;
}

int ContextSession::add_init_script(const std::string& source, Deadline deadline) {
  const cdp::Connection::EngineLock lock(connection_);
  const auto page = std::ranges::find_if(pages_, [](const auto& one) { return !one->closed(); });
  if (page != pages_.end()) check_syntax(**page, source, deadline);
  const int id = ++last_init_script_;
  add_start_script({context_script_name(id), source}, deadline);
  return id;
}

bool ContextSession::remove_init_script(int id, Deadline deadline) {
  return remove_start_script(context_script_name(id), deadline);
}

void ContextSession::expose(const std::string& name, ExposedFunction function, Deadline deadline) {
  const cdp::Connection::EngineLock lock(connection_);
  ExposedFunctions::check(name, function);
  auto& functions = environment_.functions;
  const bool is_of_page = std::ranges::any_of(
      pages_, [&](const auto& page) { return page->template extension<PageFunctions>().own().contains(name); });
  if (is_of_page || (functions != nullptr && functions->contains(name)))
    throw Error(ErrorKind::Usage, fmt::format("there is an exposed function '{}' already", name));
  if (functions == nullptr) functions = std::make_shared<ExposedFunctions>();
  functions->add(name, std::move(function), connection_.mailbox());
  const StartScript script = exposing_script(name);
  add_start_script(script, deadline);
  std::vector<ScriptPlace> places;
  for (const auto& page : pages_) std::ranges::move(script_places(*page), std::back_inserter(places));
  for (const auto& [session, worker] : common_workers_) places.push_back({session, "", worker.record.url, true});
  run_start_script(connection_, places, script, deadline);
}

void ContextSession::end_functions(Deadline deadline) {
  if (environment_.functions != nullptr) environment_.functions->end(deadline);
  for (const auto& page : pages_) page->extension<PageFunctions>().own().end(deadline);
}

}  // namespace casement
