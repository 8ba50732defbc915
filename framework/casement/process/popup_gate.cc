#include "casement/process/popup_gate.h"

#include <sys/socket.h>

#include <cerrno>
#include <nlohmann/json.hpp>
#include <utility>

#include "casement/base/error.h"
#include "casement/base/json.h"
#include "casement/base/message_socket.h"

namespace casement {
namespace {

constexpr int kMostReads = 64;
constexpr std::size_t kLongestMessage = 64u * 1024 * 1024;

}  // namespace

PopupGate::PopupGate(UniqueFd read_end, UniqueFd write_end)
    : read_end_(std::move(read_end)), write_end_(std::move(write_end)) {
  send("", "Target.setAutoAttach",
       {{"autoAttach", true},
        {"waitForDebuggerOnStart", true},
        {"flatten", true},
        {"filter", Json::array({Json{{"type", "page"}}})}});
}

void PopupGate::send(const std::string& session, const char* method, const nlohmann::json& params) {
  Json command{{"id", ++last_id_}, {"method", method}, {"params", params}};
  if (!session.empty()) command["sessionId"] = session;
  // False if the browser has ended; the daemon notices this at its process.
  send_all(write_end_.get(), dump_json(command) + '\0');
}

void PopupGate::serve() {
  char bytes[16 * 1024];
  ssize_t count = -1;
  // Reads the rest in the next call, because a browser that sends without pause must not block the daemon.
  for (int i = 0; i < kMostReads; ++i) {
    count = ::recv(read_end_.get(), bytes, sizeof bytes, MSG_DONTWAIT);
    if (count > 0)
      partial_.append(bytes, static_cast<std::size_t>(count));
    else if (count == 0 || errno != EINTR)
      break;
  }
  if (count == 0) read_end_.reset();  // the browser has ended; the descriptor is no longer polled
  std::size_t begin = 0;
  for (std::size_t end = partial_.find('\0'); end != std::string::npos; end = partial_.find('\0', begin)) {
    take(partial_.substr(begin, end - begin));
    begin = end + 1;
  }
  partial_.erase(0, begin);
  if (partial_.size() > kLongestMessage) read_end_.reset();  // a message without an end
}

void PopupGate::take(const std::string& message) {
  try {
    take(parse_json(message));
  } catch (const Error&) {
  } catch (const Json::exception&) {
    // Ignores messages that another version of Chrome sends in another shape.
  }
}

void PopupGate::take(const Json& message) {
  const std::string method = message.value("method", std::string());
  if (method == "Target.detachedFromTarget") {
    const std::string session = message.at("params").value("sessionId", std::string());
    std::erase_if(held_, [&](const auto& one) { return one.second.session == session; });
  } else if (method == "Target.attachedToTarget") {
    const Json& params = message.at("params");
    const Json& info = params.at("targetInfo");
    const std::string session = params.value("sessionId", std::string());
    const auto holder = holders_.find(info.value("browserContextId", std::string()));
    const std::string target = info.value("targetId", std::string());
    const bool waits = params.value("waitingForDebugger", false) && !info.value("openerId", std::string()).empty();
    if (waits && holder != holders_.end() && passed_.erase(target) == 0) {
      held_[target] = {session, holder->second};
    } else {
      resume(session);
    }
  }
}

void PopupGate::resume(const std::string& session) {
  send(session, "Runtime.runIfWaitingForDebugger", Json::object());
  send("", "Target.detachFromTarget", {{"sessionId", session}});
}

void PopupGate::pass(const std::string& target_id) {
  const auto held = held_.find(target_id);
  if (held == held_.end()) {
    passed_.insert(target_id);  // its holder was faster than Chrome's report
    return;
  }
  resume(held->second.session);
  held_.erase(held);
}

void PopupGate::forget(const void* holder) {
  std::erase_if(holders_, [&](const auto& one) { return one.second == holder; });
  std::erase_if(held_, [&](const auto& one) {
    if (one.second.holder != holder) return false;
    resume(one.second.session);
    return true;
  });
}

}  // namespace casement
