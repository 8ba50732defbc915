// Flows that run on a page which notes what it was asked.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "casement/base/error.h"
#include "casement/flow/load/flow_loader.h"
#include "casement/flow/run/flow_runner.h"

namespace casement {

// A page that notes what it was asked, and fails where it was told to.
class ScriptedPage : public FlowPage {
 public:
  struct Script {
    std::string step;                     // the title of the one that runs
    std::vector<std::string> calls;       // these, and what else the runner asks of the page
    std::map<std::string, Error> errors;  // by the call
    std::set<std::string> visible;
    std::vector<FrameFailure> frame_failures;
    std::vector<std::string> missed_changes;
  };
  explicit ScriptedPage(Script& script) : script_(script) {}

  void act(const PageCall&) override { call(script_.step); }
  bool shows_now(const Target& target) override {
    call("shows_now " + target.text());
    return script_.visible.contains(target.text());
  }
  Seen see() override {
    call("see");
    return {"- button \"Pay\"", {{0, "main", "", "http://shop.test/", false, "ready"}}};
  }
  std::string screenshot() override {
    call("screenshot");
    return "PNG";
  }
  std::vector<FrameFailure> frame_failures() override { return script_.frame_failures; }
  std::vector<ConsoleLine> console() override {
    ConsoleLine line;
    line.level = "log";
    line.text = "hello";
    return {line};
  }
  std::vector<std::string> missed_changes() override { return script_.missed_changes; }

 private:
  void call(std::string what) {
    script_.calls.push_back(what);
    if (const auto error = script_.errors.find(what); error != script_.errors.end()) {
      throw error->second;
    }
  }
  Script& script_;
};

class ScriptedEnvironment : public FlowEnvironment {
 public:
  std::unique_ptr<FlowPage> start_case(const Flow&, const FlowCase&) override {
    if (start_fails) throw Error(ErrorKind::Environment, "no page");
    return std::make_unique<ScriptedPage>(script);
  }
  void pause(const std::string& why) override { script.calls.push_back("pause " + why); }
  void add_route(const SiteRule& rule) override { script.calls.push_back("route " + rule.host); }

  ScriptedPage::Script script;
  bool start_fails = false;
};

class FlowRunner : public testing::Test, public results::Sink {
 protected:
  const results::Case& run(const std::string& text) {
    const Flow flow = parse_flow("specs/a.flow.yaml", text);
    recorder_.start_run({});
    recorder_.start_suite(flow.name, flow.file);
    for (const FlowCase& one : flow.cases) run_flow_case(flow, one, environment_, recorder_);
    recorder_.finish_run(0);
    return recorder_.run().suites[0].cases[0];
  }
  std::vector<std::string> step_lines() const {
    std::vector<std::string> lines;
    for (const results::Step& step : recorder_.run().suites[0].cases[0].steps) {
      const char mark = step.outcome == results::Outcome::Passed   ? '+'
                        : step.outcome == results::Outcome::Failed ? '!'
                                                                   : '.';
      lines.push_back(std::string(static_cast<std::size_t>(step.depth), ' ') + mark + step.title);
    }
    return lines;
  }
  std::vector<std::string>& calls() { return environment_.script.calls; }
  void step_started(const results::Case&, const results::Step& step) override { environment_.script.step = step.title; }

  ScriptedEnvironment environment_;
  results::Recorder recorder_{{this}};
};

}  // namespace casement
