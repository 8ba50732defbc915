#include "casement/site/site_config.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "casement/base/file_text.h"
#include "casement/base/json.h"
#include "casement/base/text.h"
#include "casement/site/site_keys.h"
#include "casement/site/static_file.h"
#include "casement/site/yaml_text.h"

namespace casement::site {
namespace {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
  const std::optional<std::string> text = read_whole_file(path.string());
  if (!text) throw Error(ErrorKind::Environment, "cannot read " + path.string());
  return *text;
}

// Chrome is told these names in a list with commas and blanks.
bool is_host_name(std::string_view name) {
  return !name.empty() && !name.starts_with('.') && !name.ends_with('.') && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
  });
}

fs::path read_host_folder(const YamlText& yaml, const Json& value, const fs::path& site, const std::string& pointer) {
  if (value.is_null()) return {};
  if (!value.is_string()) {
    throw yaml.error_at_value(pointer, "a host's folder must be text; leave it empty for none");
  }
  const std::string name = value.get<std::string>();
  std::error_code error;
  const fs::path folder = fs::canonical(site / name, error);
  if (error || !fs::is_directory(folder)) {
    throw yaml.error_at_value(pointer, "there is no folder " + (site / name).string());
  }
  const bool beneath = std::mismatch(site.begin(), site.end(), folder.begin(), folder.end()).first == site.end();
  if (!(name == "." || is_safe_relative(name)) || !beneath) {
    throw yaml.error_at_value(pointer, "a host's folder must be beneath " + site.string() + ", or '.'");
  }
  return folder;
}

void read_hosts(const YamlText& yaml, const Json& hosts, const fs::path& site, SiteConfig& config) {
  if (!hosts.is_object() || hosts.empty()) {
    throw yaml.error_at_value("/hosts", "'hosts' must be a map of host names to folders");
  }
  for (const auto& [host, name] : hosts.items()) {
    const std::string pointer = (Json::json_pointer("/hosts") / host).to_string();
    if (!is_host_name(host)) {
      throw yaml.error_at_key(pointer,
                              "'" + shorten(host, 40) + "' is not a host name: lower-case letters, digits, '-', '.'");
    }
    config.hosts[host] = read_host_folder(yaml, name, site, pointer);
  }
}

void read_tls(const YamlText& yaml, const Json& hosts, SiteConfig& config) {
  if (hosts.is_null()) return;
  if (!hosts.is_array()) throw yaml.error_at_value("/tls", "'tls' must be a list of hosts");
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    const std::string pointer = "/tls/" + std::to_string(i);
    if (!hosts[i].is_string()) throw yaml.error_at_value(pointer, "a host must be text");
    const std::string host = hosts[i].get<std::string>();
    if (!config.hosts.contains(host)) {
      throw yaml.error_at_value(pointer,
                                "no host '" + shorten(host, 40) + "' under 'hosts'" + known_hosts_hint(config, host));
    }
    config.tls.push_back(host);
  }
}

// A rule that can never apply is a mistake of its author.
void check_rule_fits(const YamlText& yaml, const SiteConfig& config, const SiteRule& rule, const std::string& pointer) {
  std::vector<fs::path> folders;
  for (const auto& [host, folder] : config.hosts) {
    if (glob_match(rule.host, host)) folders.push_back(folder);
  }
  if (folders.empty()) {
    throw yaml.error_at_value(pointer + "/host",
                              "no host '" + rule.host + "' under 'hosts'" + known_hosts_hint(config, rule.host));
  }
  if (rule.file.empty()) return;
  for (const fs::path& folder : folders) {
    if (!folder.empty() && find_file(folder, "/" + rule.file).kind == FoundFile::Kind::File) return;
  }
  throw yaml.error_at_value(pointer + "/file", "there is no file " + (folders.front() / rule.file).string());
}

void read_rules(const YamlText& yaml, const Json& rules, SiteConfig& config) {
  if (rules.is_null()) return;
  if (!rules.is_array()) throw yaml.error_at_value("/rules", "'rules' must be a list");
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const std::string pointer = "/rules/" + std::to_string(i);
    try {
      config.rules.push_back(parse_site_rule(rules[i]));
    } catch (const SiteRuleError& error) {
      if (error.at() == SiteRuleError::At::Key) {
        throw yaml.error_at_key(pointer + error.pointer(), error.message());
      }
      throw yaml.error_at_value(pointer + error.pointer(), error.message());
    }
    check_rule_fits(yaml, config, config.rules.back(), pointer);
  }
}

}  // namespace

SiteConfig load_site_config(const fs::path& folder) {
  std::error_code error;
  const fs::path site = fs::canonical(folder, error);
  if (error || !fs::is_directory(site)) {
    throw Error(ErrorKind::Environment, "there is no folder " + folder.string());
  }
  const fs::path file = folder / "site.yaml";
  YamlText yaml{file.string(), read_file(file), {}, {}};
  const Json value = read_yaml(yaml);
  if (!value.is_object()) {
    throw yaml.error_at_value("", "a site begins with 'hosts:', a map of host names to folders");
  }
  const std::vector<std::string> known = names_of(site_keys());
  for (const auto& [key, unused] : value.items()) {
    if (std::ranges::find(known, key) != known.end()) continue;
    const std::string meant = nearest_word(key, known);
    throw yaml.error_at_key(
        (Json::json_pointer() / key).to_string(),
        "unknown key '" + shorten(key, 40) + "'" + (meant.empty() ? "" : " (did you mean '" + meant + "'?)"));
  }
  SiteConfig config;
  read_hosts(yaml, value.value("hosts", Json()), site, config);
  read_tls(yaml, value.value("tls", Json()), config);
  read_rules(yaml, value.value("rules", Json()), config);
  return config;
}

std::string known_hosts_hint(const SiteConfig& config, const std::string& host) {
  std::vector<std::string> names;
  for (const auto& [name, unused] : config.hosts) names.push_back(name);
  const std::string meant = nearest_word(host, names);
  if (!meant.empty()) return " (did you mean '" + meant + "'?)";
  return "; the hosts are " + join(names, ", ");
}

}  // namespace casement::site
