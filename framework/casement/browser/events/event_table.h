// Which reducers an event of the protocol goes to, and what switches the events on: every log and tracker of a page
// enters its own rows. The handlers live as long as the table: they belong to the page, as it does, or to its
// extensions.
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

// The frame that an event names; "" where it names none.
FrameId frame_id_of(const cdp::Event& event);

class EventTable {
 public:
  using Handler = std::function<cdp::Effects(const cdp::Event&)>;

  // Each session is sent this command, in the order of the calls, before its first document runs.
  void enable(std::string method, Json params = Json::object()) {
    enabling_.emplace_back(std::move(method), std::move(params));
  }
  // Handlers of one event run in the order in which they were entered.
  void on(const std::string& method, Handler handler) { handlers_[method].push_back(std::move(handler)); }
  // The same for a handler that sends nothing.
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
