#include <fmt/format.h>

#include <algorithm>

#include "casement/base/quoted.h"
#include "casement/base/text.h"
#include "casement/snapshot/names_on_page.h"
#include "casement/snapshot/node_words.h"
#include "casement/snapshot/step_words.h"
#include "casement/snapshot/target_match.h"
#include "casement/snapshot/text_match.h"
#include "casement/target/target_step.h"
#include "casement/target/text_pattern.h"

namespace casement {
namespace {

constexpr std::size_t kNearestShown = 3;
constexpr std::string_view kWithTheseWords = "a text with these words";

// The distance between node and step: edits of the name, plus a penalty for another role. `kFarthest` if the node is
// too different to be the intended element.
constexpr std::size_t kFarthest = 1000;
std::size_t distance(const Node& node, const TargetStep& step, const std::string& wanted) {
  constexpr std::size_t other_role = 3, longest_compared = 80;
  const bool by_role = step.kind == TargetStep::Kind::Role;
  const std::size_t role = by_role && node.role != step.role ? other_role : 0;
  if (wanted.empty()) {
    if (!by_role || step.name) return role == 0 && by_role ? 1 : kFarthest;
    const std::size_t edits = edit_distance(node.role, step.role);
    return edits <= 2 ? edits : kFarthest;
  }
  const std::string_view name =
      step.kind == TargetStep::Kind::Placeholder && !node.placeholder.empty() ? node.placeholder : node.name;
  if (name.empty()) return kFarthest;
  const std::string have = ascii_lower(name.substr(0, longest_compared));
  if (have == wanted) return role;
  const std::size_t longer = std::max(have.size(), wanted.size());
  const bool is_part = have.find(wanted) != std::string::npos ||
                       (have.size() * 3 >= wanted.size() && wanted.find(have) != std::string::npos);
  if (is_part) return 2 + role;
  // Another role and another name is another element.
  const std::size_t most = role > 0 ? longer / 4 : std::max<std::size_t>(2, longer / 2);
  if (longer - std::min(have.size(), wanted.size()) > most) return kFarthest;
  const std::size_t edits = edit_distance(have, wanted);
  return edits <= most ? 1 + edits + role : kFarthest;
}

std::vector<NodeIndex> nearest_nodes(const Nodes& nodes, const TargetStep& step, std::size_t count) {
  const std::string wanted = step.name ? ascii_lower(plain_words(*step.name)).substr(0, 80) : "";
  std::vector<std::pair<std::size_t, NodeIndex>> ranked;
  for (NodeIndex i = 0; i < nodes.size(); ++i) {
    const bool wants_text = step.kind == TargetStep::Kind::Text;
    if (!nodes[i].is_element() && !(wants_text && nodes[i].kind == Node::Kind::Text)) continue;
    const std::size_t far = distance(nodes[i], step, wanted);
    if (far < kFarthest) ranked.emplace_back(far, i);
  }
  count = std::min(count, ranked.size());
  std::partial_sort(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(count), ranked.end());
  std::vector<NodeIndex> nearest;
  for (std::size_t i = 0; i < count; ++i) nearest.push_back(ranked[i].second);
  return nearest;
}

// One element on a line: its description, place and ref.
std::string nearest_line(const Nodes& nodes, NodeIndex node) {
  const SnapshotMatch match = describe_match(nodes, node);
  std::string line = "nearest: " + match.label;
  if (!match.context.empty()) line += " " + match.context;
  if (!match.ref.empty()) line += " (" + match.ref + ")";
  return line;
}

void add_nearest(const Nodes& nodes, const TargetStep& step, std::vector<std::string>& trail) {
  for (const NodeIndex node : nearest_nodes(nodes, step, kNearestShown)) {
    std::string line = nearest_line(nodes, node);
    if (std::find(trail.begin(), trail.end(), line) == trail.end()) trail.push_back(std::move(line));
  }
}

// A regular expression that matches only this text.
std::string escaped_expression(std::string_view text) {
  std::string expression;
  for (const char c : text) {
    if (std::string_view("\\^$.*+?()[]{}|/").find(c) != std::string_view::npos) expression += '\\';
    expression += c;
  }
  return expression;
}

// Explains that `*` is not a wildcard in a name, because a name must match as a whole.
std::string tell_of_wildcards(const TargetStep& step) {
  TargetStep meant = step;
  std::string_view part = step.name->text;
  while (part.starts_with('*')) part.remove_prefix(1);
  while (part.ends_with('*')) part.remove_suffix(1);
  meant.name = TextPattern::regex(escaped_expression(part));
  return "'*' is not a wildcard in a name; write " + describe_step(meant);
}

// The same pattern, but upper and lower case are equal. A long pattern is returned unchanged, because an expression
// must not be that long.
TextPattern ignoring_case(const TextPattern& pattern) {
  constexpr std::size_t longest = 1000;  // bytes
  if (pattern.text.size() > longest) return pattern;
  if (pattern.is_regex) {
    const bool ignores = pattern.flags.find('i') != std::string::npos;
    return TextPattern::regex(pattern.text, ignores ? pattern.flags : pattern.flags + "i");
  }
  return TextPattern::regex("^" + escaped_expression(normalise_text(to_valid_utf8(pattern.text))) + "$", "i");
}

// The parts of the page that show a text, and the pattern that a target needs for it.
struct Writing {
  std::vector<ShownText> places = {};
  TextPattern pattern = {};
  bool has_other_case = false;  // upper and lower case differ from the wanted text
};

// Finds the text as it is written, or else in other upper and lower case. The pattern then repeats the page's letters.
Writing find_writing(const Nodes& nodes, const TextPattern& wanted) {
  Writing writing{match_shown_text(nodes, wanted), wanted};
  if (!writing.places.empty()) return writing;
  const TextPattern folded = ignoring_case(wanted);
  writing.places = match_shown_text(nodes, folded);
  if (writing.places.empty()) return writing;
  writing.has_other_case = true;
  writing.pattern =
      wanted.is_regex ? folded : TextPattern::exact(without_icons(normalise_text(writing.places.front().text)));
  return writing;
}

// Nameless elements of the role, which may be the intended ones, each with a target that works.
std::vector<std::string> nameless_lines(const Nodes& nodes, const TargetStep& step) {
  std::vector<std::string> lines;
  if (step.kind != TargetStep::Kind::Role || !step.name) return lines;
  TargetStep meant;
  meant.role = step.role;
  const std::vector<NodeIndex> all = match_step(nodes, meant);
  for (const NodeIndex node : all) {
    if (!nodes[node].name.empty() || lines.size() == kNearestShown) continue;
    lines.push_back("without a name: " + match_line(describe_match(nodes, node)));
    // Numbers count in each document, so a number may name elements of several frames.
    const auto in_document = [&](NodeIndex other) { return other <= node && nodes[other].frame == nodes[node].frame; };
    meant.nth.reset();
    if (all.size() > 1) meant.nth = static_cast<int>(std::ranges::count_if(all, in_document));
    if (match_step(nodes, meant) == std::vector{node}) lines.back() += "; write " + describe_step(meant);
  }
  return lines;
}

// Frames whose `name` attribute or id equals the wanted accessible name, each with a target that works.
std::vector<std::string> attribute_lines(const Nodes& nodes, const TargetStep& step) {
  std::vector<std::string> lines;
  if (step.kind != TargetStep::Kind::Role || !step.name || step.name->is_regex) return lines;
  const std::string& meant = step.name->text;
  const bool can_be_quoted = !meant.empty() && meant.find_first_of("'\"\\") == std::string::npos;
  for (NodeIndex node = 0; can_be_quoted && node < nodes.size() && lines.size() < kNearestShown; ++node) {
    const bool by_name = nodes[node].frame_name == meant;
    if (nodes[node].role != step.role || (!by_name && nodes[node].frame_id != meant)) continue;
    const std::string_view attribute = by_name ? "name" : "id";
    const SnapshotMatch match = describe_match(nodes, node);
    lines.push_back(fmt::format(
        "{}{} has this text as its {} attribute, and {}; write css=\"[{}='{}']\"", step.role,
        match.ref.empty() ? "" : " " + match.ref, attribute,
        nodes[node].name.empty() ? "no accessible name" : "the accessible name " + json_quoted(nodes[node].name),
        attribute, meant));
  }
  return lines;
}

// The ways to look for a name inside elements, closest first, each with words for a hint.
std::vector<std::pair<TextPattern, std::string_view>> ways_inside(const Nodes& nodes, const TextPattern& name) {
  const Writing writing = find_writing(nodes, name);
  std::vector<std::pair<TextPattern, std::string_view>> ways{
      {writing.pattern, writing.has_other_case ? "this text with other capital letters" : "this text"}};
  if (name.is_regex) return ways;
  const std::string part = escaped_expression(name.text);
  ways.emplace_back(TextPattern::regex(part), kWithTheseWords);
  ways.emplace_back(TextPattern::regex(part, "i"), kWithTheseWords);
  return ways;
}

// Elements of the role that contain the wanted name as text, each with a target that works.
std::vector<std::string> content_lines(const Nodes& nodes, const TargetStep& step) {
  std::vector<std::string> lines;
  if (step.kind != TargetStep::Kind::Role || !step.name || step.name->text.empty()) return lines;
  if (step.role == "generic") return lines;  // every element around the text has it inside
  TargetStep meant = step;
  meant.name.reset();
  meant.nth.reset();
  meant.others.clear();
  const TextMatcher meant_name(ignoring_case(*step.name));
  for (const auto& [pattern, words] : ways_inside(nodes, *step.name)) {
    meant.has = {text_step(pattern)};
    const std::vector<NodeIndex> found = match_step(nodes, meant);
    for (const NodeIndex node : found) {
      if (lines.size() == kNearestShown) break;
      const SnapshotMatch match = describe_match(nodes, node);
      const std::string_view name = nodes[node].name;
      // An element with a name appears among the nearest names instead.
      if (!name.empty() && (words == kWithTheseWords || meant_name.matches(name))) continue;
      lines.push_back(fmt::format("{}{} has {} inside, and {}; write {}", step.role,
                                  match.ref.empty() ? "" : " " + match.ref, words,
                                  name.empty() ? "no name" : "the name " + json_quoted(name), describe_step(meant)));
    }
    if (!found.empty()) break;
  }
  return lines;
}

std::string with_article(std::string_view noun) {
  const bool begins_with_vowel =
      !noun.empty() && std::string_view("aeiou").find(noun.front()) != std::string_view::npos;
  return (begins_with_vowel ? "an " : "a ") + std::string(noun);
}

// Hints for a name that no element of the role has, but which the page shows as text.
std::vector<std::string> text_lines(const Nodes& nodes, const TargetStep& step) {
  if (step.kind != TargetStep::Kind::Role || !step.name || step.name->text.empty()) return {};
  const Writing writing = find_writing(nodes, *step.name);
  if (writing.places.empty()) return {};
  // Elements with this name appear among the nearest names instead.
  const TextMatcher meant_name(ignoring_case(*step.name));
  const auto has_name = [&](const Node& node) { return node.is_element() && meant_name.matches(node.name); };
  // A control of another role is probably the one that is meant.
  const auto is_near = [&](const Node& node) { return node.role == step.role || is_field(node); };
  if (std::ranges::any_of(nodes, [&](const Node& node) { return is_near(node) && has_name(node); }) ||
      std::ranges::all_of(writing.places, [&](const ShownText& shown) { return has_name(nodes[shown.node]); }))
    return {};
  const std::string_view letters = writing.has_other_case ? " with other capital letters" : "";
  std::vector<std::string> lines = nameless_lines(nodes, step);
  // The text is probably meant as the label of such an element, so a press on the text would not help.
  const bool is_for_field = is_field_role(step.role);
  if (lines.empty() && is_for_field) lines = names_on_page(nodes, step);
  const bool is_pressed = lines.empty() && !is_for_field;
  lines.insert(lines.begin(),
               is_pressed
                   ? fmt::format("the page shows it as text{}, not as the name of {}; use text {}", letters,
                                 with_article(step.role), describe(writing.pattern))
                   : fmt::format("the page shows it as text{}, but no {} has it as its name", letters, step.role));
  return lines;
}

// The innermost part of the step that matches nothing, if an element that it has does not; otherwise the step.
const TargetStep* missing_part(const Nodes& nodes, const TargetStep& step) {
  for (const TargetStep& inner : step.has) {
    if (match_step(nodes, inner).empty()) return missing_part(nodes, inner);
  }
  return &step;
}

// The first step of the target's surroundings that matches nothing in the tree.
const TargetStep* missing_surroundings(const Nodes& nodes, const Target& target) {
  for (const TargetStep& step : target.frames()) {
    if (match_step(nodes, step).empty()) return &step;
  }
  for (const TargetStep& step : target.inside()) {
    if (!match_ancestor_step(nodes, step).empty()) continue;
    const TargetStep* const missing = missing_part(nodes, step);
    // The tree leaves out most elements without a role and a name, so it cannot tell that one is missing.
    if (missing == &step && step.role == "generic" && !step.name) continue;
    return missing;
  }
  return nullptr;
}

// The first step of the target's surroundings, or of its `has` steps, that matches nothing in the tree.
const TargetStep* missing_around_or_in(const Nodes& nodes, const Target& target) {
  if (const TargetStep* missing = missing_surroundings(nodes, target)) return missing;
  for (const TargetStep& inner : target.step().has) {
    if (inner.kind != TargetStep::Kind::Text && match_step(nodes, inner).empty()) return &inner;
  }
  return nullptr;
}

}  // namespace

std::vector<SnapshotMatch> nearest_matches(const Snapshot& snapshot, const Target& target, std::size_t count) {
  std::vector<SnapshotMatch> nearest;
  if (target.is_ref()) return nearest;
  for (const NodeIndex node : nearest_nodes(snapshot.nodes(), target.step(), count)) {
    nearest.push_back(describe_match(snapshot.nodes(), node));
  }
  return nearest;
}

Error not_found_error(const Snapshot& snapshot, const Target& target) {
  const Nodes& nodes = snapshot.nodes();
  std::string message = "nothing matches " + target.text();
  std::vector<std::string> trail;
  const TargetStep* unmatched = &target.step();
  if (const TargetStep* missing = missing_around_or_in(nodes, target)) {
    message += ": there is no " + describe_step(*missing);
    unmatched = missing;
  } else {
    TargetStep any = target.step();
    any.nth.reset();
    // A heading or a text stands beside what it is about, and contains nothing.
    const TargetStep* const around = target.inside().empty() ? nullptr : &target.inside().front();
    if (around != nullptr && (around->role == "heading" || around->kind == TargetStep::Kind::Text)) {
      const std::string own = describe_step(any), beside = describe_step(*around);
      trail.push_back(
          fmt::format("{0} does not contain {1}; for one beside it, write {1} inside generic that has {0} "
                      "that has {1} #last",
                      beside, own));
    }
    for (const NodeIndex node : match_step(nodes, any)) {
      trail.push_back("there is " + match_line(describe_match(nodes, node)));
      if (trail.size() >= kNearestShown) break;
    }
  }
  const bool has_wildcard = unmatched->name && !unmatched->name->is_regex &&
                            (unmatched->name->text.starts_with('*') || unmatched->name->text.ends_with('*'));
  if (trail.empty() && has_wildcard) trail.push_back(tell_of_wildcards(*unmatched));
  if (trail.empty()) trail = attribute_lines(nodes, *unmatched);
  if (trail.empty()) trail = content_lines(nodes, *unmatched);
  if (trail.empty()) trail = text_lines(nodes, *unmatched);
  if (trail.empty()) {
    add_nearest(nodes, *unmatched, trail);
    for (const TargetStep& other : unmatched->others) add_nearest(nodes, other, trail);
  }
  if (trail.empty()) trail = nameless_lines(nodes, *unmatched);
  if (trail.empty()) trail = names_on_page(nodes, *unmatched);
  for (const FrameFailure& failure : snapshot.frame_failures()) {
    if (!failure.expected) trail.push_back(describe(failure));
  }
  return Error(ErrorKind::NotFound, message, std::move(trail));
}

}  // namespace casement
