#include "casement/find/find_elements.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "casement/base/quoted.h"
#include "casement/browser/page/internals_query.h"
#include "casement/find/target_query.h"
#include "casement/find/target_scope.h"
#include "casement/find/unread_frames.h"
#include "casement/frames/chosen_frame.h"
#include "casement/frames/frame_query.h"
#include "casement/frames/frame_query_state.h"
#include "casement/frames/frame_state.h"
#include "casement/target/ref.h"
#include "casement/target/target_step.h"

namespace casement {
namespace {

constexpr const char* kObserve = "observe";

FrameContents contents_found_in(const Json& answer) {
  FrameContents contents;
  for (const Json& frame : answer.at("frames")) {
    // True for a frame that a step of the target names.
    const Json& steps = frame.at("steps");
    const bool is_targeted = std::any_of(steps.begin(), steps.end(), [](const Json& is) { return is == true; });
    contents.owners.push_back({frame.value("ref", 0), frame.value("name", std::string()), is_targeted});
    contents.highest_ref = std::max(contents.highest_ref, contents.owners.back().ref);
  }
  for (const Json& match : answer.at("matches")) {
    contents.highest_ref = std::max(contents.highest_ref, match.value("ref", 0));
  }
  return contents;
}

// Returns the transforms of a frame and the frames around it; empty if any of them is unknown.
std::vector<FrameTransform> transforms_around(const FrameResult& inner, const FramesByOrdinal& by_ordinal) {
  std::vector<FrameTransform> transforms;
  for (const FrameResult* frame = &inner; frame->parent_ordinal >= 0;) {
    const FrameResult* parent = by_ordinal.at(frame->parent_ordinal);
    const Json& owners = parent->value.at("frames");
    const auto owner = std::find_if(owners.begin(), owners.end(),
                                    [&](const Json& one) { return one.value("ref", 0) == frame->owner_ref; });
    if (owner == owners.end() || !owner->contains("transform")) return {};
    transforms.push_back({parent->frame_id, parent->generation, frame->owner_ref, owner->at("transform")});
    frame = parent;
  }
  return transforms;
}

}  // namespace

std::string describe_frame(int ordinal, std::string_view owner_name) {
  if (ordinal == 0) return "the main frame";
  return fmt::format("iframe {} (f{})", json_quoted(std::string(owner_name)), ordinal);
}

std::string ElementHandle::ref_text() const {
  return format_ref(static_cast<std::uint32_t>(frame_ordinal), static_cast<std::uint32_t>(ref));
}

ElementHandle locate_ref(PageSession& page, const std::string& ref) {
  const cdp::Connection::EngineLock lock(page.connection());
  const auto parts = parse_ref(ref);
  if (!parts) throw Error(ErrorKind::Usage, fmt::format("'{}' is not a ref", ref));
  const int ordinal = static_cast<int>(parts->frame), local = static_cast<int>(parts->local);
  const Frame* frame = page.frames().find_ordinal(ordinal);
  if (frame == nullptr) {
    if (page.frames().knew_ordinal(ordinal)) {
      throw Error(ErrorKind::StaleRef, fmt::format("{} is stale: frame f{} was removed", ref, ordinal),
                  {"Take a new snapshot."});
    }
    throw Error(ErrorKind::UnknownRef, fmt::format("{} is unknown: there is no frame f{}", ref, ordinal),
                {"Take a snapshot first."});
  }
  if (local > frame->last_ref) {
    throw Error(ErrorKind::UnknownRef, fmt::format("{} is unknown: no snapshot contains this ref", ref),
                {"Take a snapshot first."});
  }
  const DocumentRefs* document = nullptr;
  for (const DocumentRefs& one : frame->documents) {
    if (one.first_ref <= local) document = &one;
  }
  if (document == nullptr || !frame->world || document->world_id != frame->world->unique_id) {
    const std::string where = ordinal == 0 ? "the page"
                                           : fmt::format("frame f{} (iframe {})", ordinal,
                                                         json_quoted(FrameStates::of(page).frames[*frame].owner_name));
    throw Error(ErrorKind::StaleRef,
                fmt::format("{} is stale: {} loaded another document since that snapshot", ref, where),
                {"then  " + (document == nullptr ? std::string() : document->url), "now   " + frame->url,
                 "Take a new snapshot."});
  }
  return {frame->id, ordinal, frame->generation, local, {}};
}

namespace {

// Returns whether a frame seems to be outside of the frames that the target names, by the last known names of their
// owners. So an element in `iframe "Card"` is not searched in ten other frames. If an owner has another name by now,
// the answers show that.
std::function<bool(const Frame&)> outside_of(PageSession& page, const Target& target) {
  if (target.frames().empty()) return nullptr;
  const TargetStep& innermost = target.frames().front();
  if (innermost.kind != TargetStep::Kind::Role || !innermost.name || innermost.name->is_regex) return nullptr;
  return [&page, &notes = FrameStates::of(page), name = innermost.name->text](const Frame& frame) {
    for (const Frame* at = &frame; at != nullptr; at = page.frames().find(at->parent)) {
      if (notes.frames[*at].owner_name == name) return false;
    }
    return true;
  };
}

enum class Asked { AllFrames, NamedFrames };

// Notes that the document's answer has arrived and is used.
void note_heard(PageSession& page, const FrameId& id, std::uint64_t generation, const std::string& key) {
  const Frame* frame = page.frames().find(id);
  if (frame != nullptr && frame->world && frame->generation == generation) {
    FrameStates::of(page).documents[*frame].unread_answers.erase(key);
  }
}

// Documents whose answer depends on state that no script can read: on elements that the browser was not asked about
// yet, and on elements that may have changed since they were asked about.
struct Unread {
  std::vector<FrameId> unknown, stale;
  std::size_t documents = 0;    // number of documents that answered
  bool may_have_moved = false;  // some document has shown a match since the last search, or cannot report that
  bool has_lost_frames = false;

  bool is_whole() const { return documents < 2 && !has_lost_frames; }  // the answer is from one moment of the page
};

// Whether a frame is not painted yet, so that nobody could use its elements.
bool has_unpainted_frame(PageSession& page) {
  const std::vector<const Frame*> frames = page.frames().all();
  return std::ranges::any_of(frames, [](const Frame* frame) { return is_render_blocked(*frame); });
}

SearchResult search_frames_once(PageSession& page, const Target& target, const BridgeCall& question, Asked asked,
                                Deadline deadline, Unread& unread) {
  SearchResult result;
  FrameQueryOptions options;
  if (question.function == kObserve) options.answer_key = answer_key(question.arguments.at(0));
  options.frame_timeout = page.frame_timeout();
  options.wait_for_loading = FrameQueryOptions::WaitForLoading::No;
  if (asked == Asked::NamedFrames) options.leaves_out = outside_of(page, target);
  require_chosen_frame(page);
  BridgeCall call = question;
  if (has_expression(target) && !deadline.is_never()) {
    // Ends after the deadline, not before, so that an expression that Chrome has ended is known to be late.
    call.arguments.at(0)["endsAfter"] = (std::max(deadline.remaining(), Milliseconds(0)) + Milliseconds(2)).count();
  }
  // An element that nobody sees yet must not be acted on.
  if (has_unpainted_frame(page)) call.arguments.at(0).erase("firstCall");
  const Json acting = call.arguments.at(0).value("firstCall", Json::object());
  const bool may_have_acted = acting.value("acts", false);
  const FrameQueryResult expansion = query_all_frames(
      page, call, [](const FrameId&, Json& answer) { return contents_found_in(answer); }, options, deadline);
  result.unread = unread_frames(page, target, expansion);

  const FramesByOrdinal by_ordinal = by_ordinals(expansion);
  for (const FrameResult& answer : expansion.answers) {
    SearchedFrame& searched = result.searched.emplace_back(SearchedFrame{answer});
    if (answer.failure) searched.failure = answer.failure->message;
    if (answer.failure && answer.failure->kind == FrameFailure::Detached) unread.has_lost_frames = true;
    if (answer.pending) searched.failure = "is still loading";
    if (answer.failure) continue;
    if (!options.answer_key.empty() && !answer.pending) {
      note_heard(page, answer.frame_id, answer.generation, options.answer_key);
    }
    if (!is_in_frames(answer, target.frames().size(), by_ordinal)) continue;
    if (!is_in_chosen_frame(page, answer.frame_id)) continue;
    // Later frames cannot change which element a number means, except for the last.
    const int nth = target.step().nth.value_or(0);
    if (nth <= 0 || result.found.size() < static_cast<std::size_t>(nth)) add_if_coming(page, answer, result.coming);
    if (answer.pending) continue;
    // The document reported the style sheets that it waits for before it answered.
    const Frame* const frame = page.frames().find(answer.frame_id);
    const bool has_acted = may_have_acted && answer.value.contains("firstCall");
    if (frame != nullptr && is_render_blocked(*frame) && !has_acted) {
      searched.failure = "shows nothing yet: " + missing_sheet(*frame);
      result.unread.push_back(describe_frame(answer.ordinal, answer.display_name()) + " " + searched.failure);
      continue;
    }
    ++unread.documents;
    if (const auto was_shown = answer.value.find("wasShown"); was_shown == answer.value.end() || *was_shown != false)
      unread.may_have_moved = true;
    if (answer.value.value("unknown", 0) > 0) unread.unknown.push_back(answer.frame_id);
    if (answer.value.value("stale", 0) > 0) unread.stale.push_back(answer.frame_id);
    searched.matches = answer.value.at("matches").size();
    for (const Json& match : answer.value.at("matches")) {
      ElementHandle& found = result.found.emplace_back(
          ElementHandle{answer.frame_id, answer.ordinal, answer.generation, match.value("ref", 0)});
      if (const auto first_call = answer.value.find("firstCall"); first_call != answer.value.end()) {
        found.first_call = *first_call;
        found.transforms = transforms_around(answer, by_ordinal);
      }
      result.facts.push_back(match.value("facts", Json()));
    }
  }
  // A frame with an unknown owner is searched for again as soon as the page answers.
  if (const Frame& main = page.frames().main(); expansion.owner_unknown && main.world && !options.answer_key.empty()) {
    FrameStates::of(page).documents[main].unread_answers.insert(options.answer_key);
  }
  if (const auto nth = target.step().nth) {
    const std::size_t index = (*nth == TargetStep::kLast ? result.found.size() : static_cast<std::size_t>(*nth)) - 1;
    if (index < result.found.size()) {
      result.found = {result.found[index]};
      result.facts = {Json(result.facts[index])};
    } else {
      result.found.clear();
      result.facts.clear();
    }
  }
  return result;
}

// An element that was found in no document may have moved between documents during the search. The element is absent
// only if no document has shown it from one search to the next.
SearchResult confirm_absence(PageSession& page, const Target& target, BridgeCall call, Deadline deadline) {
  constexpr int most_searches = 8;
  call.arguments.push_back("confirmed");
  for (int searches = 1;; ++searches) {
    Unread unread;
    SearchResult result = search_frames_once(page, target, call, Asked::AllFrames, deadline, unread);
    if (!result.found.empty() || (!unread.may_have_moved && !unread.has_lost_frames)) return result;
    if (searches < most_searches && !deadline.expired()) continue;
    result.unread.push_back("the frames changed each time they were searched");
    return result;
  }
}

enum class Absence { Ignored, Shown };  // whether the caller concludes from an empty result that nothing is there

// Limits the queries, because closed roots may contain elements with closed roots, and a query does not ask about all
// elements.
constexpr int kMostQueries = 40;

// Whether a frame has elements that earlier queries had no room for; false if the frame does not answer.
bool has_unasked_elements(PageSession& page, const FrameId& frame, Deadline deadline) {
  try {
    return page.call_bridge(frame, {"countUnasked"}, deadline.at_most(page.frame_timeout())) > 0;
  } catch (const Error&) {
    if (page.closed()) throw;
    return false;  // a frame that went away or is busy: the next search reports it
  }
}

// Asks the browser about elements of `frames` until it returns something new. Then a search may have another result,
// and this returns true. Frames with elements that have not been asked about stay in `frames`.
bool learn_unknown(PageSession& page, std::vector<FrameId>& frames, int& queries, Deadline deadline) {
  while (!frames.empty() && queries < kMostQueries && !deadline.expired()) {
    ++queries;
    if (query_element_internals(page, frames, deadline.at_most(page.frame_timeout()))) return true;
    std::erase_if(frames, [&](const FrameId& frame) { return !has_unasked_elements(page, frame, deadline); });
  }
  return false;
}

// Searches, asks the browser about state that no script can read, and searches again if the answer is new. Queries
// until something is new, because a search of a large page takes longer than a query.
SearchResult search_until_internals_known(PageSession& page, const Target& target, const BridgeCall& question,
                                          Asked asked, Deadline deadline, Absence absence) {
  bool is_refreshed = false, is_first = true;
  for (int queries = 0;; is_first = false) {
    Unread unread;
    BridgeCall call = question;
    if (absence == Absence::Shown) call.arguments.push_back(is_first ? "asked" : "confirmed");
    SearchResult result = search_frames_once(page, target, call, asked, deadline, unread);
    bool has_learnt = learn_unknown(page, unread.unknown, queries, deadline);
    if (!unread.unknown.empty() && (!has_learnt || deadline.expired())) {
      result.unread.push_back("the browser did not answer in time about every possible closed shadow root");
      return result;
    }
    if (!has_learnt && !is_refreshed && !unread.stale.empty()) {
      // Once per search, because an element that always changes would repeat the search for ever.
      is_refreshed = true;
      has_learnt = query_element_internals(page, unread.stale, deadline.at_most(page.frame_timeout()));
    }
    if (has_learnt && !deadline.expired()) continue;
    if (absence == Absence::Ignored || !result.found.empty() || unread.is_whole()) return result;
    return confirm_absence(page, target, question, deadline);
  }
}

bool waits_now(WaitsForFrames waits, const SearchResult& result) {
  if (result.coming.empty()) return false;
  switch (waits) {
    case WaitsForFrames::Never:
      return false;
    case WaitsForFrames::WhereOneMatches:
      return result.found.size() == 1;
    case WaitsForFrames::WhereNoneMatches:
      return result.found.empty();
    case WaitsForFrames::Always:
      return true;
  }
  return false;
}

// Searches so that the result does not depend on how fast frames load.
SearchResult search_until_frames_came(PageSession& page, const Target& target, const BridgeCall& question, Asked asked,
                                      Deadline deadline, WaitsForFrames waits, Deadline wait_until) {
  for (;;) {
    const bool is_absence = waits == WaitsForFrames::WhereNoneMatches || waits == WaitsForFrames::Always;
    SearchResult result =
        search_until_internals_known(page, target, question, asked, deadline,
                                     is_absence && question.function == kObserve ? Absence::Shown : Absence::Ignored);
    if (!waits_now(waits, result)) return result;
    if (await_coming(page, result.coming, wait_until)) continue;
    result.skipped_frames = tell_of_coming(page, result.coming);
    return result;
  }
}

}  // namespace

SearchResult find_elements(PageSession& page, const Target& target, Deadline deadline,
                           const std::optional<FirstCall>& first_call) {
  const cdp::Connection::EngineLock lock(page.connection());
  if (target.is_ref()) return {{locate_ref(page, target.ref())}, {}, {}, {}, {}, {}};
  Json query = query_of(target, page.environment().options.test_id_attribute);
  if (first_call && !target.step().nth) {
    query["firstCall"] = {{"function", first_call->call.function},
                          {"arguments", first_call->call.arguments},
                          {"acts", first_call->acts},
                          {"rechecked", first_call->rechecked}};
  }
  // Leaves a quarter of the time for the action on the element.
  const auto now = Deadline::Clock::now();
  const Deadline wait_until = Deadline::at(now + (deadline.when() - now) / 4 * 3);
  return search_until_frames_came(page, target, {"find", Json::array({std::move(query)})}, Asked::NamedFrames, deadline,
                                  WaitsForFrames::WhereOneMatches, wait_until);
}

Json question_about(PageSession& page, const Target& target, Json ask, Unseen unseen) {
  if (target.is_ref()) {
    const ElementHandle element = locate_ref(page, target.ref());
    return {{"ref", element.ref}, {"frame", element.frame_ordinal}, {"ask", std::move(ask)}};
  }
  Json query = query_of(target, page.environment().options.test_id_attribute);
  query["hidden"] = unseen == Unseen::CountedAlone;
  query["counted"] = unseen == Unseen::LeftOut;
  return {{"query", std::move(query)}, {"ask", std::move(ask)}};
}

std::string answer_key(const Json& question) {
  return question.dump();
}

SearchResult find_with_facts(PageSession& page, const Target& target, const Json& question, Deadline deadline,
                             WaitsForFrames waits, Deadline wait_until) {
  const cdp::Connection::EngineLock lock(page.connection());
  const BridgeCall call{kObserve, Json::array({question})};
  if (!target.is_ref()) {
    return search_until_frames_came(page, target, call, Asked::AllFrames, deadline, waits, wait_until.sooner(deadline));
  }
  const ElementHandle element = locate_ref(page, target.ref());
  const std::string key = answer_key(question);
  if (const Frame* frame = page.frames().find(element.frame); frame != nullptr && frame->world) {
    FrameStates::of(page).documents[*frame].unread_answers.insert(key);
  }
  Json answer = page.call_bridge(element.frame, call, deadline);
  if (answer.value("stale", 0) > 0 &&
      query_element_internals(page, {element.frame}, deadline.at_most(page.frame_timeout()))) {
    answer = page.call_bridge(element.frame, call, deadline);
  }
  note_heard(page, element.frame, element.generation, key);
  if (answer.at("matches").empty()) return {};
  return {{element}, {answer["matches"][0].at("facts")}, {}, {}, {}, {}};
}

}  // namespace casement
