// Expectations whose news does not come: the last look finds what is there, and says that nobody told.
#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>

#include "casement/expect/element_conditions.h"
#include "casement/expect/last_look.h"
#include "specs/wire/scripted_page.h"

namespace casement {
namespace {

using namespace std::chrono_literals;
using specs::ScriptedPage;

const Json kNothing{{"matches", Json::array()}, {"frames", Json::array()}, {"unknown", 0}};
const Json kShown{{"matches", Json::array({Json{{"ref", 1}, {"facts", {{"visible", true}}}}})},
                  {"frames", Json::array()},
                  {"unknown", 0}};

// A page that shows the text from the second question on, and tells of it or does not.
class SilentPage : public ScriptedPage {
 public:
  enum class Tells { Never, WithTheLastLook };

  explicit SilentPage(Tells tells) {
    script.on_sent = [this, tells](const Json& command) {
      const std::string expression = command.value("params", Json::object()).value("expression", "");
      if (expression.find("casement.observe(") != std::string::npos) {
        if (++looks > 1 && tells == Tells::WithTheLastLook) reply(waiting_.value_or(0), true);
        reply(command.at("id"), looks == 1 ? kNothing : kShown);
      } else if (expression.find("casement.answerChanged(") != std::string::npos) {
        waiting_ = command.at("id");
      } else if (command.at("method") == "DOM.getFrameOwner") {
        script.say({{"id", command.at("id")}, {"error", {{"code", -32000}, {"message", "No"}}}});
      }
    };
  }
  ~SilentPage() { script.on_sent = nullptr; }

  void expect_shown() {
    await_shown(page, Target("text \"Declined\""), WaitBudget(2s));
  }  // the first look must end before

  int looks = 0;

 private:
  void reply(const Json& id, Json value) {
    script.say({{"id", id}, {"result", {{"result", {{"type", "object"}, {"value", std::move(value)}}}}}});
  }

  std::optional<Json> waiting_;
};

class MissedChanges : public testing::Test {
 protected:
  MissedChanges() {
    if (const char* set = std::getenv(kMissedChangesVariable)) before_ = set;
    ::unsetenv(kMissedChangesVariable);
  }
  ~MissedChanges() override {
    if (before_) ::setenv(kMissedChangesVariable, before_->c_str(), 1);
  }

 private:
  std::optional<std::string> before_;
};

TEST_F(MissedChanges, AreFoundByALastLookAndCounted) {
  SilentPage p(SilentPage::Tells::Never);
  p.expect_shown();
  EXPECT_EQ(p.looks, 2);
  ASSERT_EQ(p.page.notes().missed_changes.size(), 1u);
  EXPECT_NE(p.page.notes().missed_changes[0].find("text \"Declined\" to be shown"), std::string::npos);
}

TEST_F(MissedChanges, AreAnErrorWhereThatIsWanted) {
  SilentPage p(SilentPage::Tells::Never);
  ::setenv(kMissedChangesVariable, "fail", 1);
  try {
    p.expect_shown();
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Internal);
  }
  ::unsetenv(kMissedChangesVariable);
}

TEST_F(MissedChanges, AreNotCountedWhereTheNewsWasOnItsWay) {
  SilentPage p(SilentPage::Tells::WithTheLastLook);
  p.expect_shown();
  EXPECT_TRUE(p.page.notes().missed_changes.empty());
}

TEST(PageFailure, EndsThePageWithAnInternalErrorAndNotItsConnection) {
  ScriptedPage p;
  const cdp::Connection::EngineLock lock(p.connection);
  const cdp::Call call = p.connection.send({"S", "Runtime.evaluate"});
  p.connection.apply(p.page.on_failure(Error(ErrorKind::Internal, "Casement failed at Page.frameAttached")));
  ASSERT_TRUE(call.done());
  EXPECT_EQ(call.reply().error->kind(), ErrorKind::Internal);
  EXPECT_TRUE(p.page.closed());
  try {
    await_shown(p.page, Target("text \"Declined\""), WaitBudget(5s));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Internal);
    EXPECT_EQ(error.message(), "Casement failed at Page.frameAttached");
  }
  const cdp::Call other = p.connection.send({"", "Browser.getVersion"});
  EXPECT_FALSE(other.done());
  EXPECT_FALSE(p.connection.lost());
}

}  // namespace
}  // namespace casement
