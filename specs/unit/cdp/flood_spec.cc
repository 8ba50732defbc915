#include "casement/cdp/flood.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

namespace casement::cdp {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;

const std::string kLine = R"({"method":"Runtime.consoleAPICalled","params":{"type":"log","args":[]}})";
const std::string kErrorLine = R"({"method":"Runtime.consoleAPICalled","params":{"type":"error","args":[]}})";
const std::string kEvent = R"({"method":"Page.frameAttached","params":{}})";

struct Flooding : testing::Test {
  // Messages that come for `length`, each `step` after the one before, and there always is a next one.
  void send_for(Flood::Clock::duration length, Flood::Clock::duration step, const std::string& text = kLine) {
    for (const auto end = now + length; now < end; now += step) flood.on_message(text, true, now);
  }
  // From a moment that is no special one.
  Flood::Clock::time_point now = Flood::Clock::time_point{} + 1h;
  Flood flood;
};

TEST_F(Flooding, DoesNotBeginWhileTheReaderKeepsUp) {
  for (int i = 0; i < 100'000; ++i) EXPECT_FALSE(flood.on_message(kLine, i % 500 != 0, now += 10us));
  EXPECT_FALSE(flood.lasts(now));
  EXPECT_EQ(flood.describe(now), "");
  EXPECT_EQ(flood.left_out(), 0U);
}

TEST_F(Flooding, BeginsIfThousandsOfMessagesComeForSeconds) {
  int sent = 0;
  const auto keep_up_for = [&](Flood::Clock::duration length) {
    for (const auto end = now + length; now < end; now += 100us) flood.on_message(kLine, ++sent % 50 != 0, now);
  };
  keep_up_for(2200ms);
  EXPECT_FALSE(flood.lasts(now));
  keep_up_for(600ms);
  EXPECT_TRUE(flood.lasts(now));
}

TEST_F(Flooding, DoesNotBeginForMessagesOfSocketsThatAreRead) {
  const std::string frame = R"({"method":"Network.webSocketFrameReceived","params":{"requestId":"1"}})";
  int sent = 0;
  for (const auto end = now + 5s; now < end; now += 50us) flood.on_message(frame, ++sent % 50 != 0, now);
  EXPECT_FALSE(flood.lasts(now));
  send_for(2s, 50us, frame);  // the reader falls behind
  EXPECT_TRUE(flood.lasts(now));
}

// Chrome has more of them than it can write.
TEST_F(Flooding, BeginsIfLargeLinesComeForSeconds) {
  const std::string line =
      R"({"method":"Runtime.consoleAPICalled","params":{"type":"log","args":[")" + std::string(100'000, 'x') + "\"]}}";
  for (int i = 0; i < 300; ++i) flood.on_message(line, false, now += 10ms);
  EXPECT_TRUE(flood.lasts(now));
  EXPECT_TRUE(flood.on_message(line, false, now));
}

TEST_F(Flooding, DoesNotBeginIfOtherMessagesAreLarge) {
  const std::string picture = R"({"id":7,"result":{"data":")" + std::string(1'000'000, 'x') + "\"}}";
  for (int i = 0; i < 1000; ++i) EXPECT_FALSE(flood.on_message(picture, false, now += 50ms));
  EXPECT_FALSE(flood.lasts(now));
}

TEST_F(Flooding, DoesNotBeginIfFewMessagesWaitForLong) {
  send_for(5s, 10ms);
  EXPECT_FALSE(flood.lasts(now));
}

TEST_F(Flooding, DoesNotBeginIfASlowReaderIsAFewThousandBehind) {
  send_for(4s, 1ms);
  EXPECT_FALSE(flood.lasts(now));
  EXPECT_EQ(flood.left_out(), 0U);
}

TEST_F(Flooding, BeginsIfManyMessagesWaitForASecond) {
  send_for(900ms, 100us);
  EXPECT_FALSE(flood.lasts(now));
  send_for(200ms, 100us);
  EXPECT_TRUE(flood.lasts(now));
}

TEST_F(Flooding, BeginsWithFewLargeMessagesToo) {
  const std::string large = kLine + std::string(1'000'000, ' ');
  send_for(1500ms, 20ms, large);
  EXPECT_TRUE(flood.lasts(now));
}

TEST_F(Flooding, EndsAWhileAfterItsLastSign) {
  send_for(2s, 100us);
  flood.on_message(kEvent, false, now);
  EXPECT_TRUE(flood.lasts(now + 2900ms));
  EXPECT_FALSE(flood.lasts(now + 3100ms));
  EXPECT_EQ(flood.describe(now + 3100ms), "");
}

// What something depends on is read, and so is what tells of a mistake.
TEST_F(Flooding, DropsOnlyPlainConsoleLines) {
  send_for(2100ms, 100us);
  const std::size_t before = flood.left_out();
  EXPECT_TRUE(flood.on_message(kLine, true, now));
  EXPECT_EQ(flood.left_out(), before + 1);
  for (const std::string& text :
       {kErrorLine, kEvent, std::string(R"({"method":"Runtime.consoleAPICalled","params":{"type":"warning"}})"),
        std::string(R"({"method":"Runtime.consoleAPICalled","params":{"type":"assert"}})"),
        std::string(R"({"method":"Runtime.consoleAPICalledTwice","params":{"type":"log"}})"),
        std::string(R"({"params":{"type":"log"},"method":"Runtime.consoleAPICalled"})"),
        std::string(R"({"id":1,"result":{}})"), std::string("{"), std::string()}) {
    EXPECT_FALSE(flood.on_message(text, true, now)) << text;
  }
}

TEST_F(Flooding, IsReportedWithItsRateAndItsMostFrequentEvent) {
  send_for(3s, 200us);
  flood.on_message(kEvent, true, now);
  EXPECT_THAT(flood.describe(now),
              testing::MatchesRegex("Chrome sends events faster than Casement can read them: [45][0-9]{3} per second, "
                                    "most of them Runtime\\.consoleAPICalled; [0-9]+ console lines were dropped"));
}

TEST_F(Flooding, IsReportedForAWaitThatWasCutOff) {
  flood.on_message(kEvent, true, now);
  EXPECT_EQ(flood.describe(now), "");
  flood.on_cut_off(now);
  EXPECT_THAT(flood.describe(now), HasSubstr(": 1 per second, most of them Page.frameAttached"));
  EXPECT_EQ(flood.describe(now + 4s), "");
}

// Names that a hostile end point makes up are not collected for ever.
TEST_F(Flooding, CountsALimitedNumberOfNames) {
  for (int i = 0; i < 100'000; ++i)
    flood.on_message(R"({"method":"Made.up)" + std::to_string(i) + "\"}", true, now += 1us);
  flood.on_cut_off(now);
  EXPECT_THAT(flood.describe(now), HasSubstr(" per second"));
}

// ——— whose console it is ———

std::string line_of(const std::string& session, const std::string& type = "log") {
  return R"({"method":"Runtime.consoleAPICalled","params":{"type":")" + type + R"(","args":[]},"sessionId":")" +
         session + "\"}";
}

TEST_F(Flooding, NamesTheSessionOfTheConsoleOnce) {
  send_for(900ms, 200us, line_of("A"));
  EXPECT_EQ(flood.take_loudest(), std::nullopt);
  send_for(1s, 200us, line_of("A"));
  EXPECT_EQ(flood.take_loudest(), "A");
  send_for(1s, 200us, line_of("A"));
  EXPECT_EQ(flood.take_loudest(), std::nullopt);
}

TEST_F(Flooding, NamesNoSessionThatWritesAFewLinesMeanwhile) {
  send_for(2s, 200us, line_of("A"));
  EXPECT_EQ(flood.take_loudest(), "A");
  flood.on_message(kEvent, false, now);
  now += 1s;
  for (int i = 0; i < 20; ++i) flood.on_message(line_of("B"), true, now);  // the first of a window
  EXPECT_EQ(flood.take_loudest(), std::nullopt);
  for (int i = 0; i < 100; ++i) {
    send_for(10ms, 200us, line_of("A"));
    EXPECT_FALSE(flood.on_message(line_of("B", "error"), true, now));
  }
  EXPECT_EQ(flood.take_loudest(), std::nullopt);
}

TEST_F(Flooding, ReadsAQuietConsoleDuringAnothersFlood) {
  send_for(2s, 200us, line_of("A"));
  EXPECT_FALSE(flood.on_message(line_of("B"), true, now));
  EXPECT_TRUE(flood.on_message(line_of("A"), true, now));
  flood.listen_to("A");  // it shows another page now
  EXPECT_FALSE(flood.on_message(line_of("A"), true, now));
}

TEST_F(Flooding, NamesNoSessionForOtherEvents) {
  send_for(5s, 100us, R"({"method":"Network.dataReceived","params":{},"sessionId":"A"})");
  EXPECT_TRUE(flood.lasts(now));
  EXPECT_EQ(flood.take_loudest(), std::nullopt);
}

TEST_F(Flooding, NamesTheNextSessionOnceTheFirstIsSilent) {
  send_for(2s, 200us, line_of("A"));
  EXPECT_EQ(flood.take_loudest(), "A");
  send_for(2s, 200us, line_of("B"));
  EXPECT_EQ(flood.take_loudest(), "B");
}

// Pages that flood side by side: none of them is most of it.
TEST_F(Flooding, NamesEachOfSeveralThatAreAsLoud) {
  std::set<std::string> named;
  for (int i = 0; i < 30'000; ++i) {
    flood.on_message(line_of(std::string(1, "ABC"[i % 3])), true, now += 100us);
    flood.on_message(kEvent, true, now);
    const auto loudest = flood.take_loudest();
    if (loudest && !named.insert(*loudest).second) ADD_FAILURE() << *loudest << " is named again";
  }
  EXPECT_THAT(named, ElementsAre("A", "B", "C"));
}

TEST_F(Flooding, DropsErrorsTooWhileNobodyListens) {
  const std::string mistake = line_of("A", "error");
  send_for(2s, 200us, mistake);
  EXPECT_EQ(flood.take_loudest(), "A");
  const std::string exception = R"({"method":"Runtime.exceptionThrown","params":{},"sessionId":"A"})";
  for (const std::string& text : {mistake, exception}) EXPECT_TRUE(flood.on_message(text, true, now)) << text;
  EXPECT_FALSE(flood.on_message(line_of("B", "error"), true, now));
  flood.listen_to("A");
  EXPECT_FALSE(flood.on_message(exception, false, now));
  EXPECT_EQ(flood.take_loudest(), std::nullopt);
}

}  // namespace
}  // namespace casement::cdp
