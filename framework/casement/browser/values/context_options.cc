#include "casement/browser/values/context_options.h"

namespace casement {

// Defaulted here: in the header, the search for the comparisons of maps and optionals takes time in each file of specs.
bool Geolocation::operator==(const Geolocation&) const = default;
bool HttpCredentials::operator==(const HttpCredentials&) const = default;
bool Media::operator==(const Media&) const = default;
bool ClientHints::operator==(const ClientHints&) const = default;
bool HarFile::operator==(const HarFile&) const = default;
bool NetworkThrottle::operator==(const NetworkThrottle&) const = default;
bool ContextOptions::operator==(const ContextOptions&) const = default;

namespace {

// Visits every option.
template <typename Visit>
void visit_options(const Visit& visit) {
  visit(&ContextOptions::base_url);
  visit(&ContextOptions::default_url);
  visit(&ContextOptions::storage_state);
  visit(&ContextOptions::locale);
  visit(&ContextOptions::time_zone);
  visit(&ContextOptions::geolocation);
  visit(&ContextOptions::viewport_width);
  visit(&ContextOptions::viewport_height);
  visit(&ContextOptions::device_scale);
  visit(&ContextOptions::mobile);
  visit(&ContextOptions::touch);
  visit(&ContextOptions::media);
  visit(&ContextOptions::javascript);
  visit(&ContextOptions::init_scripts);
  visit(&ContextOptions::bypass_csp);
  visit(&ContextOptions::permissions);
  visit(&ContextOptions::user_agent);
  visit(&ContextOptions::client_hints);
  visit(&ContextOptions::extra_headers);
  visit(&ContextOptions::offline);
  visit(&ContextOptions::throttles);
  visit(&ContextOptions::cpu_slowdown);
  visit(&ContextOptions::har);
  visit(&ContextOptions::http_credentials);
  visit(&ContextOptions::client_certificates);
  visit(&ContextOptions::ignore_https_errors);
  visit(&ContextOptions::socket_proxy);
  visit(&ContextOptions::passkeys);
  visit(&ContextOptions::test_id_attribute);
}

}  // namespace

bool uses_relay(const ContextOptions& options) {
  return !options.socket_proxy.empty() || !options.client_certificates.empty();
}

std::string storage_state_file(const ContextOptions& options) {
  return options.storage_state.value_or("");
}

ContextOptions merged_options(ContextOptions options, const ContextOptions& more) {
  static const ContextOptions unset;
  visit_options([&](auto member) {
    if (more.*member != unset.*member) options.*member = more.*member;
  });
  return options;
}

ContextOptions options_beside(const ContextOptions& options, const ContextOptions& others) {
  ContextOptions own;
  visit_options([&](auto member) {
    if (options.*member != others.*member) own.*member = options.*member;
  });
  return own;
}

ContextOptions options_in_application(const ContextOptions& all, const ContextOptions& of_project) {
  ContextOptions options = options_beside(all, of_project);
  options.base_url = all.base_url;
  options.test_id_attribute = all.test_id_attribute;
  options.extra_headers = all.extra_headers;
  options.offline = all.offline;
  options.throttles = all.throttles;
  options.cpu_slowdown = all.cpu_slowdown;
  options.har = all.har;
  options.media = all.media;
  return options;
}

}  // namespace casement
