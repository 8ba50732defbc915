// Maps protocol events to reducers, and lists the commands that enable the events. Every log and tracker of a page adds
// handlers. The handlers live as long as the table, because the page or the page's extensions own both.
#pragma once

#include <functional>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "casement/browser/values/frame_id.h"
#include "casement/cdp/message.h"

namespace casement {

// The frame of an event; "" if the event names no frame.
FrameId frame_id_of(const cdp::Event& event);

class EventTable {
 public:
  using Handler = std::function<cdp::Effects(const cdp::Event&)>;

  // Sends this command to every session before the session's first document runs, in the order of the calls.
  void enable(std::string method, Json params = Json::object()) {
    enabling_.emplace_back(std::move(method), std::move(params));
  }
  // Handlers of an event run in the order of registration.
  void on(const std::string& method, Handler handler) { handlers_[method].push_back(std::move(handler)); }
  // `on` for a handler that sends nothing.
  template <class Reducer>
    requires std::is_void_v<std::invoke_result_t<Reducer, const cdp::Event&>>
  void on(const std::string& method, Reducer reducer) {
    on(method, [reducer = std::move(reducer)](const cdp::Event& event) {
      reducer(event);
      return cdp::Effects{};
    });
  }

  bool handles(const std::string& method) const { return handlers_.contains(method); }
  std::vector<cdp::Command> begin_session(const cdp::SessionId& session) const;
  cdp::Effects dispatch(const cdp::Event& event) const;

 private:
  std::vector<std::pair<std::string, Json>> enabling_;
  std::unordered_map<std::string, std::vector<Handler>> handlers_;
};

}  // namespace casement
