// What the specs of flow steps share: a flow a row, which runs in Chrome on a page of a fixture site.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <regex>
#include <string>

#include "casement/base/image.h"
#include "casement/flow/load/flow_loader.h"
#include "casement/flow/run/browser_flow.h"
#include "casement/flow/run/flow_runner.h"
#include "specs/support/patience.h"

namespace casement::flow_specs {

namespace fs = std::filesystem;
using testing::HasSubstr;

inline constexpr const char* kSteps = "http://actions.test/steps.html";

struct FlowRow {
  const char* name;
  const char* steps;    // after the site's page has been opened
  const char* failure;  // part of how it fails; "" where it passes
  const char* site = "actions";
  const char* page = "http://actions.test/workbench.html";
};

inline Image square(unsigned char red, unsigned char green, unsigned char blue) {
  Image image;
  image.width = image.height = 40;
  for (int i = 0; i < 40 * 40; ++i) image.rgba.insert(image.rgba.end(), {red, green, blue, 255});
  return image;
}

// The steps as they are on a quiet machine; a busy one gets longer for what ends at a deadline.
inline std::string with_patience(std::string steps) {
  const std::regex timeout(R"(timeout: (\d+)ms)");
  std::string text;
  for (std::smatch found; std::regex_search(steps, found, timeout); steps = found.suffix()) {
    text += found.prefix();
    text += "timeout: " + std::to_string(specs::soon(Milliseconds(std::stol(found[1]))).count()) + "ms";
  }
  return text + steps;
}

// A text without the times of those deadlines.
inline std::string without_deadlines(const std::string& told) {
  return std::regex_replace(told, std::regex(R"(within [0-9.]+ m?s\b)"), "in time");
}

inline void PrintTo(const FlowRow& row, std::ostream* out) {
  *out << row.name;
}

// The flows of a suite share its Chromes, as those of one run do.
class FlowInChrome : public testing::Test {
 protected:
  static void SetUpTestSuite() { environment_ = std::make_unique<BrowserFlowEnvironment>(LaunchOptions{}); }
  static void TearDownTestSuite() { environment_.reset(); }

  // A folder of the flow's own, for files that it reads and writes.
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / ("casement-steps-" + std::to_string(::getpid()));
    fs::create_directories(folder_);
    std::ofstream(folder_ / "note.txt") << "a note";
    std::ofstream(folder_ / "other.txt") << "another";
    std::ofstream(folder_ / "note.js") << "(window.early = window.early || []).push('file')";
    std::ofstream(folder_ / "page.snapshot") << "- listbox \"Fruit\":\n  - option \"Pear\"\n";
    std::ofstream(folder_ / "green.png", std::ios::binary) << encode_png(square(0, 128, 0));
    std::ofstream(folder_ / "red.png", std::ios::binary) << encode_png(square(255, 0, 0));
    ::setenv("CASEMENT_SITES", CASEMENT_SOURCE_DIR "/pages", 1);
  }
  void TearDown() override { fs::remove_all(folder_); }

  const results::Case& run(const FlowRow& row) {
    std::string text = "flow: Steps\nsite: " + std::string(row.site) + "\nvars: { folder: '" + folder_.string() +
                       "', press: button \"Press\" }\nsteps:\n  - open: " + row.page + "\n" + with_patience(row.steps);
    const Flow flow = parse_flow((folder_ / "steps.flow.yaml").string(), text);
    recorder_.start_run({});
    recorder_.start_suite(flow.name, flow.file);
    run_flow_case(flow, flow.cases.front(), *environment_, recorder_);
    return recorder_.run().suites[0].cases[0];
  }

  static inline std::unique_ptr<BrowserFlowEnvironment> environment_;
  fs::path folder_;
  results::Recorder recorder_{{}};
};

class FlowSteps : public FlowInChrome, public testing::WithParamInterface<FlowRow> {};

inline std::string name_of(const testing::TestParamInfo<FlowRow>& row) {
  return row.param.name;
}

}  // namespace casement::flow_specs
