#include "casement/cdp/flood.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace casement::cdp {
namespace {

using std::chrono::duration;
using std::chrono::seconds;

// The limits above which Chrome sends more than Casement can read. A window is one second (`window`).
struct FloodLimits {
  std::chrono::milliseconds window{1000};

  // A busy page on a busy machine may be ahead of the reader for a while. A flood is ahead for longer than `behind`,
  // with more than `first_messages` or `first_bytes`. A few thousand lines at once are not a flood: a slow reader
  // finishes them some seconds later.
  seconds behind{1};
  std::size_t first_messages = 5000;
  std::size_t first_bytes = 16 * 1024 * 1024;
  // A window is full with more than `first_messages` messages that are not of sockets, or more than these bytes from
  // consoles. `full_windows` consecutive full windows are also a flood, even if the reader just catches up: Chrome
  // itself is slowed down by sending the lines, and has more of them unsent.
  std::size_t console_bytes_of_window = 4 * 1024 * 1024;
  int full_windows = 2;

  // A flood continues while a window exceeds these limits, and lasts for `lasts` after the last such window.
  std::size_t messages_of_window = 1000;
  std::size_t bytes_of_window = 16 * 1024 * 1024;
  seconds lasts{3};

  // Limits for one console in a window: up to `quiet_messages`, the console is not part of a flood; above
  // `loud_messages` or `loud_bytes`, the console may be.
  std::size_t quiet_messages = 10;
  std::size_t loud_messages = 500;
  std::size_t loud_bytes = 1024 * 1024;
  std::size_t times_less = 4;  // a console is not part of a flood if another console writes this many times more

  std::size_t names = 100;  // limit of counted methods and of counted consoles
};
constexpr FloodLimits kLimits;

// Chrome writes the method first, and the type of a line as the first parameter. Casement parses messages in another
// order normally.
constexpr std::string_view kMethod = R"({"method":")";
constexpr std::string_view kConsole = "Runtime.consoleAPICalled";
constexpr std::string_view kType = R"(","params":{"type":")";

std::string_view method_of(std::string_view text) {
  if (!text.starts_with(kMethod)) return "";
  text.remove_prefix(kMethod.size());
  return text.substr(0, std::min(text.find('"'), std::size_t{60}));
}

// Chrome writes the session last.
constexpr std::string_view kSession = R"(,"sessionId":")";
constexpr std::string_view kEnd = R"("})";

std::string_view session_of(std::string_view text) {
  if (!text.ends_with(kEnd)) return "";
  text.remove_suffix(kEnd.size());
  const std::size_t quote = text.rfind('"');
  if (quote == std::string_view::npos || !text.substr(0, quote + 1).ends_with(kSession)) return "";
  return text.substr(quote + 1);
}

// True for events that Chrome sends only because consoles are on.
bool is_of_console(std::string_view method) {
  return method == kConsole || method == "Runtime.exceptionThrown" || method == "Log.entryAdded";
}

// True for messages of sockets. A page may have thousands of them a second, and no console is the cause.
bool is_of_socket(std::string_view method) {
  return method == "Network.webSocketFrameSent" || method == "Network.webSocketFrameReceived" ||
         method == "Network.eventSourceMessageReceived";
}

// True for a console line that may be dropped in a flood. Errors, warnings and failed assertions are parsed for as long
// as possible.
bool is_droppable(std::string_view text) {
  if (method_of(text) != kConsole) return false;
  text.remove_prefix(kMethod.size() + kConsole.size());
  if (!text.starts_with(kType)) return false;
  text.remove_prefix(kType.size());
  return !text.starts_with("error") && !text.starts_with("warning") && !text.starts_with("assert");
}

}  // namespace

bool Flood::is_full(const Window& window) {
  return window.messages - window.socket_messages > kLimits.first_messages ||
         window.console_bytes > kLimits.console_bytes_of_window;
}

void Flood::begin_window(Clock::time_point now) {
  last_length_ = now - window_.began;
  full_windows_ = is_full(window_) ? full_windows_ + 1 : 0;
  last_ = std::exchange(window_, Window{now});
}

bool Flood::on_message(std::string_view text, bool has_more, Clock::time_point now) {
  if (now - window_.began >= kLimits.window) begin_window(now);
  ++window_.messages;
  window_.bytes += text.size();
  const std::string_view method = method_of(text);
  const bool is_console = is_of_console(method);
  if (is_console) window_.console_bytes += text.size();
  if (is_of_socket(method)) ++window_.socket_messages;
  if (const auto found = window_.methods.find(method); found != window_.methods.end())
    ++found->second;
  else if (window_.methods.size() < kLimits.names)
    window_.methods.emplace(method, 1);
  note_backlog(text.size(), has_more, now);
  if (!is_console) return false;
  const std::string_view session = session_of(text);
  const Window::Lines* lines = note_line(session, text.size());
  if (!unheard_.contains(session)) {
    if (!lasts(now)) return false;
    if (lines != nullptr) look_for_loudest(session, *lines);
    // A console with few lines is read even if another console floods.
    const bool is_quiet = lines != nullptr && lines->messages <= kLimits.quiet_messages;
    if (is_quiet || !is_droppable(text)) return false;
  }
  ++left_out_;
  return true;
}

const Flood::Window::Lines* Flood::note_line(std::string_view session, std::size_t bytes) {
  auto found = window_.consoles.find(session);
  if (found == window_.consoles.end()) {
    if (window_.consoles.size() >= kLimits.names) return nullptr;
    found = window_.consoles.emplace(SessionId(session), Window::Lines{}).first;
  }
  ++found->second.messages;
  found->second.bytes += bytes;
  return &found->second;
}

void Flood::look_for_loudest(std::string_view session, const Window::Lines& lines) {
  if (session.empty() || (lines.messages <= kLimits.loud_messages && lines.bytes <= kLimits.loud_bytes)) return;
  // Several consoles may flood at the same time. A console with much less output than another is not one of them.
  for (const auto& [other, its] : window_.consoles) {
    if (lines.messages * kLimits.times_less <= its.messages && lines.bytes * kLimits.times_less <= its.bytes) return;
  }
  unheard_.emplace(session);
  loudest_ = SessionId(session);
}

void Flood::listen_to(const SessionId& session) {
  unheard_.erase(session);
  window_.consoles.erase(session);
}

void Flood::note_backlog(std::size_t bytes, bool has_more, Clock::time_point now) {
  if (!has_more) {
    is_behind_ = false;
  } else {
    if (!std::exchange(is_behind_, true)) {
      behind_since_ = now;
      behind_messages_ = behind_bytes_ = 0;
    }
    ++behind_messages_;
    behind_bytes_ += bytes;
  }
  const bool is_late = is_behind_ && now - behind_since_ > kLimits.behind &&
                       (behind_messages_ > kLimits.first_messages || behind_bytes_ > kLimits.first_bytes);
  const bool begins = is_late || (full_windows_ >= kLimits.full_windows && is_full(window_));
  const bool goes_on = lasts(now) && (window_.messages - window_.socket_messages > kLimits.messages_of_window ||
                                      window_.bytes > kLimits.bytes_of_window ||
                                      window_.console_bytes > kLimits.console_bytes_of_window);
  if (begins || goes_on) lasts_until_ = reported_until_ = now + kLimits.lasts;
}

void Flood::on_cut_off(Clock::time_point now) {
  reported_until_ = now + kLimits.lasts;
}

std::string Flood::describe(Clock::time_point now) const {
  if (now >= reported_until_) return "";
  // Use the last whole window if this window has just begun.
  const bool is_young = now - window_.began < kLimits.window / 2 && last_.messages > 0;
  const Window& window = is_young ? last_ : window_;
  const double length = std::max(duration<double>(is_young ? last_length_ : now - window_.began).count(), 1.0);
  std::string text = fmt::format("Chrome sends events faster than Casement can read them: {:.0f} per second",
                                 std::max(static_cast<double>(window.messages) / length, 1.0));
  const auto most = std::max_element(window.methods.begin(), window.methods.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most != window.methods.end() && !most->first.empty()) text += ", most of them " + most->first;
  if (left_out_ > 0) text += fmt::format("; {} console lines were dropped", left_out_);
  return text;
}

}  // namespace casement::cdp
