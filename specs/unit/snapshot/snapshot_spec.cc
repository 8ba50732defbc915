#include "casement/snapshot/snapshot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "casement/base/error.h"
#include "specs/unit/snapshot/readings.h"

namespace casement::spec {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string iframe(int depth, int ref, const std::string& name, const std::string& mark = "visible") {
  return node(depth, {"iframe", ref, name, "", {"?frame=" + mark}});
}

// The checkout: a payment field from another site, and a bank that does not answer.
Snapshot checkout() {
  CapturedFrame card = child_frame(1, 0, 4,
                                   document({node(0, {"textbox", 1, "Card number"}), value(1, "4242 4242 4242 4242")},
                                            "http://js.pay.test/elements/card-number", "Card"));
  card.cross_site = true;
  card.generation = 3;
  card.name = "card-frame";
  card.origin = "http://js.pay.test";
  return page_of(
      main_frame(
          document({node(0, {"heading", 1, "Checkout", "level=1"}), iframe(0, 4, "Secure card number input frame"),
                    iframe(0, 5, "Bank challenge"), node(0, {"button", 6, "Pay", "disabled"})})),
      std::move(card),
      failed_frame(2, 0, 5, FrameFailure::TimedOut, "no answer within 2 s", "http://acs.bank.test/challenge"));
}

TEST(Snapshot, PutsEachDocumentBelowItsFrame) {
  EXPECT_EQ(checkout().text(),
            R"(- heading "Checkout" [level=1]
- iframe "Secure card number input frame" [ref=e4] [cross-site]:
  - /url: http://js.pay.test/elements/card-number
  - textbox "Card number" [ref=f1_e1]: "•••• •••• •••• 4242"
- iframe "Bank challenge" [ref=e5] [failed=timed_out]:
  - /error: no answer within 2 s (navigating to http://acs.bank.test/challenge)
- button "Pay" [disabled] [ref=e6]
)");
}

TEST(Snapshot, KnowsItsPage) {
  EXPECT_EQ(checkout().url(), "http://shop.test/checkout");
  EXPECT_EQ(checkout().title(), "Checkout");
}

TEST(Snapshot, ListsItsFrames) {
  const Snapshot page = checkout();
  ASSERT_EQ(page.frames().size(), 3u);
  const SnapshotFrame& card = *page.frame(1);
  EXPECT_EQ(card.parent_ordinal, 0);
  EXPECT_EQ(card.depth, 1);
  EXPECT_EQ(card.frame_id, "F1");
  EXPECT_EQ(card.owner(), "e4");
  EXPECT_EQ(card.owner_name, "Secure card number input frame");
  EXPECT_EQ(card.name, "card-frame");
  EXPECT_EQ(card.url, "http://js.pay.test/elements/card-number");
  EXPECT_EQ(card.origin, "http://js.pay.test");
  EXPECT_TRUE(card.cross_site);
  EXPECT_EQ(card.state, "ready");
  EXPECT_EQ(card.generation, 3u);
  EXPECT_EQ(page.frame(0)->state, "ready");
  EXPECT_EQ(page.frame(2)->state, "timed_out");
  EXPECT_EQ(page.frame(7), nullptr);
}

TEST(Snapshot, ListsFailedFrames) {
  const Snapshot page = checkout();
  ASSERT_EQ(page.frame_failures().size(), 1u);
  const FrameFailure& failure = page.frame_failures()[0];
  EXPECT_EQ(failure.kind, FrameFailure::TimedOut);
  EXPECT_EQ(failure.owner_ref, "e5");
  EXPECT_EQ(failure.frame_name, "Bank challenge");
  EXPECT_EQ(failure.url, "http://acs.bank.test/challenge");
}

TEST(Snapshot, ShowsThePageThatAServerSentWithAnError) {
  CapturedFrame broken =
      child_frame(1, 0, 2, document({node(0, {"heading", 1, "Oh"}), iframe(0, 2, "Inner")}, "http://pay.test/card"));
  broken.status = 502;
  broken.http_error.emplace();
  broken.http_error->kind = FrameFailure::HttpError;
  broken.http_error->status = 502;
  broken.http_error->message = "its server answered with status 502";
  broken.http_error->url = "http://pay.test/card";
  const Snapshot page =
      page_of(main_frame(document({iframe(0, 2, "Card")})), std::move(broken),
              child_frame(2, 1, 2, document({node(0, {"button", 1, "Deep"})}, "http://pay.test/inner")));
  EXPECT_EQ(page.text(), R"(- iframe "Card" [ref=e2] [failed=http_error]:
  - /url: http://pay.test/card
  - /error: its server answered with status 502
  - heading "Oh"
  - iframe "Inner" [ref=f1_e2]:
    - /url: http://pay.test/inner
    - button "Deep" [ref=f2_e1]
)");
  EXPECT_EQ(page.frame(1)->state, "http_error");
  EXPECT_TRUE(page.frame(1)->read);
  EXPECT_EQ(page.frame(2)->state, "ready");
  EXPECT_EQ(page.statistics().frames, 3u);
  ASSERT_EQ(page.frame_failures().size(), 1u);
  EXPECT_EQ(page.frame_failures()[0].frame_name, "Card");
  EXPECT_THAT(page.json(), AllOf(HasSubstr(R"("status":502,"read":true)"), HasSubstr(R"("kind":"http_error")")));
}

TEST(Snapshot, StatesProblemsOfThePageInItsHead) {
  CapturedFrame main = main_frame(document({node(0, {"heading", 1, "Oh"})}));
  main.status = 404;
  const Snapshot page = page_of(std::move(main));
  EXPECT_EQ(page.text(), "# status: 404\n- heading \"Oh\"\n");
  EXPECT_EQ(page.status(), 404);
  EXPECT_EQ(page.nodes()[0].line, 2u);
  EXPECT_TRUE(page.frame_failures().empty());
  CapturedFrame empty = main_frame(document({}));
  empty.failure.emplace();
  empty.failure->kind = FrameFailure::NotParsed;
  empty.failure->message = "nothing\n- button \"Pay\"";
  const Snapshot waiting = page_of(std::move(empty));
  EXPECT_EQ(waiting.text(), "# failed: not_parsed, \"nothing\\n- button \\\"Pay\\\"\"\n");
  EXPECT_EQ(waiting.frames()[0].state, "not_parsed");
}

TEST(Snapshot, CountsNodesRefsFramesAndBytes) {
  const Snapshot page = checkout();
  const SnapshotStatistics& counted = page.statistics();
  EXPECT_EQ(counted.nodes, 6u);
  EXPECT_EQ(counted.refs, 5u);
  EXPECT_EQ(counted.frames, 2u);
  EXPECT_EQ(counted.elements_walked, 14u);
  EXPECT_EQ(counted.bytes, page.text().size());
  EXPECT_EQ(counted.estimated_tokens, counted.bytes / 4);
}

TEST(Snapshot, FindsANodeByItsRef) {
  const Snapshot page = checkout();
  EXPECT_EQ(page.nodes()[page.node_of("f1_e1")].name, "Card number");
  EXPECT_EQ(page.nodes()[page.node_of("e1")].name, "Checkout");
  for (const char* ref : {"e2", "f1_e2", "f9_e1", "f0_e1", "x", ""}) {
    EXPECT_EQ(page.node_of(ref), kNoNode) << ref;
  }
}

TEST(Snapshot, RevealsValuesOnRequest) {
  std::vector<CapturedFrame> readings;
  readings.push_back(main_frame(document({node(0, {"textbox", 1}), value(1, "4242 4242 4242 4242")})));
  SnapshotOptions options;
  options.reveal_values = true;
  EXPECT_THAT(assemble_snapshot(std::move(readings), options, {}).text(), HasSubstr("4242 4242 4242 4242"));
}

TEST(Snapshot, MasksTheJsonToo) {
  EXPECT_THAT(checkout().json(), Not(HasSubstr("4242 4242")));
  EXPECT_THAT(checkout().json(), HasSubstr("•••• 4242"));
}

TEST(Snapshot, NestsFramesInFrames) {
  const Snapshot page = page_of(
      child_frame(2, 1, 7, document({node(0, {"button", 1, "deep"})}, "http://c.test/")),
      main_frame(document({node(0, {"dialog", 1}), iframe(1, 2, "outer"), run(0, "after")})),
      child_frame(1, 0, 2, document({node(0, {"main"}), iframe(1, 7, "inner"), run(1, "x")}, "http://b.test/")));
  EXPECT_EQ(page.text(), R"(- dialog [ref=e1]:
  - iframe "outer" [ref=e2]:
    - /url: http://b.test/
    - main:
      - iframe "inner" [ref=f1_e7]:
        - /url: http://c.test/
        - button "deep" [ref=f2_e1]
      - text: x
- text: after
)");
  EXPECT_EQ(page.frame(2)->depth, 2);
  EXPECT_EQ(page.frame(2)->owner(), "f1_e7");
}

TEST(Snapshot, KeepsTheTreeInOrder) {
  const Snapshot page =
      page_of(main_frame(document({node(0, {"list", 1}), iframe(1, 2, "a"), iframe(1, 3, "b"), run(0, "z")})),
              child_frame(1, 0, 2, document({node(0, {"button", 1}), run(1, "p"), run(1, "q")})),
              child_frame(2, 0, 3, document({})));
  const Nodes& nodes = page.nodes();
  ASSERT_EQ(nodes.size(), 7u);
  EXPECT_EQ(nodes[0].end, 6u);
  EXPECT_EQ(nodes[1].end, 5u);
  EXPECT_EQ(nodes[2].parent, 1u);
  EXPECT_EQ(nodes[2].depth, 2u);
  EXPECT_EQ(nodes[2].end, 5u);
  EXPECT_EQ(nodes[3].parent, 2u);
  EXPECT_EQ(nodes[5].name, "b");
  EXPECT_EQ(nodes[5].end, 6u);
  EXPECT_EQ(nodes[5].parent, 0u);
  EXPECT_EQ(nodes[6].parent, kNoNode);
}

TEST(Snapshot, NeverExpandsAHiddenFrame) {
  const Snapshot page = page_of(main_frame(document({iframe(0, 1, "tracker", "hidden")})),
                                child_frame(1, 0, 1, document({node(0, {"button", 1, "secret"})})),
                                child_frame(2, 0, 99, document({node(0, {"button", 1, "display none"})})));
  EXPECT_EQ(page.text(), "- iframe \"tracker\" [ref=e1]\n");
  EXPECT_EQ(page.frame(1)->state, "hidden");
  EXPECT_EQ(page.frame(2)->state, "hidden");
}

TEST(Snapshot, DoesNotReportAHiddenFrameThatFailed) {
  const Snapshot page = page_of(main_frame(document({iframe(0, 1, "tracker", "hidden")})),
                                failed_frame(1, 0, 1, FrameFailure::TimedOut, "no answer", "http://x.test/"));
  EXPECT_THAT(page.frame_failures(), IsEmpty());
  EXPECT_EQ(page.frame(1)->state, "hidden");
}

TEST(Snapshot, ReportsAFailureAtAnUnknownPlace) {
  const Snapshot page =
      page_of(main_frame(document({})), failed_frame(1, 0, 0, FrameFailure::Detached, "gone", "http://x/"));
  ASSERT_EQ(page.frame_failures().size(), 1u);
  EXPECT_EQ(page.frame_failures()[0].owner_ref, "");
}

TEST(Snapshot, CutsFramesThatAreTooDeep) {
  std::vector<CapturedFrame> readings;
  readings.push_back(main_frame(document({iframe(0, 1, "one")})));
  readings.push_back(child_frame(1, 0, 1, document({iframe(0, 1, "two")})));
  readings.push_back(child_frame(2, 1, 1, document({run(0, "unseen")}, "http://c.test/")));
  SnapshotOptions options;
  options.max_frame_depth = 1;
  const Snapshot page = assemble_snapshot(std::move(readings), options, {});
  EXPECT_THAT(page.text(), HasSubstr("[ref=f1_e1] [failed=depth_cut]:\n    - /error: nested deeper "
                                     "than 1 frame (at http://c.test/)"));
  EXPECT_THAT(page.text(), Not(HasSubstr("unseen")));
  EXPECT_EQ(page.frame_failures().at(0).kind, FrameFailure::DepthCut);
  EXPECT_EQ(page.frame(2)->state, "depth_cut");
}

TEST(Snapshot, ReportsAVisibleFrameThatWasNotRead) {
  const Snapshot page = page_of(main_frame(document({iframe(0, 1, "late")})));
  EXPECT_EQ(page.text(),
            "- iframe \"late\" [ref=e1] [failed=attach_failed]:\n"
            "  - /error: the frame was not read\n");
  EXPECT_EQ(page.frame_failures().size(), 1u);
}

TEST(Snapshot, AFrameInAnUnreadPartIsAFailure) {
  CapturedFrame main = main_frame(document({iframe(0, 1, "first")}));
  main.reading.elements_left = 40;
  const Snapshot page = page_of(std::move(main), child_frame(1, 0, 1, document({run(0, "read")})),
                                child_frame(2, 0, 9, document({run(0, "past the cut")})),
                                child_frame(3, 1, 9, document({run(0, "hidden")})));
  ASSERT_EQ(page.frame_failures().size(), 1u);
  const FrameFailure& failure = page.frame_failures().front();
  EXPECT_EQ(failure.kind, FrameFailure::BudgetCut);
  EXPECT_EQ(failure.url, "http://shop.test/checkout");
  EXPECT_FALSE(failure.expected);
  EXPECT_EQ(page.frame(2)->state, "budget_cut");
  EXPECT_EQ(page.frame(3)->state, "hidden") << "its own document was read to the end";
  EXPECT_THAT(page.text(), HasSubstr("- /cut: 40 elements nested too deep, and 1 frame not met before"));
}

TEST(Snapshot, NamesFramesBelowAFailedOneUnread) {
  const Snapshot page =
      page_of(main_frame(document({iframe(0, 1, "a")})), failed_frame(1, 0, 1, FrameFailure::Crashed, "crashed", ""),
              child_frame(2, 1, 1, document({run(0, "x")})));
  EXPECT_EQ(page.frame(2)->state, "unread");
}

TEST(Snapshot, TakesTheNewerOfTwoFramesInOnePlace) {
  const Snapshot page =
      page_of(main_frame(document({iframe(0, 1, "a")})), child_frame(1, 0, 1, document({run(0, "old")})),
              child_frame(2, 0, 1, document({run(0, "new")})));
  EXPECT_THAT(page.text(), HasSubstr("new"));
  EXPECT_THAT(page.text(), Not(HasSubstr("old")));
}

TEST(Snapshot, RefusesAPageWithoutAMainFrame) {
  EXPECT_THROW(assemble_snapshot({}, {}, {}), Error);
  EXPECT_THROW(page_of(child_frame(1, 0, 1, document({}))), Error);
  EXPECT_THROW(page_of(main_frame(document({})), main_frame(document({}))), Error);
}

TEST(Snapshot, EscapesFailuresLikeAnyText) {
  const Snapshot page = page_of(main_frame(document({iframe(0, 1, "a")})),
                                failed_frame(1, 0, 1, FrameFailure::LoadFailed, "x\n- button [ref=e9]: \xFF", "b: c"));
  EXPECT_EQ(page.text(),
            "- iframe \"a\" [ref=e1] [failed=load_failed]:\n"
            "  - /error: \"x\\n- button [ref=e9]: \uFFFD (navigating to b: c)\"\n");
}

TEST(Snapshot, WritesFlatJson) {
  const auto json = nlohmann::json::parse(checkout().json());
  EXPECT_EQ(json["title"], "Checkout");
  EXPECT_EQ(json["frames"].size(), 3u);
  EXPECT_EQ(json["failures"][0]["kind"], "timed_out");
  EXPECT_EQ(json["nodes"].size(), 6u);
  EXPECT_EQ(json["nodes"][0]["states"], nlohmann::json({"level=1"}));
  EXPECT_EQ(json["nodes"][2]["ref"], "f1_e1");
  EXPECT_EQ(json["nodes"][2]["depth"], 1);
  EXPECT_EQ(json["nodes"][3]["value"], "•••• •••• •••• 4242");
}

TEST(Snapshot, WritesJsonForAnyText) {
  std::string all;
  for (int c = 0; c < 256; ++c) all += static_cast<char>(c);
  const Snapshot page = page_of(main_frame(document({node(0, {"button", 1, all}), run(1, all)})));
  const auto json = nlohmann::json::parse(page.json());
  EXPECT_EQ(json["nodes"][0]["name"], page.nodes()[0].name);
}

TEST(Snapshot, IsEmptyWhenMadeFromNothing) {
  const Snapshot none;
  EXPECT_EQ(none.text(), "");
  EXPECT_THAT(none.find("button"), IsEmpty());
  EXPECT_TRUE(nlohmann::json::accept(none.json()));
}

TEST(Snapshot, OutlivesACopy) {
  auto first = std::make_unique<Snapshot>(checkout());
  const Snapshot second = *first;
  first.reset();
  EXPECT_EQ(second.nodes()[0].name, "Checkout");
}

TEST(Snapshot, ReportsUnreadParts) {
  const Snapshot page = page_of(main_frame("casement/1\tu\tt\t7\t3\t0\t1.5\n0\tbutton\t1\tGo\t\n"));
  EXPECT_EQ(page.text(), "- button \"Go\" [ref=e1]\n- /cut: 3 elements nested too deep\n");
  EXPECT_THAT(page.warnings(), testing::ElementsAre("not read: 3 elements nested too deep"));
  EXPECT_EQ(page.statistics().milliseconds_in_page, 1.5);
}

}  // namespace
}  // namespace casement::spec
