#include "casement/mcp/call.h"

#include <algorithm>
#include <chrono>

namespace casement::mcp {
namespace {

// The time for a person to answer.
constexpr std::chrono::minutes kAnswerTime{5};

std::string capability_of(const std::string& method) {
  return method.substr(0, method.find('/'));
}

std::size_t rank(const std::string& level) {
  const auto& levels = log_levels();
  return static_cast<std::size_t>(std::ranges::find(levels, level) - levels.begin());
}

}  // namespace

const std::vector<std::string>& log_levels() {
  static const std::vector<std::string> levels = {"debug", "info",     "notice", "warning",
                                                  "error", "critical", "alert",  "emergency"};
  return levels;
}

void Call::progress(double done, double total, const std::string& message) {
  const auto token = meta_.find("progressToken");
  if (token == meta_.end() || stopped_.stop_requested()) return;
  Json params = {{"progressToken", *token}, {"progress", done}};
  if (total > 0) params["total"] = total;
  if (!message.empty()) params["message"] = message;
  outlet_.send(notification("notifications/progress", std::move(params)));
}

void Call::log(const std::string& level, const Json& data) {
  std::string wanted;
  if (revision_ == Revision::July2026) {
    const auto said = meta_.find("io.modelcontextprotocol/logLevel");
    if (said == meta_.end() || !said->is_string()) return;
    wanted = said->get<std::string>();
  } else {
    wanted = session_.log_level();
    if (wanted.empty()) wanted = "info";
  }
  if (rank(level) < rank(wanted) || stopped_.stop_requested()) return;
  outlet_.send(notification("notifications/message", {{"level", level}, {"data", data}}));
}

bool Call::client_supports(const std::string& capability) const {
  return client_capabilities_.contains(capability);
}

std::map<std::string, Json> Call::ask(const std::vector<InputRequest>& requests) {
  std::map<std::string, Json> answers;
  InputRequired open;
  for (const InputRequest& one : requests) {
    if (const auto found = responses_.find(one.key); found != responses_.end()) {
      answers[one.key] = found->second;
      continue;
    }
    const std::string capability = capability_of(one.method);
    if (!client_supports(capability)) {
      throw RpcError{RpcCode::MissingClientCapability,
                     "this needs a client that supports " + capability,
                     {{"requiredCapabilities", {{capability, Json::object()}}}},
                     true};
    }
    open.requests.push_back(one);
  }
  if (open.requests.empty()) return answers;
  if (revision_ == Revision::July2026) throw open;
  for (const InputRequest& one : open.requests) {
    answers[one.key] = session_.ask(outlet_, one.method, one.params, stopped_, Deadline::in(kAnswerTime));
  }
  return answers;
}

}  // namespace casement::mcp
