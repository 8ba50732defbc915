// The server's end of one WebSocket or event stream. The functions of HttpStream are called on a loop's thread, and
// take the lock of `LiveStreams`; the others need that lock.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "casement/http/stream.h"
#include "casement/site/action_schedule.h"
#include "casement/site/site_stream.h"

namespace casement::site {

class LiveStreams;

// The time for a client to read the last bytes, and to answer a close.
inline constexpr std::chrono::seconds kTimeToEnd{2};

class LiveStream : public http::HttpStream, public std::enable_shared_from_this<LiveStream> {
 public:
  // `folder`: the host's folder, empty if it has none.
  LiveStream(std::shared_ptr<LiveStreams> all, SiteConnection connection, std::filesystem::path folder);

  void begin(Time now) override;
  void receive(std::string_view bytes, Time now) override;
  void take_output(std::string& output, std::size_t limit) override;
  void end() override;
  Wish advance(Time now) override;

  virtual bool is_socket() const = 0;
  // Whether the server still sends.
  bool is_active() const { return connection_.is_open && !is_closing_ && !is_stalled_ && !is_cut_; }
  bool has_ended() const { return !connection_.is_open; }
  // Whether the action would have an effect: a stalled connection can still be dropped.
  bool can_do(const StreamAction& action) const {
    return is_active() || (action.kind == StreamAction::Kind::Drop && connection_.is_open && !is_cut_);
  }
  const SiteConnection& connection() const { return connection_; }
  void perform(const StreamAction& action, const ActionCause* cause, Time now);

 protected:
  virtual void send(const StreamAction& action, std::string data, bool is_binary) = 0;
  virtual void send_close(int code, std::string_view reason, Time now) = 0;
  virtual const std::vector<StreamAction>& first_actions() const = 0;
  virtual void read(std::string_view bytes, Time now) = 0;
  virtual void before_output() {}
  virtual void note_end() {}

  void reply(const std::vector<StreamAction>& actions, std::shared_ptr<const ActionCause> cause, Time now);
  // Bytes for the client; cuts the connection if the client leaves too many unread.
  void put(std::string_view bytes);
  bool has_output() const { return taken_ < output_.size(); }
  // Ends the connection at once, because of the client.
  void fail(std::string why);

  const std::shared_ptr<LiveStreams> all_;
  SiteConnection connection_;
  const std::filesystem::path folder_;
  ActionSchedule schedule_;
  bool is_closing_ = false;             // the server has sent its last message
  bool is_client_sending_ = false;      // perhaps, after the output
  bool is_over_ = false;                // the connection may end after the output
  std::optional<Time> close_deadline_;  // the client has time until then to answer the close

 private:
  void do_what_is_due(Time now);
  void drop(Time now);
  void send_content(const StreamAction& action, const ActionCause* cause, Time now);

  std::string output_;
  std::size_t taken_ = 0;  // bytes of `output_`
  bool is_stalled_ = false;
  bool is_cut_ = false;
};

}  // namespace casement::site
