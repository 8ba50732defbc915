// Targets name the elements that a test acts on, in the notation of a snapshot line:
//
//   e5 · f1_e5                                             a ref
//   button "Pay now"                                       role and accessible name
//   textbox /card number/i in iframe "Secure card number"  inside a frame
//   button "Add" inside listitem "Blue kettle"             below an ancestor
//   button "Add" #2                                        the second match in document order
//   button "Add" #last                                     the last one
//   listitem that has text "Pour"                          with this text shown in it
//   row that has button "Open"                             with this element in it
//   button "Accept" or button "Agree"                      either of them
//   text "Order placed" · text /order \d+/                 visible text
//   css=#pay · testid=pay · label="Email" · placeholder="you@…" · alt="Logo" · title="Close"
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace casement {

struct TargetStep;
struct TargetSurroundings;

// Text to compare with, in one notation everywhere. "Teas" matches equal text after white space is normalised.
// "/assam/i" is an ECMAScript regular expression that may match anywhere. `exact` is for text that begins with a slash.
// `exact` and `regex` check nothing; TextMatcher reports an invalid expression.
struct TextPattern {
  TextPattern() = default;
  // Throw Error{Authoring} for a regular expression that does not parse, and for flags other than "i".
  TextPattern(std::string_view notation);  // NOLINT(google-explicit-constructor): patterns are literals
  TextPattern(const char* notation) : TextPattern(std::string_view(notation)) {}         // NOLINT
  TextPattern(const std::string& notation) : TextPattern(std::string_view(notation)) {}  // NOLINT
  static TextPattern exact(std::string_view text);
  static TextPattern regex(std::string_view expression, std::string_view flags = "");
  static TextPattern any() { return regex(""); }  // matches every text

  std::string text = {};
  bool is_regex = false;
  std::string flags = {};  // of the regular expression: "i" or ""
};

class Target {
 public:
  // Parses the notation. Throws Error{Authoring}. The message names the column (from 1, in characters); the trail
  // contains the text and a caret below it.
  Target(std::string_view notation);  // NOLINT(google-explicit-constructor): targets are literals
  Target(const char* notation) : Target(std::string_view(notation)) {}         // NOLINT
  Target(const std::string& notation) : Target(std::string_view(notation)) {}  // NOLINT

  // A moved-from target is as it was: copies share their parts.
  Target(const Target&) = default;
  Target& operator=(const Target&) = default;

  bool is_ref() const;  // and no description
  // The ref as written; "" for a description.
  const std::string& ref() const;
  // The described element; meaningless for a ref.
  const TargetStep& step() const;
  // The ancestors of the element, nearest first.
  const std::vector<TargetStep>& inside() const;
  // The frames around the element, innermost first, as descriptions of the owner (iframe) elements.
  const std::vector<TargetStep>& frames() const;
  // The notation as written; after narrowing, the notation of the narrowed target.
  const std::string& text() const;
  // The same target, narrowed by these surroundings as well. A ref is returned unchanged.
  Target narrowed_by(const TargetSurroundings& around) const;

  // The same target, narrowed; a number is the last part of it:
  //   role("button", name).inside(role("listitem", "Sencha")).nth(2)
  // `inside` and `in_frame` leave a ref as it is. All throw Error{Usage} for a ref as their argument, and
  // Error{Authoring} for parts in another order. `has` and `or_else` also throw Error{Usage} for an argument with
  // surroundings, because the surroundings of the whole target apply.
  Target inside(const Target& outer) const;    // below an ancestor
  Target in_frame(const Target& frame) const;  // in the frame that this iframe element shows
  Target nth(int position) const;              // the match at this position in document order, from 1
  Target last() const;                         // the last match
  Target has(const Target& inner) const;       // with this element or text in it
  Target or_else(const Target& other) const;   // either of them

 private:
  friend class TargetParser;
  struct Parts;
  explicit Target(Parts parts);
  Target with_step(const std::string& notation) const;
  static void require_alone(const Target& part);

  std::shared_ptr<const Parts> parts_;
};

// Builds targets from values; names and texts may contain any characters. Throw Error{Authoring} for an unknown role,
// an invalid regular expression, and an empty text, label, id or selector. The notation cuts values after 200
// characters: a cut name or text matches by its beginning, a cut selector does not match.
Target role(std::string_view role);
Target role(std::string_view role, const TextPattern& name);  // by accessible name
Target text(const TextPattern& text);                         // by the text that it shows
Target label(const TextPattern& text);                        // a control, by its label
Target placeholder(const TextPattern& text);
Target alt(const TextPattern& text);
Target title(const TextPattern& text);
Target testid(std::string_view id);
Target css(std::string_view selector);

}  // namespace casement
