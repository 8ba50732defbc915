// The requests of a page, over all its frames, as the Network domain reports them. A frame's document
// may be asked for in one session and arrive in another; Chrome's request ids are good for both.
#pragma once

#include <functional>
#include <string>
#include <unordered_map>

#include "casement/base/weak_ptr.h"
#include "casement/browser/events/event_log.h"
#include "casement/browser/events/event_table.h"
#include "casement/browser/values/page_records.h"
#include "casement/cdp/message.h"

namespace casement {

class NetworkLog {
 public:
  explicit NetworkLog(EventClock& clock) : clock_(clock), log_(clock, kCapacity) {}

  // Enters the events of requests in the page's table.
  void register_events(EventTable& events, const PlaceOf& place_of);
  // A route decided over a request: what its record is to say when Chrome reports its end.
  void explain_end(const std::string& request_id, std::string why);

  const EventLog<RequestRecord>& log() const { return log_; }
  const RequestRecord* find(const std::string& request_id) const;
  // Null where it is forgotten.
  const RequestRecord* find(EventNumber number) const;
  // The first request of this document that has not ended: a script or style sheet, which the parser waits for (HTML
  // section 13.2.6.4.8), or, if `any`, whatever its load event waits for. Null if there is none.
  const RequestRecord* missing(const FrameId& frame, const std::string& loader_id, bool any = false) const;
  // Requests that were neither answered to the end nor failed; streams (EventSource, WebSocket,
  // the body of a fetch) and what outlives its page (ping) do not count. `alive` says whether a request's document is
  // still there: Chrome reports no end of what a vanished one asked for.
  bool any_in_flight(const std::function<bool(const RequestRecord&)>& alive) const;
  // Keeps many more entries from now on, and what went over the wire of headers.
  void keep_everything() { log_.set_capacity(kRecordingCapacity); }
  // From now on Chrome is asked for each body of at most so many bytes as soon as it is whole.
  void keep_bodies(std::size_t longest) { longest_kept_ = longest; }
  // Bodies that it was asked for and has not given yet.
  std::size_t awaited_bodies() const { return awaited_bodies_; }

 private:
  static constexpr std::size_t kCapacity = 2000;
  static constexpr std::size_t kMostEarly = 100;  // requests whose headers are known before themselves
  static constexpr std::size_t kRecordingCapacity = 200'000;

  void on_response_received(RequestRecord& record, const Json& params);
  void on_data(RequestRecord& record, const Json& params);
  cdp::Effects on_finished(const cdp::Event& event);
  cdp::Effects on_posted(const cdp::Reply& reply, EventNumber number);
  cdp::Effects on_body(const cdp::Reply& reply, EventNumber number);
  void on_failed(RequestRecord& record, const Json& params);
  void on_served_from_cache(RequestRecord& record, const Json& params);
  void on_wire_headers(const Json& params);
  void on_response_headers(RequestRecord& record, const Json& params);
  void on_request(const cdp::Event& event, const PlaceOf& place_of);
  void on_response(RequestRecord& record, const Json& response);
  void on_end(RequestRecord& record, const Json& params, std::string failure);
  RequestRecord* newest(const Json& params);
  RequestRecord* entry(EventNumber number);

  WeakPtrFactory<NetworkLog> weak_{this};
  EventClock& clock_;
  std::size_t longest_kept_ = 0;  // in bytes; 0 for none
  std::size_t awaited_bodies_ = 0;
  EventLog<RequestRecord> log_;
  std::unordered_map<std::string, EventNumber> newest_;        // by request id
  std::unordered_map<std::string, HeaderList> early_headers_;  // by request id
  std::unordered_map<std::string, std::string> reasons_;       // by request id
};

}  // namespace casement
