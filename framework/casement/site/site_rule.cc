#include "casement/site/site_rule.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "casement/base/json.h"
#include "casement/base/text.h"
#include "casement/http/posted_body.h"
#include "casement/http/socket_handshake.h"

namespace casement {

SiteRule SiteRule::for_method(std::string_view value) const {
  SiteRule copy = *this;
  copy.method = value;
  return copy;
}

SiteRule SiteRule::for_query(std::string_view name, std::string_view glob) const {
  SiteRule copy = *this;
  copy.query[std::string(name)] = glob;
  return copy;
}

SiteRule SiteRule::for_body(std::string_view name, std::string_view glob) const {
  SiteRule copy = *this;
  copy.body[std::string(name)] = glob;
  return copy;
}

SiteRule SiteRule::with_status(int value) const {
  SiteRule copy = *this;
  copy.status = value;
  return copy;
}

SiteRule SiteRule::with_header(std::string_view name, std::string_view value) const {
  SiteRule copy = *this;
  copy.headers.emplace_back(name, value);
  return copy;
}

SiteRule SiteRule::after(std::chrono::milliseconds wait) const {
  SiteRule copy = *this;
  copy.delay = wait;
  return copy;
}

SiteRule never_answers() {
  SiteRule rule;
  rule.answer = SiteRule::Answer::Never;
  return rule;
}

SiteRule drops_connection() {
  SiteRule rule;
  rule.answer = SiteRule::Answer::Drop;
  return rule;
}

SiteRule answers_text(std::string_view text, int status, std::string_view content_type) {
  SiteRule rule;
  rule.answer = SiteRule::Answer::Content;
  rule.content = text;
  rule.content_type = content_type;
  rule.status = status;
  return rule;
}

SiteRule answers_json(const JsonValue& value, int status) {
  return answers_json(value.dump(), status);
}

SiteRule answers_status(int status) {
  return SiteRule().with_status(status);
}

SiteRule answers_file(std::string_view path_in_host_folder) {
  SiteRule rule;
  rule.file = path_in_host_folder;
  return rule;
}

SiteRule redirects_to(std::string_view url, int status) {
  SiteRule rule;
  rule.answer = SiteRule::Answer::Redirect;
  rule.redirect_to = url;
  rule.status = status;
  return rule;
}

SiteRule serves_socket(SocketScript script) {
  SiteRule rule;
  rule.answer = SiteRule::Answer::Socket;
  rule.socket = std::move(script);
  return rule;
}

SiteRule serves_events(std::vector<StreamAction> actions) {
  SiteRule rule;
  rule.answer = SiteRule::Answer::Events;
  rule.events = std::move(actions);
  return rule;
}

SiteRule delays(std::chrono::milliseconds delay) {
  return SiteRule().after(delay);
}

SiteRule adds_header(std::string_view name, std::string_view value) {
  return SiteRule().with_header(name, value);
}

bool matches(const SiteMessageMatch& match, const std::string& message) {
  if (match.equals && *match.equals != message) return false;
  if (!glob_match(match.glob, message)) return false;
  return match.json.empty() || json_matches(match.json, message);
}

bool matches(const SiteRule& rule, const ServedRequest& request) {
  if (rule.answer == SiteRule::Answer::Socket && !http::asks_for_socket(request)) return false;
  if (!rule.method.empty() && rule.method != request.method) return false;
  if (!glob_match(rule.host, request.host) || !glob_match(rule.path, request.path)) return false;
  if (!rule.query.empty()) {
    const auto parameters = decode_form(request.query);
    for (const auto& wanted : rule.query) {
      const auto fits = [&](const auto& parameter) {
        return parameter.first == wanted.first && glob_match(wanted.second, parameter.second);
      };
      if (std::ranges::none_of(parameters, fits)) return false;
    }
  }
  if (rule.body.empty()) return true;
  const std::string* const type = request.header("Content-Type");
  return body_difference(rule.body, type == nullptr ? "" : *type, request.body).empty();
}

}  // namespace casement
