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
  DomSchema id = text(
      "The id of the element, valid as long as its document; in the flat form only if the element has no ref, or if "
      "ids were requested");
  id["pattern"] = "^(f[1-9][0-9]*_)?n[1-9][0-9]*$";
  DomSchema ref = text("The ref to use for actions and questions");
  ref["pattern"] = "^(f[1-9][0-9]*_)?e[1-9][0-9]*$";
  DomSchema box = list_of(any_number(), "x, y, width, height in CSS px of the page's viewport");
  box["minItems"] = 4;
  box["maxItems"] = 4;
  return object(
      {{"id", std::move(id)},
       {"carried", truth("true if the id belonged to a removed element that this element replaces")},
       {"ref", std::move(ref)},
       {"tag", text("The tag name; in the flat form only if the element has no role")},
       {"role", text("The WAI-ARIA role")},
       {"label", text("The accessible name, at most 250 characters")},
       {"text", text("The text, if the element contains nothing else; at most 500 characters")},
       {"value", text("The value of a control, if values were requested; secrets are masked")},
       {"states", list_of({{"type", "string"}}, "States as in a snapshot's brackets: checked, level=2")},
       {"href", text("The href of a link as written, or the URL of a frame's document")},
       {"type", text("The type of an input or button")},
       {"placeholder", text("The placeholder, if the label differs")},
       {"html_id", text("The id attribute")},
       {"test_id", text("The attribute that testid= matches")},
       {"interactive",
        one_of(kUsedByWords,
               "Why the element counts as interactive; in the flat form only if tag and role do not show it")},
       {"visible", truth("Whether the element is visible; in the flat form only if it is not")},
       {"in_viewport", truth("Whether a part of it is visible without scrolling")},
       {"hidden_by", one_of(kHiddenByWords, "Why the element is not visible")},
       {"box", std::move(box)},
       {"path", text("The path of the element in the tree")},
       {"region", text("The landmark that contains the element")},
       {"shadow",
        {{"enum", {"open", "closed"}}, {"description", "The mode of the shadow root that the element hosts"}}},
       {"cross_site", truth("true if the document in its frame is from another site")},
       {"failed", text("Why its frame could not be read, in one word")},
       {"error", text("Why its frame could not be read, in a sentence")},
       {"unread", number("The number of elements inside that were not read, because they are hidden")},
       {"left_out", number("The number of elements inside beyond max_depth")},
       {"children", children()}},
      {});
}

DomSchema counts() {
  return object(
      {{"elements", number("Elements in the tree")},
       {"visible", number("Visible elements")},
       {"in_viewport", number("Elements visible without scrolling")},
       {"interactive", number("Interactive elements")},
       {"unread", number("Elements that were not read: hidden, or beyond max_elements")},
       {"frames", number("Frames that were read, including the main frame")},
       {"shadow_roots", number("Shadow roots that were read")},
       {"milliseconds", number("The time to read the page, in milliseconds")}},
      {"elements", "visible", "in_viewport", "interactive", "unread", "frames", "shadow_roots", "milliseconds"});
}

}  // namespace

std::string dom_schema() {
  DomSchema failure = object({{"kind", text("timed_out, load_failed, …")},
                              {"owner", text("The ref of the element that contains the frame")},
                              {"name", text("The name of the element that contains the frame")},
                              {"url", text("The URL of the frame, or the URL that it was loading")},
                              {"message", text("The error")}},
                             {"kind"});
  DomSchema frame = object({{"host", text("The id of the element that contains the frame")},
                            {"url", text("The URL of the frame's document")},
                            {"children", children()}},
                           {"host", "children"});
  DomSchema root = object({{"host", text("The id of the element that hosts the shadow root")},
                           {"mode", {{"const", "closed"}}},
                           {"children", children()}},
                          {"host", "children"});
  DomSchema all{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                {"$id", "urn:casement:dom.schema.json"},
                {"title", "A page as a tree, as casement dom --json prints it"}};
  DomSchema time = text("The time when the page was read, UTC");
  time["format"] = "date-time";
  all.update(object({{"form", {{"enum", {"flat", "full"}}}},
                     {"url", text("Of the main frame's document")},
                     {"title", text("Of the main frame's document")},
                     {"status", number("The HTTP status of the main frame's response")},
                     {"time", std::move(time)},
                     {"viewport", pair("width", "height", "In CSS px")},
                     {"scroll", pair("x", "y", "In CSS px")},
                     {"document", pair("width", "height", "In CSS px")},
                     {"counts", counts()},
                     {"failures", list_of(std::move(failure), "Frames that could not be read")},
                     {"warnings", list_of({{"type", "string"}}, "Descriptions of missing parts")},
                     {"children", children()},
                     {"iframes", list_of(std::move(frame), "The frames, if they are listed separately")},
                     {"shadow_roots", list_of(std::move(root), "The shadow roots, if they are listed separately")},
                     {"interactive_left_out", number("The number of elements beyond max_interactive")}},
                    {"form", "time", "viewport", "scroll", "document", "counts", "children"}));
  all["$defs"] = {{"element", element()}};
  return all.dump(2) + "\n";
}

}  // namespace casement
