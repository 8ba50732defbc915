#include "casement/grid/session_reply.h"

#include <nlohmann/json.hpp>

#include "casement/base/error.h"
#include "casement/base/json.h"
#include "casement/base/json_shape.h"
#include "casement/base/text.h"
#include "casement/http/request_headers.h"

namespace casement::grid {
namespace {

constexpr std::size_t kShownCharacters = 300;

Json read_json(const std::string& body) {
  try {
    return parse_json(body);
  } catch (const Error&) {
    return nullptr;
  }
}

// The first non-empty text at one of these names, or "".
std::string text_at(const Json& object, std::initializer_list<const char*> names) {
  for (const char* const name : names) {
    const auto found = object.find(name);
    if (found != object.end() && found->is_string() && !found->get_ref<const std::string&>().empty()) return *found;
  }
  return "";
}

// The URL without its user, query and fragment, which may contain credentials.
std::string without_credentials(const std::string& url) {
  const std::string nobodys = take_user_out(url).url;
  return nobodys.substr(0, nobodys.find_first_of("?#"));
}

[[noreturn]] void fail(const GridAddress& grid, const std::string& what, std::vector<std::string> trail = {}) {
  throw Error(ErrorKind::Environment, "the Grid at " + grid.shown() + " " + what, std::move(trail));
}

[[noreturn]] void fail_by_status(const GridAddress& grid, const HttpReply& reply) {
  const std::string reason = reason_in(reply.body);
  if (reply.status == 401 || reply.status == 403 || reply.status == 407) {
    fail(grid,
         (grid.headers.empty() ? "requires a user and a password" : "rejects the given user or password") +
             std::string(" (HTTP status ") + std::to_string(reply.status) + ")",
         grid.headers.empty() ? std::vector<std::string>{"give them in its address: http://user:password@host:port"}
                              : std::vector<std::string>{});
  }
  if (reason.empty()) {
    throw Error(ErrorKind::Environment, grid.shown() +
                                            " is not a Selenium Grid: it answered POST /session with status " +
                                            std::to_string(reply.status) + ": \"" +
                                            shorten(collapse_white_space(to_valid_utf8(reply.body)), 200) + "\"");
  }
  const std::string small = ascii_lower(reason);
  if (small.find("timed out") != std::string::npos || small.find("timeout") != std::string::npos) {
    fail(grid, "had no free slot in time", {"its message: " + reason});
  }
  fail(grid, "created no session: " + reason);
}

}  // namespace

std::string reason_in(const std::string& body) {
  const Json answer = read_json(body);
  if (!wrong_shape(answer, "value!object value.error!string").empty()) return "";
  const std::string message = text_at(answer["value"], {"message", "error"});
  const std::string line = message.substr(0, message.find('\n'));
  return shorten(collapse_white_space(to_valid_utf8(line.empty() ? message : line)), kShownCharacters);
}

SessionInfo read_session(const GridAddress& grid, const GridAnswer& answer) {
  const HttpReply& reply = answer.reply;
  if (reply.status == 0) fail(grid, "does not answer: " + answer.failure);
  if (reply.status != 200) fail_by_status(grid, reply);
  const Json told = read_json(reply.body);
  if (!wrong_shape(told, "value!object value.sessionId!string value.capabilities!object").empty()) {
    fail_by_status(grid, reply);
  }
  const Json& value = told["value"];
  const Json& capabilities = value["capabilities"];
  SessionInfo session;
  session.id = value["sessionId"].get<std::string>();
  session.browser = text_at(capabilities, {"browserName"}) + " " + text_at(capabilities, {"browserVersion"});
  session.link =
      without_credentials(text_at(capabilities, {"se:video", "se:videoUrl", "se:sessionUrl", "video", "videoUrl"}));
  if (const auto chrome = capabilities.find("chrome"); chrome != capabilities.end() && chrome->is_object()) {
    if (std::string folder = text_at(*chrome, {"userDataDir"}); folder.starts_with('/')) {
      session.profile_folder = std::move(folder);
    }
  }
  if (const std::string named = text_at(capabilities, {"se:cdp"}); !named.empty()) {
    CdpAddress cdp = reachable_cdp_address(grid, named);
    session.cdp_endpoint = std::move(cdp.url);
    session.cdp_by_grid = std::move(cdp.by_grid);
    if (cdp.forwards) session.cdp_headers = grid.headers;
    return session;
  }
  // A single driver on this machine: its Chrome's port is on this machine too.
  const bool is_here =
      grid.endpoint.host == "localhost" || grid.endpoint.host == "127.0.0.1" || grid.endpoint.host == "::1";
  for (const char* const options : {"goog:chromeOptions", "ms:edgeOptions"}) {
    const auto found = capabilities.find(options);
    if (!is_here || found == capabilities.end() || !found->is_object()) continue;
    if (const std::string address = text_at(*found, {"debuggerAddress"}); !address.empty()) {
      session.cdp_endpoint = "http://" + address;
    }
  }
  return session;
}

std::string read_sent_file(const GridAddress& grid, const HttpReply& reply) {
  const Json told = read_json(reply.body);
  if (reply.status == 200 && wrong_shape(told, "value!string").empty() && told["value"] != "") return told["value"];
  const std::string reason = reason_in(reply.body);
  fail(grid, "did not accept a file for its session: " +
                 (reason.empty() ? "it answered with HTTP status " + std::to_string(reply.status) : reason));
}

std::string name_loss(const HttpReply& reply) {
  const std::string reason = reason_in(reply.body);
  const std::string small = ascii_lower(reason);
  const std::string said = reason.empty() ? "" : ": " + reason;
  if (small.find("not connected to devtools") != std::string::npos || small.find("disconnected") != std::string::npos ||
      small.find("browser has closed") != std::string::npos || small.find("crashed") != std::string::npos) {
    return "its Chrome has ended" + said;
  }
  if (reply.status == 404) return "the Grid or another client ended the session" + said;
  if (reply.status == 200) return "its driver still answers, but the debugging protocol does not";
  return "its node does not answer the Grid (HTTP status " + std::to_string(reply.status) + ")" + said;
}

}  // namespace casement::grid
