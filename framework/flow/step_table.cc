#include "casement/flow/step_table.h"

#include <algorithm>

#include "casement/flow/step_parsers.h"

namespace casement {

std::span<const StepKind> step_table() {
  using enum ArgumentShape;
  static const std::vector<StepKind> table{
      {"open", Text, "Loads a URL and waits until the document has been read.",
       "http://shop.test/cart", parse_open},
      {"click", Target, "Clicks an element.", "button \"Pay\"", parse_click},
      {"double_click", Target, "Clicks an element twice.", "row \"Total\"", parse_double_click},
      {"hover", Target, "Moves the pointer onto an element.", "link \"Help\"", parse_hover},
      {"fill", TargetToText, "Replaces the content of fields, in order.",
       "{ textbox \"E-mail\": ada@example.com }", parse_fill},
      {"clear", Target, "Empties a field.", "textbox \"E-mail\"", parse_clear},
      {"type", TargetToText, "Types key by key into fields, in order.",
       "{ textbox \"Code\": 123456 }", parse_type},
      {"press", TextOrMap, "Presses a key or a chord, on an element if one is given.",
       "Enter  or  { keys: Control+A, on: textbox \"Code\" }", parse_press},
      {"select", TargetToTexts, "Chooses options by their label, else by their value.",
       "{ combobox \"Country\": Germany }", parse_select},
      {"check", Target, "Ticks a checkbox or chooses a radio button.", "checkbox \"I agree\"",
       parse_check},
      {"uncheck", Target, "Unticks a checkbox.", "checkbox \"I agree\"", parse_uncheck},
      {"expect", TextOrMap, "Waits until something holds, and fails if it never does.",
       "text \"Thank you\"  or  { url: \"*/receipt/*\" }", parse_expect},
      {"if", Map, "Runs the steps under 'then' or those under 'else'.",
       "{ visible: dialog \"Sign in\" }", parse_if},
      {"snapshot", OptionalText, "Keeps the page's text in the report, under a name.",
       "before paying", parse_snapshot},
      {"screenshot", OptionalText, "Keeps a picture of the page in the report, under a name.",
       "before paying", parse_screenshot},
      {"route", Map, "Puts a rule before those of the site, for the rest of the case.",
       "{ host: ads.test, status: 404 }", parse_route},
      {"log", Text, "Writes a line into the report.", "now as a guest", parse_log},
  };
  return table;
}

const StepKind* find_step_kind(std::string_view name) {
  const auto table = step_table();
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const StepKind& kind) { return kind.name == name; });
  return found == table.end() ? nullptr : &*found;
}

std::vector<std::string> step_names() {
  std::vector<std::string> names;
  for (const StepKind& kind : step_table()) names.emplace_back(kind.name);
  return names;
}

}  // namespace casement
