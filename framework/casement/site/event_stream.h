// A response of the type text/event-stream (HTML Standard, section 9.2), which does what a rule says.
#pragma once

#include <string>
#include <vector>

#include "casement/site/live_stream.h"

namespace casement::site {

class EventStream : public LiveStream {
 public:
  EventStream(std::shared_ptr<LiveStreams> all, SiteConnection connection, std::filesystem::path folder,
              const std::vector<StreamAction>& actions);
  bool is_socket() const override { return false; }

 protected:
  void send(const StreamAction& action, std::string data, bool is_binary) override;
  void send_close(int code, std::string_view reason, Time now) override;
  const std::vector<StreamAction>& first_actions() const override { return actions_; }
  void read(std::string_view, Time) override {}  // a client has nothing to say until the response has ended

 private:
  const std::vector<StreamAction> actions_;
};

// The lines of an event, with the empty line at the end. `data` is used if the event has data.
std::string format_event(const SiteEvent& event, bool has_data, std::string_view data);

// The actions after the one that sends the event with this id; all if there is no such event.
std::vector<StreamAction> actions_after(const std::vector<StreamAction>& actions, const std::string* last_event_id);

}  // namespace casement::site
