// The events of a page that are awaited in two steps.
#include <fmt/format.h>

#include "casement/api/awaited.h"
#include "casement/api/engine.h"
#include "casement/api/observed.h"
#include "casement/base/text.h"
#include "casement/expect/message_wait.h"
#include "casement/expect/page_conditions.h"
#include "casement/expect/page_waits.h"
#include "casement/expect/request_wait.h"
#include "casement/target/text_pattern.h"

namespace casement {
namespace {

EventNumber now(const PageHandle& handle) {
  return locked(handle, [](PageSession& page) { return page.clock().now(); });
}

template <typename Record>
std::optional<Record> copy_of(const Record* found) {
  return found == nullptr ? std::nullopt : std::optional<Record>(*found);
}

}  // namespace

void await_happening(const Page& page, const std::string& what, const std::function<bool()>& look,
                     const std::function<std::string()>& seen, Milliseconds timeout,
                     const std::source_location& where) {
  try {
    observed(handle_of(page), where, {"expect", "", what}, [&](PageSession& session) {
      await_event(session, what, look, seen, Negated::No, WaitBudget(session.time_given(timeout)));
    });
  } catch (const Error& error) {
    std::vector<std::string> trail = error.trail();
    trail.push_back(fmt::format("expected at {}:{}", where.file_name(), where.line()));
    throw error.with_trail(std::move(trail));
  }
}

Awaited<RequestRecord> Page::next_request(std::string_view glob, const RequestPattern& pattern) const {
  const PageHandle page = session_;
  const EventNumber since = now(page);
  const RequestSearch search(RequestSearch::Moment::Sent, glob, pattern);
  return {*this, "a " + search.describe(), [page, since, search] { return copy_of(search.find(*page, since)); },
          [page, since, search] { return search.describe_seen(*page, since); }};
}

Awaited<RequestRecord> Page::next_response(std::string_view glob, const RequestPattern& pattern) const {
  const PageHandle page = session_;
  const EventNumber since = now(page);
  const RequestSearch search(RequestSearch::Moment::Answered, glob, pattern);
  return {*this, "a " + search.describe(), [page, since, search] { return copy_of(search.find(*page, since)); },
          [page, since, search] { return search.describe_seen(*page, since); }};
}

Awaited<ConsoleLine> Page::next_console_line(const TextPattern& text) const {
  const PageHandle page = session_;
  const EventNumber since = now(page);
  return {*this, "a console line " + describe(text),
          [page, since, text] { return copy_of(find_console_line(*page, text, since)); },
          [page, since] { return describe_console(*page, since); }};
}

Awaited<PageError> Page::next_error(const TextPattern& message) const {
  const PageHandle page = session_;
  const EventNumber since = now(page);
  return {*this, "a page error " + describe(message),
          [page, since, message] { return copy_of(find_page_error(*page, message, since)); },
          [page, since] { return describe_page_errors(*page, since); }};
}

Awaited<DialogRecord> Page::next_dialog(const TextPattern& message) const {
  const PageHandle page = session_;
  const EventNumber since = now(page);
  const TextMatcher matcher(message);
  return {*this, "a dialog",
          [page, since, matcher] {
            return copy_of(page->dialogs().log().find_since(
                since, [&](const DialogRecord& dialog) { return matcher.matches(dialog.message); }));
          },
          [page, since] { return describe_dialogs(*page, since); }};
}

Awaited<SocketMessage> Page::next_message(std::string_view glob, const MessagePattern& pattern) const {
  const PageHandle page = session_;
  const EventNumber since = now(page);
  // Copies of the wait share the search.
  const auto search = locked(page, [&](PageSession& one) { return begin_message_search(one, glob, pattern); });
  return {*this, "a " + describe_message(glob, pattern), [page, search] { return search->find(*page); },
          [page, since] { return describe_messages(*page, since); }};
}

Awaited<Page> Page::next_popup() const {
  const PageHandle page = session_;
  const EventNumber since = now(page);
  return {*this, "a popup",
          [page, since]() -> std::optional<Page> {
            const PopupRecord* popup =
                page->popups().find_since(since, [](const PopupRecord& one) { return one.page->usable(); });
            return popup == nullptr ? std::nullopt : std::optional<Page>(page_of(*popup->page));
          },
          [] { return std::string("no popup was opened"); }};
}

Awaited<DownloadRecord> Page::next_download(std::string_view glob) const {
  const PageHandle page = session_;
  if (page->environment().adopted) throw downloads_are_the_applications();
  const EventNumber since = now(page);
  return {*this, fmt::format("a download from {}", glob),
          [page, since, glob = std::string(glob)] {
            return copy_of(page->downloads().log().find_since(
                since, [&](const DownloadRecord& one) { return glob_match(glob, one.url); }));
          },
          [page, since] { return describe_downloads(*page, since); }};
}

Awaited<std::string> Page::next_navigation(std::string_view glob) const {
  const PageHandle page = session_;
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
