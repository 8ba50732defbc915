// The pages of an application whose Chrome was adopted: taken over unchanged, and found by title or address.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>

#include "casement/base/text.h"
#include "casement/browser/host/browser_impl.h"
#include "casement/browser/host/host_silence.h"

namespace casement {
namespace {

// Some hosts change titles without an event.
constexpr std::chrono::milliseconds kLookAgain{100};

std::string text_of(const Json& target_info, const char* member) {
  return to_valid_utf8(target_info.value(member, std::string()));
}

bool is_named(const Json& target_info, std::string_view title_or_url) {
  return glob_match(title_or_url, text_of(target_info, "title")) ||
         glob_match(title_or_url, text_of(target_info, "url"));
}

std::vector<std::string> describe_pages(const std::vector<Json>& pages) {
  std::vector<std::string> lines;
  for (const Json& info : pages) {
    lines.push_back(describe_page(info));
  }
  if (lines.empty()) lines.emplace_back("no page is open");
  return lines;
}

}  // namespace

std::string describe_page(const Json& target_info) {
  return fmt::format("\"{}\" at {}", shorten(text_of(target_info, "title"), 100),
                     shorten(text_of(target_info, "url"), 200));
}

std::vector<Json> BrowserSession::Impl::open_pages(Deadline deadline) {
  const Json answer = connection->call({"", "Target.getTargets"}, deadline);
  std::vector<Json> pages;
  for (const Json& info : answer.at("targetInfos")) {
    if (info.value("type", std::string()) == "page" && is_adoptable(info)) pages.push_back(info);
  }
  return pages;
}

// Attaches to the pages that exist already, because only some versions of Chromium do that by themselves. All versions
// attach to later pages.
void BrowserSession::Impl::attach_to_open_pages(Deadline deadline) {
  for (const Json& info : open_pages(deadline)) {
    const std::string id = info.value("targetId", std::string());
    if (adopted_context(info).find_page(id) != nullptr) continue;
    try {
      connection->call({"", "Target.attachToTarget", {{"targetId", id}, {"flatten", true}}, nullptr}, deadline);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::SessionClosed) throw;  // the page was closed meanwhile
    }
  }
}

PageSession& BrowserSession::Impl::find_page(std::string_view title_or_url, Deadline deadline) {
  if (!adopts) throw Error(ErrorKind::Usage, "pages can be found by title or address only in an adopted browser");
  const cdp::Connection::EngineLock lock(*connection);
  std::vector<Json> open, found;
  bool has_answered = false, awaits_page = false;
  try {
    do {
      open = open_pages(deadline);
      has_answered = true;
      found.clear();
      std::ranges::copy_if(open, std::back_inserter(found),
                           [&](const Json& one) { return is_named(one, title_or_url); });
      if (found.size() == 1) {
        ContextSession& context = adopted_context(found.front());
        awaits_page = true;
        if (PageSession* page = context.await_usable(found.front().value("targetId", std::string()), deadline))
          return *page;
        awaits_page = false;
      }
      connection->pump_until([] { return false; }, deadline.at_most(kLookAgain));
    } while (!deadline.expired());
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::Timeout) throw;
    const bool is_mute = !has_answered || awaits_page;  // true if the host was silent, false if only the time was up
    if (is_mute)
      throw Error(ErrorKind::Environment, fmt::format("{} did not answer for its page ({})", version, kDialogsHold),
                  {error.message()});
  }
  const std::string which = shorten(to_valid_utf8(std::string(title_or_url)), 200);
  if (found.empty()) {
    throw Error(ErrorKind::NotFound, fmt::format("no page of {} has the title or address {}", version, which),
                describe_pages(open));
  }
  throw Error(ErrorKind::Ambiguous,
              fmt::format("{} pages of {} have the title or address {}", found.size(), version, which),
              describe_pages(found));
}

}  // namespace casement
