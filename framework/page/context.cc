#include "casement/page/context.h"

#include <algorithm>
#include <utility>

namespace casement {

Context::Context(cdp::Connection& connection, std::string id, ContextOptions options)
    : connection_(connection), id_(std::move(id)), options_(std::move(options)) {}

PageTarget& Context::adopt(std::string target_id, cdp::SessionId session) {
  auto page = std::make_unique<PageTarget>(connection_, std::move(target_id), std::move(session));
  page->set_base_url(options_.base_url);
  return *pages_.emplace_back(std::move(page));
}

PageTarget& Context::new_page(Deadline deadline) {
  const cdp::Connection::Turn turn(connection_);
  const Json created = connection_.call(
      {"", "Target.createTarget", {{"url", "about:blank"}, {"browserContextId", id_}}, nullptr},
      deadline);
  const std::string target_id = created.value("targetId", std::string());
  const auto found = [&]() -> PageTarget* {
    const auto at = std::find_if(pages_.begin(), pages_.end(),
                                 [&](const auto& page) { return page->id() == target_id; });
    return at == pages_.end() ? nullptr : at->get();
  };
  const auto usable = [&] {
    PageTarget* page = found();
    return page != nullptr && page->frames().main().world.has_value();
  };
  if (!connection_.pump_until(usable, deadline)) {
    throw Error(ErrorKind::Timeout, "a new page was not ready in time");
  }
  return *found();
}

void Context::close(Deadline deadline) {
  const cdp::Connection::Turn turn(connection_);
  connection_.call({"", "Target.disposeBrowserContext", {{"browserContextId", id_}}, nullptr},
                   deadline);
  connection_.pump_until(
      [&] {
        return std::all_of(pages_.begin(), pages_.end(),
                           [](const auto& page) { return page->closed(); });
      },
      deadline);
}

}  // namespace casement
