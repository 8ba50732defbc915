// Holds popups of a browser that several processes share: a popup waits before its first request until the process that
// owns its context has taken it over, so that the routes and options apply from the beginning. Chrome can only hold all
// new pages for a client or none. Therefore the daemon alone asks for it and lets every other page continue at once, so
// that no process waits for another. One thread.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>

#include "casement/base/unique_fd.h"

namespace casement {

class PopupGate {
 public:
  // Takes the two ends of the browser's debugging pipe from ChromeProcess.
  PopupGate(UniqueFd read_end, UniqueFd write_end);

  // Readable if `serve` has something to do; -1 after the browser has ended.
  int descriptor() const { return read_end_.get(); }
  // Handles the messages that Chrome has sent; does not wait.
  void serve();

  // Popups in the context now wait for `pass`; `holder` identifies the client that will send it.
  void hold(const std::string& context_id, const void* holder) { holders_[context_id] = holder; }
  // Lets the popup continue.
  void pass(const std::string& target_id);
  // Lets all popups of the holder continue, because the holder has disconnected.
  void forget(const void* holder);

 private:
  struct Held {
    std::string session;
    const void* holder;
  };
  void take(const std::string& message);
  void take(const nlohmann::json& message);
  void resume(const std::string& session);
  void send(const std::string& session, const char* method, const nlohmann::json& params);

  UniqueFd read_end_;
  UniqueFd write_end_;
  std::string partial_;                         // the beginning of a message whose NUL has not come yet
  std::map<std::string, const void*> holders_;  // by context
  std::map<std::string, Held> held_;            // by target
  std::set<std::string> passed_;                // targets that Chrome has not reported yet
  int last_id_ = 0;
};

}  // namespace casement
