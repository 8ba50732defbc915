// On applications of others too, under use, a snapshot that was not walked is the one that a walk gives.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <regex>
#include <string>
#include <vector>

#include "casement/api/engine.h"
#include "casement/browser/page/page_session.h"
#include "casement/reading/capture.h"
#include "casement/testing.h"
#include "specs/support/remembered.h"

namespace casement::specs {
namespace {

namespace fs = std::filesystem;
const fs::path kFlows = fs::path(CASEMENT_SOURCE_DIR) / "specs/apps";
constexpr int kUses = 12;

Deadline soon() {
  return Deadline::in(std::chrono::seconds(30));
}

std::vector<std::string> used_apps() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(kFlows)) {
    const std::string name = entry.path().filename().string();
    if (fs::exists(entry.path() / (name + ".flow.yaml"))) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string address_in_flow(const std::string& app) {
  std::ifstream in(kFlows / app / (app + ".flow.yaml"));
  static const std::regex open(R"(^ *- open: "?([^ "]+).*)");
  std::smatch found;
  for (std::string line; std::getline(in, line);) {
    if (std::regex_match(line, found, open)) return found[1];
  }
  return "";
}

class UsedApps : public BrowserTest, public testing::WithParamInterface<std::string> {
 protected:
  UsedApps() : BrowserTest(GetParam().c_str()) {}

  Snapshot look(Freshness freshness) { return read_snapshot(engine_of(page()), {}, soon(), freshness); }

  // An application may change in its own time, between a look and the walk behind it: then both are taken again.
  void compare() {
    for (int again = 0;; ++again) {
      const Snapshot seen = look(Freshness::Always), walk = look(Freshness::Walk);
      const bool is_by_parts = is_of_parts(seen, walk);
      const bool is_walked = seen.statistics().elements_walked > 0 && !is_by_parts;  // as a whole
      ++looked_;
      not_walked_ += is_walked || is_by_parts ? 0 : 1;
      by_parts_ += is_by_parts ? 1 : 0;
      if (seen.text() == walk.text()) return;
      if (!is_walked) ++moved_;
      if (again < 5) continue;
      if (!is_walked) ADD_FAILURE() << story_ << "\n" << seen.text() << "\nis, walked:\n" << walk.text();
      return;
    }
  }

  std::string story_;
  int looked_ = 0, not_walked_ = 0, by_parts_ = 0, moved_ = 0;
};

TEST_P(UsedApps, AreReadAsAWalkReadsThem) {
  page().open(address_in_flow(GetParam()), {.wait_until = LoadState::Loaded, .timeout = Milliseconds(30'000)});
  page().network().wait_for_idle();
  std::mt19937 random(7);
  for (int use = 0; use < kUses; ++use) {
    for (int i = 0; i < 4; ++i) compare();
    std::vector<std::string> refs;
    const Snapshot seen = look(Freshness::Walk);
    for (const Node& node : seen.nodes()) {
      if (node.ref != 0 && node.frame == 0) refs.push_back("e" + std::to_string(node.ref));
    }
    if (refs.empty()) break;
    const std::string& ref = refs[random() % refs.size()];
    story_ += " " + ref;
    try {
      const SnapshotMatch chosen = seen.find(Target(ref)).front();
      if (chosen.label.starts_with("textbox"))
        page().fill(ref, "word " + std::to_string(use), {.timeout = Milliseconds(500)});
      else
        page().click(ref, {1, MouseButton::Left, Milliseconds(500)});
    } catch (const Error& error) {
      story_ += " (not used)";  // it is gone, covered or disabled
    }
  }
  fmt::print("{}: of {} looks {} were not walked, {} by parts, {} of these had moved on\n", GetParam(), looked_,
             not_walked_, by_parts_, moved_);
}

INSTANTIATE_TEST_SUITE_P(Each, UsedApps, testing::ValuesIn(used_apps()), [](const auto& app) { return app.param; });

}  // namespace
}  // namespace casement::specs
