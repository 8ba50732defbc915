// The way of an open, state by state. What Chrome says is in the order in which it was seen to say it.
#include "casement/browser/frames/navigation_attempt.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace casement {
namespace {

using testing::HasSubstr;
using State = NavigationAttempt::State;

constexpr const char* kAbort = "net::ERR_ABORTED";

// An open of http://shop.test/aim that has been asked for.
struct Asked : NavigationAttempt {
  explicit Asked(bool is_asked_for = false, const std::string& under_way = "", bool after_refusal = false)
      : NavigationAttempt("http://shop.test/aim", after_refusal) {
    ask(is_asked_for, under_way);
  }
  void ours_begins() { on_begun("ours", "http://shop.test/aim"); }
  void ours_comes() { on_committed("ours", "http://shop.test/aim"); }
  void competing_begins() { on_begun("competing", "http://shop.test/own"); }
  void competing_comes() { on_committed("competing", "http://shop.test/own"); }
  void is_accepted() { on_answer("ours", "", false); }
  void is_aborted() { on_answer("", kAbort, false); }
};

TEST(NavigationAttempt, ArrivesWithItsDocument) {
  NavigationAttempt fresh("http://shop.test/aim", false);
  EXPECT_EQ(fresh.state(), State::Retry);
  Asked opening;
  EXPECT_EQ(opening.state(), State::Requested);
  opening.ours_begins();
  opening.is_accepted();
  EXPECT_EQ(opening.state(), State::Committing);
  EXPECT_EQ(opening.loader(), "ours");
  opening.ours_comes();
  EXPECT_EQ(opening.state(), State::Committed);
}

TEST(NavigationAttempt, ArrivesIfTheAnswerComesAfterTheDocument) {
  Asked opening;
  opening.ours_begins();
  opening.ours_comes();
  EXPECT_EQ(opening.state(), State::Unanswered);
  opening.is_accepted();
  EXPECT_EQ(opening.state(), State::Committed);
}

TEST(NavigationAttempt, ArrivesAtOnceWithinTheDocument) {
  Asked opening;
  opening.on_answer("", "", false);
  EXPECT_EQ(opening.state(), State::Committed);
  EXPECT_EQ(opening.loader(), "");
}

TEST(NavigationAttempt, AScriptOfItsOwnDocumentMayGoOn) {
  Asked before_the_answer, after_it;
  before_the_answer.ours_begins();
  before_the_answer.ours_comes();
  before_the_answer.competing_begins();
  before_the_answer.is_accepted();
  EXPECT_EQ(before_the_answer.state(), State::Committed);
  after_it.ours_begins();
  after_it.is_accepted();
  after_it.ours_comes();
  after_it.competing_begins();
  after_it.competing_comes();
  EXPECT_EQ(after_it.state(), State::Committed);
}

TEST(NavigationAttempt, DoesNotMistakeAnEarlierDocumentForItsOwn) {
  Asked opening(false, "competing");
  opening.ours_begins();
  opening.is_accepted();
  opening.competing_comes();
  EXPECT_EQ(opening.state(), State::Committing);
  opening.ours_comes();
  EXPECT_EQ(opening.state(), State::Committed);
}

TEST(NavigationAttempt, AcceptsADocumentOfAnUnknownLoader) {
  Asked opening;
  opening.ours_begins();
  opening.is_accepted();
  opening.on_committed("renamed", "http://shop.test/aim");
  EXPECT_EQ(opening.state(), State::Committed);
}

TEST(NavigationAttempt, FailsWithChromesReason) {
  Asked refused, download;
  refused.ours_begins();
  refused.on_answer("ours", "net::ERR_CONNECTION_REFUSED", false);
  EXPECT_EQ(refused.state(), State::Failed);
  EXPECT_EQ(refused.failure(), "net::ERR_CONNECTION_REFUSED");
  download.competing_begins();
  download.ours_begins();
  download.on_answer("ours", kAbort, true);
  EXPECT_EQ(download.state(), State::Failed);
}

// ——— aborted ———

TEST(NavigationAttempt, FailsAfterAnAbortWithoutACompetingNavigation) {  // an answer without content, window.stop()
  for (const bool stops_first : {false, true}) {
    Asked opening;
    opening.ours_begins();
    if (stops_first) opening.on_stopped();
    opening.on_answer("ours", kAbort, false);
    EXPECT_EQ(opening.state(), State::Aborted);
    EXPECT_EQ(opening.is_settled(), stops_first);
    opening.on_stopped();
    EXPECT_TRUE(opening.is_settled());
    opening.settle();
    EXPECT_EQ(opening.state(), State::Failed);
    EXPECT_EQ(opening.failure(), kAbort);
  }
}

TEST(NavigationAttempt, AnEarlierCompetingNavigationDoesNotExplainAnAbort) {
  Asked opening(true);
  opening.competing_begins();
  opening.ours_begins();
  opening.on_answer("ours", kAbort, false);
  opening.on_lost("competing");
  EXPECT_FALSE(opening.is_settled());
  opening.on_stopped();
  opening.settle();
  EXPECT_EQ(opening.state(), State::Failed);
}

TEST(NavigationAttempt, RetriesAfterACompetingNavigation) {
  for (const bool begins_first : {false, true}) {
    Asked opening;
    opening.ours_begins();
    if (begins_first) opening.competing_begins();
    opening.is_aborted();
    if (!begins_first) opening.competing_begins();
    EXPECT_EQ(opening.competing_navigation(), "http://shop.test/own");
    EXPECT_FALSE(opening.is_settled());
    opening.competing_comes();
    EXPECT_TRUE(opening.is_settled());
    opening.settle();
    EXPECT_EQ(opening.state(), State::Retry);
  }
}

TEST(NavigationAttempt, ACompetingNavigationCanEndWithoutADocument) {
  Asked lost, download, stopped;
  for (Asked* opening : {&lost, &download, &stopped}) {
    opening->ours_begins();
    opening->competing_begins();
    opening->is_aborted();
    EXPECT_FALSE(opening->is_settled());
  }
  lost.on_lost("ours");
  EXPECT_FALSE(lost.is_settled());
  lost.on_lost("competing");
  download.on_download();
  stopped.on_stopped();
  for (Asked* opening : {&lost, &download, &stopped}) {
    EXPECT_TRUE(opening->is_settled());
    opening->settle();
    EXPECT_EQ(opening->state(), State::Retry);
  }
}

TEST(NavigationAttempt, WaitsForANavigationThatTheDocumentRequested) {
  Asked before(true), after;
  before.ours_begins();
  after.ours_begins();
  after.on_asked_for();
  for (Asked* opening : {&before, &after}) {
    opening->on_stopped();
    opening->is_aborted();
    EXPECT_FALSE(opening->is_settled());
    opening->competing_begins();
    EXPECT_FALSE(opening->is_settled());
    opening->competing_comes();
    EXPECT_TRUE(opening->is_settled());
  }
}

TEST(NavigationAttempt, AFragmentOrASlashMakesNoCompetingNavigation) {
  for (const char* url : {"http://shop.test/aim#part", "http://shop.test/aim/"}) {
    Asked opening;
    opening.competing_begins();
    opening.on_begun("ours", url);
    opening.is_aborted();
    opening.on_stopped();
    opening.settle();
    EXPECT_EQ(opening.state(), State::Failed) << url;
  }
}

TEST(NavigationAttempt, RetriesOnceIfARefusedNavigationCancelsTheNext) {
  Asked opening(false, "", true);
  opening.ours_begins();
  opening.is_aborted();
  opening.on_stopped();
  opening.settle();
  EXPECT_EQ(opening.state(), State::Retry);
  opening.ask(false, "");
  opening.ours_begins();
  opening.is_aborted();
  opening.on_stopped();
  opening.settle();
  EXPECT_EQ(opening.state(), State::Failed);
}

TEST(NavigationAttempt, RetriesOnceIfACompetingNavigationCancelsTheNextTry) {
  Asked opening;
  opening.ours_begins();
  opening.is_aborted();
  opening.competing_begins();
  opening.competing_comes();
  opening.settle();
  for (const State state : {State::Retry, State::Failed}) {
    opening.ask(false, "");
    opening.ours_begins();
    opening.is_aborted();
    opening.on_stopped();
    opening.settle();
    EXPECT_EQ(opening.state(), state);
  }
  EXPECT_EQ(opening.failure(), kAbort);
}

TEST(NavigationAttempt, DoesNotRetryOnAClosedPageOrOneThatStays) {
  Asked kept, closed;
  kept.on_beforeunload_dismissed();
  closed.on_closed();
  for (Asked* opening : {&kept, &closed}) {
    opening->ours_begins();
    opening->competing_begins();
    opening->is_aborted();
    opening->settle();
    EXPECT_EQ(opening->state(), State::Failed);
    EXPECT_EQ(opening->failure(), kAbort);
  }
}

TEST(NavigationAttempt, GivesUpOnAPageThatNavigatesWithoutEnd) {
  Asked opening;
  for (int tries = 1;; ++tries) {
    ASSERT_LT(tries, 10);
    opening.ours_begins();
    opening.competing_begins();
    opening.is_aborted();
    opening.settle();
    if (opening.state() == State::Failed) break;
    ASSERT_EQ(opening.state(), State::Retry);
    opening.ask(false, "");
    EXPECT_EQ(opening.competing_navigation(), "");
  }
  EXPECT_EQ(opening.failure(), "the page navigates to http://shop.test/own by itself repeatedly");
}

// ——— unheard ———

TEST(NavigationAttempt, RetriesACommandThatAnotherDocumentCancelled) {
  Asked opening(false, "competing");
  opening.ours_begins();
  opening.competing_comes();
  EXPECT_EQ(opening.state(), State::Unanswered);
  opening.settle();
  EXPECT_EQ(opening.state(), State::Retry);
}

TEST(NavigationAttempt, WaitsForACommandWhoseRequestWasSent) {
  Asked opening(false, "competing");
  opening.ours_begins();
  opening.on_request("competing");
  opening.competing_comes();
  opening.on_request("ours");
  opening.settle();
  EXPECT_EQ(opening.state(), State::Requested);
  opening.is_accepted();
  opening.ours_comes();
  EXPECT_EQ(opening.state(), State::Committed);
}

TEST(NavigationAttempt, RetriesOnceAfterACrash) {
  Asked opening;
  EXPECT_TRUE(opening.forgives_crash());
  EXPECT_EQ(opening.state(), State::Retry);
  opening.ask(false, "");
  EXPECT_FALSE(opening.forgives_crash());
}

// ——— contested ———

struct Contested : Asked {
  explicit Contested(bool is_answered_late = false) {
    ours_begins();
    competing_begins();
    if (!is_answered_late) is_accepted();
    ours_comes();
    if (is_answered_late) is_accepted();
  }
};

TEST(NavigationAttempt, WaitsForACompetingNavigationOfTheOldDocument) {
  for (const bool is_answered_late : {false, true}) {
    Contested opening(is_answered_late);
    EXPECT_EQ(opening.state(), State::Superseding);
    opening.competing_comes();
    EXPECT_EQ(opening.state(), State::Retry);
  }
}

TEST(NavigationAttempt, ACompetingNavigationThatBringsNothingLeavesOurs) {
  Contested lost, download, stopped;
  lost.on_lost("other");
  EXPECT_EQ(lost.state(), State::Superseding);
  lost.on_lost("competing");
  download.on_download();
  stopped.on_stopped();
  for (Contested* opening : {&lost, &download, &stopped}) EXPECT_EQ(opening->state(), State::Committed);
}

TEST(NavigationAttempt, IgnoresACompetingNavigationThatEndedEarlier) {
  Asked opening;
  opening.ours_begins();
  opening.competing_begins();
  opening.is_accepted();
  opening.on_lost("competing");
  opening.ours_comes();
  EXPECT_EQ(opening.state(), State::Committed);
}

TEST(NavigationAttempt, OvertakesASlowCompetingNavigation) {
  Contested opening;
  opening.settle();
  EXPECT_EQ(opening.state(), State::Retry);
}

TEST(NavigationAttempt, AScriptOfOurDocumentMayOvertakeTheCompetingNavigation) {
  Contested opening;
  opening.on_begun("next", "http://shop.test/next");
  opening.on_committed("next", "http://shop.test/next");
  EXPECT_EQ(opening.state(), State::Committed);
}

TEST(NavigationAttempt, RetriesIfACompetingNavigationComesInItsPlace) {
  Asked opening;
  opening.ours_begins();
  opening.competing_begins();
  opening.is_accepted();
  opening.competing_comes();
  EXPECT_EQ(opening.state(), State::Retry);
}

TEST(NavigationAttempt, FailsAtADialogThatCannotBeAnswered) {
  Asked opening;
  opening.ours_begins();
  opening.is_accepted();
  opening.on_unanswerable();
  EXPECT_EQ(opening.state(), State::Failed);
  EXPECT_TRUE(opening.hangs());
  EXPECT_THAT(opening.failure(), HasSubstr("close the page"));
}

}  // namespace
}  // namespace casement
