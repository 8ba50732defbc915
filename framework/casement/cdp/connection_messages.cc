// What a connection makes of a message: an answer goes to who asked, an event to the reducer.
#include <fmt/format.h>

#include <utility>

#include "casement/base/json_shape.h"
#include "casement/cdp/connection.h"
#include "casement/cdp/protocol_error.h"
#include "casement/cdp/reply_shape.h"

namespace casement::cdp {

void Connection::handle(const std::string& text) {
  Json message;
  try {
    message = parse_json(text);
    if (!message.is_object()) throw Error(ErrorKind::Protocol, "a message that is no object");
  } catch (const Error& error) {
    // Without its id nobody can be told; the command it answered ends by its deadline.
    log_.add(fmt::format("← not understood: {}", error.message()));
    return;
  }
  if (const auto id = message.find("id"); id != message.end() && id->is_number_integer()) {
    const auto found = pending_.find(id->get<std::int64_t>());
    if (found == pending_.end()) return;  // given up
    std::shared_ptr<Call::State> state = found->second;
    pending_.erase(found);
    Reply reply;
    if (const auto error = message.find("error"); error != message.end()) {
      try {
        reply.error = protocol_error(state->method, *error, browser_name_);
      } catch (const Json::exception&) {
        reply.error = Error(ErrorKind::Protocol, state->method + " failed with an error in an unknown shape");
      }
      log_.add(fmt::format("← {}", reply.error->what()));
    } else {
      // No answer at all is that of a command which returns nothing.
      if (const auto result = message.find("result"); result != message.end())
        reply.result = std::move(*result);
      else
        reply.result = Json::object();
      reply.error = reply_error(state->method, reply.result);
      if (reply.error) log_.add(fmt::format("← {}", reply.error->what()));
    }
    finish(std::move(state), std::move(reply));
    return;
  }
  if (const std::string wrong = wrong_shape(message, "method!string sessionId:string"); !wrong.empty()) {
    log_.add(fmt::format("← not understood: {}", wrong));
    return;
  }
  Event event{message.value("sessionId", SessionId()), message.value("method", std::string()),
              std::move(message["params"])};
  log_.add(fmt::format("← {} {}", event.method, event.session.substr(0, 4)));
  if (tells_of_renderer(event.method)) crashed_sessions_.erase(event.session);
  if (!reducer_) return;
  apply(reduce(event.session, event.method, [&] {
    try {
      return reducer_(event);
    } catch (const Json::exception& error) {
      // A newer Chrome may say a thing in another shape; what that event would have told is lost.
      log_.add(fmt::format("← {} not understood: {}", event.method, error.what()));
      return Effects{};
    }
  }));
}

Effects Connection::reduce(const SessionId& session, std::string_view what, const std::function<Effects()>& reduce) {
  struct Handling {
    explicit Handling(bool& flag) : flag_(flag), outer_(std::exchange(flag, true)) {}
    ~Handling() { flag_ = outer_; }
    bool& flag_;
    bool outer_;
  };
  const Handling handling(handling_);
  try {
    return reduce();
  } catch (const Json::exception& error) {
    // Deeper in an answer than shapes are checked.
    return fail(session,
                {ErrorKind::Protocol, fmt::format("{} was answered in another shape: {}", what, error.what())});
  } catch (const std::exception& error) {
    return fail(session, {ErrorKind::Internal, fmt::format("Casement failed at {}: {}", what, error.what())});
  }
}

Effects Connection::fail(const SessionId& session, const Error& error) {
  log_.add(fmt::format("internal error: {}", error.message()));
  Effects effects;
  try {
    effects = on_failure_(session, error);
  } catch (const std::exception& again) {
    log_.add(fmt::format("internal error, while one was handled: {}", again.what()));
  }
  for (const EndedSession& ended : effects.ended) failed_sessions_.emplace(ended.session, error);
  if (effects.ended.empty()) unclaimed_failure_ = error;
  return effects;
}

void Connection::finish(std::shared_ptr<Call::State> state, Reply reply) {
  state->reply = std::move(reply);
  if (state->is_late && state->undo != nullptr && !state->reply->error) {
    apply(reduce(state->session, state->method, [&] { return Effects{{state->undo(state->reply->result)}, {}, {}}; }));
  }
  if (!state->on_reply) return;
  apply(reduce(state->session, state->method, [&] { return state->on_reply(*state->reply); }));
}

}  // namespace casement::cdp
