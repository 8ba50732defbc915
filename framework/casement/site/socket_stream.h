// The server's end of a WebSocket, which does what a rule says.
#pragma once

#include <optional>
#include <string>

#include "casement/http/socket_frames.h"
#include "casement/site/live_stream.h"

namespace casement::site {

class SocketStream : public LiveStream {
 public:
  SocketStream(std::shared_ptr<LiveStreams> all, SiteConnection connection, std::filesystem::path folder,
               SocketScript script);
  bool is_socket() const override { return true; }

 protected:
  void send(const StreamAction& action, std::string data, bool is_binary) override;
  void send_close(int code, std::string_view reason, Time now) override;
  const std::vector<StreamAction>& first_actions() const override { return script_.open; }
  void read(std::string_view bytes, Time now) override;
  void before_output() override;
  void note_end() override;
  // A whole message of the page, which is not yet recorded.
  virtual void take_message(http::SocketInput input, Time now);
  virtual void take_close(const http::SocketInput& input);
  void note_close(int code, std::string_view reason);

 private:
  void take(http::SocketInput input, Time now);

  const SocketScript script_;
  http::SocketFrameReader reader_;
  // The newest ping that was not answered yet: one answer is enough for several (RFC 6455 section 5.5.3), so that a
  // flood of pings fills no memory.
  std::optional<std::string> ping_;
};

}  // namespace casement::site
