// What the protocol itself does with frames, where the engine is built on it: the facts of V1.
#include <casement/testing.h>
#include "casement/api/engine.h"
#include "casement/browser/page/page_session.h"
#include "specs/support/browser_needs.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace {

using namespace casement;

class FrameProtocol : public SiteTest<"frames"> {
 protected:
  void open(const std::string& name) { page().open("http://top.test/" + name + ".html", {LoadState::Loaded}); }
  cdp::Connection& connection() { return engine_of(page()).connection(); }
  Json call(const char* method, Json params) {
    const cdp::Connection::EngineLock lock(connection());
    return connection().call({engine_of(page()).session(), method, std::move(params), nullptr},
                             Deadline::in(std::chrono::seconds(20)));
  }
  FrameId child() {
    const cdp::Connection::EngineLock lock(connection());
    return engine_of(page()).frames().main().children.at(0);
  }
  Json owner() {
    const Json element = call("Runtime.evaluate", {{"expression", "document.querySelector('iframe')"}});
    return call("DOM.describeNode", {{"objectId", element["result"]["objectId"]}}).at("node");
  }
};

TEST_F(FrameProtocol, AnIsolatedWorldIsMadeInAChildFrame) {  // V1
  open("same_origin");
  const Json made = call("Page.createIsolatedWorld", {{"frameId", child()}, {"worldName", "probe"}});
  const Json seen =
      call("Runtime.evaluate", {{"expression", "location.pathname"}, {"contextId", made.at("executionContextId")}});
  EXPECT_EQ(seen["result"]["value"], "/guest.html");
}

TEST_F(FrameProtocol, TheOwnerElementHasTheIdOfItsFrame) {  // V1
  open("same_origin");
  EXPECT_EQ(owner().at("frameId"), child());
  EXPECT_TRUE(owner().contains("contentDocument"));
  specs::require_own_processes(page());
  open("cross_site");
  EXPECT_EQ(owner().at("frameId"), child());
  EXPECT_FALSE(owner().contains("contentDocument"));
}

TEST_F(FrameProtocol, AFrameAttachesBeforeItsWorldIsMade) {  // V1, V4
  open("plain");
  page().evaluate(
      "new Promise(done => { const frame = document.createElement('iframe');"
      " frame.onload = () => done(true); frame.src = '/guest.html'; document.body.append(frame); })");
  const cdp::Connection::EngineLock lock(connection());
  const std::vector<std::string> log = connection().log().last(100);
  const auto line = [&](const std::string& method) {
    return std::find_if(log.begin(), log.end(), [&](const std::string& one) { return one.starts_with("← " + method); });
  };
  const auto attached = line("Page.frameAttached");
  ASSERT_NE(attached, log.end());
  const auto world = std::find_if(
      attached, log.end(), [](const std::string& one) { return one.starts_with("← Runtime.executionContextCreated"); });
  EXPECT_NE(world, log.end());
  EXPECT_TRUE(engine_of(page()).frames().find(engine_of(page()).frames().main().children.at(0))->world);
}

}  // namespace
