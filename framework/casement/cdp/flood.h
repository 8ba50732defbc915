// Detects that Chrome sends more than Casement can read. All pages of a browser share one channel, and a page that
// writes to the console endlessly fills the channel. During such a flood Casement counts lines of the loud consoles and
// leaves them unparsed, so that messages of other pages still get through. Flood also names each session that causes
// much of the flood, so that the caller can turn that console off. Every connection owns one Flood.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "casement/base/deadline.h"
#include "casement/cdp/message.h"

namespace casement::cdp {

class Flood {
 public:
  using Clock = Deadline::Clock;

  // Counts a message; `has_more`: the next message is already waiting. Returns true if the message is part of the flood
  // and affects only a log: the caller need not parse the message.
  bool on_message(std::string_view text, bool has_more, Clock::time_point now = Clock::now());
  // Returns a session whose console causes much of a flood, once. From then on all messages of that console stay
  // unparsed, errors too, until `listen_to`.
  std::optional<SessionId> take_loudest() { return std::exchange(loudest_, std::nullopt); }
  void listen_to(const SessionId& session);
  // Records that a wait ended at the deadline while more messages were waiting.
  void on_cut_off(Clock::time_point now = Clock::now());
  // A text for the error of a timed-out wait: "Chrome sends more than can be read: 5200 events a second, most of them
  // Runtime.consoleAPICalled"; "" if there was no flood.
  std::string describe(Clock::time_point now = Clock::now()) const;
  bool lasts(Clock::time_point now = Clock::now()) const { return now < lasts_until_; }
  // The number of lines that were left unparsed.
  std::size_t left_out() const { return left_out_; }

 private:
  // Counts of the messages since `began`.
  struct Window {
    Clock::time_point began{};
    std::size_t messages = 0;
    std::size_t socket_messages = 0;  // part of `messages`: frames of WebSockets, events of EventSources
    std::size_t bytes = 0;
    std::size_t console_bytes = 0;
    std::map<std::string, std::size_t, std::less<>> methods = {};
    // Counts of console messages only, by session.
    struct Lines {
      std::size_t messages = 0;
      std::size_t bytes = 0;
    };
    std::map<SessionId, Lines, std::less<>> consoles = {};
  };
  static bool is_full(const Window& window);
  void begin_window(Clock::time_point now);
  // Counts a line of this console. Returns the console's counts in the window; null if too many consoles are counted
  // already.
  const Window::Lines* note_line(std::string_view session, std::size_t bytes);
  void look_for_loudest(std::string_view session, const Window::Lines& lines);
  void note_backlog(std::size_t bytes, bool has_more, Clock::time_point now);

  Window window_;
  Window last_;  // the previous window, whose length is last_length_
  Clock::duration last_length_{};
  Clock::time_point lasts_until_{};
  Clock::time_point reported_until_{};  // like lasts_until_, but also extended if a wait was cut off
  // The time since which a next message was always waiting.
  Clock::time_point behind_since_{};
  bool is_behind_ = false;
  std::size_t behind_messages_ = 0;
  std::size_t behind_bytes_ = 0;
  int full_windows_ = 0;  // consecutive windows with unusually many messages
  std::size_t left_out_ = 0;
  std::set<SessionId, std::less<>> unheard_;
  std::optional<SessionId> loudest_;
};

}  // namespace casement::cdp
