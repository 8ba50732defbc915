#include "casement/api/frames.h"

#include <fmt/format.h>

#include "casement/act/evaluate.h"
#include "casement/api/engine.h"
#include "casement/api/observed.h"
#include "casement/browser/page/page_session.h"
#include "casement/expect/page_waits.h"
#include "casement/frames/frame_failures.h"

namespace casement {

std::vector<FrameInfo> PageFrames::all(Where where) const {
  return list(InaccessibleFrames::Listed, where).frames;
}

FrameList PageFrames::list(InaccessibleFrames inaccessible, Where where) const {
  return observed(handle_of(page_), where, {"list_frames"}, [&](PageSession& page) {
    return casement::list_frames(page, inaccessible, page.deadline(Milliseconds{0}));
  });
}

FrameContent PageFrames::content(std::string_view selector, FrameContentKind kind, int max_length, Where where) const {
  return observed(handle_of(page_), where, {"frame_content", "", selector}, [&](PageSession& page) {
    return casement::frame_content(page, selector, kind, max_length, page.deadline(Milliseconds{0}));
  });
}

JsonValue PageFrames::evaluate(std::string_view selector, std::string_view expression, const ActionOptions& options,
                               Where where) const {
  return observed(handle_of(page_), where, {"evaluate_in", "", fmt::format("{}: {}", selector, expression)},
                  [&](PageSession& page) {
                    return evaluate_in_frame(page, selector, std::string(expression), page.deadline(options.timeout));
                  });
}

FrameInfo PageFrames::switch_to(std::string_view selector, Where where) const {
  return observed(handle_of(page_), where, {"switch_to_frame", "", selector}, [&](PageSession& page) {
    return casement::switch_to_frame(page, selector, page.deadline(Milliseconds{0}));
  });
}

std::vector<MergedNode> PageFrames::merged_tree(int max_depth, Where where) const {
  return casement::merged_tree(page_.snapshot({}, where), max_depth);
}

void PageFrames::wait_for(int count, const ActionOptions& options, Where where) const {
  observed(handle_of(page_), where, {"wait_for_frames", "", std::to_string(count)},
           [&](PageSession& page) { await_frame_count(page, count, WaitBudget(page.time_given(options.timeout))); });
}

void PageFrames::configure(const FrameSettings& settings) const {
  if ((settings.timeout && settings.timeout->count() <= 0) || settings.wait.count() < 0 || settings.max_depth < 0 ||
      settings.wait_for_count < 0) {
    throw Error(ErrorKind::Usage, "the settings of frames must be 0 or more, and their timeout more than 0 ms");
  }
  locked(handle_of(page_), [&](PageSession& page) { page.set_frame_settings(settings); });
}

std::vector<FrameFailure> PageFrames::failures() const {
  return locked(handle_of(page_), [&](PageSession& page) { return FrameFailures::of(page).all(); });
}

void PageFrames::clear_failures() const {
  locked(handle_of(page_), [&](PageSession& page) { FrameFailures::of(page).clear(); });
}

}  // namespace casement
