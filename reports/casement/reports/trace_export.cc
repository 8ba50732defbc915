#include "casement/reports/trace_export.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "casement/base/zip_file.h"
#include "casement/reports/document_export.h"
#include "casement/reports/export_files.h"
#include "casement/reports/network_export.h"
#include "casement/reports/report_text.h"
#include "casement/reports/trace_page.h"

namespace casement::reports {
namespace {

constexpr int kLayout = 10;
constexpr const char* kPage = "page@1";
constexpr int kMostLines = 100'000;  // of a source file whose known lines are exported

// "e12" or "f2_e12" at the end of `button "Pay" [f2_e12]`.
struct Matched {
  int frame = 0, ref = 0;
};
Matched matched_of(const Json& step) {
  const std::string text = text_in(step, "matched");
  const std::size_t begin = text.rfind('[');
  Matched matched;
  if (begin == text.npos) return matched;
  const char* const place = text.c_str() + begin;
  if (std::sscanf(place, "[f%d_e%d]", &matched.frame, &matched.ref) != 2) {
    matched = {};
    if (std::sscanf(place, "[e%d]", &matched.ref) != 1) matched = {};
  }
  return matched;
}

class Export {
 public:
  explicit Export(const Json& trace) : trace_(trace) {}

  std::string archive() {
    place_steps();
    add_context();
    add_steps();
    add_snapshots();
    add_console();
    add_program_lines();
    add_sources();
    std::string network = NetworkExport(trace_, clock_, kPage, files_).lines();
    std::vector<ZippedFile> files{{"trace.trace", std::move(events_)}, {"trace.network", std::move(network)}};
    files_.move_to(files);
    return zip_of(files);
  }

 private:
  struct Step {
    std::string id, parent;
    double began = 0, ended = 0;  // on the export's clock
  };

  const Json& all(const char* key) const {
    static const Json kNone = Json::array();
    const auto found = trace_.find(key);
    return found == trace_.end() ? kNone : *found;
  }
  void add(const Json& event) { events_ += event.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n'; }

  void place_steps() {
    const auto see = [&](double wall) {
      if (wall > 0 && (clock_.began == 0 || wall < clock_.began)) clock_.began = wall;
    };
    for (const Json& step : all("steps")) see(step.value("began", 0.0));
    for (const Json& request : all("requests")) see(request.value("_began", 0.0));
    std::vector<std::string> open;  // ids by depth
    double last = 1;
    const Json& steps = all("steps");
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const Json& step = steps[i];
      Step placed;
      placed.id = fmt::format("call@{}", steps_.size() + 1);
      const auto depth = static_cast<std::size_t>(std::max(0, step.value("depth", 0)));
      const bool is_block = i + 1 < steps.size() && steps[i + 1].value("depth", 0) > step.value("depth", 0);
      if (depth < open.size()) open.resize(depth);
      if (!open.empty()) placed.parent = open.back();
      open.push_back(placed.id);
      const double began = step.value("began", 0.0);
      placed.began = began > 0 ? clock_.at(began) : last;
      placed.ended = placed.began + std::max(0.0, step.value("milliseconds", 0.0));
      last = is_block ? placed.began : placed.ended;
      end_ = std::max(end_, placed.ended);
      steps_.push_back(std::move(placed));
    }
  }

  void add_context() {
    Json options = Json::object();
    for (const Json& moment : all("moments")) {
      const Json& frames = moment.at("frames");
      const auto main = std::ranges::find_if(
          frames, [](const Json& frame) { return frame.value("ordinal", 0) == 0 && frame.contains("copy"); });
      if (main == frames.end()) continue;
      options = {{"viewport", viewport_of(main->at("copy"))}, {"deviceScaleFactor", 1}, {"isMobile", false}};
      break;
    }
    add({{"type", "context-options"},
         {"version", kLayout},
         {"origin", "library"},
         {"browserName", "chromium"},
         {"platform", "linux"},
         {"title", text_in(trace_, "suite") + " › " + text_in(trace_, "case")},
         {"options", std::move(options)},
         {"wallTime", clock_.began},
         {"monotonicTime", 1},
         {"sdkLanguage", "javascript"},
         {"contextId", "context@1"}});
    add({{"type", "event"},
         {"time", 1},
         {"class", "BrowserContext"},
         {"method", "page"},
         {"params", {{"pageId", kPage}}},
         {"pageId", kPage}});
  }

  static Json viewport_of(const Json& facts) {
    const Json view = facts.value("view", Json::array());
    const auto side = [&](std::size_t i, double other) {
      return i < view.size() && view[i].is_number() ? view[i].get<double>() : other;
    };
    return {{"width", side(0, 1280)}, {"height", side(1, 720)}};
  }

  Json stack_of(const Json& step) {
    const auto where = step.find("where");
    if (where == step.end()) return Json::array();
    const std::string file = text_in(*where, "file");
    const int line = where->value("line", 0);
    if (file.empty() || line <= 0) return Json::array();
    if (line <= kMostLines) sources_[file][line] = text_in(step, "source");
    return Json::array({{{"file", file}, {"line", line}, {"column", where->value("column", 0)}, {"function", ""}}});
  }

  static Json point_of(const Json& step) {
    return {{"x", step["point"].value("x", 0.0)}, {"y", step["point"].value("y", 0.0)}};
  }

  static bool is(const Json& step, results::Outcome outcome) {
    return step.value("outcome", 0) == static_cast<int>(outcome);
  }

  // A block fails because of a step in it, without a message or with the message of that step.
  bool fails_by_its_steps(std::size_t index) const {
    const Json& steps = all("steps");
    const std::string message = text_in(steps[index], "message");
    const int depth = steps[index].value("depth", 0);
    for (std::size_t i = index + 1; i < steps.size() && steps[i].value("depth", 0) > depth; ++i) {
      const bool is_same = message.empty() || text_in(steps[i], "message") == message;
      if (is_same && is(steps[i], results::Outcome::Failed)) return true;
    }
    return false;
  }

  void add_steps() {
    const Json& steps = all("steps");
    std::string told;  // messages of failed steps
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const Json& step = steps[i];
      const Step& placed = steps_[i];
      Json params = Json::object();
      for (const char* key : {"target", "matched", "frame_path", "source"}) {
        if (const std::string text = text_in(step, key); !text.empty()) params[key] = text;
      }
      const std::string title = text_in(step, "title");
      Json before{{"type", "before"},
                  {"callId", placed.id},
                  {"startTime", placed.began},
                  {"title", title},
                  {"class", "Casement"},
                  {"method", title.substr(0, title.find(':'))},
                  {"params", std::move(params)},
                  {"stack", stack_of(step)},
                  {"pageId", kPage}};
      if (!placed.parent.empty()) before["parentId"] = placed.parent;
      add(before);
      if (step.contains("point")) add({{"type", "input"}, {"callId", placed.id}, {"point", point_of(step)}});
      const auto log = [&](const std::string& message) {
        add({{"type", "log"}, {"callId", placed.id}, {"time", placed.began}, {"message", message}});
      };
      for (const Json& attempt : step.value("attempts", Json::array())) {
        const std::string error = text_in(attempt, "error");
        log(fmt::format("{} {}: {}", text_in(attempt, "strategy"), text_in(attempt, "frame"),
                        error.empty() ? "worked" : error));
      }
      const std::string message = text_in(step, "message");
      if (is(step, results::Outcome::Skipped)) log("skipped: " + message);
      Json after{{"type", "after"}, {"callId", placed.id}, {"endTime", placed.ended}};
      if (is(step, results::Outcome::Failed)) {
        told += message + '\n';
        if (!fails_by_its_steps(i))
          after["error"] = {{"name", "Error"}, {"message", message.empty() ? "failed" : failure_of_step(trace_, step)}};
      }
      add(after);
    }
    std::size_t number = 0;
    for (const Json& failure : all("failures")) {  // what no step has reported
      const std::string message = failure.is_string() ? failure.get<std::string>() : "";
      if (message.empty() || told.find(message.substr(0, message.find('\n'))) != told.npos) continue;
      const std::string id = fmt::format("case@{}", ++number);
      add({{"type", "before"},
           {"callId", id},
           {"startTime", end_},
           {"title", "the case"},
           {"class", "Casement"},
           {"method", "case"},
           {"params", Json::object()},
           {"pageId", kPage}});
      add({{"type", "after"}, {"callId", id}, {"endTime", end_}, {"error", {{"name", "Error"}, {"message", message}}}});
    }
  }

  struct Use {  // of a moment, as a snapshot of a step
    std::size_t step;
    const char* phase;
    double time;
  };

  void add_snapshots() {
    std::map<std::size_t, std::vector<Use>> uses;
    const Json& steps = all("steps");
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const int before = steps[i].value("moment_before", -1);
      const int after = steps[i].value("moment_after", -1);
      if (before >= 0) uses[static_cast<std::size_t>(before)].push_back({i, "before", steps_[i].began});
      // The snapshot on which the viewer marks the point.
      if (before >= 0 && steps[i].contains("point"))
        uses[static_cast<std::size_t>(before)].push_back({i, "action", steps_[i].began});
      if (after >= 0) uses[static_cast<std::size_t>(after)].push_back({i, "after", steps_[i].ended});
    }
    const Json& moments = all("moments");
    for (std::size_t number = 0; number < moments.size(); ++number) {
      const Json& frames = moments[number].at("frames");
      for (const Json& frame : frames) {
        if (frame.contains("copy")) documents_[text_in(frame, "document")].document.apply(frame["copy"]);
      }
      const auto found = uses.find(number);
      if (found == uses.end()) continue;
      for (const Use& use : found->second) {
        for (const Json& frame : frames) {
          if (frame.contains("copy")) add_snapshot(frames, frame, use);
        }
      }
    }
  }

  // A document is a frame of Playwright's, because each has snapshots that refer to each other.
  std::string frame_id(const std::string& document) {
    return frame_ids_.try_emplace(document, fmt::format("frame@{}", frame_ids_.size() + 1)).first->second;
  }

  void add_snapshot(const Json& frames, const Json& frame, const Use& use) {
    const std::string name = text_in(frame, "document");
    DocumentExport& document = documents_[name];
    const int ordinal = frame.value("ordinal", 0);
    const Matched matched = matched_of(all("steps")[use.step]);
    DocumentExport::Snapshot snapshot;
    if (use.phase != std::string_view("after") && matched.frame == ordinal) snapshot.target = matched.ref;
    snapshot.frame_in = [&](int ref) -> std::string {
      for (const Json& inner : frames) {
        if (inner.value("parent", -1) == ordinal && inner.value("owner", 0) == ref && inner.contains("copy") &&
            inner.value("ordinal", 0) != ordinal)
          return frame_id(text_in(inner, "document"));
      }
      return "";
    };
    Json made{{"callId", steps_[use.step].id},
              {"phase", use.phase},
              {"pageId", kPage},
              {"frameId", frame_id(name)},
              {"frameUrl", text_in(frame, "url")},
              {"timestamp", use.time},
              {"wallTime", clock_.began + use.time},
              {"collectionTime", 0},
              {"html", document.html(snapshot)},
              {"resourceOverrides", Json::array()},
              {"viewport", viewport_of(document.document.facts)},
              {"isMainFrame", ordinal == 0}};
    if (!document.document.facts.value("quirks", true)) made["doctype"] = "html";
    add({{"type", "frame-snapshot"}, {"snapshot", std::move(made)}});
  }

  // "ada: error: no stock (http://shop.test/a.js:12)". Lines without a time come last.
  void add_console() {
    for (const Json& one : all("console")) {
      std::string text = text_in(one, "text");
      const double at = one.value("at", 0.0);
      Json location{{"url", ""}, {"lineNumber", 0}, {"columnNumber", 0}};
      const std::size_t begin = text.rfind(" (");
      const std::size_t colon = text.rfind(':');
      if (text.ends_with(')') && begin != text.npos && colon != text.npos && colon > begin &&
          text.find_first_not_of("0123456789", colon + 1) == text.size() - 1 && text.size() - colon < 12) {
        location["url"] = text.substr(begin + 2, colon - begin - 2);
        location["lineNumber"] = std::atoi(text.c_str() + colon + 1);
        text.resize(begin);
      }
      std::string level = "log";
      for (const char* known : {"error", "warning", "info", "debug", "log"}) {
        if (text.starts_with(std::string(known) + ": ") || text.find(std::string(": ") + known + ": ") < 40)
          level = known;
      }
      add({{"type", "console"},
           {"messageType", level},
           {"text", text},
           {"args", Json::array()},
           {"location", std::move(location)},
           {"time", at > 0 ? clock_.at(at) : end_},
           {"pageId", kPage}});
    }
  }

  void add_program_lines() {
    for (const Json& line : all("server")) {
      add({{"type", "stdout"},
           {"timestamp", clock_.at(line.value("at", 0.0))},
           {"text", text_in(line, "program") + ": " + text_in(line, "text") + "\n"}});
    }
  }

  // The trace contains only the lines of the steps, at their places.
  // The whole files, if the trace has them; else the lines of the steps.
  void add_sources() {
    const Json whole = trace_.value("sources", Json::object());
    for (const auto& [file, lines] : sources_) {
      std::string text;
      if (const auto known = whole.find(file); known != whole.end() && !known->empty()) {
        for (const Json& line : *known) text += line.get<std::string>() + '\n';
        files_.add_source(file, text);
        continue;
      }
      int line = 1;
      for (const auto& [number, source] : lines) {
        for (; line < number; ++line) text += '\n';
        text += source;
      }
      files_.add_source(file, text + '\n');
    }
  }

  const Json& trace_;
  ExportClock clock_;
  double end_ = 1;
  std::vector<Step> steps_;
  std::string events_;
  ExportFiles files_;
  std::map<std::string, std::map<int, std::string>> sources_;  // file → line → text
  std::map<std::string, DocumentExport> documents_;
  std::map<std::string, std::string> frame_ids_;  // by document
};

}  // namespace

std::string playwright_trace(std::string_view page) {
  const Json trace = read_trace(page);
  return Export(trace).archive();
}

}  // namespace casement::reports
