#include "casement/relay/socket_route.h"

#include "casement/base/error.h"
#include "casement/site/site_rule.h"
#include "casement/site/stream_check.h"

namespace casement {
namespace {

void check(const StreamAction& action) {
  try {
    site::check_stream_action(action, true);
  } catch (const SiteRuleError& error) {
    throw Error(ErrorKind::Usage, error.message());
  }
}

}  // namespace

SocketAnswer SocketAnswer::pass() {
  return {};
}

SocketAnswer SocketAnswer::text(std::string_view text) {
  check(StreamAction::text(text));
  SocketAnswer answer;
  answer.kind_ = Kind::Replace;
  answer.data_ = text;
  return answer;
}

SocketAnswer SocketAnswer::json(const JsonValue& value) {
  return text(value.dump());
}

SocketAnswer SocketAnswer::binary(std::string_view bytes) {
  SocketAnswer answer;
  answer.kind_ = Kind::Replace;
  answer.data_ = bytes;
  answer.is_binary_ = true;
  return answer;
}

SocketAnswer SocketAnswer::discard() {
  SocketAnswer answer;
  answer.kind_ = Kind::Discard;
  return answer;
}

SocketAnswer SocketAnswer::close(int code, std::string_view reason) {
  check(StreamAction::close(code, reason));
  SocketAnswer answer;
  answer.kind_ = Kind::Close;
  answer.close_code_ = code;
  answer.data_ = reason;
  return answer;
}

SocketAnswer SocketAnswer::drop() {
  SocketAnswer answer;
  answer.kind_ = Kind::Drop;
  return answer;
}

SocketAnswer SocketAnswer::after(Milliseconds delay) const {
  SocketAnswer answer = *this;
  answer.delay_ = delay;
  return answer;
}

SocketAnswer SocketAnswer::replying(std::string_view text) const {
  check(StreamAction::text(text));
  SocketAnswer answer = *this;
  answer.replies_.emplace_back(text);
  return answer;
}

}  // namespace casement
