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

// Questions, whose answers are for programs; a flow asks them by `expect`, `save` and `if`.
const std::set<std::string> kQuestions{
    "Page.url",
    "Page.title",
    "Page.find",
    "Page.last_action",
    "Page.set_action_changes",
    "Page.set_attempt_log",
    "Page.clipboard",
    "Page.text",
    "Page.value",
    "Page.shows",
    "Page.popups",
    "Page.closed",
    "Page.default_timeout",
    "Page.find_interactive_elements",
    "Page.dom",
    "Page.attribute",
    "Page.bounding_box",
    "Page.checked",
    "Page.count",
    "Page.html",
    "Page.next_console_line",
    "Page.next_error",
    "Page.next_navigation",
    // What belongs to the page, and is compared below.
    "Page.frames",
    "Page.network",
    "Page.console",
    "Page.dialogs",
    "Page.downloads",
    "Page.sockets",
    "Page.keyboard",
    "Page.mouse",
    "Page.structure",
    "Page.context",
    "Page.expose",
    "Page.remove_init_script",
    "Page.worker",
    "Page.workers",
    "Page.next_worker",
    "PageFrames.all",
    "PageFrames.list",
    "PageFrames.content",
    "PageFrames.merged_tree",
    "PageFrames.failures",
    "PageNetwork.requests",
    "PageNetwork.failed_requests",
    "PageNetwork.handler_errors",
    "PageNetwork.har",
    "PageConsole.lines",
    "PageConsole.texts",
    "PageConsole.errors",
    "PageDialogs.all",
    "PageDialogs.texts",
    "PageDownloads.all",
    "PageSockets.all",
    "PageSockets.messages",
};
// Steps of another name, overloads of a step, and settings of the header.
const std::map<std::string, std::string> kOtherNames{
    {"Page.next_request", "  - expect_request: \"*/api\"\n"},
    {"Page.next_response", "  - expect_response: \"*/api\"\n"},
    {"Page.next_message", "  - expect_message: \"*/live\"\n"},
    {"Page.next_dialog", "  - expect_dialog: Sure?\n"},
    {"Page.next_popup", "  - expect_popup: \"*/help\"\n"},
    {"Page.next_download", "  - expect_download: { save_to: a.pdf }\n"},
    {"Page.evaluate_on", "  - evaluate: { function: \"e => 1\", target: button }\n"},
    {"Page.set_default_timeout", "  - reload\ntimeout: 3s\n"},
    {"PageFrames.evaluate", "  - evaluate: { expression: \"1\", frame: Card }\n"},
    {"PageFrames.switch_to", "  - switch_to_frame: Card\n"},
    {"PageFrames.wait_for", "  - wait_for_frames: 2\n"},
    {"PageFrames.configure", "  - reload\nframes: { timeout: 3s, max_depth: 4, wait_for: 2 }\n"},
    {"PageFrames.clear_failures", "  - clear_frame_failures\n"},
    {"PageNetwork.unthrottle", "  - throttle\n"},
    {"PageNetwork.response_body", "  - save: { response: \"*/api\", to: a }\n"},
    {"PageNetwork.wait_for_idle", "  - wait_for_network_idle\n"},
    {"PageDialogs.accept", "  - accept_dialogs\n"},
    {"PageDialogs.dismiss", "  - dismiss_dialogs\n"},
    {"PageDialogs.answer", "  - accept_dialogs: Ada\n"},
    {"PageDownloads.save", "  - expect_download: { save_to: a.pdf }\n"},
    {"PageDownloads.cancel", "  - cancel_download: \"*.pdf\"\n"},
    {"Mouse.move", "  - mouse_move: { x: 1, y: 2 }\n"},
    {"Mouse.down", "  - mouse_down\n"},
    {"Mouse.up", "  - mouse_up\n"},
    {"Mouse.click", "  - click_at: { x: 1, y: 2 }\n"},
};

TEST(FlowLanguage, HasEachCallOfAPageUnderItsName) {
  std::set<std::string> calls;
  for (const auto& [type, header] : std::map<std::string, std::string>{{"Page", "page.h"},
                                                                       {"PageFrames", "frames.h"},
                                                                       {"PageNetwork", "network.h"},
                                                                       {"PageConsole", "records.h"},
                                                                       {"PageDialogs", "records.h"},
                                                                       {"PageDownloads", "records.h"},
                                                                       {"PageSockets", "records.h"},
                                                                       {"Keyboard", "keyboard.h"},
                                                                       {"Mouse", "mouse.h"}}) {
    for (const std::string& call : calls_of("api/" + header, type)) {
      if (call == type) continue;
      const std::string name = type + "." + call;
      calls.insert(name);
      if (kQuestions.contains(name)) continue;
      const auto other = kOtherNames.find(name);
      if (other == kOtherNames.end()) {
        EXPECT_NE(find_step_kind(call), nullptr) << name;
      } else {
        EXPECT_EQ(refused(other->second), "") << name;
      }
    }
  }
  EXPECT_GT(calls.size(), 100u);
  for (const std::string& question : kQuestions) EXPECT_TRUE(calls.contains(question)) << question;
  for (const auto& [name, steps] : kOtherNames) EXPECT_TRUE(calls.contains(name)) << name;
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
  const std::set<std::string> calls = calls_of("api/context.h", "Context");
  EXPECT_GT(calls.size(), 15u);
  for (const std::string& call : calls) {
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
