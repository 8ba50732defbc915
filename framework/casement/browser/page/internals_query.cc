#include "casement/browser/page/internals_query.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "casement/bridge/bridge.h"
#include "casement/bridge/world_id.h"
#include "casement/browser/page/internals_facts.h"
#include "casement/browser/page/page_session.h"

namespace casement {
namespace {

// A group for each query, because parallel queries of a session's documents must release only their own objects.
std::string next_object_group() {
  static std::atomic<std::uint64_t> last = 0;
  return "casement-custom-elements-" + std::to_string(++last);
}

}  // namespace

// The query sends each step after all answers of the step before.
struct InternalsQuery::State {
  cdp::SessionId session;
  std::string world_id;  // unique
  int context_id = 0;    // id of the same world
  bool is_first = true;  // the first query in the document
  bool done = false;
  bool has_learnt = false;

  cdp::Command ask_for_elements() {
    // The list's answer includes each element's node with the shadow root, open or closed.
    Json params{{"expression", "casement.elementsToQuery()"},
                {"objectGroup", object_group_},
                {"serializationOptions", {{"serialization", "deep"}, {"maxDepth", 1}}}};
    address_world(params, world_id);
    return command("Runtime.evaluate", std::move(params), &State::on_elements);
  }

 private:
  struct Element {
    Json node;               // WebDriver BiDi, script.NodeProperties; null if the element is gone
    Json tree;               // from Chrome's accessibility tree; null if not requested
    std::string root;        // the closed root as an object of the world, "" if there is none
    bool may_carry = false;  // may have controls of a carousel
    std::vector<std::size_t> controls;
  };
  struct Control {
    Json node;           // from CDP's DOM domain
    Json tree;           // from Chrome's accessibility tree
    std::string object;  // in the world
  };

  cdp::Effects on_elements(const Json& answer) {
    const Json& list = answer.at("result");
    list_id_ = list.value("objectId", "");
    if (list_id_.empty()) return end();  // the document is going away
    if (!list.contains("deepSerializedValue")) return ask_for_each_node();
    const Json& asking = list["deepSerializedValue"].at("value");
    may_have_internals_ = asking.at(0).at("value").get<std::size_t>();
    const std::size_t may_carry_end = may_have_internals_ + asking.at(1).at("value").get<std::size_t>();
    for (std::size_t i = 2; i < asking.size(); ++i) {
      elements_.emplace_back();
      elements_.back().node = asking[i].at("value");
      elements_.back().may_carry = i - 2 >= may_have_internals_ && i - 2 < may_carry_end;
    }
    return ask_about_elements();
  }

  // Chromium before 114 has no deep serialization, so each element of the list needs a separate description.
  cdp::Effects ask_for_each_node() {
    cdp::Effects effects;
    effects.commands.push_back(
        command("Runtime.getProperties", {{"objectId", list_id_}, {"ownProperties", true}}, &State::on_members));
    return effects;
  }
  cdp::Effects on_members(const Json& answer) {
    cdp::Effects effects;
    for (const Json& member : answer.at("result")) {
      const Json value = member.value("value", Json::object());
      if (member.at("name") == "0") may_have_internals_ = value.at("value").get<std::size_t>();
      if (!value.contains("objectId") || !member.value("enumerable", false)) continue;  // length and prototype
      elements_.emplace_back();
      ask(effects, "DOM.describeNode", {{"objectId", value["objectId"]}}, &State::on_node, elements_.size() - 1);
    }
    if (waiting_for_ == 0) effects.add(tell_bridge());
    return effects;
  }
  cdp::Effects on_node(const cdp::Reply& reply, std::size_t element) {
    if (done) return {};
    if (!reply.error) elements_[element].node = as_deep_serialized(reply.result.at("node"));
    return --waiting_for_ == 0 ? ask_about_elements() : cdp::Effects{};
  }

  cdp::Effects ask_about_elements() {
    cdp::Effects effects;
    for (std::size_t i = 0; i < elements_.size(); ++i) ask_about(i, i < may_have_internals_, effects);
    if (waiting_for_ == 0) effects.add(tell_bridge());
    return effects;
  }

  // Building Chrome's accessibility tree is expensive, so only elements that may have internals are queried.
  void ask_about(std::size_t i, bool may_have_internals, cdp::Effects& effects) {
    const Json& node = elements_[i].node;
    if (node.is_null()) return;  // the element is gone
    if (may_have_internals) {
      made_tree_ = true;
      ask(effects, "Accessibility.getPartialAXTree",
          {{"backendNodeId", node.at("backendNodeId")}, {"fetchRelatives", false}}, &State::on_tree, i);
    }
    if (const int root = closed_root_of(node)) {
      ask(effects, "DOM.resolveNode",
          {{"backendNodeId", root}, {"executionContextId", context_id}, {"objectGroup", object_group_}},
          &State::on_root, i);
    }
    if (elements_[i].may_carry) {
      ask(effects, "DOM.describeNode", {{"backendNodeId", node.at("backendNodeId")}}, &State::on_carrier, i);
    }
  }

  // The controls of a carousel are pseudo-elements of the carousel and of its content.
  cdp::Effects on_carrier(const cdp::Reply& reply, std::size_t element) {
    if (done) return {};
    cdp::Effects effects;
    for (Json& node : reply.error ? std::vector<Json>() : controls_of(reply.result.at("node"))) {
      const Json id = node.at("backendNodeId");
      const std::size_t control = controls_.size();
      elements_[element].controls.push_back(control);
      controls_.push_back({std::move(node), nullptr, {}});
      ask(effects, "DOM.resolveNode",
          {{"backendNodeId", id}, {"executionContextId", context_id}, {"objectGroup", object_group_}},
          &State::on_control, control);
      if (controls_.back().node.value("pseudoType", "") != "scroll-marker") continue;
      made_tree_ = true;
      ask(effects, "Accessibility.getPartialAXTree", {{"backendNodeId", id}, {"fetchRelatives", false}},
          &State::on_control_tree, control);
    }
    effects.add(answered());
    return effects;
  }
  cdp::Effects on_control(const cdp::Reply& reply, std::size_t control) {
    if (done) return {};
    if (!reply.error) controls_[control].object = reply.result.at("object").value("objectId", "");
    return answered();
  }
  cdp::Effects on_control_tree(const cdp::Reply& reply, std::size_t control) {
    if (done) return {};
    if (!reply.error) controls_[control].tree = reply.result;
    return answered();
  }

  // Sends one of several questions; the last answer starts the next step.
  void ask(cdp::Effects& effects, const char* method, Json params,
           cdp::Effects (State::*on_reply)(const cdp::Reply&, std::size_t), std::size_t element) {
    ++waiting_for_;
    effects.commands.push_back({session, method, std::move(params), {weak_.get(), on_reply, element}});
  }

  // An error means that the element is gone.
  cdp::Effects on_tree(const cdp::Reply& reply, std::size_t element) {
    if (done) return {};
    if (!reply.error) elements_[element].tree = reply.result;
    return answered();
  }
  cdp::Effects on_root(const cdp::Reply& reply, std::size_t element) {
    if (done) return {};
    if (!reply.error) {
      elements_[element].root = reply.result.at("object").at("objectId").get<std::string>();
    }
    return answered();
  }
  cdp::Effects answered() { return --waiting_for_ == 0 ? tell_bridge() : cdp::Effects{}; }

  cdp::Effects tell_bridge() {
    if (elements_.empty()) {
      cdp::Effects effects;
      release(effects);
      effects.add(end());
      return effects;
    }
    Json facts = Json::array();
    Json arguments = Json::array({nullptr});
    bool tells = !is_first;
    for (const Element& element : elements_) {
      const bool closed = !element.root.empty();
      facts.push_back(fact_of(element.tree, closed));
      has_internals_ = has_internals_ || !facts.back()["role"].is_null();
      if (closed) arguments.push_back({{"objectId", element.root}});
      if (element.may_carry) facts.back()["parts"] = parts_of(element, arguments);
      tells = tells || closed || has_internals_ || element.may_carry;
    }
    arguments[0] = {{"value", std::move(facts)}};
    cdp::Effects effects;
    effects.commands.push_back(command(
        "Runtime.callFunctionOn",
        {{"objectId", list_id_},
         {"functionDeclaration", "function (facts, ...roots) { return casement.learnElements(this, facts, roots); }"},
         {"arguments", std::move(arguments)},
         {"returnByValue", true}},
        &State::on_told));
    release(effects);
    // If all elements are plain, callers need not wait.
    if (!tells) effects.add(end());
    return effects;
  }

  // Appends the objects of the parts to `arguments`.
  Json parts_of(const Element& element, Json& arguments) const {
    Json parts = Json::array();
    for (const std::size_t i : element.controls) {
      const Control& control = controls_[i];
      if (control.object.empty()) continue;  // the control is gone
      parts.push_back(fact_of_control(control.node, control.tree));
      arguments.push_back({{"objectId", control.object}});
    }
    return parts;
  }

  cdp::Effects on_told(const Json& answer) {
    has_learnt = evaluation_value(answer) == true;
    return end();
  }

  // After the first question, Chrome updates its accessibility tree until the domain is enabled and disabled. If more
  // questions will follow, the tree remains active.
  void release(cdp::Effects& effects) {
    effects.commands.push_back({session, "Runtime.releaseObjectGroup", {{"objectGroup", object_group_}}, nullptr});
    if (has_internals_ || !made_tree_) return;
    effects.commands.push_back({session, "Accessibility.enable", Json::object(), nullptr});
    effects.commands.push_back({session, "Accessibility.disable", Json::object(), nullptr});
  }

  cdp::Effects end() {
    done = true;
    elements_.clear();
    controls_.clear();
    return {};
  }

  // The only command of its step. If the document fails, the query ends; the next reading reports the document's state.
  cdp::Command command(const char* method, Json params, cdp::Effects (State::*then)(const Json&)) {
    then_ = then;
    return {session, method, std::move(params), {weak_.get(), &State::on_step}};
  }
  cdp::Effects on_step(const cdp::Reply& reply) {
    if (done) return {};
    try {
      return reply.error ? end() : (this->*then_)(reply.result);
    } catch (const Error&) {  // thrown by the bridge
      return end();
    }
  }

  WeakPtrFactory<State> weak_{this};
  cdp::Effects (State::*then_)(const Json&) = nullptr;  // handles the answer of the current step
  const std::string object_group_ = next_object_group();
  std::string list_id_;
  std::vector<Element> elements_;
  std::vector<Control> controls_;
  std::size_t may_have_internals_ = 0;  // the number of elements at the front that may have internals
  int waiting_for_ = 0;
  bool made_tree_ = false;  // Chrome's accessibility tree
  bool has_internals_ = false;
};

InternalsQuery::InternalsQuery(std::unique_ptr<State> state) : state_(std::move(state)) {}
InternalsQuery::~InternalsQuery() = default;

bool InternalsQuery::done() const {
  return state_->done;
}
bool InternalsQuery::has_learnt() const {
  return state_->has_learnt;
}

InternalsQueries::InternalsQueries(PageSession& page) : newest_(page.frames()) {}

InternalsQueries& InternalsQueries::of(PageSession& page) {
  return page.extension<InternalsQueries>();
}

bool InternalsQueries::is_under_way(const Frame& frame) {
  const std::shared_ptr<const InternalsQuery> query = newest(frame);
  return query && !query->done();
}

std::optional<cdp::Command> InternalsQueries::begin(const Frame& frame) {
  if (!frame.world || is_under_way(frame)) return std::nullopt;
  const auto before = newest(frame);
  auto state = std::make_unique<InternalsQuery::State>();
  state->session = frame.session;
  state->is_first = before == nullptr;
  state->world_id = frame.world->unique_id;
  state->context_id = frame.world->context_id;
  cdp::Command first = state->ask_for_elements();
  newest_[frame] = std::shared_ptr<InternalsQuery>(new InternalsQuery(std::move(state)));
  return first;
}

bool begin_internals_query(PageSession& page, const FrameId& id) {
  const Frame* frame = page.frames().find(id);
  if (frame == nullptr) return false;
  std::optional<cdp::Command> first = InternalsQueries::of(page).begin(*frame);
  if (first) page.connection().send(std::move(*first));
  return first.has_value();
}

bool await_internals_queries(PageSession& page, const std::vector<FrameId>& frames, Deadline deadline) {
  std::vector<std::shared_ptr<const InternalsQuery>> queries;
  for (const FrameId& id : frames) {
    const Frame* frame = page.frames().find(id);
    if (frame == nullptr || !frame->world) continue;
    if (auto newest = InternalsQueries::of(page).newest(*frame)) queries.push_back(std::move(newest));
  }
  page.connection().pump_until(
      [&] {
        return std::all_of(queries.begin(), queries.end(), [](const auto& internals) { return internals->done(); });
      },
      deadline);
  return std::any_of(queries.begin(), queries.end(),
                     [](const auto& internals) { return internals->done() && internals->has_learnt(); });
}

void ask_all_hosts_again(PageSession& page) {
  for (const Frame* frame : page.frames().all()) {
    if (frame->world && frame->world->bridge_sent) page.post_bridge(*frame, {"askAllHosts"});
  }
}

bool query_element_internals(PageSession& page, const std::vector<FrameId>& frames, Deadline deadline) {
  // A query in progress may already include the named elements, or its answers may make a new query unnecessary.
  std::vector<FrameId> waited_for;
  for (const FrameId& id : frames) {
    if (!begin_internals_query(page, id)) waited_for.push_back(id);
  }
  const bool had_learnt = !waited_for.empty() && await_internals_queries(page, waited_for, deadline);
  for (const FrameId& id : waited_for) begin_internals_query(page, id);
  return await_internals_queries(page, frames, deadline) || had_learnt;
}

}  // namespace casement
