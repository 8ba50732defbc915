#include "casement/target/target_hints.h"

#include <algorithm>
#include <array>
#include <utility>

#include "casement/base/text.h"

namespace casement {
namespace {

using namespace std::string_view_literals;
using Word = std::pair<std::string_view, std::string_view>;

// Names of HTML elements and of other tools' roles, in lower case → the role.
constexpr std::array kRoleWords = {Word{"a", "link"},
                                   Word{"anchor", "link"},
                                   Word{"hyperlink", "link"},
                                   Word{"btn", "button"},
                                   Word{"submit", "button"},
                                   Word{"input", "textbox"},
                                   Word{"field", "textbox"},
                                   Word{"textfield", "textbox"},
                                   Word{"inputfield", "textbox"},
                                   Word{"textarea", "textbox"},
                                   Word{"edit", "textbox"},
                                   Word{"password", "textbox"},
                                   Word{"email", "textbox"},
                                   Word{"select", "combobox"},
                                   Word{"dropdown", "combobox"},
                                   Word{"autocomplete", "combobox"},
                                   Word{"number", "spinbutton"},
                                   Word{"range", "slider"},
                                   Word{"toggle", "switch"},
                                   Word{"radiobutton", "radio"},
                                   Word{"h1", "heading"},
                                   Word{"h2", "heading"},
                                   Word{"h3", "heading"},
                                   Word{"h4", "heading"},
                                   Word{"h5", "heading"},
                                   Word{"h6", "heading"},
                                   Word{"headline", "heading"},
                                   Word{"ul", "list"},
                                   Word{"ol", "list"},
                                   Word{"li", "listitem"},
                                   Word{"item", "listitem"},
                                   Word{"tr", "row"},
                                   Word{"td", "cell"},
                                   Word{"th", "columnheader"},
                                   Word{"nav", "navigation"},
                                   Word{"header", "banner"},
                                   Word{"footer", "contentinfo"},
                                   Word{"aside", "complementary"},
                                   Word{"section", "region"},
                                   Word{"fieldset", "group"},
                                   Word{"details", "group"},
                                   Word{"frame", "iframe"},
                                   Word{"modal", "dialog"},
                                   Word{"popup", "dialog"},
                                   Word{"toast", "status"},
                                   Word{"snackbar", "status"},
                                   Word{"picture", "img"},
                                   Word{"icon", "img"},
                                   Word{"photo", "img"},
                                   Word{"progress", "progressbar"}};

// Words without a role that are better matched by an attribute or a text.
constexpr std::array kTextualWords = {"div"sv,     "span"sv,   "p"sv,        "b"sv,    "label"sv,
                                      "element"sv, "string"sv, "contains"sv, "date"sv, "body"sv};

template <typename Table>
std::string_view meaning_in(const Table& table, std::string_view word) {
  const std::string low = ascii_lower(word);
  const auto found = std::find_if(table.begin(), table.end(), [&](const Word& row) { return row.first == low; });
  return found == table.end() ? "" : found->second;
}

bool is_plain_value(std::string_view value) {
  return !value.empty() && std::all_of(value.begin(), value.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
  });
}

// Prefixes of other tools, in lower case → the suggestion; `…` is the value.
constexpr std::array kPrefixWords = {
    Word{"id", "css=#…"},           Word{"class", "css=.…"},           Word{"classname", "css=.…"},
    Word{"name", "css=[name=…]"},   Word{"href", "css=[href=…]"},      Word{"src", "css=[src=…]"},
    Word{"value", "css=[value=…]"}, Word{"type", "css=[type=…]"},      Word{"tag", "css=…"},
    Word{"selector", "css=…"},      Word{"data-testid", "testid=…"},   Word{"data-test-id", "testid=…"},
    Word{"data-test", "testid=…"},  Word{"data-cy", "testid=…"},       Word{"data-qa", "testid=…"},
    Word{"test-id", "testid=…"},    Word{"aria-label", "label=\"…\""}, Word{"role", "…"},
    Word{"link", "link \"…\""},     Word{"linktext", "link \"…\""},    Word{"button", "button \"…\""}};

std::string with_value(std::string_view form, std::string_view value) {
  std::string text(form);
  const std::size_t at = text.find("…");
  if (is_plain_value(value)) return text.replace(at, std::string_view("…").size(), value);
  return form == "…" ? "the role alone, such as button" : text;
}

}  // namespace

std::string hint_for_role(std::string_view word, std::string_view name) {
  const std::string behind = name.empty() ? "" : " " + std::string(name);
  if (const std::string_view role = meaning_in(kRoleWords, word); !role.empty()) {
    return "; use " + std::string(role) + behind;
  }
  const std::string low = ascii_lower(word);
  if (std::find(kTextualWords.begin(), kTextualWords.end(), low) == kTextualWords.end()) return "";
  const std::string text = name.empty() ? " \"…\"" : behind;
  if (low == "label" || low == "date") return "; write label=" + text.substr(1) + " for the field with this label";
  return "; write text" + text + ", or css=" + low + " for the element";
}

std::string hint_for_prefix(std::string_view word, std::string_view value) {
  if (ascii_lower(word) == "xpath")
    return "; XPath is not supported; use role and name, such as button \"Pay\", or css=…";
  if (const std::string_view form = meaning_in(kPrefixWords, word); !form.empty()) {
    std::string hint = "; write " + with_value(form, value);
    if (ascii_lower(word).starts_with("data-") && word != "data-testid")
      hint += " and use: { test_id_attribute: " + ascii_lower(word) + " }";
    return hint;
  }
  return word.starts_with("data-") || word.starts_with("aria-") ? "; write css=[" + std::string(word) + "=…]" : "";
}

std::string hint_for_beginning(std::string_view token) {
  if (token.starts_with("//") || token.starts_with("(//"))
    return "; XPath is not supported; use role and name, such as button \"Pay\", or css=…";
  if (token.size() < 2) return "";
  const char first = token.front();
  if (first == '"' || first == '\'' || first == '/') return "; write text \"…\" for text on the page";
  if (first == '#' || first == '.' || first == '[') return "; write a selector as css=" + shorten(token, 40);
  return "";
}

std::string hint_for_surroundings(std::string_view token) {
  const std::string low = ascii_lower(token);
  const auto is = [&](std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), token) != words.end();
  };
  if (is({"within", "under", "of", "below", ">>", ">", "on", "from"}))
    return "; write inside list \"…\" for the element around it";
  if (is({"containing", "contains", "with", "has", "having", "hasText", "has-text", "where", "saying", "and", "&&"})) {
    return "; write that has text \"…\", or that has button \"…\", for its content";
  }
  if (is({"first"})) return "; the first match is #1";
  if (is({"last"})) return "; the last match is #last";
  if (is({"|", "||", ",", "OR", "either"})) return "; write button \"OK\" or button \"Yes\" for either of two";
  const std::size_t digits = low.find_first_of("0123456789");
  if ((low.starts_with("nth") || low.starts_with("index") || low.starts_with("[") || low.starts_with("eq")) &&
      digits != low.npos && low.find_first_not_of("=[(") != low.npos) {
    const std::size_t end = std::min(low.find_first_not_of("0123456789", digits), low.size());
    return "; write #2 for the second match, counted from 1, not " + low.substr(0, end) +
           (end < low.size() ? low.substr(end, 1) : "");
  }
  if (low.size() > 2 && low.front() == '*' && low.back() == '*') {
    return "; write a regular expression for a part of a name: /" + std::string(token.substr(1, token.size() - 2)) +
           "/";
  }
  if (low.size() > 1 && (low.front() == '*' || low.back() == '*'))
    return "; write a regular expression for a part of a name: /^Pay/";
  return "";
}

}  // namespace casement
