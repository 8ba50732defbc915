// What a handler knows of the request that it answers, and how it speaks with the client meanwhile: progress, log
// lines, questions. A handler that asks is called again with the answers where the protocol has the client repeat its
// request; so it asks before it does anything. Lives as long as the request; the handler's thread.
#pragma once

#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "casement/mcp/session.h"

namespace casement::mcp {

// One thing that the client is asked: elicitation/create, sampling/createMessage, roots/list.
struct InputRequest {
  std::string key;  // unique in its request
  std::string method;
  Json params = Json::object();
};

// Ends a handler whose questions are not answered yet; the server makes a result of it. Of the newest revision.
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
  // Asked to stop where the client cancels the request or goes away: nobody waits for the result then.
  const std::stop_token& stopped() const { return stopped_; }

  // How far it has come, where the client asked to be told; `total` 0: not known.
  void progress(double done, double total = 0, const std::string& message = "");
  // A line of a log, where the client wants those of this level; levels are those of RFC 5424, "debug" … "emergency".
  void log(const std::string& level, const Json& data);

  // "sampling", "elicitation", "roots".
  bool client_supports(const std::string& capability) const;
  // The client's results, by key. Throws RpcError{MissingClientCapability} where it said that it cannot be asked this,
  // InputRequired where it is to repeat the request, and what `Session::ask` throws.
  std::map<std::string, Json> ask(const std::vector<InputRequest>& requests);
  Json ask_one(const InputRequest& one) { return ask({one}).at(one.key); }

  // Of a repeated request; set by the server.
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

// The names of levels of RFC 5424, the least first.
const std::vector<std::string>& log_levels();

}  // namespace casement::mcp
