#include "casement/input/hit_point.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "casement/base/quoted.h"
#include "casement/frames/frame_state.h"

namespace casement {
namespace {

// Returns "in the main frame" or, for example, `in iframe "Bank challenge"`.
std::string where(PageSession& page, const Frame& frame) {
  if (frame.parent.empty()) return "in the main frame";
  return "in iframe " + dump_json(Json(FrameStates::of(page).frames[frame].owner_name));
}

ActionOutcome covered_by(PageSession& page, const Json& there, const Frame& frame) {
  std::string why = fmt::format("is covered by {} {}", there.at("by").get<std::string>(), where(page, frame));
  if (const std::string text = there.value("text", std::string()); !text.empty())
    why += fmt::format(", a part of the same control: use text {} instead", json_quoted(text));
  return ActionOutcome::retry(std::move(why));
}

ActionOutcome obstacle_in(PageSession& page, const Json& answer, const Frame& frame) {
  const std::string state = answer.value("state", std::string());
  if (state == "gone") return ActionOutcome::element_gone();
  if (state == "covered") return covered_by(page, answer, frame);
  if (answer.value("final", false)) return ActionOutcome::failed(answer.value("why", std::string()));
  return ActionOutcome::retry(answer.value("why", std::string()));
}

BridgeCall through(int owner_ref, Point point) {
  return {"pointThroughOwner", Json::array({owner_ref, point.x, point.y})};
}

// Adds a step out of a frame to the matrix of the hit point. `there` is the answer of the document around the frame.
void cross_frame(HitPoint& hit, const Json& there) {
  const Json& step = there.at("step");
  const std::array<double, 4> inner = hit.page_by_input_point;
  const double outer[4] = {step[0], step[1], step[2], step[3]};
  for (std::size_t column = 0; column < 2; ++column) {
    const double x = inner[2 * column], y = inner[2 * column + 1];
    hit.page_by_input_point[2 * column] = outer[0] * x + outer[2] * y;
    hit.page_by_input_point[2 * column + 1] = outer[1] * x + outer[3] * y;
  }
}

// Moves the hit point from a frame into the document around it. `there` contains the point in that document.
void step_out(HitPoint& hit, const Frame& document, int owner_ref, const Json& there) {
  hit.crossings.push_back({document.id, owner_ref, hit.point});
  hit.point = {there.value("x", 0.0), there.value("y", 0.0)};
  if (document.session == hit.input_point.session)
    hit.input_point.point = hit.point;
  else
    cross_frame(hit, there);
  if (document.parent.empty() && hit.input_point.session != document.session) {
    // If a phone shows the page smaller, Chrome includes that scale in a frame's pixels.
    const double scale = there.value("scale", 1.0);
    hit.input_point.point = {hit.input_point.point.x / scale, hit.input_point.point.y / scale};
    for (double& number : hit.page_by_input_point) number *= scale;
  }
}

// The transforms through all documents around a frame. Asks all documents at once and not one by one.
class FrameChain {
 public:
  // Uses the transforms that came with the search.
  FrameChain(PageSession& page, const std::vector<FrameTransform>& told) : page_(page), is_known_(!told.empty()) {
    for (const FrameTransform& one : told)
      steps_.push_back({one.document, one.generation, one.owner_ref, {}, one.answer});
  }
  FrameChain(PageSession& page, const FrameId& id) : page_(page), is_known_(true) {
    for (const Frame* frame = page_.frames().find(id); frame != nullptr && !frame->parent.empty();) {
      const Frame* parent = page_.frames().find(frame->parent);
      if (parent == nullptr || !parent->world || !frame->owner_ref) {
        is_known_ = false;
        return;
      }
      const int owner_ref = *frame->owner_ref;
      steps_.push_back({parent->id, parent->generation, owner_ref,
                        page_.post_bridge(*parent, {"ownerTransform", Json::array({owner_ref})}), nullptr});
      frame = parent;
    }
  }
  // Maps the hit point to the page, through all documents. Returns false, and leaves it as it was, if the documents
  // must be asked one by one: a point is outside of a viewport, a transform is not plane, or something has gone.
  bool map_to_page(HitPoint& hit, Deadline deadline) const {
    if (!is_known_) return false;
    const auto is_known = [&](const Step& step) { return !step.call || step.call->done() || replaced(step); };
    page_.connection().pump_until([&] { return std::all_of(steps_.begin(), steps_.end(), is_known); }, deadline);
    HitPoint result = hit;
    for (const Step& step : steps_) {
      if (replaced(step) || (step.call && (!step.call->done() || step.call->reply().error))) return false;
      Json transform = step.call ? evaluation_value(step.call->reply().result) : step.answer;
      if (transform.is_null()) return false;
      const std::array<double, 4> matrix = transform.at("step");
      const Point inner = result.point;
      const Point mapped{transform.value("x", 0.0) + matrix[0] * inner.x + matrix[2] * inner.y,
                         transform.value("y", 0.0) + matrix[1] * inner.x + matrix[3] * inner.y};
      const bool is_shown = mapped.x >= 0 && mapped.y >= 0 && mapped.x < transform.value("width", 0.0) &&
                            mapped.y < transform.value("height", 0.0);
      if (!is_shown) return false;
      transform["x"] = mapped.x;
      transform["y"] = mapped.y;
      step_out(result, *page_.frames().find(step.document), step.owner_ref, transform);
    }
    hit = std::move(result);
    return true;
  }

 private:
  struct Step {
    FrameId document;
    std::uint64_t generation;
    int owner_ref;
    std::optional<cdp::Call> call;
    Json answer;  // if there is no call
  };
  bool replaced(const Step& step) const {
    const Frame* now = page_.frames().find(step.document);
    return now == nullptr || now->generation != step.generation;
  }

  PageSession& page_;
  std::vector<Step> steps_;
  bool is_known_;
};

Json checks_of(const HitPointOptions& how, bool again) {
  Json checks{{"visible", true},          {"enabled", how.enabled}, {"force", how.force}, {"again", again},
              {"move", how.watches_move}, {"presses", how.presses}, {"trial", how.trial}};
  if (how.position) checks["position"] = {{"x", how.position->x}, {"y", how.position->y}};
  return checks;
}

// Makes one try. Sets `moved` if an ancestor document was scrolled on the way, which makes earlier answers outdated.
HitPoint find_hit_point_once(PageSession& page, const ElementHandle& element, const HitPointOptions& how,
                             Deadline deadline, bool again, bool& moved) {
  FrameId at = element.frame;
  const BridgeCall question{"findHitPoint", Json::array({element.ref, checks_of(how, again)})};
  const bool is_answered = how.asked_along && !again && element.first_call.is_object();
  std::optional<FrameChain> chain;
  const Frame* asked = page.frames().find(at);
  std::optional<cdp::Call> posted;
  if (is_answered && how.checks_cover) {
    chain.emplace(page, element.transforms);
  } else if (!is_answered && how.checks_cover && !again && asked != nullptr && asked->world && !asked->parent.empty()) {
    // Asks for the transforms after the hit point, because finding the point may scroll.
    posted = page.post_bridge(*asked, question);
    chain.emplace(page, at);
  }
  const Json answer = is_answered ? element.first_call
                      : posted    ? page.bridge_answer(at, asked->generation, *posted, deadline)
                                  : page.call_bridge(at, question, deadline);
  const auto gone = [] { return HitPoint{{}, {}, ActionOutcome::retry("went away with its frame")}; };
  const Frame* frame = page.frames().find(at);
  if (frame == nullptr) return gone();
  if (answer.value("state", std::string()) == "focused") {
    HitPoint hit;
    hit.focused = true;
    hit.attempt = ActionOutcome::succeeded(Change::from(answer.value("change", Json())));
    return hit;
  }
  if (answer.value("state", std::string()) != "ready") return {{}, {}, obstacle_in(page, answer, *frame)};
  HitPoint hit;
  hit.point = hit.input_point.point = {answer.value("x", 0.0), answer.value("y", 0.0)};
  hit.input_point.session = frame->session;
  hit.is_painted = answer.value("painted", false);
  if (chain && answer.value("atRest", false)) {
    if (chain->map_to_page(hit, deadline)) return hit;
    frame = page.frames().find(at);
    if (frame == nullptr) return gone();
  }
  while (!frame->parent.empty()) {
    if (!frame->owner_ref) return {{}, {}, ActionOutcome::retry("is in a frame that was just added")};
    const int owner_ref = *frame->owner_ref;
    at = frame->parent;
    const Json there = page.call_bridge(at, through(owner_ref, hit.point), deadline);
    frame = page.frames().find(at);
    if (frame == nullptr || there.is_null()) return gone();
    moved = moved || there.value("moved", false);
    if (!there.at("by").is_null() && !how.force) return {{}, {}, covered_by(page, there, *frame)};
    step_out(hit, *frame, owner_ref, there);
  }
  return hit;
}

}  // namespace

InputPoint HitPoint::input_point_at(Point page_point) const {
  const auto& [a, b, c, d] = page_by_input_point;
  const double size = a * d - b * c;
  const double x = page_point.x - point.x, y = page_point.y - point.y;
  if (size == 0) return input_point;  // drawn without area: contains no other point of the page
  return {input_point.session,
          {input_point.point.x + (d * x - c * y) / size, input_point.point.y + (a * y - b * x) / size}};
}

FirstCall hit_point_at_once(const HitPointOptions& how) {
  return {{"findHitPointAtOnce", Json::array({checks_of(how, false)})}, false, how.checks_cover};
}

HitPoint find_hit_point(PageSession& page, const ElementHandle& element, const HitPointOptions& how,
                        Deadline deadline) {
  for (int tries = 0;; ++tries) {
    bool moved = false;
    HitPoint hit = find_hit_point_once(page, element, how, deadline, tries > 0, moved);
    // Limits the tries, because two documents may scroll each other's points away for ever.
    if (!moved || tries == 3) return hit;
  }
}

CoverCheck::CoverCheck(PageSession& page, const HitPoint& hit) : page_(page), aim_(hit) {
  for (const HitPoint::FrameCrossing& crossing : aim_.crossings) {
    const Frame* frame = page_.frames().find(crossing.document);
    if (frame == nullptr || !frame->world) throw Error(ErrorKind::FrameGone, "a frame around the element was removed");
    calls_.push_back(page_.post_bridge(*frame, through(crossing.owner_ref, crossing.inside)));
  }
}

ActionOutcome CoverCheck::verdict(Deadline deadline) {
  for (std::size_t i = 0; i < calls_.size(); ++i) {
    const HitPoint::FrameCrossing& crossing = aim_.crossings[i];
    const Json there = evaluation_value(page_.connection().result(calls_[i], deadline));
    const Frame* frame = page_.frames().find(crossing.document);
    if (frame == nullptr || there.is_null()) return ActionOutcome::retry("went away with its frame");
    if (!there.at("by").is_null()) return covered_by(page_, there, *frame);
  }
  return ActionOutcome::succeeded();
}

}  // namespace casement
