#include "casement/dom/dom_schema.h"

#include <array>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "casement/snapshot/element_facts.h"

namespace casement {
namespace {

using DomSchema = nlohmann::ordered_json;

DomSchema text(const char* description) {
  return {{"type", "string"}, {"description", description}};
}
DomSchema number(const char* description) {
  return {{"type", "integer"}, {"minimum", 0}, {"description", description}};
}
DomSchema any_number() {
  return {{"type", "integer"}};
}
DomSchema truth(const char* description) {
  return {{"type", "boolean"}, {"description", description}};
}
DomSchema list_of(DomSchema items, const char* description) {
  return {{"type", "array"}, {"items", std::move(items)}, {"description", description}};
}
DomSchema reference(const char* name) {
  return {{"$ref", std::string("#/$defs/") + name}};
}

// An object without other properties.
DomSchema object(DomSchema properties, std::vector<std::string> required) {
  return {{"type", "object"},
          {"properties", std::move(properties)},
          {"required", std::move(required)},
          {"additionalProperties", false}};
}

DomSchema pair(const char* first, const char* second, const char* description) {
  DomSchema made = object({{first, any_number()}, {second, any_number()}}, {first, second});
  made["description"] = description;
  return made;
}

template <std::size_t Count>
DomSchema one_of(const std::array<std::string_view, Count>& words, const char* description) {
  DomSchema values = DomSchema::array();
  for (const std::string_view word : words) {
    if (!word.empty()) values.push_back(word);
  }
  return {{"enum", std::move(values)}, {"description", description}};
}

DomSchema children() {
  return list_of({{"anyOf", {{{"type", "string"}}, reference("element")}}}, "Texts and elements, in document order");
}

DomSchema element() {
  DomSchema id =
      text("Names the element while its document lives; in the flat form where it has no ref, or ids were asked for");
  id["pattern"] = "^(f[1-9][0-9]*_)?n[1-9][0-9]*$";
  DomSchema ref = text("By it the element is clicked, filled and asked");
  ref["pattern"] = "^(f[1-9][0-9]*_)?e[1-9][0-9]*$";
  DomSchema box = list_of(any_number(), "x, y, width, height in CSS px of the page's viewport");
  box["minItems"] = 4;
  box["maxItems"] = 4;
  return object(
      {{"id", std::move(id)},
       {"carried", truth("Its id is that of an element that went away, for which it stands")},
       {"ref", std::move(ref)},
       {"tag", text("In the flat form where it has no role")},
       {"role", text("WAI-ARIA")},
       {"label", text("The accessible name, at most 250 characters")},
       {"text", text("Where it is all that is in the element; at most 500 characters")},
       {"value", text("What a control holds, where it was asked for; secrets masked")},
       {"states", list_of({{"type", "string"}}, "As in a snapshot's brackets: checked, level=2")},
       {"href", text("Of a link as it is written; of a frame where its document is")},
       {"type", text("Of an input or button")},
       {"placeholder", text("Where the label does not say it")},
       {"html_id", text("The attribute id")},
       {"test_id", text("The attribute that testid= compares")},
       {"interactive",
        one_of(kUsedByWords, "Why it counts as one to be used; flat: where neither its element nor its role says so")},
       {"visible", truth("Whether a person sees it; flat: where not")},
       {"in_viewport", truth("Whether some of it is seen without scrolling")},
       {"hidden_by", one_of(kHiddenByWords, "Why a person does not see it")},
       {"box", std::move(box)},
       {"path", text("Its place in the tree")},
       {"region", text("The landmark that it is in")},
       {"shadow", {{"enum", {"open", "closed"}}, {"description", "It hosts a shadow root"}}},
       {"cross_site", truth("The document in its frame is of another site")},
       {"failed", text("Why its frame could not be read, in a word")},
       {"error", text("The same in a sentence")},
       {"unread", number("Elements in it that were not read, since nobody sees them")},
       {"left_out", number("Elements in it past max_depth")},
       {"children", children()}},
      {});
}

DomSchema counts() {
  return object(
      {{"elements", number("In the tree")},
       {"visible", number("That a person sees")},
       {"in_viewport", number("Without scrolling")},
       {"interactive", number("That can be used")},
       {"unread", number("That were not read: hidden, or past max_elements")},
       {"frames", number("That were read, the main one among them")},
       {"shadow_roots", number("That were read")},
       {"milliseconds", number("That taking it took")}},
      {"elements", "visible", "in_viewport", "interactive", "unread", "frames", "shadow_roots", "milliseconds"});
}

}  // namespace

std::string dom_schema() {
  DomSchema failure = object({{"kind", text("timed_out, load_failed, …")},
                              {"owner", text("The ref of the element that holds the frame")},
                              {"name", text("The name of that element")},
                              {"url", text("Where the frame is or was going")},
                              {"message", text("What went wrong")}},
                             {"kind"});
  DomSchema frame = object({{"host", text("The id of the element that holds it")},
                            {"url", text("Where its document is")},
                            {"children", children()}},
                           {"host", "children"});
  DomSchema root = object({{"host", text("The id of the element that hosts it")},
                           {"mode", {{"const", "closed"}}},
                           {"children", children()}},
                          {"host", "children"});
  DomSchema all{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                {"$id", "urn:casement:dom.schema.json"},
                {"title", "A page as a tree, as casement dom --json prints it"}};
  DomSchema time = text("When it was taken, UTC");
  time["format"] = "date-time";
  all.update(object({{"form", {{"enum", {"flat", "full"}}}},
                     {"url", text("Of the main frame's document")},
                     {"title", text("Of the main frame's document")},
                     {"status", number("Of the main frame's HTTP response")},
                     {"time", std::move(time)},
                     {"viewport", pair("width", "height", "In CSS px")},
                     {"scroll", pair("x", "y", "In CSS px")},
                     {"document", pair("width", "height", "In CSS px")},
                     {"counts", counts()},
                     {"failures", list_of(std::move(failure), "Frames that could not be read")},
                     {"warnings", list_of({{"type", "string"}}, "What is missing, in words")},
                     {"children", children()},
                     {"iframes", list_of(std::move(frame), "Where frames stand apart")},
                     {"shadow_roots", list_of(std::move(root), "Where shadow roots stand apart")},
                     {"interactive_left_out", number("Elements past max_interactive")}},
                    {"form", "time", "viewport", "scroll", "document", "counts", "children"}));
  all["$defs"] = {{"element", element()}};
  return all.dump(2) + "\n";
}

}  // namespace casement
