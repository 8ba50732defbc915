#include "casement/site/stream_script.h"

#include <utility>

namespace casement {

StreamAction StreamAction::text(std::string_view text) {
  StreamAction action;
  action.content.data = text;
  return action;
}

StreamAction StreamAction::json(const JsonValue& value) {
  return text(value.dump());
}

StreamAction StreamAction::binary(std::string_view bytes) {
  StreamAction action = text(bytes);
  action.kind = Kind::Binary;
  return action;
}

StreamAction StreamAction::file(std::string_view path_in_host_folder) {
  StreamAction action;
  action.kind = Kind::File;
  action.path = path_in_host_folder;
  return action;
}

StreamAction StreamAction::echo() {
  StreamAction action;
  action.kind = Kind::Echo;
  return action;
}

StreamAction StreamAction::event(SiteEvent event) {
  StreamAction action;
  action.content = std::move(event);
  return action;
}

StreamAction StreamAction::close(int code, std::string_view reason) {
  StreamAction action;
  action.kind = Kind::Close;
  action.close_code = code;
  action.reason = reason;
  return action;
}

StreamAction StreamAction::drop() {
  StreamAction action;
  action.kind = Kind::Drop;
  return action;
}

StreamAction StreamAction::stall() {
  StreamAction action;
  action.kind = Kind::Stall;
  return action;
}

StreamAction StreamAction::after(std::chrono::milliseconds wait) const {
  StreamAction copied = *this;
  copied.delay = wait;
  return copied;
}

StreamAction StreamAction::repeated(std::chrono::milliseconds interval, int at_most) const {
  StreamAction copied = *this;
  copied.every = interval;
  copied.times = at_most;
  return copied;
}

}  // namespace casement
