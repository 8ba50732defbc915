// A shared worker's requests can be paused only if Chrome knows it before the worker's script is there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "specs/wire/scripted_page.h"

namespace casement::specs {
namespace {

using testing::Contains;

TEST(RoutedPage, PausesTheScriptsOfSharedWorkers) {
  ScriptedPage p;
  p.answer_all();
  {
    const cdp::Connection::EngineLock lock(p.connection);
    p.page.routes().add("*/data", [](const RouteRequest&) { return RouteAnswer::next(); }, soon());
  }
  p.attach("S", "C", "SC");
  p.deliver();
  const std::vector<Json> sent = p.sent("Fetch.enable");
  ASSERT_THAT(sent, testing::SizeIs(1));
  EXPECT_THAT(sent[0].at("params").at("patterns"), Contains(Json({{"urlPattern", "*"}, {"resourceType", "Other"}})));
}

}  // namespace
}  // namespace casement::specs
