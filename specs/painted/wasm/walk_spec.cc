// Judges casement/painted_imgui.h on Dear ImGui's own demo window, by what ImGui itself knows (imgui_witness.h). Prints
// its figures. Run by wasm_spec.sh.
#include <casement/testing.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "specs/support/patience.h"

namespace casement::specs {
namespace {

using Json = nlohmann::json;

constexpr int kWalks = 5, kPresses = 500;
constexpr int kFramesOfAnOpeningPopup = 5;

void print(const char* what, const std::map<std::string, int>& counts) {
  std::cout << what << ":";
  for (const auto& [name, count] : counts) std::cout << " " << name << " " << count << ";";
  std::cout << "\n";
}

class ImGuiDemo : public SiteTest<"painted_wasm"> {
 protected:
  void open() {
    page().open("http://wasm.test/imgui_demo.html?blind");
    expect(page()).shows("dialog \"Dear ImGui Demo\"");
  }
  Json ask(const std::string& expression) { return Json::parse(page().evaluate(expression).dump()); }

  struct Choice {
    std::string ref, role, name, id;
  };
  // An item that can be pressed. Its ref comes from a snapshot, where it has the same role, name and, among several,
  // box.
  Choice choose(std::mt19937& random) {
    const Json items = ask("pressable()");
    if (items.empty()) return {};
    const Json& item = items[random() % items.size()];
    const Choice choice{"", item["role"], item["name"], item["id"]};
    std::vector<std::string> refs;
    const Snapshot snapshot = page().snapshot();
    for (const SnapshotMatch& match : snapshot.find(choice.role))
      if (match.label == choice.role + (choice.name.empty() ? "" : " " + Json(choice.name).dump()))
        refs.push_back(match.ref);
    for (const std::string& ref : refs) {
      if (refs.size() > 1) {
        const BoundingBox box = page().bounding_box(ref);
        const double distance =
            std::abs(box.x - item["box"][0].get<double>()) + std::abs(box.y - item["box"][1].get<double>());
        if (distance > 0.6) continue;
      }
      return {ref, choice.role, choice.name, choice.id};
    }
    return choice;
  }
};

// The presses judge themselves by the ids that ImGui found under the mouse and made active. Between the presses, each
// item that ImGui has drawn is looked for among those told.
TEST_F(ImGuiDemo, RandomPressesHitTheItemMeant) {
  std::map<std::string, int> pressed_roles, resets, refused, sorts;
  std::map<int, int> frames;
  std::map<std::string, std::string> left_out;
  int done = 0, near = 0, far = 0;
  for (int walk = 0; walk < kWalks; ++walk) {
    open();
    std::string before;
    std::mt19937 random(static_cast<unsigned>(walk));
    for (int i = 0, tries = 0; i < kPresses / kWalks && tries < kPresses; ++tries) {
      Choice choice = choose(random);
      // A popup that opens takes all presses, and is hidden until ImGui knows its size.
      for (int frame = 0; frame < kFramesOfAnOpeningPopup && choice.id.empty(); ++frame) {
        page().evaluate("new Promise(done => requestAnimationFrame(() => done(0)))");
        choice = choose(random);
      }
      ASSERT_NE(choice.id, "") << "nothing can be pressed in walk " << walk << " after " << i;
      const std::string what = choice.role + " \"" + choice.name + "\"";
      if (choice.ref.empty()) {
        ADD_FAILURE() << what << " is told, and is not in the snapshot:\n" << page().snapshot().text();
        continue;
      }
      try {
        page().click(choice.ref, {.timeout = soon(std::chrono::milliseconds(1000))});
      } catch (const Error& error) {
        // A window that the last press opened may have come over the item meanwhile.
        const std::string now = ask("statesOf(" + Json(choice.id).dump() + ")");
        EXPECT_NE(now, "") << what << " is " << now << ": " << error.full_text();
        ++refused[now];
        continue;
      }
      ++i;
      const Json press = ask("pressed(" + Json(choice.id).dump() + ")");
      const Json number = std::stoll(choice.id);
      ++done;
      ++pressed_roles[choice.role];
      if (press.contains("never") || (press["hoveredAtDown"] != number && press["activeAtDown"] != number)) {
        ADD_FAILURE() << what << " was meant, " << choice.id << ", and pressed was " << press << " after " << before;
        if (press.contains("never")) break;
        continue;
      }
      ++frames[press["up"].get<int>() - press["event"].get<int>()];
      before = what;
      if (choice.role == "checkbox") {
        EXPECT_TRUE(press["flag"] != "" && press["before"] != press["after"]) << what << " did not change: " << press;
        if (press["isReset"] == true) ++resets[what];
      }
      const bool has_frame = choice.name != "Close" && choice.name != "Collapse";
      if (has_frame && press["boxError"].is_number()) {
        ++(press["boxError"] <= 1 ? near : far);
        if (press["boxError"] > 1) std::cout << "box differs by " << press["boxError"] << ": " << what << "\n";
      }
      if (i % 5 != 0) continue;
      const Json judged = ask("judgeItems()");
      for (const auto& [sort, items] : judged.items()) {
        sorts[sort] += static_cast<int>(items.size());
        if (sort == "told") continue;
        for (const std::string item : items) left_out.try_emplace(item, sort);
      }
    }
    std::cout << "walk " << walk << " ended" << std::endl;
  }
  print("presses", pressed_roles);
  std::cout << "frames from the press to its effect:";
  for (const auto& [count, times] : frames) std::cout << " " << count << " (" << times << " times)";
  std::cout << "\nboxes within 1 px of what is painted: " << near << ", others: " << far << "\n";
  print("check boxes that the demo itself sets again", resets);
  print("refused, as the application tells", refused);
  print("visible items", sorts);
  for (const auto& [item, sort] : left_out) std::cout << "  " << sort << ": " << item << "\n";
  EXPECT_EQ(done, kPresses);
  const int labelled = sorts["told"] + sorts["other label"] + sorts["left out"];
  std::cout << "told with the label that is drawn: " << 100.0 * sorts["told"] / labelled << " %\n";
}

}  // namespace
}  // namespace casement::specs
