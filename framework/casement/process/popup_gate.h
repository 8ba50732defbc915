// The daemon's part in popups of a browser that several processes share: a popup waits before its
// first request until the process whose context it belongs to has taken it over, so that its routes
// and options are in force from the beginning. Chrome can hold new pages for those only who ask to
// hold all: so the daemon alone asks, lets every other page go on at once, and no process waits for
// another one.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>

#include "casement/base/unique_fd.h"

namespace casement {

class PopupGate {
 public:
  // The browser's debugging pipe, as ChromeProcess gives it.
  PopupGate(UniqueFd read_end, UniqueFd write_end);

  // Readable when `serve` has something to do.
  int descriptor() const { return read_end_.get(); }
  // Handles the messages that Chrome has sent; returns at once.
  void serve();

  // From now on popups in the context wait for `pass`; `holder` is whoever will send it.
  void hold(const std::string& context_id, const void* holder) { holders_[context_id] = holder; }
  // The popup may go on.
  void pass(const std::string& target_id);
  // The holder has gone: what waits for it goes on.
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
  std::set<std::string> passed_;                // targets that Chrome has not told us of
  int last_id_ = 0;
};

}  // namespace casement
