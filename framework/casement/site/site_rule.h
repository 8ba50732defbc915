// A rule of the fixture server: the requests that it applies to, and their response. A plain value, made by site.yaml,
// flows and C++ tests alike.
//
//   server.route("acs.bank.test", "/challenge", never_answers());
//   server.route("api.pay.test", "/v1/*", answers_json({{"ok", true}}).for_method("POST"));
#pragma once

#include <concepts>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "casement/base/duration.h"
#include "casement/base/error.h"
#include "casement/base/json_value.h"
#include "casement/http/served_request.h"
#include "casement/site/stream_script.h"

namespace casement {

struct SiteRule {
  enum class Answer {
    File,      // the file for the path, or `file`
    Content,   // `content`
    Redirect,  // `redirect_to`
    Never,     // never answers; the connection stays open until one side closes it
    Drop,      // closes the connection without an answer
    Socket,    // a WebSocket that does what `socket` says; other requests do not match
    Events,    // an event stream (text/event-stream) that does what `events` say
  };

  // The requests that match. In globs, * stands for any run of characters.
  std::string host = "*";
  std::string path = "*";                         // compared with the percent-decoded path, without the query
  std::string method = {};                        // "" for any
  std::map<std::string, std::string> query = {};  // parameter name → glob
  // Glob on a value of the request body. A name that starts with "/" is a JSON pointer (RFC 6901)
  // into a JSON body, any other a field of a form.
  std::map<std::string, std::string> body = {};

  // The response.
  Answer answer = Answer::File;
  std::optional<int> status = {};  // default 200; 303 for a redirect
  std::string content = {};
  std::string content_type = {};
  std::string redirect_to = {};
  std::string file = {};     // a path in the host's folder
  HttpHeaders headers = {};  // replace the server's own headers of the same name
  std::chrono::milliseconds delay{0};
  SocketScript socket = {};
  // Counted from the opening of the stream. A browser that connects again after an event with an id gets the actions
  // after this event.
  std::vector<StreamAction> events = {};

  // Return copies with one change.
  SiteRule for_method(std::string_view value) const;
  SiteRule for_query(std::string_view name, std::string_view glob) const;
  SiteRule for_body(std::string_view name, std::string_view glob) const;
  SiteRule with_status(int value) const;
  SiteRule with_header(std::string_view name, std::string_view value) const;
  SiteRule after(std::chrono::milliseconds delay) const;
};

// Functions that make rules for every request; `SiteServer::route(host, path, rule)` selects the requests, and rejects
// rules that cannot be sent.
//
// Takes the request and never answers; the connection stays open until one side closes it.
SiteRule never_answers();
// Closes the connection without an answer: net::ERR_EMPTY_RESPONSE.
SiteRule drops_connection();
SiteRule answers_text(std::string_view text, int status = 200,
                      std::string_view content_type = "text/plain; charset=utf-8");
SiteRule answers_json(const JsonValue& value, int status = 200);
// Sends `text` unchanged, even if it is not JSON. A template, so that {{"ok", true}} is a JsonValue.
template <typename Text>
  requires std::convertible_to<const Text&, std::string_view>
SiteRule answers_json(const Text& text, int status = 200) {
  return answers_text(text, status, "application/json");
}
// Responds with this status. If the path names a file that the host serves with status 200, sends the file as the body;
// otherwise the body is empty.
SiteRule answers_status(int status);
// Responds with a file in the requested host's folder.
SiteRule answers_file(std::string_view path_in_host_folder);
// `status` is one of 301, 302, 303, 307, 308.
SiteRule redirects_to(std::string_view url, int status = 303);
// Agrees to WebSockets. Use `SiteServer::socket` to send messages, and to wait for those of the page.
SiteRule serves_socket(SocketScript script = {});
// Responds with an event stream. Use `SiteServer::events` to send events.
SiteRule serves_events(std::vector<StreamAction> actions = {});
// Sends the usual file after a delay.
SiteRule delays(std::chrono::milliseconds delay);
// Sends the usual file with this header, in place of the server's own of the same name.
SiteRule adds_header(std::string_view name, std::string_view value);

// Whether the rule applies to this request.
bool matches(const SiteRule& rule, const ServedRequest& request);

// A rule that is invalid. Readers of YAML add the line.
class SiteRuleError : public Error {
 public:
  enum class At { Key, Value };
  // `at`: whether the key at `pointer` or its value is wrong.
  SiteRuleError(const std::string& message, std::string pointer, At at);
  // JSON pointer to the error in the parsed value; "" for the whole value.
  const std::string& pointer() const { return pointer_; }
  At at() const { return at_; }  // see the constructor

 private:
  std::string pointer_;
  At at_;
};

// Reads a rule from site.yaml: host, path, method, query, body, status, headers, content_type, delay, and at most
// one of json, text, file, redirect, never, drop, socket, events. Throws SiteRuleError{Authoring} for an unknown key, a
// wrong type or contradicting responses, and as `check_site_rule` does.
SiteRule parse_site_rule(const nlohmann::json& keys);

// Throws SiteRuleError{Authoring} if the rule cannot be sent as HTTP: a status or delay out of range, a line break in a
// header, a header that the server must set itself, an invalid code of a close. Also refuses rules that can never
// match: an unknown or lower-case method, and a path that begins with neither "/" nor "*".
void check_site_rule(const SiteRule& rule);

}  // namespace casement
