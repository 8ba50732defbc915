// A page of a scripted browser whose text changes without any event that tells of it.
#pragma once

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>

#include "casement/expect/element_conditions.h"
#include "specs/wire/scripted_page.h"

namespace casement::specs {

inline const Json kNothing{{"matches", Json::array()}, {"frames", Json::array()}, {"unknown", 0}};
inline const Json kShown{{"matches", Json::array({Json{{"ref", 1}, {"facts", {{"visible", true}}}}})},
                         {"frames", Json::array()},
                         {"unknown", 0}};

// A page that shows the text "Declined" from the second question on, and tells of it or does not; or that answers no
// question after the first.
class SilentPage : public ScriptedPage {
 public:
  enum class Tells { Never, WithTheLastLook, NothingAtAll };

  explicit SilentPage(Tells tells) {
    script.on_sent = [this, tells](const Json& command) {
      const std::string expression = command.value("params", Json::object()).value("expression", "");
      if (expression.find("casement.observe(") != std::string::npos) {
        if (++looks > 1 && tells == Tells::WithTheLastLook) reply(waiting_.value_or(0), true);
        if (looks == 1 || tells != Tells::NothingAtAll) reply(command.at("id"), looks == 1 ? kNothing : kShown);
      } else if (expression.find("casement.answerChanged(") != std::string::npos) {
        waiting_ = command.at("id");
      } else if (command.at("method") == "DOM.getFrameOwner") {
        script.say({{"id", command.at("id")}, {"error", {{"code", -32000}, {"message", "No"}}}});
      }
    };
  }
  ~SilentPage() { script.on_sent = nullptr; }

  // The first look must end before.
  void expect_shown(std::chrono::milliseconds within = std::chrono::seconds(2)) {
    await_shown(page, Target("text \"Declined\""), WaitBudget(within));
  }

  int looks = 0;

 private:
  void reply(const Json& id, Json value) {
    script.say({{"id", id}, {"result", {{"result", {{"type", "object"}, {"value", std::move(value)}}}}}});
  }

  std::optional<Json> waiting_;
};

}  // namespace casement::specs
