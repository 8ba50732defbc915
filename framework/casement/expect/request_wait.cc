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

bool RequestSearch::has_method(const RequestRecord& record) const {
  return pattern_.method.empty() || ascii_lower(pattern_.method) == ascii_lower(record.method);
}

std::string RequestSearch::difference(const RequestRecord& record) const {
  if (!has_method(record)) return "its method is " + record.method;
  if (!pattern_.body.empty() && record.has_body && record.body.empty() && !record.ended())
    return "its body is known when it is answered";
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
  const RequestRecord* nearest = nullptr;  // the newest, of those with the method if there is one
  for (const RequestRecord& one : page.network().log().entries()) {
    if (!is_after(one, since) || !glob_match(url_glob_, one.url)) continue;
    if (nearest == nullptr || has_method(one) || !has_method(*nearest)) nearest = &one;
  }
  const std::string other = nearest == nullptr ? "" : difference(*nearest);
  return other.empty() ? describe_requests(page, since)
                       : fmt::format("{} is different: {}", describe_request(*nearest), other);
}

void await_request(PageSession& page, const RequestSearch& search, Negated negated, const WaitBudget& within) {
  await_event(
      page, (negated == Negated::Yes ? "" : "a ") + search.describe(), [&] { return search.find(page, 0) != nullptr; },
      [&] { return search.describe_seen(page, 0); }, negated, within);
}

}  // namespace casement
