// The frame tree as a reducer: protocol events in, state out. The orders of events are those that
// Chrome was seen to send.
#include "casement/browser/frames/frame_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace casement {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Json navigated(const std::string& id, const std::string& url, const std::string& loader = "L") {
  return {{"id", id}, {"url", url}, {"loaderId", loader}};
}

Json context(const std::string& frame, const std::string& unique_id, const std::string& name = kWorldName) {
  return {{"id", 7}, {"name", name}, {"uniqueId", unique_id}, {"auxData", {{"frameId", frame}}}};
}

// A page "M" in session "S" with one child frame "C", both with a document and a world.
struct Fixture {
  Fixture() : tree("M", "S") {
    tree.on_navigated("S", navigated("M", "http://shop.test/"), "");
    tree.on_context_created("S", context("M", "wM"));
    tree.on_attached("S", "C", "M");
    tree.on_navigated("S", navigated("C", "http://shop.test/child"), "");
    tree.on_context_created("S", context("C", "wC"));
  }
  const Frame& child() { return *tree.find("C"); }

  // What Chrome sends when the child goes to another site.
  void make_remote() {
    tree.on_became_remote("C", "M", "R");
    tree.on_navigated("R", navigated("C", "http://pay.test/"), "");
    tree.on_context_created("R", context("C", "wR"));
    // The parent's process ends its own contexts only now.
    tree.on_context_destroyed("S", "wC");
  }
  FrameTree tree;
};

TEST(FrameTree, KeepsIdentityWhenTheFrameBecomesRemote) {  // V6
  Fixture f;
  f.tree.ensure_ordinal(f.child());
  const int ordinal = f.child().ordinal;
  f.make_remote();
  EXPECT_EQ(f.child().ordinal, ordinal);
  EXPECT_EQ(f.child().session, "R");
  EXPECT_EQ(f.child().world->unique_id, "wR");
}

// Somebody else's of the same page, or what is left of one that has gone.
TEST(FrameTree, TakesNoWorldOfAnotherName) {
  FrameTree tree("M", "S", "casement S");
  tree.on_navigated("S", navigated("M", "http://shop.test/"), "");
  tree.on_context_created("S", context("M", "wOurs", "casement S"));
  tree.on_context_created("S", context("M", "wTheirs", "casement R"));
  tree.on_context_created("S", context("M", "wOld", kWorldName));
  EXPECT_EQ(tree.main().world->unique_id, "wOurs");
}

TEST(FrameTree, ARemoteFramesDocumentIsANewGeneration) {
  Fixture f;
  const std::uint64_t before = f.child().generation;
  f.make_remote();
  EXPECT_GT(f.child().generation, before);
}

TEST(FrameTree, IgnoresAContextOfTheProcessThatTheFrameHasLeft) {
  Fixture f;
  f.make_remote();
  f.tree.on_context_created("S", context("C", "late"));
  EXPECT_EQ(f.child().world->unique_id, "wR");
}

TEST(FrameTree, IgnoresACommitOfTheProcessThatTheFrameHasLeft) {
  Fixture f;
  f.make_remote();
  f.tree.on_navigated("S", navigated("C", "http://shop.test/late"), "");
  EXPECT_EQ(f.child().url, "http://pay.test/");
  EXPECT_TRUE(f.child().world);
}

TEST(FrameTree, ComesBackIntoTheParentsProcess) {
  Fixture f;
  f.make_remote();
  // Chrome ends the session first, then attaches the frame to the parent's process.
  f.tree.on_session_gone("R");
  EXPECT_FALSE(f.child().world);
  f.tree.on_attached("S", "C", "M");
  f.tree.on_navigated("S", navigated("C", "http://shop.test/back"), "");
  f.tree.on_context_created("S", context("C", "wB"));
  EXPECT_EQ(f.child().session, "S");
  EXPECT_EQ(f.child().world->unique_id, "wB");
}

TEST(FrameTree, ASecondAttachOfAKnownTargetMovesTheFrame) {
  Fixture f;
  f.make_remote();
  f.tree.on_became_remote("C", "M", "R2");
  EXPECT_EQ(f.child().session, "R2");
  EXPECT_FALSE(f.child().world);
  f.tree.on_session_gone("R");  // the first session's end is old news
  EXPECT_EQ(f.child().session, "R2");
}

TEST(FrameTree, ANewContextMayComeBeforeTheOldOneEnds) {
  Fixture f;
  f.tree.on_context_created("S", context("C", "wNew"));
  f.tree.on_context_destroyed("S", "wC");
  ASSERT_TRUE(f.child().world);
  EXPECT_EQ(f.child().world->unique_id, "wNew");
}

TEST(FrameTree, KeepsAContextThatComesBeforeItsFrame) {
  FrameTree tree("M", "S");
  tree.on_context_created("S", context("C", "early"));
  tree.on_attached("S", "C", "M");
  ASSERT_TRUE(tree.find("C")->world);
  EXPECT_EQ(tree.find("C")->world->unique_id, "early");
  EXPECT_EQ(tree.find("C")->world->context_id, 7);
}

TEST(FrameTree, IgnoresThePagesOwnContexts) {
  FrameTree tree("M", "S");
  tree.on_context_created("S", context("M", "main", ""));
  EXPECT_FALSE(tree.main().world);
}

TEST(FrameTree, AChildMayAttachBeforeItsParentIsKnownToBeRemote) {
  FrameTree tree("M", "S");
  tree.on_became_remote("C", "M", "R");  // no Page.frameAttached came first
  ASSERT_NE(tree.find("C"), nullptr);
  tree.on_attached("S", "C", "M");  // of the parent's process, late: it takes the frame for its own
  tree.on_became_remote("C", "M", "R");
  EXPECT_EQ(tree.find("C")->session, "R");
  EXPECT_THAT(tree.main().children, ElementsAre("C"));
}

TEST(FrameTree, ANavigationRemovesTheOldDocumentsFrames) {
  Fixture f;
  f.tree.on_navigated("S", navigated("M", "http://shop.test/next"), "");
  EXPECT_EQ(f.tree.find("C"), nullptr);
  EXPECT_THAT(f.tree.main().children, IsEmpty());
}

TEST(FrameTree, RemovalTakesTheSubtreeAlong) {
  Fixture f;
  f.tree.on_attached("S", "D", "C");
  f.tree.on_removed("S", "C");
  EXPECT_EQ(f.tree.find("C"), nullptr);
  EXPECT_EQ(f.tree.find("D"), nullptr);
}

TEST(FrameTree, TheParentsProcessMayReportTheRemovalOfARemoteFrame) {
  Fixture f;
  f.make_remote();
  f.tree.on_removed("S", "C");
  EXPECT_EQ(f.tree.find("C"), nullptr);
}

TEST(FrameTree, TheMainFrameIsNeverRemoved) {
  Fixture f;
  f.tree.on_removed("S", "M");
  EXPECT_NE(f.tree.find("M"), nullptr);
}

TEST(FrameTree, ASameDocumentNavigationKeepsTheWorld) {  // V6
  Fixture f;
  f.tree.on_navigated_within("C", "http://shop.test/child#there");
  EXPECT_EQ(f.child().world->unique_id, "wC");
  EXPECT_EQ(f.child().url, "http://shop.test/child#there");
}

TEST(FrameTree, ACrashEmptiesEveryFrameOfTheSession) {
  Fixture f;
  f.tree.on_crashed("S");
  EXPECT_TRUE(f.tree.main().crashed);
  EXPECT_TRUE(f.child().crashed);
  EXPECT_FALSE(f.child().world);
}

TEST(FrameTree, ANavigationRevivesACrashedFrame) {
  Fixture f;
  f.tree.on_crashed("S");
  f.tree.on_navigated("S", navigated("M", "http://shop.test/again"), "");
  EXPECT_FALSE(f.tree.main().crashed);
}

TEST(FrameTree, KnowsWhereAFrameIsGoing) {
  FrameTree tree("M", "S");
  tree.on_attached("S", "C", "M");
  tree.on_navigation_started("C", "http://silent.test/", "L1");
  ASSERT_TRUE(tree.find("C")->navigation.pending());
  EXPECT_EQ(tree.find("C")->navigation.pending()->url, "http://silent.test/");
  EXPECT_FALSE(tree.find("C")->has_committed);
  tree.on_navigated("S", navigated("C", "http://silent.test/", "L1"), "");
  EXPECT_FALSE(tree.find("C")->navigation.pending());
}

TEST(FrameTree, ALifecycleEventOfAnOlderDocumentIsOldNews) {
  Fixture f;
  f.tree.on_navigated("S", navigated("M", "http://shop.test/next", "L2"), "");
  f.tree.on_lifecycle("M", "L", "load");
  EXPECT_FALSE(f.tree.main().loaded);
  f.tree.on_lifecycle("M", "L2", "DOMContentLoaded");
  EXPECT_TRUE(f.tree.main().dom_ready);
}

TEST(FrameTree, KnowsWhatKeepsADocumentFromBeingPainted) {
  Fixture f;
  f.tree.on_blocking_request("M", "older", "1", "http://shop.test/old.css");
  EXPECT_FALSE(is_render_blocked(f.tree.main()));
  f.tree.on_blocking_request("M", "L", "2", "http://shop.test/a.css");
  f.tree.on_blocking_request("M", "L", "2", "http://shop.test/b.css");  // a redirect of the same request
  EXPECT_TRUE(is_render_blocked(f.tree.main()));
  const std::uint64_t before = f.tree.revision();
  f.tree.on_request_ended("2", "");
  EXPECT_FALSE(is_render_blocked(f.tree.main()));
  EXPECT_NE(f.tree.revision(), before);  // whoever waits looks again
  f.tree.on_blocking_request("M", "L", "3", "http://shop.test/c.css");
  f.tree.on_lifecycle("M", "L", "firstPaint");
  EXPECT_FALSE(is_render_blocked(f.tree.main()));
  f.tree.on_blocking_request("M", "L", "4", "http://shop.test/d.css");
  f.tree.on_navigated("S", navigated("M", "http://shop.test/next", "L2"), "");
  EXPECT_FALSE(is_render_blocked(f.tree.main()));
}

TEST(FrameTree, KnowsADocumentThatWasCutOff) {
  Fixture f;
  f.tree.on_request_ended("L", "");
  EXPECT_EQ(f.tree.main().cut_off, "");
  EXPECT_TRUE(is_being_parsed(f.tree.main()));
  f.tree.on_request_ended("L", "net::ERR_CONNECTION_RESET");
  EXPECT_EQ(f.tree.main().cut_off, "net::ERR_CONNECTION_RESET");
  EXPECT_FALSE(is_being_parsed(f.tree.main()));  // nothing more comes
  f.tree.on_navigated("S", navigated("M", "http://shop.test/next", "L2"), "");
  EXPECT_EQ(f.tree.main().cut_off, "");
}

// All of one process, as in a browser that does not isolate sites.
TEST(FrameTree, KnowsAnotherSiteInTheSameProcess) {
  struct Document {
    std::string url, origin, domain;
  };
  struct Row {
    Document parent, child;
    bool cross_site;
  };
  const Document shop{"http://shop.test/", "http://shop.test", "shop.test"};
  const Document localhost{"http://localhost:1/", "http://localhost:1", ""};
  const Row rows[] = {
      {shop, {"http://shop.test/a", "http://shop.test", "shop.test"}, false},
      {shop, {"http://a.shop.test:8/", "http://a.shop.test:8", "shop.test"}, false},
      {shop, {"http://pay.test/", "http://pay.test", "pay.test"}, true},
      {shop, {"https://shop.test/", "https://shop.test", "shop.test"}, true},
      {localhost, {"http://localhost:2/", "http://localhost:2", ""}, false},
      {localhost, {"http://127.0.0.1:1/", "http://127.0.0.1:1", ""}, true},
      {{"http://[::1]:1/", "http://[::1]:1", ""}, {"http://[::1]/", "http://[::1]", ""}, false},
      {shop, {"about:blank", "http://shop.test", ""}, false},
      {{"about:blank", "http://shop.test", ""}, shop, false},
      {shop, {"data:text/html,x", "://", ""}, false},
      {shop, {"chrome-error://chromewebdata/", "://", ""}, false},
      {{"file:///a.html", "file://", ""}, {"file:///b.html", "file://", ""}, false},
  };
  for (const auto& row : rows) {
    Fixture f;
    const auto open = [&](const char* id, const Document& document) {
      Json told = navigated(id, document.url);
      told["securityOrigin"] = document.origin;
      told["domainAndRegistry"] = document.domain;
      if (std::string(id) != "M") told["parentId"] = "M";
      f.tree.on_navigated("S", told, "");
    };
    open("M", row.parent);
    f.tree.on_attached("S", "C2", "M");
    open("C2", row.child);
    EXPECT_EQ(is_cross_site(*f.tree.find("C2"), f.tree.find("M")), row.cross_site)
        << row.parent.url << ' ' << row.child.url;
    EXPECT_FALSE(is_cross_site(*f.tree.find("M"), nullptr));
  }
  Fixture f;
  f.make_remote();
  EXPECT_TRUE(is_cross_site(f.child(), f.tree.find("M")));
}

TEST(FrameTree, KeepsTheReasonOfAFailedLoad) {
  Fixture f;
  Json error = navigated("C", "chrome-error://chromewebdata/");
  error["unreachableUrl"] = "http://deny.test/";
  f.tree.on_navigated("S", error, "net::ERR_BLOCKED_BY_RESPONSE");
  EXPECT_EQ(f.child().unreachable_url, "http://deny.test/");
  EXPECT_EQ(f.child().load_error, "net::ERR_BLOCKED_BY_RESPONSE");
}

TEST(FrameTree, AFrameThatFailedBeforeItsSessionBeganHasItsReasonToo) {
  Fixture f;
  f.tree.on_became_remote("X", "M", "E");
  Json frame = navigated("X", "chrome-error://chromewebdata/", "LX");
  frame["unreachableUrl"] = "http://deny.test/";
  DocumentResponse response;
  response.error = "net::LX";
  f.tree.on_frame_tree("E", {{"frame", frame}},
                       [&](const std::string& loader) { return loader == "LX" ? &response : nullptr; });
  EXPECT_EQ(f.tree.find("X")->load_error, "net::LX");
}

TEST(FrameTree, OrdinalsAreNeverGivenTwice) {
  Fixture f;
  EXPECT_EQ(f.tree.ensure_ordinal(f.tree.main()), 0);
  EXPECT_EQ(f.tree.ensure_ordinal(f.child()), 1);
  f.tree.on_removed("S", "C");
  f.tree.on_attached("S", "C2", "M");
  EXPECT_EQ(f.tree.ensure_ordinal(*f.tree.find("C2")), 2);
  EXPECT_EQ(f.tree.find_ordinal(1), nullptr);
  EXPECT_TRUE(f.tree.knew_ordinal(1));
  EXPECT_FALSE(f.tree.knew_ordinal(3));
}

TEST(FrameTree, RefsGoOnOverDocuments) {
  Fixture f;
  f.tree.on_refs_given("C", 12);
  f.tree.on_navigated("S", navigated("C", "http://shop.test/2"), "");
  f.tree.on_context_created("S", context("C", "w2"));
  ASSERT_EQ(f.child().documents.size(), 2u);
  EXPECT_EQ(f.child().documents[1].first_ref, 13);
}

}  // namespace
}  // namespace casement
