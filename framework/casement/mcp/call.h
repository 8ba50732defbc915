// The request that a handler answers, and the ways to communicate with the client meanwhile: progress, log lines,
// questions. In the newest revision the client repeats its request with the answers to questions, so a handler that
// asks is called again; it must ask before it does anything else. Lives as long as the request; used on the handler's
// thread.
#pragma once

#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "casement/mcp/session.h"

namespace casement::mcp {

// A question to the client: elicitation/create, sampling/createMessage, roots/list.
struct InputRequest {
  std::string key;  // unique in its request
  std::string method;
  Json params = Json::object();
};

// Thrown to end a handler with open questions; the server turns it into a result. Only in the newest revision.
struct InputRequired {
  std::vector<InputRequest> requests;
};

class Call {
 public:
  Call(Session& session, Outlet& outlet, Revision revision, Json meta, Json client_capabilities,
       std::stop_token stopped)
      : session_(session),
        outlet_(outlet),
        revision_(revision),
        meta_(std::move(meta)),
        client_capabilities_(std::move(client_capabilities)),
        stopped_(std::move(stopped)) {}

  const std::string& session_key() const { return session_.key(); }
  Revision revision() const { return revision_; }
  // Requests a stop if the client cancels the request, if its session ends, or, in the newest revision, if its stream
  // ends. The result is then dropped. In the older revisions over HTTP, a client that disconnects does not cancel its
  // request.
  const std::stop_token& stopped() const { return stopped_; }

  // Reports progress if the client has asked for it; `total` 0: unknown.
  void progress(double done, double total = 0, const std::string& message = "");
  // Sends a log line if the client wants this level. In the older revisions, clients want "info" and above until they
  // choose a level; the levels are those of RFC 5424, "debug" … "emergency".
  void log(const std::string& level, const Json& data);

  // "sampling", "elicitation", "roots".
  bool client_supports(const std::string& capability) const;
  // Returns the client's results by key. In the older revisions, waits up to 5 minutes for each answer. Throws
  // RpcError{MissingClientCapability} if the client has declared no support for the question, InputRequired if the
  // client has to repeat the request, and the errors of `Session::ask`.
  std::map<std::string, Json> ask(const std::vector<InputRequest>& requests);
  Json ask_one(const InputRequest& one) { return ask({one}).at(one.key); }

  // The answers in a repeated request; set by the server.
  void set_responses(std::map<std::string, Json> responses) { responses_ = std::move(responses); }
  const std::map<std::string, Json>& responses() const { return responses_; }

 private:
  Session& session_;
  Outlet& outlet_;
  const Revision revision_;
  const Json meta_;
  const Json client_capabilities_;
  const std::stop_token stopped_;
  std::map<std::string, Json> responses_;
};

// The names of the levels of RFC 5424, lowest first.
const std::vector<std::string>& log_levels();

}  // namespace casement::mcp
