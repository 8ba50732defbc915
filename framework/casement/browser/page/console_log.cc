#include "casement/browser/page/console_log.h"

#include <fmt/format.h>

#include <utility>

#include "casement/base/text.h"
#include "casement/base/utc_time.h"

namespace casement {
namespace {

constexpr std::string_view kFlood = "Casement: this page wrote to its console faster than Casement can read";

constexpr std::size_t kLongestLine = 2000;
constexpr std::size_t kLongestStack = 20'000;

std::string describe(const Json& object) {
  if (const auto value = object.find("value"); value != object.end()) {
    return value->is_string() ? value->get<std::string>() : dump_json(*value);
  }
  return object.value("description", object.value("type", std::string()));
}

}  // namespace

std::string ConsoleLine::full_text() const {
  std::string entry = level + ": " + text;
  if (!url.empty()) entry += fmt::format(" ({}:{})", shorten(url, 200), line);
  return entry;
}

std::vector<std::string> ConsoleLog::lines() const {
  std::vector<std::string> texts;
  for (const ConsoleLine& line : lines_.entries()) texts.push_back(line.full_text());
  return texts;
}

FrameId ConsoleLog::frame_of(const cdp::SessionId& session, int context) const {
  const auto contexts = contexts_.find(session);
  if (contexts == contexts_.end()) return "";
  const auto frame = contexts->second.find(context);
  return frame == contexts->second.end() ? "" : frame->second;
}

void ConsoleLog::register_events(EventTable& events, const PlaceOf& place_of,
                                 const std::function<FrameId(const std::string& request_id)>& frame_of_request) {
  events.enable("Runtime.enable");
  events.enable("Log.enable");
  register_lines(events, [this, place_of](const cdp::SessionId& session, const Json& holder) {
    return place_of(session, frame_of(session, holder.value("executionContextId", 0)));
  });
  events.on("Runtime.executionContextCreated", [this](const cdp::Event& event) {
    const Json& context = event.params.at("context");
    contexts_[event.session][context.value("id", 0)] =
        context.value("auxData", Json::object()).value("frameId", FrameId());
  });
  events.on("Runtime.executionContextDestroyed", [this](const cdp::Event& event) {
    contexts_[event.session].erase(event.params.value("executionContextId", 0));
  });
  events.on("Runtime.executionContextsCleared", [this](const cdp::Event& event) { contexts_.erase(event.session); });
  events.on("Log.entryAdded", [this, place_of, frame_of_request](const cdp::Event& event) {
    const Json& entry = event.params.at("entry");
    // The worker's own session has sent the same line.
    if (entry.value("source", std::string()) == "worker") return;
    on_log_entry(entry, place_of(event.session, frame_of_request(entry.value("networkRequestId", std::string()))));
  });
}

void ConsoleLog::register_worker_events(EventTable& events, const PlaceOf& place_of) {
  register_lines(events,
                 [place_of](const cdp::SessionId& session, const Json&) { return place_of(session, FrameId()); });
}

void ConsoleLog::register_lines(EventTable& events, const PlaceOfLine& place_of) {
  events.on("Runtime.consoleAPICalled", [this, place_of](const cdp::Event& event) {
    on_console_api(event.params, place_of(event.session, event.params));
  });
  events.on("Runtime.exceptionThrown", [this, place_of](const cdp::Event& event) {
    on_exception(event, place_of(event.session, event.params.at("exceptionDetails")));
  });
  events.on("Runtime.exceptionRevoked", [this](const cdp::Event& event) {
    const int id = event.params.value("exceptionId", 0);
    errors_.erase_if(
        [&](const PageError& error) { return error.exception_id == id && error.session == event.session; });
  });
}

void ConsoleLog::add(ConsoleLine line) {
  line.text = shorten(line.text, kLongestLine);
  lines_.add(std::move(line));
}

bool tells_of_flood(const ConsoleLine& line) {
  return line.text.starts_with(kFlood);
}

void ConsoleLog::note_flood(FramePlace place) {
  ConsoleLine line;
  line.level = "error";
  line.time = wall_milliseconds();
  line.text = std::string(kFlood) + "; its log was turned off for a while, and messages were dropped";
  line.place = std::move(place);
  add(std::move(line));
}

void ConsoleLog::on_console_api(const Json& params, FramePlace place) {
  ConsoleLine line;
  line.level = params.value("type", std::string("log"));
  line.time = params.value("timestamp", 0.0);
  for (const Json& argument : params.value("args", Json::array())) {
    if (!line.text.empty()) line.text += ' ';
    line.text += describe(argument);
  }
  static const Json::json_pointer innermost("/stackTrace/callFrames/0");
  if (params.contains(innermost)) {
    const Json& frame = params.at(innermost);
    line.url = frame.value("url", std::string());
    line.line = frame.value("lineNumber", 0) + 1;
  }
  line.place = std::move(place);
  add(std::move(line));
}

void ConsoleLog::on_exception(const cdp::Event& event, FramePlace place) {
  const Json& details = event.params.at("exceptionDetails");
  const std::string text = details.value("text", std::string());
  const std::string thrown = details.contains("exception") ? describe(details["exception"]) : std::string();
  PageError error;
  error.kind = text.find("(in promise)") != std::string::npos ? PageError::Kind::Rejection : PageError::Kind::Exception;
  error.message = shorten(thrown.empty() ? text : thrown.substr(0, thrown.find("\n    at ")), kLongestLine);
  error.stack = shorten(thrown, kLongestStack);
  error.url = details.value("url", std::string());
  error.line = details.value("lineNumber", -1) + 1;
  error.place = place;
  error.exception_id = details.value("exceptionId", 0);
  error.session = event.session;
  ConsoleLine line;
  line.level = "error";
  line.time = event.params.value("timestamp", 0.0);
  line.text = thrown.empty() ? text : text + " " + thrown;
  line.url = error.url;
  line.line = error.line;
  line.place = std::move(place);
  errors_.add(std::move(error));
  add(std::move(line));
}

void ConsoleLog::on_log_entry(const Json& entry, FramePlace place) {
  ConsoleLine line;
  line.level = entry.value("level", std::string());
  line.time = entry.value("timestamp", 0.0);
  line.text = entry.value("text", std::string());
  line.url = entry.value("url", std::string());
  line.line = entry.value("lineNumber", 0) + 1;
  line.place = std::move(place);
  add(std::move(line));
}

}  // namespace casement
