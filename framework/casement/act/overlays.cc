#include "casement/act/overlays.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "casement/cdp/protocol_error.h"
#include "casement/find/dom_change_watcher.h"
#include "casement/find/find_elements.h"

namespace casement {
namespace {

class Closing {
 public:
  explicit Closing(bool& flag) : flag_(flag) { flag_ = true; }
  ~Closing() { flag_ = false; }
  Closing(const Closing&) = delete;
  Closing& operator=(const Closing&) = delete;

 private:
  bool& flag_;
};

// Returns nothing if the page has gone or does not answer, because the blocked call reports that itself.
std::optional<bool> is_over_page(PageSession& page, const Target& target, Deadline deadline) {
  try {
    const Json question = question_about(page, target, Json::object(), Unseen::LeftOut);
    return !find_with_facts(page, target, question, deadline).found.empty();
  } catch (const Error& error) {
    if (cdp::means_gone(error) || error.kind() == ErrorKind::Timeout) return std::nullopt;
    throw;
  }
}

// Returns whether the overlay is known to have gone: false if the page has gone or does not answer.
bool await_gone(PageSession& page, const Target& target, Deadline deadline) {
  DomChangeWatcher watch(page);
  for (;;) {
    watch.arm();
    // Looks at least once after the handler, even after the deadline: an answer that came too late is no answer.
    const bool is_last = deadline.expired();
    const std::optional<bool> is_there =
        is_over_page(page, target, is_last ? Deadline::in(page.frame_timeout()) : deadline);
    if (is_there && !*is_there) return true;
    if (!is_there && (is_last || page.closed())) return false;
    if (is_last || (is_there && deadline.expired())) break;
    watch.wait(deadline);
  }
  throw Error(ErrorKind::NotActionable,
              fmt::format("the overlay {} is still there after the steps that should close it", target.text()));
}

}  // namespace

void Overlays::set(const Target& target, std::function<void()> close) {
  if (target.is_ref()) {
    throw Error(ErrorKind::Usage,
                fmt::format("describe the overlay by role and name, not by the ref {}", target.text()));
  }
  if (!close) throw Error(ErrorKind::Usage, fmt::format("no handler is set for the overlay {}", target.text()));
  forget(target.text());
  known_.push_back({target, std::move(close)});
}

bool Overlays::forget(std::string_view target) {
  return std::erase_if(known_, [&](const Overlay& one) { return one.target.text() == target; }) > 0;
}

std::vector<std::string> close_overlays(PageSession& page, const std::string& kept, Deadline deadline) {
  std::vector<std::string> closed;
  std::vector<Overlays::Overlay> known;
  Overlays* overlays = nullptr;
  {
    const cdp::Connection::EngineLock lock(page.connection());
    if (page.closed()) return closed;
    overlays = &Overlays::of(page);
    if (overlays->empty() || overlays->is_closing_) return closed;
    known = overlays->known_;  // a handler may add another overlay
  }
  const Closing closing(overlays->is_closing_);
  for (const Overlays::Overlay& overlay : known) {
    if (overlay.target.text() == kept || !is_over_page(page, overlay.target, deadline).value_or(false)) continue;
    overlay.close();
    if (!await_gone(page, overlay.target, deadline)) continue;
    closed.push_back(overlay.target.text());
    const cdp::Connection::EngineLock lock(page.connection());
    page.connection().log().add(fmt::format("closed the overlay {}", overlay.target.text()));
  }
  return closed;
}

}  // namespace casement
