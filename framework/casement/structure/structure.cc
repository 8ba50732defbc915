#include "casement/structure/structure.h"

#include <fmt/format.h>

#include <algorithm>

#include "casement/browser/page/page_session.h"
#include "casement/cdp/protocol_error.h"
#include "casement/find/find_elements.h"
#include "casement/target/ref.h"

namespace casement {
namespace {

// Reads the answer of a document, in which refs are local numbers.
class Reader {
 public:
  explicit Reader(int frame) : frame_(static_cast<std::uint32_t>(frame)) {}

  std::string ref(const Json& local) const {
    const auto number = local.get<std::uint32_t>();
    return number == 0 ? "" : format_ref(frame_, number);
  }
  std::vector<std::string> refs(const Json& locals) const {
    std::vector<std::string> refs;
    for (const Json& local : locals) refs.push_back(ref(local));
    return refs;
  }
  void read(const Json& json, StructureElement& element) const {
    element.tag = json.at("tag");
    element.ref = ref(json.at("ref"));
    for (const Json& pair : json.at("attributes")) element.attributes.emplace_back(pair.at(0), pair.at(1));
  }
  Container container(const Json& json) const {
    Container one;
    read(json, one);
    one.level = json.at("level");
    one.children = json.at("children");
    one.refs = refs(json.at("refs"));
    one.total_refs = json.at("totalRefs");
    return one;
  }
  PatternChild child(const Json& json, int holder) const {
    PatternChild one;
    read(json, one);
    one.index = json.at("index");
    one.holds_target = one.index == holder;
    one.refs = refs(json.at("refs"));
    one.total_refs = json.at("totalRefs");
    one.texts = json.at("texts").get<std::vector<std::string>>();
    one.outline = json.at("outline");
    return one;
  }
  std::vector<Anchor> anchors(const Json& list) const {
    std::vector<Anchor> anchors;
    for (const Json& json : list) {
      Anchor one;
      one.tag = json.at("tag");
      one.ref = ref(json.at("ref"));
      one.depth = json.at("depth");
      one.index = json.at("index");
      one.role = json.at("role");
      one.name = json.at("name");
      one.own_text = json.at("ownText");
      one.full_text = json.at("fullText");
      one.nested = anchors_of(json);
      one.total_nested = json.at("totalNested");
      anchors.push_back(std::move(one));
    }
    return anchors;
  }

 private:
  std::vector<Anchor> anchors_of(const Json& json) const { return anchors(json.at("nested")); }
  std::uint32_t frame_;
};

Json ask(PageSession& page, const ElementHandle& element, const std::string& ref, const BridgeCall& call,
         Deadline deadline) {
  Json answer;
  try {
    answer = page.call_bridge(element.frame, call, deadline);
  } catch (const Error& error) {
    // The document went away during the call: `locate_ref` throws the error that explains the state of the ref.
    if (cdp::means_gone(error) && !page.closed()) locate_ref(page, ref);
    throw;
  }
  if (answer.is_null()) {
    throw Error(ErrorKind::Detached, ref + " is no longer in its document", {"Take a new snapshot."});
  }
  return answer;
}

Json limits_json(const StructureLimits& limits) {
  if (std::min({limits.depth, limits.siblings, limits.descendants}) < 1) {
    throw Error(ErrorKind::Usage, "the limits of a structure must be 1 or more");
  }
  // At most 100 levels, because the JSON of the answer is nested as deep.
  return {{"depth", std::min(limits.depth, 100)}, {"siblings", limits.siblings}, {"descendants", limits.descendants}};
}

Json ask_at_level(PageSession& page, const ElementHandle& element, const std::string& ref, const char* function,
                  int level, const StructureLimits& limits, Deadline deadline) {
  if (level < 0) throw Error(ErrorKind::Usage, fmt::format("level {} is below 0, which is the element itself", level));
  const Json answer =
      ask(page, element, ref, {function, Json::array({element.ref, level, limits_json(limits)})}, deadline);
  if (!answer.contains("container")) {
    throw Error(ErrorKind::Usage,
                fmt::format("level {} is too high for {}: use 0, the element itself, to {}, the top of its document",
                            level, ref, answer.at("levels").get<int>() - 1));
  }
  return answer;
}

}  // namespace

ContainerChain resolve_container(PageSession& page, const std::string& ref, Deadline deadline) {
  const cdp::Connection::EngineLock lock(page.connection());
  const ElementHandle element = locate_ref(page, ref);
  const Json answer = ask(page, element, ref, {"resolveContainer", Json::array({element.ref})}, deadline);
  const Reader reader(element.frame_ordinal);
  ContainerChain chain;
  for (const Json& level : answer) {
    if (level.at("level") == 0)
      chain.target = reader.container(level);
    else
      chain.ancestors.push_back(reader.container(level));
  }
  const Frame* frame = page.frames().find(element.frame);
  const Frame* parent = frame == nullptr ? nullptr : page.frames().find(frame->parent);
  if (parent != nullptr && frame->owner_ref) {
    chain.frame_owner = format_ref(static_cast<std::uint32_t>(std::max(parent->ordinal, 0)),
                                   static_cast<std::uint32_t>(*frame->owner_ref));
  }
  return chain;
}

Pattern inspect_pattern(PageSession& page, const std::string& ref, int level, const StructureLimits& limits,
                        Deadline deadline) {
  const cdp::Connection::EngineLock lock(page.connection());
  const ElementHandle element = locate_ref(page, ref);
  const Json answer = ask_at_level(page, element, ref, "inspectPattern", level, limits, deadline);
  const Reader reader(element.frame_ordinal);
  Pattern pattern;
  pattern.level = level;
  reader.read(answer.at("container"), pattern.container);
  pattern.total_children = answer.at("totalChildren");
  pattern.target_index = answer.at("holder");
  pattern.similar = answer.at("similar");
  for (const Json& child : answer.at("children")) {
    pattern.children.push_back(reader.child(child, pattern.target_index));
  }
  return pattern;
}

Anchors extract_anchors(PageSession& page, const std::string& ref, int level, const StructureLimits& limits,
                        Deadline deadline) {
  const cdp::Connection::EngineLock lock(page.connection());
  const ElementHandle element = locate_ref(page, ref);
  const Json answer = ask_at_level(page, element, ref, "extractAnchors", level, limits, deadline);
  const Reader reader(element.frame_ordinal);
  Anchors anchors;
  anchors.level = level;
  reader.read(answer.at("container"), anchors.container);
  anchors.anchors = reader.anchors(answer.at("anchors"));
  anchors.total_children = answer.at("totalChildren");
  anchors.total_descendants = answer.at("totalDescendants");
  anchors.described = answer.at("described");
  anchors.deepest = answer.at("deepest");
  return anchors;
}

}  // namespace casement
