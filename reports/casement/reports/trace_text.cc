#include "casement/reports/trace_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/reports/copied_document.h"
#include "casement/reports/escape.h"
#include "casement/reports/report_text.h"
#include "casement/reports/target_history.h"
#include "casement/reports/trace_page.h"

namespace casement::reports {
namespace {

using results::Outcome;

constexpr int kFailed = static_cast<int>(Outcome::Failed);

Outcome outcome_of(const Json& step) {
  const int number = step.value("outcome", 0);
  return number >= 0 && number <= static_cast<int>(Outcome::Flaky) ? static_cast<Outcome>(number) : Outcome::Failed;
}

std::string place_of(const Json& step) {
  if (!step.contains("where")) return "";
  const Json& where = step["where"];
  return fmt::format("{}:{}", text_in(where, "file"), where.value("line", 0));
}

class Markup {
 public:
  explicit Markup(const CopiedDocument& document) : document_(document) { write(document.root, 0); }
  const std::string& text() const { return text_; }

 private:
  void write(int number, std::size_t depth) {
    const auto found = document_.nodes.find(number);
    if (found == document_.nodes.end()) return;
    const Json& node = found->second;
    const std::string indent(2 * std::min<std::size_t>(depth, 100), ' ');
    if (node.size() == 2) {
      const std::string text = node[1].get<std::string>();
      if (text.find_first_not_of(" \t\r\n\f") != text.npos) text_ += indent + visible_line(text) + '\n';
      return;
    }
    const Json facts = node.size() > 4 ? node[4] : Json::object();
    const std::string name = node[1] == "#root" ? "#shadow-root" : node[1].get<std::string>();
    std::string line = name;
    for (std::size_t i = 0; i + 1 < node[2].size(); i += 2) {
      line += fmt::format(" {}=\"{}\"", node[2][i].get<std::string>(), node[2][i + 1].get<std::string>());
    }
    if (facts.contains("value")) line += fmt::format(" · value \"{}\"", text_in(facts, "value"));
    for (const char* state : {"checked", "indeterminate", "selected"}) {
      if (facts.value(state, false)) line += std::string(" · ") + state;
    }
    if (facts.contains("top")) line += " · " + text_in(facts, "top");
    text_ += indent + "<" + visible_line(line) + ">\n";
    if (facts.contains("root")) write(facts["root"].get<int>(), depth + 1);
    for (const Json& child : node[3]) write(child.get<int>(), depth + 1);
  }

  const CopiedDocument& document_;
  std::string text_;
};

std::string size_text(double bytes) {
  return bytes < 10'000 ? fmt::format("{:.0f} B", bytes) : fmt::format("{:.0f} kB", bytes / 1000);
}

std::string status_text(const Json& request) {
  const Json& response = request.at("response");
  if (const std::string failure = text_in(response, "_error"); !failure.empty()) return visible_line(failure);
  const int status = response.value("status", 0);  // a script may leave the body of an answer unread
  return status == 0 && request.value("_pending", false) ? "pending" : std::to_string(status);
}

std::string step_of(const Json& request) {
  return request.contains("_step") ? fmt::format("step {}", request["_step"].get<int>() + 1) : "before";
}

// The facts of a request that both the list and the whole request show.
std::string line_of(const Json& request) {
  const Json& sent = request.at("request");
  return fmt::format("{} {} {}  {:.0f} ms  {}{}", status_text(request), visible_line(text_in(sent, "method")),
                     visible_line(text_in(sent, "url")), request.value("time", 0.0),
                     size_text(request.at("response").value("_transferSize", 0.0)),
                     request.value("_answered_by_test", false) ? "  answered by the test"
                     : request.value("_passed_by_test", false) ? "  passed by the test"
                                                               : "");
}

std::string headers_of(const Json& message) {
  std::string text;
  for (const Json& header : message.value("headers", Json::array())) {
    text += fmt::format("  {}: {}\n", visible_line(text_in(header, "name")), visible_line(text_in(header, "value")));
  }
  return text.empty() ? "  none\n" : text;
}

// `body`: the section "postData" or "content" of an archive.
std::string body_of(const Json& body) {
  std::string text = text_in(body, "text");
  if (text_in(body, "mimeType").find("json") != std::string::npos) {
    const auto json = nlohmann::ordered_json::parse(text, nullptr, false);
    if (!json.is_discarded()) text = json.dump(2, ' ', false, Json::error_handler_t::replace);
  }
  std::string lines = text.empty() ? "" : indent(visible_lines(text), "  ") + '\n';
  if (const std::string comment = text_in(body, "comment"); !comment.empty())
    lines += fmt::format("  ({})\n", visible_line(comment));
  return lines.empty() ? "  none\n" : lines;
}

// The messages of a WebSocket or an EventSource; "" for other requests.
std::string messages_of(const Json& request) {
  const bool is_web_socket = request.contains("_webSocketMessages");
  if (!is_web_socket && !request.contains("_eventSourceMessages")) return "";
  std::string text;
  if (const int left_out = request.value("_messagesLeftOut", 0); left_out > 0)
    text += fmt::format("  (the {} messages before these were left out)\n", left_out);
  for (const Json& one : request.at(is_web_socket ? "_webSocketMessages" : "_eventSourceMessages")) {
    text += fmt::format("  +{:.0f} ms {} {}{}{}\n", one.value("time", 0.0) * 1000 - request.value("_began", 0.0),
                        visible_line(text_in(one, is_web_socket ? "type" : "eventName")),
                        one.value("opcode", 1) == 2 ? "base64 " : "", visible_lines(text_in(one, "data")),
                        one.contains("_cut") ? fmt::format(" … of {} bytes", one.value("_bytes", std::size_t{0})) : "");
  }
  return "messages\n" + (text.empty() ? "  none\n" : text);
}

}  // namespace

TraceText::TraceText(std::string_view page) : trace_(read_trace(page)) {}

const Json& TraceText::chosen(std::size_t number) const {
  const Json& steps = all_steps();
  if (steps.empty()) throw Error(ErrorKind::Usage, "the trace has no steps");
  if (number > steps.size()) {
    throw Error(ErrorKind::Usage, fmt::format("there is no step {}: the trace has {} steps", number, steps.size()));
  }
  if (number > 0) return steps[number - 1];
  const Json* failed = &steps.back();
  for (const Json& step : steps) {
    if (step.value("outcome", 0) == kFailed) failed = &step;
  }
  return *failed;
}

std::string TraceText::list() const {
  return list_with([](const Json&) { return std::string(); });
}

std::string TraceText::list(const Target& target) const {
  TargetHistory history(target);
  std::string text = list_with([&](const Json& step) { return history.lines_after(step); });
  history.require_found();
  if (history.has_gaps())
    text += "Steps without lines have no snapshot; --trace always records snapshots of all steps.\n";
  return text;
}

std::string TraceText::list_with(const std::function<std::string(const Json& step)>& below) const {
  std::string text = fmt::format("{} {} › {}\n", trace_.value("outcome", "") == "passed" ? "✓" : "✗",
                                 visible_line(text_in(trace_, "suite")), visible_line(text_in(trace_, "case")));
  std::size_t number = 0;
  for (const Json& step : all_steps()) {
    text += fmt::format("{:4} {} {}{}  {:.0f} ms  {}\n", ++number, mark(outcome_of(step)),
                        std::string(2 * static_cast<std::size_t>(std::clamp(step.value("depth", 0), 0, 20)), ' '),
                        visible_line(text_in(step, "title")), step.value("milliseconds", 0.0),
                        visible_line(place_of(step)));
    const bool has_steps =
        number < all_steps().size() && all_steps()[number].value("depth", 0) > step.value("depth", 0);
    if (!has_steps) text += below(step);
  }
  for (const Json& line : trace_.value("left_out", Json::array()))
    text += visible_lines(line.get<std::string>()) + '\n';
  return text;
}

std::string TraceText::step(std::size_t number) const {
  const Json& step = chosen(number);
  std::string text;
  const auto add = [&](std::string_view name, std::string_view value) {
    if (!value.empty()) text += fmt::format("{:8} {}\n", name, visible_line(value));
  };
  add("step", text_in(step, "title"));
  add("result", std::string(to_string(outcome_of(step))));
  const std::string failure = failure_of_step(trace_, step);
  std::string_view name = "message";
  for (const std::string_view line : split_lines(failure)) add(std::exchange(name, ""), line);
  add("at", place_of(step));
  add("source", text_in(step, "source"));
  add("time", fmt::format("{:.0f} ms", step.value("milliseconds", 0.0)));
  add("matched", text_in(step, "matched"));
  add("frame", text_in(step, "frame_path"));
  if (const auto at = step.find("point"); at != step.end())
    add("point", fmt::format("{:.0f}, {:.0f}", at->value("x", 0.0), at->value("y", 0.0)));
  for (const Json& one : step.value("values", Json::array())) add("set", one.get<std::string>());
  for (const Json& attempt : step.value("attempts", Json::array())) {
    const std::string error = text_in(attempt, "error");
    add("attempt", fmt::format("{} {}: {}", text_in(attempt, "strategy"), text_in(attempt, "frame"),
                               error.empty() ? "worked" : error));
  }
  return text;
}

// "after step 3", for errors.
std::string TraceText::describe(std::size_t number, Moment moment) const {
  const std::ptrdiff_t index = &chosen(number) - &all_steps().front();
  return fmt::format("{} step {}", moment == Moment::Before ? "before" : "after", index + 1);
}

std::string TraceText::text(std::size_t number, Moment moment) const {
  const std::string text = text_in(chosen(number), moment == Moment::Before ? "snapshot_before" : "snapshot_after");
  if (!text.empty()) return visible_lines(text) + '\n';
  const bool has_copy = chosen(number).value(moment == Moment::Before ? "moment_before" : "moment_after", -1) >= 0;
  throw Error(ErrorKind::Usage,
              fmt::format("there is no snapshot {}; {}--trace always records snapshots of all steps",
                          describe(number, moment), has_copy ? "see its page with `casement trace dom`; " : ""));
}

std::string TraceText::dom(std::size_t number, Moment moment) const {
  const int index = chosen(number).value(moment == Moment::Before ? "moment_before" : "moment_after", -1);
  const Json& moments = trace_.at("moments");
  if (index < 0 || static_cast<std::size_t>(index) >= moments.size()) {
    throw Error(ErrorKind::Usage, fmt::format("there is no copy of the page {}", describe(number, moment)));
  }
  std::map<std::string, CopiedDocument> documents;
  for (int i = 0; i <= index; ++i) {
    for (const Json& frame : moments[static_cast<std::size_t>(i)].at("frames")) {
      if (frame.contains("copy")) documents[text_in(frame, "document")].apply(frame["copy"]);
    }
  }
  std::string text;
  for (const Json& frame : moments[static_cast<std::size_t>(index)].at("frames")) {
    const int ordinal = frame.value("ordinal", 0);
    text += fmt::format("{} {}\n", ordinal == 0 ? "main" : fmt::format("f{}", ordinal),
                        visible_line(text_in(frame, "url")));
    if (frame.contains("copy"))
      text += Markup(documents[text_in(frame, "document")]).text();
    else
      text += visible_line(text_in(frame, "failure")) + '\n';
  }
  return text;
}

std::string TraceText::network() const {
  std::string text;
  if (const int dropped = trace_.value("requests_dropped", 0); dropped > 0)
    text += fmt::format("the trace does not contain the {} requests before these\n", dropped);
  std::size_t number = 0;
  for (const Json& one : trace_.value("requests", Json::array()))
    text += fmt::format("{:4}  {:8} {}\n", ++number, step_of(one), line_of(one));
  return text.empty() ? "the pages requested nothing\n" : text;
}

std::string TraceText::request(std::size_t number) const {
  const Json requests = trace_.value("requests", Json::array());
  if (number == 0 || number > requests.size()) {
    throw Error(ErrorKind::Usage,
                fmt::format("there is no request {}: the trace has {} requests", number, requests.size()));
  }
  const Json& request = requests[number - 1];
  const Json& sent = request.at("request");
  const Json& response = request.at("response");
  std::string text = fmt::format(
      "{}\n{}, {}, {}, began {}\n", line_of(request), step_of(request), visible_line(text_in(request, "_resourceType")),
      visible_line(text_in(response.at("content"), "mimeType")), visible_line(text_in(request, "startedDateTime")));
  text += messages_of(request) + "request headers\n" + headers_of(sent);
  if (sent.contains("postData")) text += "request body\n" + body_of(sent["postData"]);
  text += "response headers\n" + headers_of(response);
  return text + "response body\n" + body_of(response.at("content"));
}

// The lines at this key that belong to the step, each with the time since the step began.
std::string TraceText::lines_in(const char* key, int step) const {
  const bool has_step = step >= 0 && step < std::ssize(all_steps());
  const double began = has_step ? all_steps()[static_cast<std::size_t>(step)].value("began", 0.0) : 0;
  std::string text;
  for (const Json& line : trace_.value(key, Json::array())) {
    if (line.value("step", -1) != step) continue;
    const std::string program = visible_line(text_in(line, "program"));
    const std::string offset = has_step ? fmt::format("+{:.0f} ms ", line.value("at", 0.0) - began) : "";
    const char* const late = line.value("late", false) ? "or earlier: " : "";
    text += fmt::format("  {}{}{}{}{}\n", program, program.empty() ? "" : " ", offset, late,
                        visible_lines(text_in(line, "text")));
  }
  return text;
}

// `number`: of the step, or 0 for all steps.
std::string TraceText::by_steps(std::size_t number, const std::function<std::string(int)>& lines_of) const {
  if (number > 0) chosen(number);  // throws if there is no such step
  std::string text;
  for (int step = number > 0 ? static_cast<int>(number) - 1 : -1; step < std::ssize(all_steps()); ++step) {
    if (const std::string lines = lines_of(step); !lines.empty()) {
      const std::string title =
          step < 0 ? "" : visible_line(text_in(all_steps()[static_cast<std::size_t>(step)], "title"));
      text += (step < 0 ? "before the first step" : fmt::format("{} {}", step + 1, title)) + '\n' + lines;
    }
    if (number > 0) break;
  }
  return text;
}

// What a click starts often happens during the next step, which waits for it.
std::string TraceText::next_with_lines(std::size_t number, const std::function<std::string(int)>& lines_of) const {
  if (number == 0) return "";
  for (int step = static_cast<int>(number); step < std::ssize(all_steps()); ++step) {
    if (!lines_of(step).empty()) return fmt::format(" during step {}; the next lines are of step {}", number, step + 1);
  }
  return fmt::format(" during step {} and later", number);
}

std::string TraceText::console(std::size_t number) const {
  const auto lines_of = [&](int step) { return lines_in("console", step); };
  const std::string text = by_steps(number, lines_of);
  return text.empty() ? "the pages wrote nothing" + next_with_lines(number, lines_of) + '\n' : text;
}

std::string TraceText::server(std::size_t number) const {
  const Json left_out = trace_.value("server_left_out", Json::array());
  const auto lines_of = [&](int step) {
    std::string lines;
    for (const Json& one : left_out) {
      if (one.value("step", -1) != step) continue;
      lines += fmt::format("  {} earlier lines of {} were left out\n", one.value("lines", 0),
                           visible_line(text_in(one, "program")));
    }
    return lines + lines_in("server", step);
  };
  const std::string text = by_steps(number, lines_of);
  return text.empty() ? "the programs printed nothing" + next_with_lines(number, lines_of) + '\n' : text;
}

std::string TraceText::errors() const {
  std::string text;
  for (const Json& line : trace_.value("failures", Json::array()))
    text += visible_lines(line.get<std::string>()) + '\n';
  return text.empty() ? "the case has no failure\n" : text;
}

}  // namespace casement::reports
