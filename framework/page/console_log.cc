#include "casement/page/console_log.h"

#include <fmt/format.h>

#include "casement/base/text.h"

namespace casement {
namespace {

constexpr std::size_t kCapacity = 1000;
constexpr std::size_t kLongestLine = 2000;

std::string describe(const Json& object) {
  if (const auto value = object.find("value"); value != object.end()) {
    return value->is_string() ? value->get<std::string>() : dump_json(*value);
  }
  return object.value("description", object.value("type", std::string()));
}

}  // namespace

void ConsoleLog::add(std::string level, const std::string& text, const std::string& url, int line) {
  std::string entry = std::move(level) + ": " + shorten(text, kLongestLine);
  if (!url.empty()) entry += fmt::format(" ({}:{})", shorten(url, 200), line + 1);
  lines_.push_back(std::move(entry));
  if (lines_.size() > kCapacity) lines_.pop_front();
}

void ConsoleLog::on_console_api(const Json& params) {
  std::string text;
  for (const Json& argument : params.value("args", Json::array())) {
    if (!text.empty()) text += ' ';
    text += describe(argument);
  }
  std::string url;
  int line = 0;
  if (params.contains("stackTrace") && !params["stackTrace"]["callFrames"].empty()) {
    const Json& frame = params["stackTrace"]["callFrames"][0];
    url = frame.value("url", std::string());
    line = frame.value("lineNumber", 0);
  }
  add(params.value("type", std::string("log")), text, url, line);
}

void ConsoleLog::on_exception(const Json& params) {
  const Json& details = params.at("exceptionDetails");
  std::string text = details.value("text", std::string());
  if (details.contains("exception")) text += " " + describe(details["exception"]);
  add("error", text, details.value("url", std::string()), details.value("lineNumber", 0));
}

void ConsoleLog::on_log_entry(const Json& params) {
  const Json& entry = params.at("entry");
  add(entry.value("level", std::string()), entry.value("text", std::string()),
      entry.value("url", std::string()), entry.value("lineNumber", 0));
}

}  // namespace casement
