#include "casement/input/pending_input.h"

#include <gtest/gtest.h>

namespace {

using casement::Error;
using casement::ErrorKind;
using casement::PendingInput;
using casement::cdp::Command;
using casement::cdp::Effects;

struct Asked {
  Effects on_none() {
    ++times;
    return {{{"page", "Page.removeScriptToEvaluateOnNewDocument", {}, nullptr}}, {}, {}};
  }
  int times = 0;
  casement::WeakPtrFactory<Asked> weak{this};
};

TEST(PendingInput, LastsUntilEachHasEndedAndThenAsksOnce) {
  Asked asked;
  PendingInput input({asked.weak.get(), &Asked::on_none});
  EXPECT_FALSE(input.any());
  const Command in_page = input.track({"page", "Input.dispatchMouseEvent", {}, nullptr});
  const Command in_frame = input.track({"frame", "Input.dispatchMouseEvent", {}, nullptr});
  EXPECT_TRUE(input.any("frame"));

  EXPECT_TRUE(in_page.on_reply({}).commands.empty());
  EXPECT_FALSE(input.any("page"));
  EXPECT_TRUE(input.any());
  // The end of its session ends it too.
  EXPECT_EQ(in_frame.on_reply({{}, Error(ErrorKind::SessionClosed, "")}).commands.size(), 1u);
  EXPECT_FALSE(input.any());
  EXPECT_EQ(asked.times, 1);
}

TEST(PendingInput, AVainWaitIsForgottenWithWhatWasWaitedFor) {
  PendingInput input(nullptr);
  input.note_timeout();
  EXPECT_FALSE(input.timed_out_before());  // there was nothing to wait for
  const Command press = input.track({"page", "Input.dispatchMouseEvent", {}, nullptr});
  input.note_timeout();
  EXPECT_TRUE(input.timed_out_before());
  press.on_reply({});
  EXPECT_FALSE(input.timed_out_before());
}

}  // namespace
