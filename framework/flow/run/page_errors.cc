#include "casement/flow/run/page_errors.h"

#include <fmt/format.h>

#include <algorithm>

#include "casement/base/text.h"
#include "casement/browser/page_session.h"
#include "casement/expect/conditions.h"
#include "casement/expect/evidence.h"
#include "casement/expect/patience.h"
#include "casement/target/text_pattern.h"

namespace casement {
namespace {

constexpr std::size_t kMostTold = 10;

std::string failed_request(const RequestRecord& request) {
  if (!request.failure.empty() && request.failure != "net::ERR_ABORTED") {
    return fmt::format("{} {}: {}", request.method, request.url, request.failure);
  }
  if (request.status < 400) return "";
  return fmt::format("{} {}: {} {}", request.method, request.url, request.status, request.status_text);
}

template <typename Told>
std::string place(const Told& text) {
  return text.url.empty() ? "" : fmt::format(" ({}:{})", text.url, text.line);
}

}  // namespace

void require_no_errors(Page page, const ErrorsSought& sought) {
  page.title();  // what the page has told before its answer has been kept by now
  std::vector<std::string> found;
  const auto add = [&](std::string_view kind, const std::string& line) {
    const std::string text = shorten(collapse_white_space(line), 300);
    const bool is_ignored = std::any_of(sought.ignored.begin(), sought.ignored.end(),
                                        [&](const std::string& glob) { return glob_match(glob, text); });
    if (!text.empty() && !is_ignored) found.push_back(fmt::format("{}: {}", kind, text));
  };
  const auto is_sought = [&](std::string_view kind) {
    return std::find(sought.kinds.begin(), sought.kinds.end(), kind) != sought.kinds.end();
  };
  if (is_sought("page")) {
    for (const PageError& error : page.page_errors()) add("page", error.message + place(error));
  }
  if (is_sought("requests")) {
    for (const RequestRecord& request : page.requests()) add("request", failed_request(request));
  }
  if (is_sought("console") || is_sought("page")) {
    for (const ConsoleLine& line : page.console_lines()) {
      if (!is_sought("console") && !tells_of_flood(line)) continue;
      // Chrome says of each of the others in the console, too.
      const bool is_told = (is_sought("page") && line.text.starts_with("Uncaught ")) ||
                           (is_sought("requests") && line.text.starts_with("Failed to load resource"));
      if (line.level == "error" && !is_told) add("console", line.text + place(line));
    }
  }
  if (found.empty()) return;
  const std::size_t count = found.size();
  if (count > kMostTold) {
    found.resize(kMostTold);
    found.push_back(fmt::format("and {} more", count - kMostTold));
  }
  throw Error(ErrorKind::Assertion,
              count == 1 ? "expected no errors, but there is one: " + found.front()
                         : fmt::format("expected no errors, but there are {}; the first is {}", count, found.front()),
              {found.begin() + 1, found.end()});
}

void await_clipboard(Page page, const TextPattern& expected, bool negated, Milliseconds timeout) {
  const TextMatcher matcher(expected);
  Expectation sought;
  sought.what = fmt::format("the clipboard {}to be {}", negated ? "not " : "", describe(expected));
  sought.patience = kPollPause;
  const WaitBudget within(timeout.count() > 0 ? timeout : page.default_timeout());
  await_condition(page.target(), sought, within, [&](Deadline) -> Observation {
    const std::string text = page.clipboard();
    return {matcher.matches(text) != negated, "it is " + quote_seen(text)};
  });
}

}  // namespace casement
