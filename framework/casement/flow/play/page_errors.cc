#include "casement/flow/play/page_errors.h"

#include <fmt/format.h>

#include <algorithm>

#include "casement/api/engine.h"
#include "casement/api/network.h"
#include "casement/api/records.h"
#include "casement/base/text.h"
#include "casement/browser/page/page_session.h"
#include "casement/expect/conditions.h"
#include "casement/expect/evidence.h"
#include "casement/expect/patience.h"
#include "casement/target/text_pattern.h"

namespace casement {
namespace {

constexpr std::size_t kMaxReported = 10;

std::string failed_request(const RequestRecord& request) {
  if (!request.failure.empty() && request.failure != "net::ERR_ABORTED") {
    return fmt::format("{} {}: {}", request.method, request.url, request.failure);
  }
  if (request.status < 400) return "";
  return fmt::format("{} {}: {} {}{}", request.method, request.url, request.status, request.status_text,
                     request.answered_by_route ? " (answered by the test)" : "");
}

template <typename Record>
std::string place(const Record& text) {
  return text.url.empty() ? "" : fmt::format(" ({}:{})", text.url, text.line);
}

}  // namespace

void require_no_errors(Page page, const ErrorFilter& filter) {
  page.title();  // waits for an answer, so all earlier events of the page are recorded
  std::vector<std::string> found;
  const auto add = [&](std::string_view kind, const std::string& line) {
    const std::string text = shorten(collapse_white_space(line), 300);
    const bool is_ignored = std::any_of(filter.ignored.begin(), filter.ignored.end(),
                                        [&](const std::string& glob) { return glob_match(glob, text); });
    if (!text.empty() && !is_ignored) found.push_back(fmt::format("{}: {}", kind, text));
  };
  const auto is_included = [&](std::string_view kind) {
    return std::find(filter.kinds.begin(), filter.kinds.end(), kind) != filter.kinds.end();
  };
  if (is_included("page")) {
    for (const PageError& error : page.console().errors()) add("page", error.message + place(error));
  }
  if (is_included("requests")) {
    for (const RequestRecord& request : page.network().requests()) add("request", failed_request(request));
  }
  if (is_included("console") || is_included("page")) {
    for (const ConsoleLine& line : page.console().lines()) {
      if (!is_included("console") && !tells_of_flood(line)) continue;
      // Chrome also reports page errors and failed requests in the console.
      const bool is_of_request =
          line.text.starts_with("Failed to load resource") || line.text.starts_with("WebSocket connection to ");
      const bool is_reported =
          (is_included("page") && line.text.starts_with("Uncaught ")) || (is_included("requests") && is_of_request);
      if (line.level == "error" && !is_reported) add("console", line.text + place(line));
    }
  }
  if (found.empty()) return;
  const std::size_t count = found.size();
  if (count > kMaxReported) {
    found.resize(kMaxReported);
    found.push_back(fmt::format("and {} more", count - kMaxReported));
  }
  throw Error(ErrorKind::Assertion,
              count == 1 ? "expected no errors, but found one: " + found.front()
                         : fmt::format("expected no errors, but found {}; the first is {}", count, found.front()),
              {found.begin() + 1, found.end()});
}

void await_clipboard(Page page, const TextPattern& expected, bool negated, Milliseconds timeout) {
  const TextMatcher matcher(expected);
  Expectation expectation;
  expectation.what = fmt::format("the clipboard {}to be {}", negated ? "not " : "", describe(expected));
  expectation.patience = kPollPause;
  const WaitBudget within(timeout.count() > 0 ? timeout : page.default_timeout());
  await_condition(engine_of(page), expectation, within, [&](Deadline) -> Observation {
    const std::string text = page.clipboard();
    return {matcher.matches(text) != negated, "it is " + quote_seen(text)};
  });
}

}  // namespace casement
