#include "casement/site/event_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "casement/base/text.h"

namespace casement::site {

EventStream::EventStream(std::shared_ptr<LiveStreams> all, SiteConnection connection, std::filesystem::path folder,
                         const std::vector<StreamAction>& actions)
    : LiveStream(std::move(all), std::move(connection), std::move(folder)),
      actions_(actions_after(actions, connection_.request.header("Last-Event-ID"))) {}

void EventStream::send(const StreamAction& action, std::string data, bool) {
  const bool has_data = action.content.data || action.kind == StreamAction::Kind::File;
  const std::string lines = format_event(action.content, has_data, to_valid_utf8(data));
  put(fmt::format("{:x}\r\n{}\r\n", lines.size(), lines));
  ++connection_.sent;
}

void EventStream::send_close(int, std::string_view, Time) {
  put("0\r\n\r\n");
  is_over_ = true;
}

std::string format_event(const SiteEvent& event, bool has_data, std::string_view data) {
  std::string lines;
  if (!event.event.empty()) lines += "event: " + event.event + "\n";
  if (event.id) lines += "id: " + *event.id + "\n";
  if (event.retry) lines += fmt::format("retry: {}\n", event.retry->count());
  while (has_data) {
    const std::size_t end = std::min(data.find_first_of("\r\n"), data.size());
    lines.append("data: ").append(data.substr(0, end)).append("\n");
    if (end == data.size()) break;
    data.remove_prefix(end + (data.substr(end).starts_with("\r\n") ? 2 : 1));
  }
  return lines + "\n";
}

std::vector<StreamAction> actions_after(const std::vector<StreamAction>& actions, const std::string* last_event_id) {
  if (last_event_id == nullptr) return actions;
  const auto has_id = [&](const StreamAction& action) { return action.content.id == *last_event_id; };
  const auto found = std::ranges::find_if(actions, has_id);
  return found == actions.end() ? actions : std::vector<StreamAction>(found + 1, actions.end());
}

}  // namespace casement::site
