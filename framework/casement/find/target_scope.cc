#include "casement/find/target_scope.h"

#include <nlohmann/json.hpp>

#include "casement/frames/chosen_frame.h"

namespace casement {
namespace {

bool is_in_frame(PageSession& page, const FrameId& id, const FrameId& around) {
  for (const Frame* frame = page.frames().find(id); frame != nullptr; frame = page.frames().find(frame->parent)) {
    if (frame->id == around) return true;
  }
  return false;
}

}  // namespace

FramesByOrdinal by_ordinals(const FrameQueryResult& query) {
  FramesByOrdinal frames;
  for (const FrameResult& answer : query.answers) frames[answer.ordinal] = &answer;
  return frames;
}

bool is_in_frames(const FrameResult& frame, std::size_t steps, const FramesByOrdinal& by_ordinal) {
  const FrameResult* answer = &frame;
  std::size_t step = 0;
  while (step < steps && answer->parent_ordinal >= 0) {
    const FrameResult* parent = by_ordinal.at(answer->parent_ordinal);
    for (const Json& owner : parent->value.at("frames")) {
      if (owner.value("ref", 0) == answer->owner_ref && owner.at("steps").at(step).get<bool>()) {
        ++step;
        break;
      }
    }
    answer = parent;
  }
  return step == steps;
}

void require_chosen_frame(PageSession& page) {
  if (ChosenFrame::of(page).empty() || page.frames().find(ChosenFrame::of(page)) != nullptr) return;
  throw Error(ErrorKind::NotFound, "the frame that was switched to has been removed",
              {"Switch to another, or to \"main\"."});
}

bool is_in_chosen_frame(PageSession& page, const FrameId& frame) {
  const FrameId& chosen = ChosenFrame::of(page);
  return chosen.empty() || is_in_frame(page, frame, chosen);
}

bool is_around_chosen_frame(PageSession& page, const FrameId& frame) {
  const FrameId& chosen = ChosenFrame::of(page);
  return !chosen.empty() && is_in_frame(page, chosen, frame);
}

}  // namespace casement
