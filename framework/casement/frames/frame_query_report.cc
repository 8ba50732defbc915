#include "casement/frames/frame_query_report.h"

#include <algorithm>
#include <set>
#include <utility>

#include "casement/frames/frame_failures.h"
#include "casement/frames/frame_state.h"
#include "casement/target/ref.h"

namespace casement {
namespace {

class Report {
 public:
  Report(PageSession& page, FrameQueryStates& visits, const std::vector<FrameId>& not_noted)
      : page_(page), visits_(visits), not_noted_(not_noted) {}

  FrameQueryResult make() {
    FrameQueryResult expansion;
    add_answer(expansion, frames().main().id, nullptr, nullptr);
    add_unseen(expansion);
    return expansion;
  }

 private:
  FrameTree& frames() { return page_.frames(); }

  void describe(FrameResult& answer, const Frame& frame) {
    answer.ordinal = frames().ensure_ordinal(frame);
    answer.name = frame.name;
    // The address of Chrome's error page is useless for a reader.
    answer.url = frame.unreachable_url.empty() ? frame.url : frame.unreachable_url;
    if (answer.url.empty()) answer.url = "about:blank";
    answer.origin = frame.origin;
    answer.status = frame.status;
    answer.cross_site = is_cross_site(frame, frames().find(frame.parent));
  }

  // Called after all visible frames, so that visible frames have the low ordinals.
  void add_unseen(FrameQueryResult& expansion) {
    std::set<FrameId> answered;
    for (const FrameResult& answer : expansion.answers) answered.insert(answer.frame_id);
    for (const Frame* frame : frames().all()) {
      if (answered.contains(frame->id) || frame->parent_replaced) continue;
      const Frame* parent = frames().find(frame->parent);
      FrameResult& answer = expansion.unseen.emplace_back();
      answer.frame_id = frame->id;
      answer.depth = frames().depth(*frame);
      describe(answer, *frame);
      // `all` lists parents first, so the parent already has its ordinal.
      answer.parent_ordinal = parent->ordinal;
      answer.owner_name = notes_.frames[*frame].owner_name;
      if (frame->owner_ref && frame->owner_generation == parent->generation) {
        answer.owner_ref = *frame->owner_ref;
      }
      answer.generation = frame->generation;
    }
  }

  // Adds a frame that was removed between the reading of its owner and its own reading.
  void add_removed(FrameQueryResult& expansion, const FrameResult& parent, const FrameOwner& owner) {
    FrameResult& answer = expansion.answers.emplace_back();
    answer.ordinal = frames().reserve_ordinal();
    answer.parent_ordinal = parent.ordinal;
    answer.depth = parent.depth + 1;
    answer.owner_ref = owner.ref;
    answer.owner_name = owner.name;
    FrameFailure failure;
    failure.kind = FrameFailure::Detached;
    failure.message = "removed while it was being read";
    failure.expected = true;
    answer.failure = std::move(failure);
  }

  void add_answer(FrameQueryResult& expansion, const FrameId& id, const FrameResult* parent, const FrameOwner* owner) {
    FrameQueryState& visit = visits_.at(id);
    const Frame* frame = frames().find(id);
    FrameResult answer;
    answer.frame_id = id;
    answer.depth = visit.depth;
    if (parent != nullptr) answer.parent_ordinal = parent->ordinal;
    if (owner != nullptr) {
      answer.owner_ref = owner->ref;
      answer.owner_name = owner->name;
    }
    if (frame != nullptr) {
      describe(answer, *frame);
      notes_.frames[*frame].visible_last_time = true;
    }
    answer.generation = visit.generation;
    answer.pending = visit.pending;
    answer.in_part = visit.in_part;
    answer.value = std::move(visit.value);
    const std::string owner_ref = answer.owner_ref == 0 ? kMainFrame : answer.owner();
    if (visit.failure) {
      FrameFailure& failure = *visit.failure;
      failure.frame_name = answer.owner_name;
      failure.owner_ref = owner_ref;
      const bool noted = std::find(not_noted_.begin(), not_noted_.end(), id) == not_noted_.end();
      if (!failure.expected && noted) FrameFailures::of(page_).note(failure);
      answer.failure = std::move(failure);
    } else if (!answer.pending) {
      FrameFailures::of(page_).note_read(owner_ref);
      if (frame != nullptr) answer.http_error = http_error(page_, *frame);
      if (answer.http_error) {
        answer.http_error->frame_name = answer.owner_name;
        answer.http_error->owner_ref = owner_ref;
        FrameFailures::of(page_).note(*answer.http_error);
      }
    }
    expansion.answers.push_back(answer);
    if (frame == nullptr || answer.failure || answer.pending) return;
    for (const FrameId& child : frame->children) {
      if (const Frame* one = frames().find(child)) notes_.frames[*one].visible_last_time = false;
    }
    if (visit.owners.empty()) return;
    HeldFrames held(page_, *frame);
    for (const FrameOwner& child_owner : std::exchange(visit.owners, {})) {
      const Frame* child = held.held_by(child_owner);
      if (child != nullptr && visits_.contains(child->id)) {
        add_answer(expansion, child->id, &answer, &child_owner);
      } else if (child != nullptr) {
        notes_.frames[*child].visible_last_time = true;  // the query skipped it
      } else if (frame->children_removed != visit.removed_before) {
        add_removed(expansion, answer, child_owner);
      }
    }
  }

  PageSession& page_;
  FrameStates& notes_ = FrameStates::of(page_);
  FrameQueryStates& visits_;
  const std::vector<FrameId>& not_noted_;
};

}  // namespace

FrameQueryResult report_expansion(PageSession& page, FrameQueryStates& visits, const std::vector<FrameId>& not_noted) {
  return Report(page, visits, not_noted).make();
}

}  // namespace casement
