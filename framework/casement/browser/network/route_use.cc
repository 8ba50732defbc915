#include "casement/browser/network/route_use.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "casement/base/text.h"

namespace casement {
namespace {

constexpr std::size_t kMostLines = 5;
constexpr std::size_t kLongestCompared = 500;  // bytes of an address
constexpr std::size_t kLongestShown = 200;

enum class Until { Anywhere, End };  // where the matching part of an address may end

// The number of edits that make a part of `url` match the glob. `*` matches any run of characters without an edit.
std::size_t edits_to_match(std::string_view glob, std::string_view url, Until until) {
  // Row by row for the characters of the glob: edits[i] is the least number after i characters of `url`.
  std::vector<std::size_t> edits(url.size() + 1, 0), next(url.size() + 1);
  for (const char c : glob) {
    next[0] = c == '*' ? edits[0] : edits[0] + 1;
    for (std::size_t i = 1; i <= url.size(); ++i) {
      next[i] = c == '*' ? std::min(edits[i], next[i - 1])
                         : std::min({edits[i - 1] + (url[i - 1] == c ? 0 : 1), edits[i] + 1, next[i - 1] + 1});
    }
    edits.swap(next);
  }
  return until == Until::End ? edits.back() : *std::ranges::min_element(edits);
}

// The part of an address or of a pattern before the query.
std::string_view without_query(std::string_view address) {
  return address.substr(0, address.find('?'));
}

// The number of characters after the origin of an address, without `*`: the origin is mostly the same for all requests.
std::size_t count_path_letters(std::string_view glob) {
  if (const std::size_t scheme = glob.find("://"); scheme != std::string_view::npos) {
    glob.remove_prefix(std::min(glob.find('/', scheme + 3), glob.size()));
  }
  return glob.size() - static_cast<std::size_t>(std::ranges::count(glob, '*'));
}

// With one name for the machine itself (RFC 6761 section 6.3), so that the same path of another name is near.
std::string with_one_loopback(std::string address) {
  for (const std::string_view other : {"//127.0.0.1", "//[::1]"}) {
    if (const std::size_t at = address.find(other); at != address.npos)
      address.replace(at, other.size(), "//localhost");
  }
  return address;
}

// The newest of the requests for which `edits` returns the smallest number, at most a quarter of the letters of `glob`.
template <typename Edits>
const RequestRecord* nearest_by(std::string_view glob, const std::deque<RequestRecord>& requests, const Edits& edits) {
  // A short path is similar to too many others.
  constexpr std::size_t fewest_letters = 4;
  const std::size_t letters = count_path_letters(glob);
  if (letters < fewest_letters) return nullptr;
  const RequestRecord* nearest = nullptr;
  std::size_t least = letters / 4;
  for (const RequestRecord& request : requests) {
    if (request.url.starts_with("data:")) continue;
    const std::size_t needed = edits(with_one_loopback(ascii_lower(request.url.substr(0, kLongestCompared))));
    if (needed > least) continue;
    least = needed;
    nearest = &request;
  }
  return nearest;
}

// The newest request with the pattern's path, or else with the most similar address, or else with the most similar
// path: a query may be longer than the rest. Null if no request is similar.
const RequestRecord* nearest_request(const std::string& glob, const std::deque<RequestRecord>& requests) {
  const std::string wanted = with_one_loopback(ascii_lower(glob.substr(0, kLongestCompared)));
  const std::string_view path = without_query(wanted);
  const auto edits_of_path = [&](std::string_view url) { return edits_to_match(path, without_query(url), Until::End); };
  const RequestRecord* const of_path = nearest_by(path, requests, edits_of_path);
  if (of_path != nullptr && glob_match(path, without_query(ascii_lower(of_path->url)))) return of_path;
  const RequestRecord* const of_address =
      nearest_by(wanted, requests, [&](std::string_view url) { return edits_to_match(wanted, url, Until::Anywhere); });
  return of_address != nullptr ? of_address : of_path;
}

// Returns the difference from the pattern in parentheses if only the query differs, or only the name of the machine.
std::string describe_difference(const std::string& glob, const std::string& url) {
  if (glob_match(with_one_loopback(glob), with_one_loopback(url))) return " (only the host differs)";
  if (!glob_match(without_query(glob), without_query(url))) return "";
  return glob.find('?') == glob.npos ? " (only the query differs: end the pattern with *)"
                                     : " (only the query differs)";
}

// Names what scripts of the page have sent since, because such requests are what a test answers mostly.
std::string describe_script_requests(EventNumber since, const std::deque<RequestRecord>& requests) {
  constexpr std::size_t most = 3;
  std::vector<std::string> sent;  // the newest first
  for (auto request = requests.rbegin(); request != requests.rend() && sent.size() <= most; ++request) {
    if (request->number <= since || (request->resource_type != "fetch" && request->resource_type != "xhr")) continue;
    std::string line = request->method + " " + shorten(request->url, kLongestShown);
    if (std::ranges::find(sent, line) == sent.end()) sent.push_back(std::move(line));
  }
  if (sent.empty()) return "; scripts of the page have sent no request";
  const bool has_more = sent.size() > most;
  if (has_more) sent.pop_back();
  return fmt::format("; no request of the page is similar, scripts have sent {}{}", join(sent, ", "),
                     has_more ? " and others" : "");
}

std::string describe_unmatched(const RouteUse& route, const std::deque<RequestRecord>& requests) {
  const std::string line = fmt::format("the route {} answered no request", shorten(route.glob, kLongestShown));
  const RequestRecord* const request = nearest_request(route.glob, requests);
  if (request == nullptr) return line + describe_script_requests(route.since, requests);
  const std::string sent = request->method + " " + shorten(request->url, kLongestShown);
  const bool matches = glob_match(route.glob, request->url);
  if (matches && request->number <= route.since) {
    return line + fmt::format("; {} was sent before the route was set", sent);
  }
  if (matches && !request->place.worker.empty()) {
    return line + fmt::format(
                      "; {} of the worker {} was not paused: if a shared worker begins while its page has no "
                      "route, later routes may not reach it",
                      sent, shorten(request->place.worker, kLongestShown));
  }
  return line + fmt::format("; the nearest request of the page is {}{}", sent,
                            matches ? "" : describe_difference(route.glob, request->url));
}

}  // namespace

std::vector<std::string> describe_unused_routes(const std::vector<RouteUse>& routes,
                                                const std::deque<RequestRecord>& requests) {
  std::vector<std::string> lines;
  for (const RouteUse& route : routes) {
    if (lines.size() == kMostLines) break;
    if (!route.has_matched) {
      lines.push_back(describe_unmatched(route, requests));
    } else if (!route.has_handled && !route.passed_on.empty()) {
      lines.push_back(fmt::format("the route {} answered no request; it passed on {}{}{}",
                                  shorten(route.glob, kLongestShown), shorten(route.passed_on, kLongestShown),
                                  route.why_passed_on.empty() ? "" : ", because ", route.why_passed_on));
    }
  }
  return lines;
}

}  // namespace casement
