#include "casement/flow/play/page_stack.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

#include "casement/api/engine.h"
#include "casement/api/frames.h"
#include "casement/base/text.h"
#include "casement/browser/context/context_session.h"
#include "casement/browser/page/page_session.h"
#include "casement/expect/page_waits.h"
#include "casement/target/text_pattern.h"

namespace casement {
namespace {

WaitBudget time_for(PageSession& page, Milliseconds timeout) {
  return WaitBudget(timeout.count() > 0 ? timeout : page.default_timeout());
}

std::string describe_popups(PageSession& page) {
  std::string text;
  for (const PopupRecord& popup : page.popups().entries()) {
    text += fmt::format("{}{}{}", text.empty() ? "open: " : ", ", popup.page->frames().main().url,
                        popup.page->closed() ? " (closed)" : "");
  }
  return text.empty() ? "no popup was opened" : text;
}

}  // namespace

template <typename Entries>
std::string PageStack::tell_taken(const PageSession& page, const Entries& entries) const {
  const auto taken = std::count_if(entries.begin(), entries.end(),
                                   [&](const auto& entry) { return taken_.contains({&page, entry.number}); });
  if (taken == 0) return "";
  return taken == 1 ? " (an earlier step has already taken one)"
                    : fmt::format(" (earlier steps have already taken {})", taken);
}

Page& PageStack::open_page() {
  for (auto visit = pages_.rbegin(); visit != pages_.rend(); ++visit) {
    if (!visit->page.closed()) return visit->page;
  }
  return page();
}

void PageStack::run(const std::function<void(PageStack&)>& call) {
  try {
    call(*this);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::SessionClosed || pages_.size() < 2 || !page().closed()) throw;
    throw Error(ErrorKind::SessionClosed,
                "the popup was closed; use 'leave_popup' to return to the page that opened the popup", error.trail());
  }
}

void PageStack::begin_action() {
  PageSession& target = engine_of(page());
  const cdp::Connection::EngineLock lock(target.connection());
  Visit& visit = pages_.back();
  visit.action_began = target.clock().now();
  visit.loader_id = target.frames().main().loader_id;
  visit.url = target.frames().main().url;
}

void PageStack::await_navigation(const std::string& url_glob, Milliseconds timeout) {
  PageSession& target = engine_of(page());
  const Visit& visit = pages_.back();
  await_event(
      target, "a navigation" + (url_glob == "*" ? "" : " to " + url_glob),
      [&] {
        const Frame& main = target.frames().main();
        const bool went = main.loader_id != visit.loader_id || main.url != visit.url;
        return went && !main.navigation.pending() && glob_match(url_glob, main.url);
      },
      [&] { return "the page is at " + target.frames().main().url; }, Negated::No, time_for(target, timeout));
}

void PageStack::clear_frame_failures() {
  for (const FrameFailure& failure : page().frames().failures()) {
    cleared_failures_.insert({failure.url, failure.kind});
  }
  page().frames().clear_failures();
}

std::vector<FrameFailure> PageStack::without_cleared(std::vector<FrameFailure> failures) const {
  std::erase_if(failures,
                [&](const FrameFailure& failure) { return cleared_failures_.contains({failure.url, failure.kind}); });
  return failures;
}

DialogRecord PageStack::take_dialog(const DialogFilter& filter, Milliseconds timeout) {
  PageSession& target = engine_of(page());
  const TextMatcher matcher(filter.message);
  std::optional<DialogRecord> found;
  const std::string what = fmt::format("{}{}", filter.type.empty() ? "a dialog" : "dialog " + filter.type,
                                       filter.message.text.empty() ? "" : " " + describe(filter.message));
  await_event(
      target, what,
      [&] {
        const DialogRecord* dialog = target.dialogs().log().find_since(0, [&](const DialogRecord& one) {
          return !taken_.contains({&target, one.number}) && matcher.matches(one.message) &&
                 (filter.type.empty() || one.type == filter.type);
        });
        if (dialog != nullptr) found = *dialog;
        return dialog != nullptr;
      },
      [&] { return describe_dialogs(target, 0) + tell_taken(target, target.dialogs().log().entries()); }, Negated::No,
      time_for(target, timeout));
  taken_.insert({&target, found->number});
  return *found;
}

DownloadRecord PageStack::take_download(const DownloadFilter& filter, Milliseconds timeout) {
  PageSession& target = engine_of(page());
  if (target.environment().adopted) throw downloads_are_the_applications();
  const TextMatcher matcher(filter.name.value_or(TextPattern::any()));
  std::optional<DownloadRecord> found;
  std::string what = "a download";
  if (filter.name) what += " named " + describe(*filter.name);
  if (filter.url != "*") what += " from " + filter.url;
  await_event(
      target, what,
      [&] {
        const DownloadRecord* download = target.downloads().log().find_since(0, [&](const DownloadRecord& one) {
          return !taken_.contains({&target, one.number}) && glob_match(filter.url, one.url) &&
                 matcher.matches(one.suggested_name);
        });
        if (download != nullptr) found = *download;
        return download != nullptr;
      },
      [&] { return describe_downloads(target, 0) + tell_taken(target, target.downloads().log().entries()); },
      Negated::No, time_for(target, timeout));
  taken_.insert({&target, found->number});
  return *found;
}

DownloadRecord PageStack::await_end(const DownloadRecord& download, Milliseconds timeout) {
  PageSession& target = engine_of(page());
  const cdp::Connection::EngineLock lock(target.connection());
  DownloadRecord last = download;
  const WaitBudget within = time_for(target, timeout);
  const bool ended = target.connection().pump_until(
      [&] {
        const DownloadRecord* now =
            target.downloads().log().find_since(0, [&](const DownloadRecord& one) { return one.id == download.id; });
        if (now != nullptr) last = *now;
        return now == nullptr || now->end_number != 0 || target.closed();
      },
      within.deadline);
  if (ended) return last;
  throw Error(ErrorKind::Timeout, fmt::format("the download of {} was not complete within {}", last.url,
                                              describe_duration(within.timeout)));
}

void PageStack::enter_popup(const std::string& url_glob, Milliseconds timeout) {
  PageSession& target = engine_of(page());
  const PopupRecord* found = nullptr;
  await_event(
      target, url_glob == "*" ? "a popup" : "a popup at " + url_glob,
      [&] {
        found = target.popups().find_since(0, [&](const PopupRecord& one) {
          return one.page->usable() && !one.page->closed() && !taken_.contains({&target, one.number}) &&
                 glob_match(url_glob, one.page->frames().main().url);
        });
        return found != nullptr;
      },
      [&] { return describe_popups(target) + tell_taken(target, target.popups().entries()); }, Negated::No,
      time_for(target, timeout));
  taken_.insert({&target, found->number});
  enter(page_of(*found->page));
}

void PageStack::switch_to_popup(const std::string& url_glob, Milliseconds timeout) {
  PageSession& target = engine_of(page());
  PageSession* found = nullptr;
  await_event(
      target, "an open popup at " + url_glob,
      [&] {
        for (const PopupRecord& popup : target.popups().entries()) {
          const bool fits =
              popup.page->usable() && !popup.page->closed() && glob_match(url_glob, popup.page->frames().main().url);
          if (fits) found = popup.page;
          if (fits) taken_.insert({&target, popup.number});
        }
        return found != nullptr;
      },
      [&] { return describe_popups(target); }, Negated::No, time_for(target, timeout));
  enter(page_of(*found));
}

void PageStack::enter(Page popup) {
  engine_of(popup).set_default_timeout(engine_of(page()).given_timeout());
  pages_.emplace_back(popup);
}

void PageStack::open_page(const std::string& url, Milliseconds timeout) {
  const Milliseconds time = timeout.count() > 0 ? timeout : page().default_timeout();
  enter(page_of(context_.new_page(Deadline::in(time))));
  if (!url.empty()) page().open(url, {.timeout = time});
}

PageSession* PageStack::open_page_at(const std::string& url_glob) {
  for (const auto& one : context_.pages() | std::views::reverse) {
    if (!one->closed() && one->usable() && glob_match(url_glob, one->frames().main().url)) return one.get();
  }
  return nullptr;
}

void PageStack::switch_to_page(const std::string& url_glob, Milliseconds timeout) {
  PageSession* found = nullptr;
  await_event(
      engine_of(page()), "an open page at " + url_glob, [&] { return (found = open_page_at(url_glob)) != nullptr; },
      [&] {
        std::string text;
        for (const auto& one : context_.pages()) {
          if (!one->closed()) text += (text.empty() ? "open: " : ", ") + one->frames().main().url;
        }
        return text.empty() ? std::string("every page is closed") : text;
      },
      Negated::No, time_for(engine_of(page()), timeout));
  // Goes back to a page that steps have entered before.
  const auto known = std::ranges::find_if(pages_, [&](const Visit& visit) { return &engine_of(visit.page) == found; });
  if (known != pages_.end())
    pages_.erase(known + 1, pages_.end());
  else
    enter(page_of(*found));
}

void PageStack::require_popup(std::string_view verb) const {
  if (pages_.size() > 1) return;
  throw Error(
      ErrorKind::Usage,
      fmt::format("'{}' is only for popups and new pages, but the current page is the first page of the case", verb));
}

void PageStack::leave_popup() {
  require_popup("leave_popup");
  pages_.pop_back();
}

void PageStack::close_popup() {
  require_popup("close");
  if (!page().closed()) page().close();
  pages_.pop_back();
}

}  // namespace casement
