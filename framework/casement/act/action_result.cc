#include "casement/act/action_result.h"

#include <fmt/format.h>

#include <algorithm>

#include "casement/base/text.h"
#include "casement/base/utc_time.h"
#include "casement/snapshot/json_writer.h"

namespace casement {
namespace {

void write_milliseconds(JsonWriter& json, double milliseconds) {
  json.key("duration_ms");
  json.literal(fmt::format("{:.3f}", milliseconds));
}

void write_truth(JsonWriter& json, std::string_view name, bool truth) {
  json.key(name);
  json.literal(truth ? "true" : "false");
}

void write_point(JsonWriter& json, Point point) {
  json.key("point");
  json.open('{');
  json.key("x");
  json.literal(fmt::format("{:.1f}", point.x));
  json.key("y");
  json.literal(fmt::format("{:.1f}", point.y));
  json.close('}');
}

void write_frame(JsonWriter& json, const FrameContext& frame) {
  json.key("frame");
  json.open('{');
  json.text("name", frame.name);
  json.number("index", frame.ordinal);
  json.text("url", frame.url);
  json.text("path", frame.path);
  json.close('}');
}

void write_attempt(JsonWriter& json, const ActionAttempt& attempt) {
  json.open('{');
  json.text("strategy", attempt.strategy);
  json.text("frame", attempt.frame);
  write_truth(json, "success", attempt.success);
  json.text("error", attempt.error);
  write_milliseconds(json, attempt.milliseconds);
  json.close('}');
}

void write_chain(JsonWriter& json, const ActionResult& result) {
  json.key("retry_chain");
  json.open('{');
  std::vector<std::string> strategies;
  for (const ActionAttempt& attempt : result.attempts) {
    if (std::ranges::find(strategies, attempt.strategy) == strategies.end()) strategies.push_back(attempt.strategy);
  }
  json.key("strategies");
  json.open('[');
  for (const std::string& strategy : strategies) json.value(strategy);
  json.close(']');
  json.key("attempts");
  json.open('[');
  for (const ActionAttempt& attempt : result.attempts) write_attempt(json, attempt);
  json.close(']');
  write_truth(json, "exhausted", !result.success && !result.attempts.empty());
  write_truth(json, "succeeded", result.success);
  json.close('}');
}

}  // namespace

std::string attempt_line(const ActionResult& result, const ActionAttempt& attempt) {
  constexpr std::size_t most_shown = 300;  // characters of each text from the page or the caller
  const auto plain = [](std::string_view text) { return shorten(collapse_white_space(text), most_shown); };
  return fmt::format("{}{}{}: {}: {}: {}, {:.0f} ms", result.action, result.target.empty() ? "" : " ",
                     plain(result.target), plain(attempt.frame), attempt.strategy,
                     attempt.success ? "done" : plain(attempt.error), attempt.milliseconds);
}

namespace {

void write_texts(JsonWriter& json, const char* key, const std::vector<std::string>& texts) {
  if (texts.empty()) return;
  json.key(key);
  json.open('[');
  for (const std::string& text : texts) json.value(text);
  json.close(']');
}

}  // namespace

std::string to_json(const ActionResult& result) {
  JsonWriter json;
  json.open('{');
  json.text("action", result.action);
  json.text("target", result.target);
  json.text("ref", result.ref);
  write_truth(json, "success", result.success);
  json.text("error", result.error);
  write_milliseconds(json, result.milliseconds);
  json.text("time", utc_time(result.time));
  if (result.point) write_point(json, *result.point);
  json.yes("navigated", result.navigated);
  json.text("url", result.url);
  if (result.mutations != 0) json.number("mutations", result.mutations);
  json.yes("scrolled", result.scrolled);
  json.yes("value_changed", result.value_changed);
  if (result.value) {
    json.key("value");
    json.value(*result.value);
  }
  if (result.frame_context) write_frame(json, *result.frame_context);
  write_chain(json, result);
  write_texts(json, "warnings", result.warnings);
  write_texts(json, "overlays", result.overlays);
  if (result.changes) {
    json.key("changes");
    json.literal(to_json(*result.changes));
  }
  json.close('}');
  return json.take();
}

}  // namespace casement
