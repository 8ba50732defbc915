// The requests of a page and all its frames, as the Network domain reports them. A frame's document may be requested in
// one session and arrive in another; Chrome uses the same request id in both.
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

// The parameters of Network.enable: the sizes of Chrome's buffers for the bodies of a session's responses.
Json network_buffers();

class NetworkLog {
 public:
  explicit NetworkLog(EventClock& clock) : clock_(clock), log_(clock, kCapacity) {}

  // Registers the handlers for request events in the page's table. `place_of_socket` finds the place of a
  // Network.webSocketCreated event, which names no frame.
  using PlaceOfSocket = std::function<FramePlace(const cdp::Event& event)>;
  void register_events(EventTable& events, const PlaceOf& place_of, const PlaceOfSocket& place_of_socket);
  // The same for events of workers, whose sessions enable the domain themselves.
  void register_worker_events(EventTable& events, const PlaceOf& place_of);
  // Records the action of a route on a request, for the record's failure text.
  void explain_end(const std::string& request_id, std::string why);
  // Records that a route answers the request to this address. The address distinguishes the redirects of a request.
  void note_route_answer(const std::string& request_id, const std::string& url);
  // Records that a route has let the request to this address pass.
  void note_passed_by_route(const std::string& request_id, const std::string& url);

  const EventLog<RequestRecord>& log() const { return log_; }
  const RequestRecord* find(const std::string& request_id) const;
  // Null if the log has dropped the record.
  const RequestRecord* find(EventNumber number) const;
  // The first unfinished request of this document: a script or style sheet, which the parser waits for (HTML section
  // 13.2.6.4.8), or, if `any`, any request that delays the load event. Null if there is none.
  const RequestRecord* missing(const FrameId& frame, const std::string& loader_id, bool any = false) const;
  // Whether any request has neither finished nor failed. Streams (EventSource, WebSocket, the body of a fetch) and
  // requests that outlive the page (ping) do not count. `alive` returns whether a request's document still exists,
  // because Chrome reports no end for the requests of a vanished document.
  bool any_in_flight(const std::function<bool(const RequestRecord&)>& alive) const;
  // Drops the records so far.
  void clear() {
    log_.erase_if([](const RequestRecord&) { return true; });
  }
  // Raises the capacity of the log.
  void keep_everything() { log_.set_capacity(kRecordingCapacity); }
  // Requests each body of at most this many bytes from Chrome as soon as the body is complete.
  void keep_bodies(std::size_t longest) { longest_kept_ = longest; }
  // The number of requested bodies that Chrome has not returned yet.
  std::size_t awaited_bodies() const { return awaited_bodies_; }

 private:
  static constexpr std::size_t kCapacity = 2000;
  static constexpr std::size_t kMostEarly = 100;  // headers that may arrive before their requests
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
  void register_request_events(EventTable& events, const PlaceOf& place_of, const PlaceOfSocket& place_of_socket);
  void register_response_events(EventTable& events);
  void register_socket_events(EventTable& events, const PlaceOfSocket& place_of);
  void on_socket(const cdp::Event& event, FramePlace place);
  void on_handshake(RequestRecord& record, const Json& params);
  void on_handshake_response(RequestRecord& record, const Json& params);
  void on_socket_error(RequestRecord& record, const Json& params);
  void on_socket_closed(RequestRecord& record, const Json& params);
  // Registers a handler for events of known requests.
  void on_known(EventTable& events, const std::string& method,
                void (NetworkLog::*reduce)(RequestRecord& record, const Json& params));
  void add(RequestRecord record);
  void on_response(RequestRecord& record, const Json& response);
  void on_end(RequestRecord& record, const Json& params, std::string failure);
  RequestRecord* newest(const Json& params);
  RequestRecord* entry(EventNumber number);

  WeakPtrFactory<NetworkLog> weak_{this};
  EventClock& clock_;
  std::size_t longest_kept_ = 0;  // in bytes; 0 stores no bodies
  std::size_t awaited_bodies_ = 0;
  EventLog<RequestRecord> log_;
  std::unordered_map<std::string, EventNumber> newest_;        // by request id
  std::unordered_map<std::string, HeaderList> early_headers_;  // by request id
  std::unordered_map<std::string, std::string> reasons_;       // by request id
  // Whether a route answers a request, or lets it pass; by `routed_key`.
  std::unordered_map<std::string, bool> routed_;
};

}  // namespace casement
