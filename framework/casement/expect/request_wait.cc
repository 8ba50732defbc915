#include "casement/expect/request_wait.h"

#include <fmt/format.h>

#include <utility>

#include "casement/base/json.h"
#include "casement/base/quoted.h"
#include "casement/base/text.h"
#include "casement/expect/page_waits.h"
#include "casement/http/headers.h"
#include "casement/http/posted_body.h"

namespace casement {
namespace {

constexpr std::size_t kShownOfBody = 200;

std::string quoted(std::string_view text, std::size_t length) {
  return json_quoted(shorten(to_valid_utf8(text), length));
}

}  // namespace

RequestSearch::RequestSearch(Moment moment, std::string_view url_glob, RequestPattern pattern)
    : moment_(moment), url_glob_(url_glob), pattern_(std::move(pattern)) {
  if (pattern_.text) text_.emplace(*pattern_.text);
  for (const auto& [name, value] : pattern_.body)
    if (name.starts_with('/')) check_json_pointer(name);
}

bool RequestSearch::is_after(const RequestRecord& record, EventNumber since) const {
  return (moment_ == Moment::Sent ? record.number : record.response_number) > since;
}

std::string RequestSearch::difference(const RequestRecord& record) const {
  if (!pattern_.method.empty() && ascii_lower(pattern_.method) != ascii_lower(record.method))
    return "its method is " + record.method;
  const std::string* const type = find_header(record.request_headers, "Content-Type");
  std::string body = body_difference(pattern_.body, type == nullptr ? "" : *type, record.body);
  if (!body.empty()) return body;
  if (text_ && !text_->matches(to_valid_utf8(record.body))) return "its body is " + quoted(record.body, kShownOfBody);
  if (!pattern_.status || record.status == *pattern_.status) return "";
  return record.answered() ? fmt::format("its status is {}", record.status) : "it has no answer";
}

const RequestRecord* RequestSearch::find(PageSession& page, EventNumber since) const {
  return page.network().log().find_since(0, [&](const RequestRecord& record) {
    return is_after(record, since) && glob_match(url_glob_, record.url) && difference(record).empty();
  });
}

std::string RequestSearch::describe() const {
  std::string words = (moment_ == Moment::Sent ? "request to " : "response from ") + url_glob_;
  const char* link = " with ";
  const auto add = [&](const std::string& condition) { words += std::exchange(link, " and ") + condition; };
  if (!pattern_.method.empty()) add("the method " + pattern_.method);
  for (const auto& [name, value] : pattern_.body) add(fmt::format("{} in {}", quoted(value, 100), name));
  if (pattern_.text) add("the body " + casement::describe(*pattern_.text));
  if (pattern_.status) add(fmt::format("the status {}", *pattern_.status));
  return words;
}

std::string RequestSearch::describe_seen(PageSession& page, EventNumber since) const {
  const auto& entries = page.network().log().entries();
  for (auto at = entries.rbegin(); at != entries.rend(); ++at) {
    if (!is_after(*at, since) || !glob_match(url_glob_, at->url)) continue;
    if (const std::string other = difference(*at); !other.empty())
      return fmt::format("{} was sent, but {}", describe_request(*at), other);
  }
  return describe_requests(page, since);
}

void await_request(PageSession& page, const RequestSearch& search, Negated negated, const WaitBudget& within) {
  await_event(
      page, search.describe(), [&] { return search.find(page, 0) != nullptr; },
      [&] { return search.describe_seen(page, 0); }, negated, within);
}

}  // namespace casement
