#include "casement/api/page.h"
#include "casement/api/observed.h"

#include <fmt/format.h>

#include <algorithm>

#include "casement/browser/page/page_session.h"
#include "casement/browser/values/resolve_url.h"

namespace casement {
namespace {

// For the title of a document that has come at the last moment.
constexpr Milliseconds kLastMoment{500};

// `document.title` would be an element of the page if its name is "title" (HTML §3.1.5, LegacyOverrideBuiltIns).
constexpr const char* kTitle = "Object.getOwnPropertyDescriptor(Document.prototype, 'title').get.call(document)";

// Asks in Casement's own world, because the page may have replaced the getter. A document that goes away meanwhile has
// a successor, which is asked instead.
std::string title_by(PageSession& page, Deadline deadline) {
  for (;;) {
    try {
      const Json title = page.evaluate_apart(kTitle, deadline);
      return title.is_string() ? title.get<std::string>() : "";  // an SVG document may have none
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::FrameGone || page.closed() || deadline.expired()) throw;
    }
  }
}

// The title belongs to the same call, and has what is left of its time. Where that is too little the page is there all
// the same, and its title is not known.
std::string title_of_opened(PageSession& page, Deadline deadline) {
  try {
    return title_by(page, Deadline::at(std::max(deadline.when(), Deadline::in(kLastMoment).when())));
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::Timeout) throw;
    return "";
  }
}

}  // namespace

Page::Page(PageSession& target) : target_(target) {}

NavigationResult Page::open(std::string_view url, const OpenOptions& options, Where where) {
  return observed(target_, where, {"open", "", url}, [&] {
    const Deadline deadline = target_->deadline(options.timeout);
    NavigationResult result = target_->navigator().open(resolve_url(target_->environment().options.base_url, url),
                                                        options.wait_until, deadline);
    result.title = title_of_opened(*target_, deadline);
    return result;
  });
}

NavigationResult Page::reload(const OpenOptions& options, Where where) {
  return observed(target_, where, {"reload"}, [&] {
    const Deadline deadline = target_->deadline(options.timeout);
    NavigationResult result = target_->navigator().reload(options.wait_until, deadline);
    result.title = title_of_opened(*target_, deadline);
    return result;
  });
}

std::optional<NavigationResult> Page::back(const OpenOptions& options, Where where) {
  return observed(target_, where, {"back"}, [&] { return go(-1, options); });
}

std::optional<NavigationResult> Page::forward(const OpenOptions& options, Where where) {
  return observed(target_, where, {"forward"}, [&] { return go(1, options); });
}

std::optional<NavigationResult> Page::go(int steps, const OpenOptions& options) {
  const Deadline deadline = target_->deadline(options.timeout);
  auto result = target_->navigator().go_in_history(steps, options.wait_until, deadline);
  if (result) result->title = title_of_opened(*target_, deadline);
  return result;
}

std::string Page::url() const {
  const PageHandle::Use page = target_.use();
  const cdp::Connection::EngineLock lock(page->connection());
  return target_->frames().main().url;
}

std::string Page::title(Where where) {
  return observed(target_, where, {"title"}, [&] { return title_by(*target_, target_->deadline(Milliseconds{0})); });
}

void Page::close(Where where) {
  observed(target_, where, {"close"}, [&] { target_->close(target_->deadline(Milliseconds{0})); });
}

bool Page::closed() const {
  return target_.closed();
}

void Page::set_default_timeout(Milliseconds timeout) {
  if (timeout.count() <= 0) throw Error(ErrorKind::Usage, "the default timeout is more than 0 ms");
  target_->set_default_timeout(target_->time_given(timeout));
}

Milliseconds Page::default_timeout() const {
  return target_->default_timeout();
}

void Page::set_frame_settings(const FrameSettings& settings) {
  if (settings.timeout.count() <= 0 || settings.wait.count() < 0 || settings.max_depth < 0 ||
      settings.wait_for_count < 0) {
    throw Error(ErrorKind::Usage,
                "the settings of frames are times and numbers from 0 up, their timeout more than 0 ms");
  }
  target_->set_frame_settings(settings);
}

}  // namespace casement
