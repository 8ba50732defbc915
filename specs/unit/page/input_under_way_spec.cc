#include "casement/page/input_under_way.h"

#include <gtest/gtest.h>

namespace {

using casement::Error;
using casement::ErrorKind;
using casement::InputUnderWay;
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

TEST(InputUnderWay, LastsUntilEachHasEndedAndThenAsksOnce) {
  Asked asked;
  InputUnderWay input({asked.weak.get(), &Asked::on_none});
  EXPECT_FALSE(input.any());
  const Command in_page = input.count({"page", "Input.dispatchMouseEvent", {}, nullptr});
  const Command in_frame = input.count({"frame", "Input.dispatchMouseEvent", {}, nullptr});
  EXPECT_TRUE(input.any("frame"));

  EXPECT_TRUE(in_page.on_reply({}).commands.empty());
  EXPECT_FALSE(input.any("page"));
  EXPECT_TRUE(input.any());
  // The end of its session ends it too.
  EXPECT_EQ(in_frame.on_reply({{}, Error(ErrorKind::SessionClosed, "")}).commands.size(), 1u);
  EXPECT_FALSE(input.any());
  EXPECT_EQ(asked.times, 1);
}

TEST(InputUnderWay, AVainWaitIsForgottenWithWhatWasWaitedFor) {
  InputUnderWay input(nullptr);
  input.note_vain_wait();
  EXPECT_FALSE(input.waited_in_vain());  // there was nothing to wait for
  const Command press = input.count({"page", "Input.dispatchMouseEvent", {}, nullptr});
  input.note_vain_wait();
  EXPECT_TRUE(input.waited_in_vain());
  press.on_reply({});
  EXPECT_FALSE(input.waited_in_vain());
}

}  // namespace
