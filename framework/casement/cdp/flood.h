// Whether Chrome sends more than can be read: a page that writes to its console without end fills the
// one channel that all pages of the browser share. While that lasts, lines of the consoles that say much are
// counted and left unparsed, so that the messages of other pages still get through; and each session that many
// of them come from is named, so that its console can be turned off. A value of the connection's.
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

  // A message has been taken; `has_more`: the next one is there already. True where it is one of the
  // flood, of which nothing depends but a line in a log: it need not be parsed.
  bool on_message(std::string_view text, bool has_more, Clock::time_point now = Clock::now());
  // A session whose console is much of a flood, once. What its console says is left unparsed from then
  // on, mistakes too, until `listen_to`.
  std::optional<SessionId> take_loudest() { return std::exchange(loudest_, std::nullopt); }
  void listen_to(const SessionId& session);
  // A wait has ended at its deadline, and still there was more to read.
  void on_cut_off(Clock::time_point now = Clock::now());
  // For the error of a wait that ran out of time: "Chrome sends more than can be read: 5200
  // events a second, most of them Runtime.consoleAPICalled"; "" where it was no flood.
  std::string describe(Clock::time_point now = Clock::now()) const;
  bool lasts(Clock::time_point now = Clock::now()) const { return now < lasts_until_; }
  // How many lines were left unparsed.
  std::size_t left_out() const { return left_out_; }

 private:
  // What came since `began`.
  struct Window {
    Clock::time_point began{};
    std::size_t messages = 0;
    std::size_t bytes = 0;
    std::size_t console_bytes = 0;
    std::map<std::string, std::size_t, std::less<>> methods = {};
    // Of consoles alone, by session.
    struct Lines {
      std::size_t messages = 0;
      std::size_t bytes = 0;
    };
    std::map<SessionId, Lines, std::less<>> consoles = {};
  };
  static bool is_full(const Window& window);
  void begin_window(Clock::time_point now);
  // A line of this console: all that it said in the window; null for one more than are counted.
  const Window::Lines* note_line(std::string_view session, std::size_t bytes);
  void look_for_loudest(std::string_view session, const Window::Lines& lines);
  void note_backlog(std::size_t bytes, bool has_more, Clock::time_point now);

  Window window_;
  Window last_;  // the one before, with its length
  Clock::duration last_length_{};
  Clock::time_point lasts_until_{};
  Clock::time_point reported_until_{};  // also where a wait was cut off
  // Since when there always was a next message.
  Clock::time_point behind_since_{};
  bool is_behind_ = false;
  std::size_t behind_messages_ = 0;
  std::size_t behind_bytes_ = 0;
  int full_windows_ = 0;  // in a row, with more messages than are usual
  std::size_t left_out_ = 0;
  std::set<SessionId, std::less<>> unheard_;
  std::optional<SessionId> loudest_;
};

}  // namespace casement::cdp
