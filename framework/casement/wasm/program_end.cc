#include "casement/wasm/program_end.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "casement/base/error.h"
#include "casement/base/text.h"

namespace casement::wasm {
namespace {

constexpr std::size_t kMostFrames = 60;

std::string text_in(const Json& end, const char* name) {
  const auto found = end.find(name);
  return found != end.end() && found->is_string() ? found->get<std::string>() : "";
}

// "    at f(int) (http://127.0.0.1:1/s.wasm:wasm-function[5]:0x1a)" → "at f(int) (s.wasm:0x1a)".
std::string without_address(std::string line) {
  for (std::size_t at = line.find("http://127.0.0.1:"); at != std::string::npos; at = line.find("http://127.0.0.1:")) {
    const std::size_t slash = line.find('/', at + 17);
    line.erase(at, slash == std::string::npos ? std::string::npos : slash + 1 - at);
  }
  // The number says nothing beside a name.
  const std::size_t number = line.find(":wasm-function[");
  const bool has_name = number != std::string::npos && line.find(" (") < number;
  if (const std::size_t end = line.find("]:", number); has_name && end != std::string::npos) {
    line.erase(number, end + 1 - number);
  }
  return line;
}

void add_stack(ProgramEnd& end, const std::string& stack) {
  if (end.details = stack_lines(stack); end.details.empty()) return;
  const auto is_unnamed = [](const std::string& line) { return line.find("wasm-function[") != std::string::npos; };
  if (std::ranges::any_of(end.details, is_unnamed)) {
    end.details.emplace_back("link with --profiling-funcs or -g2 to see the names of functions");
  }
}

ProgramEnd crashed(std::string reason, const Json& end) {
  ProgramEnd crash{.kind = ProgramEnd::Kind::Crashed, .code = kCrashedCode, .reason = std::move(reason)};
  add_stack(crash, text_in(end, "stack"));
  return crash;
}

ProgramEnd unusable(std::string reason, std::vector<std::string> details = {}) {
  return {.kind = ProgramEnd::Kind::Unusable,
          .code = static_cast<int>(ExitCode::Usage),
          .reason = std::move(reason),
          .details = std::move(details)};
}

}  // namespace

std::vector<std::string> stack_lines(const std::string& stack) {
  std::vector<std::string> lines;
  for (const std::string_view line : split_lines(stack)) {
    const std::size_t start = line.find_first_not_of(' ');
    if (start == std::string_view::npos || !line.substr(start).starts_with("at ")) continue;
    if (line.find("/.casement-page") != std::string_view::npos) continue;
    if (lines.size() == kMostFrames) break;
    lines.push_back(without_address(std::string(line.substr(start))));
  }
  return lines;
}

ProgramEnd page_lost(const std::string& reason) {
  return {.kind = ProgramEnd::Kind::PageLost, .code = kCrashedCode, .reason = reason};
}

void add_stack_of_thread(ProgramEnd& end) {
  for (const std::string& line : end.console) {
    if (end.details.empty()) add_stack(end, line);
  }
}

ProgramEnd read_end(const Json& end, const ProgramCall& call, const ProgramFiles& program) {
  if (!end.is_object()) return page_lost("the program left its page");
  const std::string kind = text_in(end, "kind"), text = text_in(end, "text");
  const auto code = end.find("code");
  const int number = code != end.end() && code->is_number() ? static_cast<int>(code->get<double>()) & 0xff : 0;
  ProgramEnd result;
  if (kind == "exited") {
    result.code = number;
  } else if (kind == "aborted") {
    result = crashed("the program aborted: " + text, end);
  } else if (kind == "threw") {
    result = crashed("the program crashed: " + text, end);
  } else if (kind == "closed") {
    result = page_lost("the program closed its page");
  } else if (kind == "left") {
    result = page_lost("the program left its page");
  } else if (kind == "returned") {
    result = unusable(
        fmt::format("main of {} returned {}, but the runtime did not exit, so output, atexit functions and leak checks "
                    "may be missing",
                    program.script, number),
        {"link with -sEXIT_RUNTIME=1"});
  } else {
    result = unusable(text);
  }
  const auto written = end.find("written");
  for (const std::size_t stream : {std::size_t{1}, std::size_t{2}}) {
    if (written == end.end() || !written->is_array() || written->size() <= stream) continue;
    const double characters = (*written)[stream].is_number() ? (*written)[stream].get<double>() : 0;
    if (characters <= static_cast<double>(call.most_output)) continue;
    result.notes.push_back(fmt::format("the program wrote {:.0f} characters to standard {}; only the first {} are kept",
                                       characters, stream == 1 ? "output" : "error", call.most_output));
  }
  return result;
}

void add_missing_files(ProgramEnd& end, const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    end.details.push_back(path.substr(1) + " is missing in the program's folder");
  }
}

}  // namespace casement::wasm
