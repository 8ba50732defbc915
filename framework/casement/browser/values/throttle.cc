#include "casement/browser/values/throttle.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/browser/values/emulation.h"

namespace casement {
namespace {

constexpr Milliseconds kLongestLatency{3'600'000};

// The parts of an address with `*` in them. `rest` is "" or begins with "/" or "*".
struct PatternParts {
  std::string_view scheme;
  std::string_view host;
  std::string_view port;
  std::string_view path;
  bool has_query = false;
  std::string_view query;
};

// URL Pattern standard, section 2.1: these characters have a meaning of their own in a pattern.
std::string pattern_escaped(std::string_view text) {
  std::string pattern;
  for (const char c : text) {
    if (std::string_view("{}()+?:\\").find(c) != std::string_view::npos) pattern += '\\';
    pattern += c;
  }
  return pattern;
}

// Whether a `*` that ends this path also covers a query.
std::string query_pattern(const PatternParts& parts) {
  if (parts.has_query) return "\\?" + pattern_escaped(parts.query);
  return parts.path.ends_with('*') ? "\\?*" : "\\?";
}

void split_pattern_path(std::string_view path, PatternParts& parts) {
  const std::size_t query = path.find('?');
  parts.path = path.substr(0, query);
  if (query == std::string_view::npos) return;
  parts.has_query = true;
  parts.query = path.substr(query + 1);
}

// "https://api.test:8080/cart?x=*"; false if the text has no such form.
bool split_pattern(std::string_view glob, PatternParts& parts) {
  const std::size_t scheme = glob.find("://");
  if (scheme == std::string_view::npos || scheme == 0) return false;
  parts.scheme = glob.substr(0, scheme);
  glob.remove_prefix(scheme + 3);
  const std::size_t slash = std::min(glob.find('/'), glob.size());
  std::string_view host = glob.substr(0, slash);
  if (!host.starts_with('[')) {
    if (const std::size_t colon = host.find(':'); colon != std::string_view::npos) {
      parts.port = host.substr(colon + 1);
      host = host.substr(0, colon);
    }
  }
  parts.host = host;
  split_pattern_path(glob.substr(slash), parts);
  return !host.empty();
}

Json network_conditions(const NetworkThrottle& throttle, const std::string& pattern) {
  return {{"urlPattern", pattern},
          {"latency", throttle.latency.count()},
          {"downloadThroughput", throttle.download > 0 ? throttle.download : -1},
          {"uploadThroughput", throttle.upload > 0 ? throttle.upload : -1}};
}

}  // namespace

std::string why_no_throttle(std::string_view glob) {
  if (glob == "*") return "";
  if (glob.empty()) return "a throttle needs a pattern; use \"*\" for every address";
  if (glob.starts_with("*/") && !glob.starts_with("*//")) return "";
  PatternParts parts;
  const bool is_address = split_pattern(glob, parts);
  const auto is_letter = [](char c) { return c == '*' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  if (is_address && std::ranges::all_of(parts.scheme, is_letter) && parts.scheme.size() < 8) return "";
  return fmt::format(
      "a throttle's pattern is *, an address such as https://api.test/*, or a path such as */api/*, not "
      "'{}'",
      shorten(to_valid_utf8(std::string(glob)), 60));
}

void check_throttle(const NetworkThrottle& throttle) {
  const auto refuse = [](const std::string& message) { throw Error(ErrorKind::Usage, message); };
  if (const std::string why = why_no_throttle(throttle.url); !why.empty()) refuse(why);
  if (throttle.latency.count() < 0 || throttle.latency > kLongestLatency) {
    refuse(fmt::format("a latency of {} ms is invalid; use 0 to an hour", throttle.latency.count()));
  }
  for (const double rate : {throttle.download, throttle.upload}) {
    if (!(rate >= 0 && rate <= 1e12)) refuse(fmt::format("a rate of {} bytes per second is invalid", rate));
  }
}

void check_cpu_slowdown(double factor) {
  if (factor >= 1 && factor <= kMostSlowdown) return;
  throw Error(ErrorKind::Usage,
              fmt::format("a processor cannot be {} times slower; use 1 to {}", factor, kMostSlowdown));
}

std::vector<std::string> url_patterns(std::string_view glob) {
  if (glob == "*") return {""};
  PatternParts parts;
  if (glob.starts_with("*/")) {
    split_pattern_path(glob.substr(1), parts);
    const std::string path = pattern_escaped(parts.path), query = query_pattern(parts);
    return {"*://*:*" + path + query, "*://*:*/*" + path + query};
  }
  split_pattern(glob, parts);
  // A host that ends with * covers the ports too, and without a path all paths.
  const bool is_open = parts.host.ends_with('*') && parts.port.empty();
  std::string pattern = std::string(parts.scheme) + "://" + std::string(parts.host);
  if (is_open) pattern += ":*";
  if (!parts.port.empty()) pattern += ":" + std::string(parts.port);
  if (parts.path.empty()) return {pattern + (is_open ? "/*" : "/\\?")};
  return {pattern + pattern_escaped(parts.path) + query_pattern(parts)};
}

std::vector<cdp::Command> network_condition_commands(const ContextOptions& options, const cdp::SessionId& session) {
  const std::vector<NetworkThrottle>& throttles = options.throttles;
  // Rules would end `offline` (observed with Chrome 156).
  if (options.offline || throttles.empty()) return {offline_command(options.offline, session)};
  // Older Chromes know this command too, and `navigator.connection` shows its values.
  if (throttles.size() == 1 && throttles.front().url == "*") {
    Json params = network_conditions(throttles.front(), "");
    params.erase("urlPattern");
    params["offline"] = false;
    return {{session, "Network.emulateNetworkConditions", std::move(params), nullptr}};
  }
  Json rules = Json::array();
  for (const NetworkThrottle& throttle : throttles) {
    for (const std::string& pattern : url_patterns(throttle.url))
      rules.push_back(network_conditions(throttle, pattern));
  }
  return {
      offline_command(false, session),
      {session, "Network.emulateNetworkConditionsByRule", {{"matchedNetworkConditions", std::move(rules)}}, nullptr}};
}

}  // namespace casement
