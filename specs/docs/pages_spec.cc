// docs/: each page is of one of four kinds and docs/index.md lists it there; docs/questions.md has an entry for each
// word of docs/coming_from.md; each link leads to a file and a heading; and each picture is linked, with a text for
// people who do not see it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "casement/base/text.h"
#include "specs/support/documents.h"

namespace casement {
namespace {

namespace fs = std::filesystem;
using specs::anchor_of;
using specs::groups_of;
using testing::ElementsAre;
using testing::IsEmpty;

const fs::path kDocs = CASEMENT_SOURCE_DIR "/docs";

std::string page(const std::string& name) {
  return specs::text_of("docs/" + name);
}

std::vector<std::string> pages() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(kDocs)) {
    if (entry.path().extension() == ".md") names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// "Reference", of a page whose first paragraph begins with **Reference.**; "" if it names no kind.
std::string kind_of(const std::string& text) {
  const std::size_t title = text.find("# ");
  if (title == std::string::npos) return "";
  static const std::regex kind(R"(^# [^\n]*\n\n\*\*(Tutorial|How-to guide|Reference|Explanation)\.?\*\*)");
  std::smatch found;
  const std::string rest = text.substr(title);
  return std::regex_search(rest, found, kind) ? found[1].str() : "";
}

// What is wrong with the kinds of the pages: names and texts.
std::vector<std::string> errors_of_kinds(const std::map<std::string, std::string>& texts) {
  static const std::map<std::string, std::string> headings = {{"Tutorial", "## Tutorial\n"},
                                                              {"How-to guide", "## How-to guides\n"},
                                                              {"Reference", "## Reference\n"},
                                                              {"Explanation", "## Explanation\n"}};
  const std::string& index = texts.at("index.md");
  std::vector<std::string> errors;
  for (const auto& [name, text] : texts) {
    if (name == "index.md") continue;
    const std::string kind = kind_of(text);
    if (kind.empty()) {
      errors.push_back(name + " does not begin with its kind");
      continue;
    }
    const std::size_t begin = std::min(index.find(headings.at(kind)), index.size());
    const std::string section = index.substr(begin, index.find("\n## ", begin) - begin);
    if (section.find("](" + name + ")") == std::string::npos) errors.push_back("index.md does not list " + name);
  }
  return errors;
}

std::map<std::string, std::string> all_pages() {
  std::map<std::string, std::string> texts;
  for (const std::string& name : pages()) texts[name] = page(name);
  return texts;
}

TEST(Pages, NameTheirKindAndAreInTheIndex) {
  EXPECT_THAT(errors_of_kinds(all_pages()), IsEmpty());
}

TEST(Pages, PagesWithoutAKindOrAnIndexEntryAreFound) {
  const std::string index = "# Documents\n\n## Tutorial\n\n[a](a.md)\n\n## Reference\n\n[b](b.md)\n";
  EXPECT_THAT(errors_of_kinds({{"index.md", index},
                               {"a.md", "# A\n\n**Reference.** All of it.\n"},
                               {"b.md", "# B\n\n**Reference.** All of it.\n"},
                               {"c.md", "# C\n\nAll of it.\n"}}),
              ElementsAre("index.md does not list a.md", "c.md does not begin with its kind"));
}

// The words of code in a cell: of steps, keys, options and roles; without quoted texts, expressions and values.
std::set<std::string> words_of_code(const std::string& text) {
  static const std::regex quoted(R"("[^"]*"|/[^/ `]+/i?)"), value(R"(: [^{},`]+)");
  std::set<std::string> words;
  for (const std::string& code : groups_of(text, "`([^`]+)`")) {
    const std::string bare = std::regex_replace(std::regex_replace(code, quoted, ""), value, ": ");
    for (const std::string& word : groups_of(bare, "(--[a-z][a-z-]+|[a-z][a-z_]+)")) words.insert(word);
  }
  return words;
}

// The right cells of the tables below the headings of coming_from.md.
std::set<std::string> words_of_casement(const std::string& coming_from) {
  std::set<std::string> words;
  bool is_tool = false;
  for (const std::string_view line : split_lines(coming_from)) {
    is_tool = is_tool || line.starts_with("## ");
    const std::size_t cell = line.rfind(" | ");
    if (is_tool && line.starts_with("| ") && cell != std::string_view::npos)
      words.merge(words_of_code(std::string(line.substr(cell))));
  }
  return words;
}

std::vector<std::string> words_without_question(const std::string& coming_from, const std::string& questions) {
  std::set<std::string> answered;
  for (const std::string& code : groups_of(questions, "`([^`]+)`"))
    for (const std::string& word : groups_of(code, "(--[a-z][a-z-]+|[a-z][a-z_]+)")) answered.insert(word);
  std::vector<std::string> missing;
  for (const std::string& word : words_of_casement(coming_from))
    if (!answered.contains(word)) missing.push_back(word);
  return missing;
}

TEST(Questions, HaveAnEntryForEachWordOfOtherTools) {
  EXPECT_GT(words_of_casement(page("coming_from.md")).size(), 80u);
  EXPECT_THAT(words_without_question(page("coming_from.md"), page("questions.md")), IsEmpty());
}

TEST(Questions, MissingOnesAreReported) {
  const std::string words =
      "## Tool\n\n| Tool | Casement |\n|---|---|\n| `tap` | `click: button \"Pay\"` |\n| `x` | `--shard 1`, `open` |\n";
  EXPECT_THAT(words_without_question(words, "| How do I open a page? | `open` |\n"), ElementsAre("--shard", "click"));
  EXPECT_THAT(words_without_question(words, "`open`, `button`, `click`, `--shard`"), IsEmpty());
}

TEST(Questions, EachLinkToAPage) {
  int questions = 0;
  const std::string text = page("questions.md");
  for (const std::string_view line : split_lines(text)) {
    if (!line.starts_with("| ") || line.starts_with("| question ")) continue;
    EXPECT_TRUE(std::regex_match(std::string(line), std::regex(R"(\| How do I [^|]*\? \|.*\]\([a-z_]+\.md[^)]*\) \|)")))
        << line;
    ++questions;
  }
  EXPECT_GT(questions, 60);
}

std::vector<std::string> links_to_nowhere(const std::map<std::string, std::string>& texts) {
  std::vector<std::string> errors;
  for (const auto& [name, text] : texts) {
    for (const std::string& link : groups_of(text, R"(\]\(([a-z_]*(?:\.md)?#[^)]+)\))")) {
      const std::string to = link.starts_with("#") ? name : link.substr(0, link.find('#'));
      const auto target = texts.find(to);
      if (target == texts.end()) continue;
      const std::vector<std::string> headings = groups_of(target->second, "\n#+ ([^\n]+)");
      const std::string anchor = link.substr(link.find('#') + 1);
      if (std::none_of(headings.begin(), headings.end(),
                       [&](const std::string& one) { return anchor_of(one) == anchor; }))
        errors.push_back(name + ": " + link);
    }
  }
  return errors;
}

TEST(Pages, LinkToHeadingsThatExist) {
  EXPECT_THAT(links_to_nowhere(all_pages()), IsEmpty());
}

TEST(Pages, LinksToNowhereAreFound) {
  EXPECT_THAT(links_to_nowhere({{"a.md", "# A\n\n[b](b.md#the-b-of-b) [a](#here) [c](b.md#c)\n\n## Here\n"},
                                {"b.md", "# B\n\n## The `B` of B\n"}}),
              ElementsAre("a.md: b.md#c"));
}

// The links of a page that lead to no file, from the page's folder; without links to other sites.
std::vector<std::string> links_without_file(const fs::path& folder, const std::string& text) {
  std::vector<std::string> missing;
  for (const std::string& link : groups_of(text, R"(\]\(([^)#\s]+)[^)\s]*\))")) {
    if (link.find(':') == std::string::npos && !fs::exists(folder / link)) missing.push_back(link);
  }
  return missing;
}

TEST(Pages, LinkToFilesThatExist) {
  for (const auto& [name, text] : all_pages()) EXPECT_THAT(links_without_file(kDocs, text), IsEmpty()) << name;
  EXPECT_THAT(links_without_file(kDocs.parent_path(), specs::text_of("README.md")), IsEmpty());
  EXPECT_THAT(links_without_file(kDocs.parent_path(), specs::text_of("CONTRIBUTING.md")), IsEmpty());
}

TEST(Pages, LinksToMissingFilesAreFound) {
  EXPECT_THAT(links_without_file(kDocs, "[a](index.md#a) [b](lost.md#b) ![c](pictures/lost.png) [d](https://a.test/d)"),
              ElementsAre("lost.md", "pictures/lost.png"));
}

// Pictures that no text shows, or shows without words for people who do not see it.
std::vector<std::string> pictures_without_words(const std::set<std::string>& pictures, const std::string& texts) {
  std::vector<std::string> errors;
  for (const std::string& picture : pictures) {
    const std::size_t link = texts.find("pictures/" + picture + ")");
    if (link == std::string::npos) {
      errors.push_back("no page shows " + picture);
    } else if (!std::regex_search(texts, std::regex(R"(!\[[^\]]{20,}\]\([a-z/]*pictures/)" + picture + R"(\))"))) {
      errors.push_back("no words for " + picture);
    }
  }
  return errors;
}

TEST(Pictures, AreShownWithWords) {
  std::set<std::string> pictures;
  for (const auto& entry : fs::directory_iterator(kDocs / "pictures")) {
    EXPECT_LT(entry.file_size(), 150'000u) << entry.path();
    pictures.insert(entry.path().filename().string());
  }
  std::string texts = specs::text_of("README.md");
  for (const auto& [name, text] : all_pages()) texts += text;
  EXPECT_THAT(pictures_without_words(pictures, texts), IsEmpty());
}

TEST(Pictures, PicturesWithoutPageOrWordsAreFound) {
  const std::string texts = "![A failed case in the report](docs/pictures/a.png) ![](pictures/b.png)";
  EXPECT_THAT(pictures_without_words({"a.png", "b.png", "c.png"}, texts),
              ElementsAre("no words for b.png", "no page shows c.png"));
}

}  // namespace
}  // namespace casement
