#include "casement/target/yaml_quote.h"

#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <nlohmann/json.hpp>

namespace casement {
namespace {

std::string json_string(std::string_view text, std::size_t longest = 1000) {
  std::string out;
  append_json_string(out, text, longest);
  return out;
}
std::string scalar(std::string_view text, std::size_t longest = 1000) {
  std::string out;
  append_scalar(out, text, longest);
  return out;
}
std::string key(std::string text) {
  quote_key(text, 0);
  return text;
}

TEST(YamlQuote, LeavesTextThatReadsBackAsTextPlain) {
  for (const char* text : {"ada@example.com", "/cart", "http://shop.test/a?b=c#d", "Two kettles", "(optional)", "a, b",
                           "42.00 EUR", "12 / 34", "über", "日本語", "it's", "say \"x\"", "a:b", "a#b", "$5", "C:\\x",
                           "yesterday", "nullable", "a]b}c"}) {
    EXPECT_EQ(scalar(text), text);
    EXPECT_EQ(YAML::Load("- x: " + scalar(text))[0]["x"].Scalar(), text);
  }
}

TEST(YamlQuote, QuotesTextThatYamlWouldReadAsAnotherType) {
  for (const char* text : {"",     " a",        "a ",       "a: b",    "a:",       ":a",         "a #b",
                           "#a",   "- a",       "-",        "-1",      "+1",       ".5",         ".inf",
                           "1",    "12:30",     "0x1F",     "1e5",     "1_000",    "2024-01-31", "2024-01-31T10:00:00Z",
                           "yes",  "No",        "TRUE",     "false",   "null",     "~",          "on",
                           "Off",  "y",         "N",        "*a",      "&a",       "!a",         "|",
                           ">",    "'a'",       "\"a\"",    "%a",      "@a",       "`a`",        "[a]",
                           "{a}",  "? a",       "=",        "<<",      "...",      "---",        "a\nb",
                           "a\tb", "a\u0085b",  "a\u2028b", "\uFEFFa", "a\uFFFEb", "a\x7F",      "\\",
                           ",a",   "•••• 4242", "€ 5",      "\u00A0a"}) {
    EXPECT_EQ(scalar(text).front(), '"') << text;
    EXPECT_EQ(YAML::Load("- x: " + scalar(text))[0]["x"].Scalar(), text);
  }
}

TEST(YamlQuote, EscapesCharactersThatEndALine) {
  EXPECT_EQ(json_string(std::string_view("\0", 1)), "\"\\u0000\"");
  EXPECT_EQ(json_string("\"\\\n\r\t\x1F\x7F"), R"("\"\\\n\r\t\u001f\u007f")");
  EXPECT_EQ(json_string("\u0080\u0085\u009F\u00A0"), "\"\\u0080\\u0085\\u009f\u00A0\"");
  EXPECT_EQ(json_string("\u2027\u2028\u2029\u202A\u202E\u202F"), "\"\u2027\\u2028\\u2029\\u202a\\u202e\u202F\"");
  EXPECT_EQ(json_string("\u2066\u2069\u206A\uFEFF\uFFFD\uFFFE\uFFFF\u061C"),
            "\"\\u2066\\u2069\u206A\\ufeff\uFFFD\\ufffe\\uffff\\u061c\"");
}

TEST(YamlQuote, LeavesOtherScriptsUnchanged) {
  for (const char* text : {"שלום", "مرحبا", "日本語", "😀👩‍👩‍👧", "é", "Ω"}) {
    EXPECT_EQ(json_string(text), "\"" + std::string(text) + "\"");
  }
}

TEST(YamlQuote, ReadsBackAsJson) {
  std::string all;
  for (int c = 1; c < 128; ++c) all += static_cast<char>(c);
  EXPECT_EQ(nlohmann::json::parse(json_string(all)), all);
}

TEST(YamlQuote, CutsByCharactersWithAMark) {
  EXPECT_EQ(json_string("äöü", 2), "\"äö…\"");
  EXPECT_EQ(json_string("äöü", 3), "\"äöü\"");
  EXPECT_EQ(scalar("abc", 2), "ab…");
  EXPECT_EQ(scalar("a: b", 3), "\"a: …\"");
  EXPECT_EQ(scalar("ab: c", 3), "\"ab:…\"");
}

TEST(YamlQuote, QuotesAKeyOnlyIfNeeded) {
  EXPECT_EQ(key("button \"a\" [ref=e1]"), "button \"a\" [ref=e1]");
  EXPECT_EQ(key("button \"a: it's\""), "'button \"a: it''s\"'");
  EXPECT_EQ(key("button \"a #1\""), "'button \"a #1\"'");
}

}  // namespace
}  // namespace casement
