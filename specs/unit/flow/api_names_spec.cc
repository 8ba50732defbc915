// What C++ can do with a page, a flow can do under the same name: the public headers are compared with
// the step table, so that a call that is added to one is not forgotten in the other.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>

#include "casement/flow/load/flow_loader.h"
#include "casement/flow/steps/step_table.h"

namespace casement {
namespace {

// What stands between `begin` and `end` in a header.
std::string part_of(const std::string& header, const std::string& begin, const std::string& end) {
  std::ifstream file(CASEMENT_SOURCE_DIR "/framework/casement/" + header);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::size_t from = text.find(begin), to = text.find(end, from);
  EXPECT_NE(from, std::string::npos) << header << ": " << begin;
  EXPECT_NE(to, std::string::npos) << header << ": " << end;
  return text.substr(from, to - from);
}

// The names in lines that begin a declaration, before what `mark` matches.
std::set<std::string> names_in(const std::string& text, const std::string& mark) {
  const std::regex declaration("\n  (?!using |//|friend |enum )(?=[A-Za-z])[^(\n=;]*?([A-Za-z_]+)" + mark);
  std::set<std::string> names;
  for (std::sregex_iterator at(text.begin(), text.end(), declaration), end; at != end; ++at) names.insert((*at)[1]);
  return names;
}

std::set<std::string> calls_of(const std::string& header, const std::string& type) {
  return names_in(part_of(header, "\nclass " + type + " ", "\n private:"), "\\(");
}

std::set<std::string> keys_of(std::string_view step) {
  std::set<std::string> names;
  for (const ArgSpec& key : find_step_kind(step)->keys) names.emplace(key.name);
  return names;
}

// Whether the loader takes these lines of a flow.
std::string refused(const std::string& steps) {
  try {
    parse_flow(CASEMENT_SOURCE_DIR "/specs/flows/a.flow.yaml",
               "flow: A\nsite: shop\nusers: { guest: }\nsteps:\n" + steps);
    return "";
  } catch (const Error& error) {
    return error.full_text();
  }
}

TEST(FlowLanguage, HasEachCallOfAPageUnderItsName) {
  // Questions, whose answers are for programs; a flow asks them by `expect`, `save` and `if`.
  const std::set<std::string> questions{"Page",
                                        "url",
                                        "title",
                                        "last_action",
                                        "set_action_changes",
                                        "set_attempt_log",
                                        "clipboard",
                                        "text",
                                        "value",
                                        "shows",
                                        "list_frames",
                                        "frames",
                                        "frame_content",
                                        "merged_tree",
                                        "popups",
                                        "dialogs",
                                        "downloads",
                                        "requests",
                                        "failed_requests",
                                        "console",
                                        "console_lines",
                                        "page_errors",
                                        "dialog_records",
                                        "handler_errors",
                                        "frame_failures",
                                        "har",
                                        "closed",
                                        "target",
                                        "handle",
                                        "default_timeout",
                                        "extract_anchors",
                                        "inspect_pattern",
                                        "resolve_container",
                                        "find_interactive_elements",
                                        "dom",
                                        "attribute",
                                        "bounding_box",
                                        "checked",
                                        "count",
                                        "html"};
  // Overloads of a step, and settings of the header.
  const std::map<std::string, std::string> said{
      {"evaluate_in", "  - evaluate: { expression: \"1\", frame: Card }\n"},
      {"evaluate_on", "  - evaluate: { function: \"e => 1\", target: button }\n"},
      {"response_body", "  - save: { response: \"*/api\", to: a }\n"},
      {"save_download", "  - expect_download: { save_to: a.pdf }\n"},
      {"on_dialog", "  - accept_dialogs: Ada\n"},
      {"set_frame_settings", "  - reload\nframes: { timeout: 3s, max_depth: 4, wait_for: 2 }\n"},
      {"set_default_timeout", "  - reload\ntimeout: 3s\n"}};
  const std::set<std::string> calls = calls_of("api/page.h", "Page");
  EXPECT_GT(calls.size(), 80u);
  for (const std::string& call : calls) {
    if (questions.contains(call)) continue;
    const auto other = said.find(call);
    if (other == said.end()) {
      EXPECT_NE(find_step_kind(call), nullptr) << call;
    } else {
      EXPECT_EQ(refused(other->second), "") << call;
    }
  }
  for (const std::string& question : questions) EXPECT_TRUE(calls.contains(question)) << question;
}

TEST(FlowLanguage, HasEachExpectationUnderItsName) {
  const std::map<std::string, std::string> said{{"PageExpectation", "  - expect: button\n"},
                                                {"within", "  - expect: button\n    timeout: 3s\n"},
                                                {"never", "  - expect: { not: { url: \"*\" } }\n"},
                                                {"changed_since", "  - expect: { changed: before }\n"},
                                                {"element", "  - expect: { target: button, state: enabled }\n"},
                                                {"report_to", "  - expect: button\n    soft: true\n"}};
  const std::set<std::string> keys = keys_of("expect"), calls = calls_of("api/expect.h", "PageExpectation");
  EXPECT_GT(calls.size(), 25u);
  for (const std::string& call : calls) {
    const auto other = said.find(call);
    if (other == said.end()) {
      EXPECT_TRUE(keys.contains(call)) << call;
    } else {
      EXPECT_EQ(refused(other->second), "") << call;
    }
  }
}

TEST(FlowLanguage, HasEachSettingOfAContextUnderItsName) {
  for (const std::string& call : calls_of("browser/context/context.h", "Context")) {
    const bool changes_something = call.starts_with("set_") || call.starts_with("save_");
    EXPECT_TRUE(!changes_something || find_step_kind(call) != nullptr) << call;
  }
}

TEST(FlowLanguage, HasEachOptionOfAnActionUnderItsName) {
  const std::map<std::string, std::string> steps{{"ClickOptions", "click"}, {"HoverOptions", "hover"},
                                                 {"DragOptions", "drag"},   {"TypeOptions", "type"},
                                                 {"PressOptions", "press"}, {"ScreenshotOptions", "screenshot"}};
  for (const auto& [options, step] : steps) {
    std::set<std::string> fields =
        names_in(part_of("input/action_options.h", "\nstruct " + options + " {", "\n};"), "(?: =|\\{)");
    EXPECT_EQ(fields.erase("timeout"), 1u) << options;  // stands beside any step
    EXPECT_FALSE(fields.empty()) << options;
    const std::set<std::string> keys = keys_of(step);
    for (const std::string& field : fields) EXPECT_TRUE(keys.contains(field)) << step << ": " << field;
  }
}

}  // namespace
}  // namespace casement
