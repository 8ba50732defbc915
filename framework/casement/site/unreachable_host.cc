#include "casement/site/unreachable_host.h"

#include <algorithm>

#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/site/site_config.h"
#include "casement/site/site_folder.h"

namespace casement {
namespace {

std::string authority_of(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme == std::string_view::npos) return "";
  url.remove_prefix(scheme + 3);
  url = url.substr(0, url.find_first_of("/?#"));
  if (const std::size_t user = url.find('@'); user != std::string_view::npos) url.remove_prefix(user + 1);
  return ascii_lower(url);
}

std::string host_of(std::string_view authority) {
  if (authority.starts_with('[')) return std::string(authority.substr(0, authority.find(']') + 1));
  return std::string(authority.substr(0, authority.find(':')));
}

// The names of sites with this host. Invalid sites are skipped; serving them reports the error.
std::vector<std::string> sites_with(const std::string& host, const std::filesystem::path& start) {
  std::vector<std::string> names;
  for (const std::filesystem::path& folder : site_folders(start)) {
    try {
      if (site::load_site_config(folder).hosts.contains(host)) names.push_back(folder.filename().string());
    } catch (const Error&) {
      continue;
    }
  }
  return names;
}

std::string written_for(const ServedSite& served, const std::string& site) {
  std::string text = served.written;
  if (const std::size_t at = text.find("…"); at != std::string::npos)
    text.replace(at, std::string_view("…").size(), site);
  return text;
}

std::vector<std::string> tell_unknown_host(const ServedSite& served, const std::string& host) {
  std::vector<std::string> lines;
  const std::vector<std::string> others = sites_with(host, served.start);
  if (!served.name.empty()) {
    const std::string nearest = nearest_word(host, served.hosts);
    lines.push_back("the site '" + served.name + "' has no host " + host +
                    (nearest.empty() ? "; it has " + join(served.hosts, ", ") : " (did you mean " + nearest + "?)"));
  } else if (others.empty()) {
    lines.push_back("no site is served here, and DNS does not know " + host);
  }
  for (const std::string& other : others) {
    lines.push_back("the site '" + other + "' has it; write " + written_for(served, other));
  }
  return lines;
}

}  // namespace

std::vector<std::string> tell_unserved_host(const ServedSite& served, const std::string& url) {
  const bool is_web = url.starts_with("http://") || url.starts_with("https://");
  const std::string host = is_web ? host_of(authority_of(url)) : "";
  if (host.empty() || std::find(served.hosts.begin(), served.hosts.end(), host) != served.hosts.end()) return {};
  const std::string top = host.substr(host.rfind('.') + 1);
  const bool is_nowhere = top == "test" || top == "example" || top == "invalid";
  if (!is_nowhere && sites_with(host, served.start).empty()) return {};
  std::vector<std::string> lines = tell_unknown_host(served, host);
  if (served.name.empty()) lines.insert(lines.begin(), "nothing serves " + host + ": the flow names no site");
  if (lines.size() > 1 && lines.back().starts_with("no site is served"))
    lines.back() = "no site nearby has this host; a site is a folder pages/NAME with a site.yaml";
  return lines;
}

std::vector<std::string> tell_unreachable_host(const ServedSite& served, const std::string& url,
                                               const std::string& reason) {
  const std::string authority = authority_of(url);
  const std::string host = host_of(authority);
  if (host.empty()) return {};
  if (reason == "net::ERR_NAME_NOT_RESOLVED") return tell_unknown_host(served, host);
  if (reason != "net::ERR_CONNECTION_REFUSED") return {};
  std::vector<std::string> lines{"nothing listens at " + authority +
                                 "; start the server before the test, and keep it running"};
  if (!served.start_hint.empty()) lines.push_back(served.start_hint);
  return lines;
}

}  // namespace casement
