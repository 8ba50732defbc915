#include "casement/browser/host/heartbeat.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "specs/support/patience.h"
#include "specs/unit/cdp/connection_fixture.h"

namespace casement {
namespace {

using cdp::Connection;
using specs::soon;

class Explainer {
 public:
  std::optional<Error> explain(const std::string& reason) {
    return Error(ErrorKind::Infrastructure, "its node has gone (" + reason + ")");
  }
  WeakPtrFactory<Explainer> weak{this};
};

struct Beating : cdp::ConnectionFixture {
  Beating() { connection.explain_loss_with({explainer.weak.get(), &Explainer::explain}); }
  // A browser that answers so many questions, and then no more.
  void answers(int questions) {
    script.on_sent = [this, left = questions](const nlohmann::json& command) mutable {
      if (command["method"] == "Browser.getVersion" && left-- > 0) {
        ++answered;
        script.say({{"id", command["id"]}, {"result", {{"product", "Chrome/1"}, {"userAgent", "x"}}}});
      }
    };
  }
  Explainer explainer;
  int answered = 0;
};

TEST(Heartbeat, NamesABrowserThatFallsSilentAsInfrastructure) {
  Beating f;
  f.answers(2);
  const Connection::EngineLock lock(f.connection);
  Heartbeat heartbeat(f.connection, {std::chrono::milliseconds(5), std::chrono::milliseconds(50)});
  heartbeat.start();
  try {
    f.connection.pump_until([] { return false; }, Deadline::in(soon(std::chrono::seconds(20))));
    FAIL() << "it was not lost";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Infrastructure);
    EXPECT_THAT(error.what(),
                testing::AllOf(testing::HasSubstr("its node has gone"), testing::HasSubstr("it sent nothing")));
  }
  EXPECT_EQ(f.answered, 2);
  EXPECT_TRUE(f.connection.lost());
}

TEST(Heartbeat, LeavesABrowserThatAnswersAlone) {
  Beating f;
  f.answers(1'000'000);
  const Connection::EngineLock lock(f.connection);
  Heartbeat heartbeat(f.connection, {std::chrono::milliseconds(1), soon(std::chrono::seconds(10))});
  heartbeat.start();
  EXPECT_TRUE(f.connection.pump_until([&] { return f.answered >= 20; }, Deadline::in(soon(std::chrono::seconds(20)))));
  EXPECT_FALSE(f.connection.lost());
}

TEST(Heartbeat, EndsWhatWaitsForTheBrowser) {
  Beating f;
  f.answers(0);
  const Connection::EngineLock lock(f.connection);
  const cdp::Call pending = f.send("Target.getTargets");
  Heartbeat heartbeat(f.connection, {std::chrono::milliseconds(1), std::chrono::milliseconds(20)});
  heartbeat.start();
  EXPECT_THROW(f.connection.result(pending, Deadline::in(soon(std::chrono::seconds(20)))), Error);
  ASSERT_TRUE(pending.done());
  EXPECT_EQ(pending.reply().error->kind(), ErrorKind::Infrastructure);
}

TEST(Heartbeat, EndsWithItsObject) {
  Beating f;
  f.answers(0);
  const Connection::EngineLock lock(f.connection);
  {
    Heartbeat heartbeat(f.connection, {std::chrono::milliseconds(1), std::chrono::milliseconds(1)});
    heartbeat.start();
  }
  EXPECT_FALSE(f.connection.pump_until([] { return false; }, Deadline::in(std::chrono::milliseconds(30))));
  EXPECT_FALSE(f.connection.lost());
}

}  // namespace
}  // namespace casement
