#include "casement/frames/frame_query.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "casement/base/time_limit.h"
#include "casement/cdp/protocol_error.h"
#include "casement/frames/frame_query_report.h"
#include "casement/frames/frame_state.h"
#include "casement/frames/owner_lookup.h"
#include "casement/frames/posted_question.h"

namespace casement {
namespace {

using Visit = FrameQueryState;

class Run {
 public:
  Run(PageSession& page, const BridgeCall& question, const ContentsOf& contents_of, const FrameQueryOptions& options,
      Deadline deadline)
      : page_(page), question_(question), contents_of_(contents_of), options_(options), deadline_(deadline) {}

  FrameQueryResult run() {
    const cdp::Connection::EngineLock lock(page_.connection());
    begin(frames().main(), true);
    for (const Frame* frame : frames().all()) {
      if (was_visible(page_, *frame) && !is_left_out(*frame)) begin(*frame, false);
    }
    post_first_wave();
    waves_ = 1;
    while (advance()) {
      page_.connection().pump_until([&] { return has_news(); }, next_deadline());
    }
    return collect();
  }

 private:
  FrameTree& frames() { return page_.frames(); }

  bool is_left_out(const Frame& frame) const {
    return options_.leaves_out && frame.children.empty() && options_.leaves_out(frame);
  }

  Visit& begin(const Frame& frame, bool confirmed) {
    const auto [at, added] = visits_.try_emplace(frame.id);
    Visit& visit = at->second;
    visit.confirmed = visit.confirmed || confirmed;
    if (!added) return visit;
    visit.frame = frame.id;
    visit.depth = frames().depth(frame);
    visit.own_deadline = frame.parent.empty() ? deadline_ : Deadline::in(options_.frame_timeout);
    if (visit.depth > options_.max_depth) {
      fail(visit, FrameFailure::DepthCut, fmt::format("deeper than {} frames", options_.max_depth));
    } else {
      ask(visit);
    }
    return visit;
  }

  static bool shows_error_page(const Frame& frame) { return !frame.unreachable_url.empty() && !frame.parent.empty(); }

  // Asks the frame if possible, or records why the frame cannot be asked.
  void ask(Visit& visit) {
    const Frame* frame = frames().find(visit.frame);
    if (page_.closed()) throw page_.end_error();
    if (frame == nullptr) return fail(visit, FrameFailure::Detached, "removed while it was being read");
    if (frame->crashed) {
      if (frame->parent.empty()) {
        throw Error(ErrorKind::TargetCrashed, frame->url + ": the page's renderer has crashed");
      }
      return fail(visit, FrameFailure::Crashed, "its renderer has crashed");
    }
    if (shows_error_page(*frame)) return fail(visit, load_failure(page_, *frame));
    if (!frame->has_committed && !frame->navigation.pending() && !frame->no_document.empty()) {
      return fail(visit, load_failure(page_, *frame));
    }
    if (!frame->world) return await_document(visit, *frame);
    DocumentNote& note = notes_.documents[*frame];
    if (!options_.answer_key.empty()) note.unread_answers.insert(options_.answer_key);
    if (note.hangs()) return fail(visit, FrameFailure::TimedOut, "its script still does not answer");
    note.unanswered.reset();
    visit.generation = frame->generation;
    visit.removed_before = frame->children_removed;
    visit.session = frame->session;
    ++asked_;
    const BridgeCall& question = options_.question_of ? options_.question_of(*frame) : question_;
    if (is_first_wave_)
      first_wave_.push_back({frame, &question});
    else
      visit.call = post_question(page_, *frame, question).call;
    look_up_owners(*frame);
  }

  // Asks all frames of the first wave together, so that documents can share a call.
  void post_first_wave() {
    is_first_wave_ = false;
    std::vector<PostedQuestion> posted = post_questions(page_, first_wave_);
    for (std::size_t i = 0; i < posted.size(); ++i) {
      Visit& visit = visits_.at(first_wave_[i].frame->id);
      visit.call = std::move(posted[i].call);
      visit.part = posted[i].part;
    }
    first_wave_.clear();
  }

  // Looks up the unknown owners of the frame's children, each once per run. Called again after the frame's answer,
  // because frames may attach while their parent is read.
  void look_up_owners(const Frame& frame) {
    for (const FrameId& id : frame.children) {
      const Frame* child = frames().find(id);
      if (child != nullptr && child->owner_generation != frame.generation &&
          looked_up_.emplace(id, frame.generation).second) {
        lookups_.push_back({OwnerLookup::start(page_, *child), visits_.at(frame.id).own_deadline});
      }
    }
  }

  void await_document(Visit& visit, const Frame& frame) {
    if (frame.navigation.pending() && !frame.has_committed && !frame.parent.empty()) {
      if (options_.wait_for_loading == FrameQueryOptions::WaitForLoading::No) {
        visit.pending = visit.finished = true;
        return;
      }
      // Counted from the navigation's start, so that a silent server costs its deadline only once.
      visit.own_deadline = Deadline::at(frame.navigation.pending()->since + options_.frame_timeout);
      return;
    }
    if (frame.navigation.pending()) return;
    if (frame.world_given_up) {
      return fail(visit, FrameFailure::Navigating, "it still has no document");
    }
    if (const FrameState& note = notes_.frames[frame];
        note.owner_lazy && !frame.has_committed && !note.owner_src.empty()) {
      return fail(visit, FrameFailure::NotLoaded, "loading=lazy, and not scrolled to yet");
    }
    if (frames().on_world_requested(frame)) {
      // An initial empty document that no script has touched has no execution contexts at all.
      page_.connection().send({frame.session,
                               "Page.createIsolatedWorld",
                               {{"frameId", frame.id}, {"worldName", frames().world_name()}},
                               nullptr});
    }
  }

  void fail(Visit& visit, FrameFailure failure) {
    visit.failure = std::move(failure);
    visit.call.reset();
    visit.finished = true;
  }
  void fail(Visit& visit, FrameFailure::Kind kind, std::string message) {
    fail(visit, frame_failure(page_, kind, std::move(message), frames().find(visit.frame)));
  }

  void time_out(Visit& visit) {
    const Frame* frame = frames().find(visit.frame);
    if (frame == nullptr) return ask(visit);
    if (frame->parent.empty()) {
      throw Error(ErrorKind::Timeout, fmt::format("the page's script did not answer {} ({})",
                                                  describe_limit(deadline_, began_), frame->url));
    }
    // If the caller's deadline passed first, the frame is not at fault.
    const bool its_own_fault = visit.own_deadline.expired();
    const bool was_asked = visit.call.has_value();
    if (was_asked && its_own_fault) notes_.documents[*frame].unanswered = visit.call;
    const std::string within =
        its_own_fault ? " within " + describe_duration(options_.frame_timeout) : " before the timeout";
    if (was_asked) {
      fail(visit, FrameFailure::TimedOut, "its script did not answer" + within);
    } else if (frame->navigation.pending()) {
      fail(visit, FrameFailure::TimedOut, "no answer" + within);
    } else {
      if (its_own_fault) frames().on_world_given_up(visit.frame);
      fail(visit, FrameFailure::Navigating, "it was between two documents, and the next did not load" + within);
    }
    visit.failure->duration = options_.frame_timeout;
    if (!its_own_fault) not_noted_.push_back(visit.frame);
  }

  void take_answer(Visit& visit) {
    const cdp::Reply& reply = visit.call->reply();
    const Frame* frame = frames().find(visit.frame);
    if (visit.part) {
      std::optional<Json> value = part_of_answer(reply, *std::exchange(visit.part, std::nullopt));
      if (!value) {
        visit.call.reset();
        return ask(visit);
      }
      visit.value = std::move(*value);
      return take_value(visit);
    }
    if (reply.error) {
      const Error error = *reply.error;
      const bool was_ended = has_time_limit(question_) && error.kind() == ErrorKind::Protocol && deadline_.expired();
      if (was_ended) return time_out(visit);
      visit.call.reset();
      // The document has gone meanwhile, so its successor is asked instead.
      if (cdp::means_gone(error) || error.kind() == ErrorKind::TargetCrashed) return ask(visit);
      if (error.kind() != ErrorKind::Protocol || frame == nullptr || frame->parent.empty()) {
        throw Error(error);
      }
      return fail(visit, FrameFailure::LoadFailed, std::string("its document cannot be read: ") + error.message());
    }
    try {
      visit.value = evaluation_value(reply.result);
    } catch (const Error& error) {
      if (frame == nullptr || frame->parent.empty()) throw;
      return fail(visit, FrameFailure::LoadFailed, std::string("its document cannot be read: ") + error.message());
    }
    take_value(visit);
  }

  void take_value(Visit& visit) {
    const Frame* frame = frames().find(visit.frame);
    visit.call.reset();
    visit.finished = true;
    renew_deadlines(visits_, visit.session, options_.frame_timeout);
    if (frame == nullptr || frame->generation != visit.generation) {
      visit.finished = false;
      return ask(visit);
    }
    // Chrome may report an error page of a new frame only after the frame could be asked.
    if (shows_error_page(*frame)) return fail(visit, load_failure(page_, *frame));
    visit.in_part = is_coming(*frame);
    FrameContents contents = contents_of_(visit.frame, visit.value);
    visit.owners = std::move(contents.owners);
    visit.is_empty = contents.is_empty;
    frames().on_refs_given(visit.frame, contents.highest_ref);
    look_up_owners(*frame);
    visit.may_show_more = contents.is_empty || (contents.highest_ref == 0 && !frame->parent.empty());
    // For snapshots: a document that has begun but shows nothing yet would look like an empty document, and an
    // unpainted document like a painted one. Wait once for each such document, as long as for a document that has not
    // begun.
    if (question_.function != "snapshot" || !may_yet_show(visit, *frame)) return;
    if (std::exchange(notes_.documents[*frame].parsing_awaited, true)) return finish_parsed_so_far(visit);
    visit.awaits_parsing = true;
    visit.finished = false;
    visit.parsing_deadline =
        frame->parent.empty() ? deadline_.sooner(Deadline::in(options_.frame_timeout)) : visit.own_deadline;
  }

  void await_parsing(Visit& visit) {
    const Frame* frame = frames().find(visit.frame);
    const bool is_new = frame == nullptr || frame->generation != visit.generation || !may_yet_show(visit, *frame);
    if (!is_new && !visit.parsing_deadline.expired()) return;
    visit.awaits_parsing = false;
    if (is_new) return ask(visit);
    finish_parsed_so_far(visit);
  }

  // Accepts the content that the parser has produced by now. A document without any content is a failure, not an empty
  // document.
  void finish_parsed_so_far(Visit& visit) {
    visit.finished = true;
    const Frame* frame = frames().find(visit.frame);
    if (frame == nullptr || (!visit.is_empty && !is_unpainted(visit, *frame))) return;
    fail(visit, not_parsed(page_, *frame));
    visit.failure->duration = options_.frame_timeout;
    if (deadline_.expired()) not_noted_.push_back(visit.frame);
  }

  // Asks a document again if the owner of one of its frames was found late, because its answer would be different now.
  void read_again(const FrameId& id) {
    const auto found = visits_.find(id);
    if (found == visits_.end() || !found->second.finished || found->second.failure) return;
    found->second.finished = false;
    ask(found->second);
  }

  // Asks again if the frame has moved to another document. The process of the open call may never answer.
  void ask_again_if_replaced(Visit& visit) {
    const Frame* frame = frames().find(visit.frame);
    if (frame != nullptr && frame->world && frame->generation == visit.generation) return;
    if (!std::exchange(visit.part, std::nullopt)) page_.connection().abandon(*visit.call);
    visit.call.reset();
    ask(visit);
  }

  bool has_news() {
    if (frames().revision() != seen_revision_) return true;
    if (std::any_of(lookups_.begin(), lookups_.end(), [](const Lookup& one) { return one.lookup->done(); })) {
      return true;
    }
    return std::any_of(visits_.begin(), visits_.end(),
                       [](const auto& entry) { return entry.second.call && entry.second.call->done(); });
  }

  // Does all work that is possible without waiting. Returns false when there is nothing left to wait for.
  bool advance() {
    if (options_.on_all_answered && have_all_answered(visits_)) options_.on_all_answered();
    seen_revision_ = frames().revision();
    std::erase_if(lookups_, [this](const Lookup& one) {
      if (one.lookup->done() && one.lookup->has_news()) read_again(one.lookup->parent());
      if (!one.lookup->done() && one.deadline.expired()) owner_unknown_ = true;
      return one.lookup->done() || one.deadline.expired();
    });
    bool again = true;
    while (again) {
      again = false;
      const int asked_before = asked_;
      for (auto& [id, visit] : visits_) {
        if (visit.awaits_parsing) await_parsing(visit);
        if (visit.finished || visit.awaits_parsing) continue;
        if (visit.call && !visit.call->done()) ask_again_if_replaced(visit);
        if (visit.finished) continue;
        if (visit.call && visit.call->done())
          take_answer(visit);
        else if (visit.own_deadline.expired())
          time_out(visit);
        else if (!visit.call)
          ask(visit);
      }
      // After the loop above, because `begin` adds visits.
      std::vector<std::pair<FrameId, FrameOwner>> found;
      for (auto& [id, visit] : visits_) {
        if (!visit.finished || visit.failure || !visit.confirmed) continue;
        for (const FrameOwner& owner : visit.owners) found.emplace_back(id, owner);
      }
      std::map<FrameId, HeldFrames> held;
      for (const auto& [parent_id, owner] : found) {
        const Frame* parent = frames().find(parent_id);
        if (parent == nullptr) continue;
        const Frame* child = held.try_emplace(parent_id, page_, *parent).first->second.held_by(owner);
        if (child == nullptr) continue;
        const auto known = visits_.find(child->id);
        if (known != visits_.end() && known->second.confirmed) continue;
        const bool is_targeted = owner.is_targeted || visits_.at(parent_id).is_targeted;
        if (known == visits_.end() && !is_targeted && is_left_out(*child)) continue;
        begin(*child, true).is_targeted = is_targeted;
        again = true;
      }
      if (asked_ > asked_before) ++waves_;
    }
    if (deadline_.expired()) return false;
    return !lookups_.empty() || std::any_of(visits_.begin(), visits_.end(), [](const auto& entry) {
      return entry.second.confirmed && !entry.second.finished;
    });
  }

  Deadline next_deadline() const {
    Deadline next = deadline_;
    for (const auto& [id, visit] : visits_) {
      if (!visit.finished) next = next.sooner(visit.awaits_parsing ? visit.parsing_deadline : visit.own_deadline);
    }
    for (const Lookup& one : lookups_) next = next.sooner(one.deadline);
    return next;
  }

  FrameQueryResult collect() {
    for (auto& [id, visit] : visits_) {
      if (!visit.confirmed || visit.finished) continue;
      if (visit.awaits_parsing)
        finish_parsed_so_far(visit);
      else
        time_out(visit);
    }
    FrameQueryResult expansion = report_expansion(page_, visits_, not_noted_);
    expansion.waves = waves_;
    expansion.owner_unknown = owner_unknown_ || !lookups_.empty();
    return expansion;
  }

  PageSession& page_;
  FrameStates& notes_ = FrameStates::of(page_);
  const BridgeCall& question_;
  const ContentsOf& contents_of_;
  const FrameQueryOptions& options_;
  Deadline deadline_;
  const Deadline::Clock::time_point began_ = Deadline::Clock::now();
  FrameQueryStates visits_;
  struct Lookup {
    std::unique_ptr<OwnerLookup> lookup;
    Deadline deadline;  // the parent's: a hanging parent must not cost more
  };
  std::vector<Lookup> lookups_;
  std::set<std::pair<FrameId, std::uint64_t>> looked_up_;  // child frame, parent's generation
  std::vector<FrameId> not_noted_;
  std::uint64_t seen_revision_ = 0;
  bool is_first_wave_ = true;
  std::vector<QuestionToPost> first_wave_;
  int waves_ = 0;
  int asked_ = 0;
  bool owner_unknown_ = false;
};

}  // namespace

FrameQueryResult query_all_frames(PageSession& page, const BridgeCall& question, const ContentsOf& contents_of,
                                  const FrameQueryOptions& options, Deadline deadline) {
  return Run(page, question, contents_of, options, deadline).run();
}

}  // namespace casement
