// WebSockets as Chrome reports them: limits, unknown sockets, events of another shape, and frames that Chrome does not
// name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "casement/browser/network/har.h"
#include "casement/browser/page/socket_log.h"
#include "specs/wire/scripted_page.h"

namespace casement {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

Json stack_of(const std::vector<std::string>& scripts) {
  Json calls = Json::array();
  for (const std::string& url : scripts) calls.push_back({{"url", url}});
  return {{"stack", {{"callFrames", calls}}}};
}

class SocketLogOnWire : public testing::Test {
 protected:
  void create(const std::string& id, const std::vector<std::string>& scripts = {}) {
    page_.say("S", "Network.webSocketCreated",
              {{"requestId", id}, {"url", "ws://shop.test/" + id}, {"initiator", stack_of(scripts)}});
    page_.say("S", "Network.webSocketWillSendHandshakeRequest",
              {{"requestId", id},
               {"timestamp", 100},
               {"wallTime", 1'700'000'000},
               {"request", {{"headers", Json::object()}}}});
  }
  void receive(const std::string& id, const std::string& data, int opcode = 1, double timestamp = 101) {
    page_.say("S", "Network.webSocketFrameReceived",
              {{"requestId", id}, {"timestamp", timestamp}, {"response", {{"opcode", opcode}, {"payloadData", data}}}});
  }
  std::vector<SocketRecord> sockets() {
    page_.deliver();
    return page_.page.extension<SocketLog>().copy();
  }

  specs::ScriptedPage page_;
};

TEST_F(SocketLogOnWire, MessagesHaveTimesOfTheWallClock) {
  create("a");
  receive("a", "x", 1, 102.5);
  EXPECT_EQ(sockets().at(0).messages.at(0).time, 1'700'000'002'500);
}

TEST_F(SocketLogOnWire, TheLogStoresAtMostFourMebibytes) {
  create("a");
  for (int i = 0; i < 100; ++i) receive("a", std::string(65'536, 'x'));
  const SocketRecord socket = sockets().at(0);
  EXPECT_THAT(socket.messages, SizeIs(64));
  EXPECT_EQ(socket.left_out, 36u);
  EXPECT_EQ(socket.received, 100u);
  EXPECT_EQ(socket.received_bytes, 6'553'600);
}

TEST_F(SocketLogOnWire, DroppedMessagesCountForTheirOwnSocket) {
  create("quiet");
  receive("quiet", "x");
  create("loud");
  for (int i = 0; i < 1001; ++i) receive("loud", "y");
  EXPECT_EQ(sockets().at(0).left_out, 1u);
  EXPECT_EQ(sockets().at(1).left_out, 1u);
}

TEST_F(SocketLogOnWire, FramesOfUnknownSocketsAreIgnored) {
  receive("unknown", "x");
  EXPECT_THAT(sockets(), IsEmpty());
}

TEST_F(SocketLogOnWire, ControlFramesAreNoMessages) {
  create("a");
  receive("a", "", 9);
  EXPECT_THAT(sockets().at(0).messages, IsEmpty());
}

TEST_F(SocketLogOnWire, DataThatIsNotBase64LeavesAnEmptyMessage) {
  create("a");
  receive("a", "#!", 2);
  EXPECT_EQ(sockets().at(0).messages.at(0).data, "");
  EXPECT_FALSE(page_.page.closed());
}

TEST_F(SocketLogOnWire, AClosedSocketHasItsDuration) {
  create("a");
  page_.say("S", "Network.webSocketClosed", {{"requestId", "a"}, {"timestamp", 103}});
  const SocketRecord socket = sockets().at(0);
  EXPECT_TRUE(socket.closed());
  EXPECT_EQ(socket.milliseconds, 3000);
}

TEST_F(SocketLogOnWire, ADocumentOnTheStackNamesTheFrame) {
  create("main", {"http://shop.test/lib.js", "http://shop.test/#top"});
  create("child", {"http://shop.test/lib.js", "http://shop.test/child"});
  create("unknown", {"http://shop.test/lib.js"});
  std::vector<std::string> frames;
  for (const SocketRecord& socket : sockets()) frames.push_back(socket.place.frame);
  EXPECT_THAT(frames, ElementsAre("M", "C", "M"));
}

TEST_F(SocketLogOnWire, ARequestForTheScriptNamesTheFrame) {
  page_.say(
      "S", "Network.requestWillBeSent",
      {{"requestId", "1"}, {"frameId", "C"}, {"type", "Script"}, {"request", {{"url", "http://shop.test/lib.js"}}}});
  create("child", {"http://shop.test/lib.js"});
  EXPECT_EQ(sockets().at(0).place.frame, "C");
}

TEST_F(SocketLogOnWire, ACutMessageIsShortenedAfterMasking) {
  create("a");
  receive("a", std::string(70'000, 'x'));
  receive("a", "short");
  const std::vector<SocketRecord> all = sockets();
  Json entry = har_entry(page_.page.network().log().entries().back(), &all.front());
  cut_messages(entry);
  EXPECT_THAT(entry.at("_webSocketMessages").at(0).at("data").get<std::string>(), SizeIs(56 * 1024));
  EXPECT_EQ(entry.at("_webSocketMessages").at(1).at("data"), "short");
}

}  // namespace
}  // namespace casement
