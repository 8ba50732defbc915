#include "casement/act/action_result.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace casement {
namespace {

ActionResult fallen_back() {
  ActionResult result;
  result.action = "click";
  result.target = R"(button "Pay")";
  result.ref = "f2_e7";
  result.success = true;
  result.milliseconds = 12.3456;
  result.time = std::chrono::system_clock::time_point(std::chrono::milliseconds(1'764'081'931'250));
  result.point = Point{12.5, 300};
  result.frame_context = FrameContext{2, "Card", "http://pay.test/card", "main > Payment > Card"};
  result.attempts = {{"main", "the main frame", false, 1, "nothing matches"},
                     {"labelled", "iframe \"Card\" (f2)", true, 1, ""},
                     {"element", "iframe \"Card\" (f2)", false, 2.5, "is covered by <div>"},
                     {"centre point", "iframe \"Card\" (f2)", true, 3, ""}};
  return result;
}

TEST(ActionResult, IsJson) {
  EXPECT_EQ(nlohmann::json::parse(to_json(fallen_back())), nlohmann::json::parse(R"json({
    "action": "click", "target": "button \"Pay\"", "ref": "f2_e7", "success": true, "duration_ms": 12.346,
    "time": "2025-11-25T14:45:31.250Z", "point": {"x": 12.5, "y": 300.0},
    "frame": {"name": "Card", "index": 2, "url": "http://pay.test/card", "path": "main > Payment > Card"},
    "retry_chain": {
      "strategies": ["main", "labelled", "element", "centre point"],
      "attempts": [
        {"strategy": "main", "frame": "the main frame", "success": false, "error": "nothing matches", "duration_ms": 1.0},
        {"strategy": "labelled", "frame": "iframe \"Card\" (f2)", "success": true, "duration_ms": 1.0},
        {"strategy": "element", "frame": "iframe \"Card\" (f2)", "success": false, "error": "is covered by <div>", "duration_ms": 2.5},
        {"strategy": "centre point", "frame": "iframe \"Card\" (f2)", "success": true, "duration_ms": 3.0}],
      "exhausted": false, "succeeded": true
}
})json"));
}

TEST(ActionResult, IsJsonIfTheActionFailed) {
  ActionResult failed = fallen_back();
  failed.success = false;
  failed.error = "cannot click \"Pay\"";
  failed.value = "";
  failed.navigated = true;
  failed.warnings = {"went without a frame"};
  failed.changes.emplace();
  const nlohmann::json json = nlohmann::json::parse(to_json(failed), nullptr, false, true);
  EXPECT_EQ(json["retry_chain"]["exhausted"], true);
  EXPECT_EQ(json["retry_chain"]["succeeded"], false);
  EXPECT_EQ(json["value"], "");
  EXPECT_EQ(json["navigated"], true);
  EXPECT_EQ(json["warnings"].size(), 1u);
  EXPECT_EQ(json["changes"]["added"].size(), 0u);
}

TEST(ActionResult, IsJsonByDefault) {
  const nlohmann::json json = nlohmann::json::parse(to_json(ActionResult{}));
  EXPECT_EQ(json["success"], false);
  EXPECT_EQ(json["retry_chain"]["attempts"].size(), 0u);
  EXPECT_EQ(json["retry_chain"]["exhausted"], false);
}

}  // namespace
}  // namespace casement
