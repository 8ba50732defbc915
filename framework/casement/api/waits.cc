// The waits of a Page.
#include <fmt/format.h>

#include "casement/api/awaited.h"
#include "casement/api/observed.h"
#include "casement/base/text.h"
#include "casement/expect/page_conditions.h"
#include "casement/expect/page_waits.h"
#include "casement/target/text_pattern.h"

namespace casement {
namespace {

WaitBudget within(PageSession& page, const ActionOptions& options) {
  return WaitBudget(page.time_given(options.timeout));
}

EventNumber now(const PageHandle& handle) {
  const PageHandle::Use page = handle.use();
  const cdp::Connection::EngineLock lock(page->connection());
  return page->clock().now();
}

template <typename Record>
std::optional<Record> copy_of(const Record* found) {
  return found == nullptr ? std::nullopt : std::optional<Record>(*found);
}

}  // namespace

void await_happening(Page page, const std::string& what, const std::function<bool()>& look,
                     const std::function<std::string()>& seen, Milliseconds timeout,
                     const std::source_location& where) {
  try {
    observed(page.handle(), where, {"expect", "", what},
             [&] { await_event(page.target(), what, look, seen, Negated::No, within(page.target(), {timeout})); });
  } catch (const Error& error) {
    std::vector<std::string> trail = error.trail();
    trail.push_back(fmt::format("expected at {}:{}", where.file_name(), where.line()));
    throw error.with_trail(std::move(trail));
  }
}

void Page::wait_for_load(LoadState state, const ActionOptions& options, Where where) {
  observed(target_, where, {"wait_for_load"}, [&] { await_load_state(*target_, state, within(*target_, options)); });
}

void Page::wait_for_network_idle(const ActionOptions& options, Where where) {
  observed(target_, where, {"wait_for_network_idle"},
           [&] { await_network_quiet(*target_, within(*target_, options)); });
}

void Page::wait_for_url(std::string_view glob, const ActionOptions& options, Where where) {
  observed(target_, where, {"wait_for_url", "", glob},
           [&] { await_url(*target_, glob, Negated::No, within(*target_, options)); });
}

void Page::wait_for_frames(int count, const ActionOptions& options, Where where) {
  observed(target_, where, {"wait_for_frames", "", std::to_string(count)},
           [&] { await_frame_count(*target_, count, within(*target_, options)); });
}

Awaited<RequestRecord> Page::expect_request(std::string_view glob) {
  const PageHandle page = target_;
  const EventNumber since = now(page);
  return {*this, fmt::format("a request to {}", glob),
          [page, since, glob = std::string(glob)] { return copy_of(find_request(*page, glob, since)); },
          [page, since] { return describe_requests(*page, since); }};
}

Awaited<RequestRecord> Page::expect_response(std::string_view glob) {
  const PageHandle page = target_;
  const EventNumber since = now(page);
  return {*this, fmt::format("a response from {}", glob),
          [page, since, glob = std::string(glob)] { return copy_of(find_response(*page, glob, since)); },
          [page, since] { return describe_requests(*page, since); }};
}

Awaited<ConsoleLine> Page::expect_console(const TextPattern& text) {
  const PageHandle page = target_;
  const EventNumber since = now(page);
  return {*this, "a console line " + describe(text),
          [page, since, text] { return copy_of(find_console_line(*page, text, since)); },
          [page, since] { return describe_console(*page, since); }};
}

Awaited<PageError> Page::expect_page_error(const TextPattern& message) {
  const PageHandle page = target_;
  const EventNumber since = now(page);
  return {*this, "a page error " + describe(message),
          [page, since, message] { return copy_of(find_page_error(*page, message, since)); },
          [page, since] { return describe_page_errors(*page, since); }};
}

Awaited<DialogRecord> Page::expect_dialog(const TextPattern& message) {
  const PageHandle page = target_;
  const EventNumber since = now(page);
  const TextMatcher matcher(message);
  return {*this, "a dialog",
          [page, since, matcher] {
            return copy_of(page->dialogs().log().find_since(
                since, [&](const DialogRecord& dialog) { return matcher.matches(dialog.message); }));
          },
          [page, since] { return describe_dialogs(*page, since); }};
}

Awaited<Page> Page::expect_popup() {
  const PageHandle page = target_;
  const EventNumber since = now(page);
  return {*this, "a popup",
          [page, since]() -> std::optional<Page> {
            const PopupRecord* popup =
                page->popups().find_since(since, [](const PopupRecord& one) { return one.page->usable(); });
            return popup == nullptr ? std::nullopt : std::optional<Page>(*popup->page);
          },
          [] { return std::string("none was opened"); }};
}

Awaited<DownloadRecord> Page::expect_download(std::string_view glob) {
  const PageHandle page = target_;
  if (page->environment().adopted) throw downloads_are_the_applications();
  const EventNumber since = now(page);
  return {*this, fmt::format("a download from {}", glob),
          [page, since, glob = std::string(glob)] {
            return copy_of(page->downloads().log().find_since(
                since, [&](const DownloadRecord& one) { return glob_match(glob, one.url); }));
          },
          [page, since] { return describe_downloads(*page, since); }};
}

Awaited<std::string> Page::expect_navigation(std::string_view glob) {
  const PageHandle page = target_;
  const PageHandle::Use use = page.use();
  const cdp::Connection::EngineLock lock(use->connection());
  const Frame& main = use->frames().main();
  return {*this, fmt::format("a navigation to {}", glob),
          [page, glob = std::string(glob), loader = main.loader_id, url = main.url]() -> std::optional<std::string> {
            const Frame& now = page->frames().main();
            const bool went = now.loader_id != loader || now.url != url;
            if (!went || now.navigation.pending() || !glob_match(glob, now.url)) return std::nullopt;
            return now.url;
          },
          [page] { return "the page is at " + page->frames().main().url; }};
}

}  // namespace casement
