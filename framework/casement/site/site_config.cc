#include "casement/site/site_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "casement/base/file_system.h"
#include "casement/base/file_text.h"
#include "casement/base/text.h"
#include "casement/site/site_keys.h"
#include "casement/site/static_file.h"
#include "casement/yaml/yaml_json.h"
#include "casement/yaml/yaml_reads.h"
#include "casement/yaml/yaml_source.h"

namespace casement::site {
namespace {

namespace fs = std::filesystem;
using At = SiteRuleError::At;

std::string read_file(const fs::path& path) {
  const std::optional<std::string> text = read_whole_file(path.string());
  if (!text) throw Error(ErrorKind::Environment, "cannot read " + path.string());
  return *text;
}

// Only these characters, because Chrome gets the names in a list separated by commas and blanks.
bool is_host_name(std::string_view name) {
  return !name.empty() && !name.starts_with('.') && !name.ends_with('.') && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
  });
}

fs::path read_host_folder(const YamlSource& yaml, const YamlEntry& host, const fs::path& site) {
  if (says_nothing(host.value)) return {};
  if (!host.value.is_text()) {
    throw yaml.error_at(host.value.place, "a host's folder must be text; leave it empty for none");
  }
  const std::string& name = host.value.text;
  std::error_code error;
  const fs::path folder = fs::canonical(site / name, error);
  if (error || !is_folder(folder)) {
    throw yaml.error_at(host.value.place, "there is no folder " + (site / name).string());
  }
  const bool beneath = std::mismatch(site.begin(), site.end(), folder.begin(), folder.end()).first == site.end();
  if (!(name == "." || is_safe_relative(name)) || !beneath) {
    throw yaml.error_at(host.value.place, "a host's folder must be beneath " + site.string() + ", or '.'");
  }
  return folder;
}

void read_hosts(const YamlSource& yaml, const fs::path& site, SiteConfig& config) {
  const YamlEntry* const hosts = yaml.root().find("hosts");
  if (hosts == nullptr || hosts->value.entries.empty()) {
    throw yaml.error_at(hosts == nullptr ? yaml.root().place : place_of(*hosts),
                        "'hosts' must be a map of host names to folders");
  }
  for (const YamlEntry& host : hosts->value.entries) {
    const std::string& name = host.key.text;
    if (!is_host_name(name)) {
      throw yaml.error_at(host.key.place,
                          "'" + shorten(name, 40) + "' is not a host name: lower-case letters, digits, '-', '.'");
    }
    config.hosts[name] = read_host_folder(yaml, host, site);
  }
}

void read_tls(const YamlSource& yaml, SiteConfig& config) {
  const YamlEntry* const hosts = yaml.root().find("tls");
  if (hosts == nullptr || says_nothing(hosts->value)) return;
  for (const std::string& host : read_texts(yaml, *hosts)) {
    if (!config.hosts.contains(host)) {
      throw yaml.error_at(hosts->value.items[config.tls.size()].place,
                          "no host '" + shorten(host, 40) + "' under 'hosts'" + known_hosts_hint(config, host));
    }
    config.tls.push_back(host);
  }
}

// Rejects a rule that can never apply, because its author made a mistake.
void check_rule_fits(const SiteConfig& config, const SiteRule& rule) {
  std::vector<fs::path> folders;
  for (const auto& [host, folder] : config.hosts) {
    if (glob_match(rule.host, host)) folders.push_back(folder);
  }
  if (folders.empty()) {
    throw SiteRuleError("no host '" + rule.host + "' under 'hosts'" + known_hosts_hint(config, rule.host), "/host",
                        At::Value);
  }
  const auto require = [&](const std::string& file, const std::string& pointer) {
    const auto has_file = [&](const fs::path& folder) {
      return !folder.empty() && find_file(folder, "/" + file).kind == FoundFile::Kind::File;
    };
    if (file.empty() || std::ranges::any_of(folders, has_file)) return;
    throw SiteRuleError("there is no file " + (folders.front() / file).string(), pointer, At::Value);
  };
  const auto require_all = [&](const std::vector<StreamAction>& actions, const std::string& place) {
    for (std::size_t i = 0; i < actions.size(); ++i) require(actions[i].path, fmt::format("{}/{}/file", place, i));
  };
  require(rule.file, "/file");
  require_all(rule.events, "/events");
  require_all(rule.socket.open, "/socket/open");
  for (std::size_t i = 0; i < rule.socket.messages.size(); ++i) {
    require_all(rule.socket.messages[i].reply, fmt::format("/socket/messages/{}/reply", i));
  }
}

void read_rules(const YamlSource& yaml, SiteConfig& config) {
  const YamlEntry* const rules = yaml.root().find("rules");
  if (rules == nullptr || says_nothing(rules->value)) return;
  if (rules->value.kind != YamlNode::Kind::List) throw yaml.error_at(place_of(*rules), "'rules' must be a list");
  for (const YamlNode& item : rules->value.items) {
    try {
      config.rules.push_back(parse_site_rule(to_json(item)));
      check_rule_fits(config, config.rules.back());
    } catch (const SiteRuleError& error) {
      const auto place = place_of_pointer(item, error.pointer(), error.at() == SiteRuleError::At::Key);
      throw yaml.error_at(place.value_or(item.place), error.message());
    }
  }
}

}  // namespace

SiteConfig load_site_config(const fs::path& folder) {
  std::error_code error;
  const fs::path site = fs::canonical(folder, error);
  if (error || !is_folder(site)) {
    throw Error(ErrorKind::Environment, "there is no folder " + folder.string());
  }
  const fs::path file = folder / "site.yaml";
  const YamlSource yaml = YamlSource::parse(file.string(), read_file(file));
  if (yaml.settings() != nullptr) {
    throw yaml.error_at(yaml.root().place, "site.yaml must be one document, without '---'");
  }
  if (yaml.root().kind != YamlNode::Kind::Map) {
    throw yaml.error_at(yaml.root().place, "a site needs 'hosts:', a map of host names to folders");
  }
  check_keys(yaml, yaml.root(), names_of(site_keys()), "site.yaml");
  SiteConfig config;
  read_hosts(yaml, site, config);
  read_tls(yaml, config);
  read_rules(yaml, config);
  return config;
}

std::string known_hosts_hint(const SiteConfig& config, const std::string& host) {
  std::vector<std::string> names;
  for (const auto& [name, unused] : config.hosts) names.push_back(name);
  const std::string meant = nearest_word(host, names);
  if (!meant.empty()) return " (did you mean '" + meant + "'?)";
  return "; known hosts: " + join(names, ", ");
}

}  // namespace casement::site
