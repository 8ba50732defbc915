// Whatever names and texts a page has, the snapshot's text is YAML that says exactly what was in
// the tree: the same names, and no ref, marker or line beyond those that were minted.
#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <nlohmann/json.hpp>
#include <random>

#include "casement/base/text.h"
#include "casement/snapshot/recorded_snapshot.h"
#include "casement/snapshot/redundant_text.h"
#include "casement/target/ref.h"
#include "specs/unit/snapshot/readings.h"

namespace casement::spec {
namespace {

using Random = std::mt19937;

// Text of which a page might hope that it is read as more than text.
const std::vector<std::string>& hostile_fragments() {
  static const std::vector<std::string> fragments = {"[ref=e1]",
                                                     "\n- button \"x\" [ref=e2]",
                                                     "\n",
                                                     "\r\n",
                                                     ": ",
                                                     ":",
                                                     " #",
                                                     "#",
                                                     "\"",
                                                     "'",
                                                     "''",
                                                     "\\",
                                                     "\\\"",
                                                     "\\n",
                                                     "\\u0041",
                                                     "- ",
                                                     "-",
                                                     "? ",
                                                     "| ",
                                                     ">",
                                                     "&a ",
                                                     "*a",
                                                     "!!str ",
                                                     "%",
                                                     "@",
                                                     "`",
                                                     "{",
                                                     "}",
                                                     "[",
                                                     "]",
                                                     ", ",
                                                     "/url: x",
                                                     "/error: ",
                                                     "[failed=crashed]",
                                                     "[cross-site]",
                                                     "text: ",
                                                     "---",
                                                     "...",
                                                     std::string(1, '\0'),
                                                     "\u0085",
                                                     "\u2028",
                                                     "\u2029",
                                                     "\uFEFF",
                                                     "\uFFFE",
                                                     "\uFFFF",
                                                     "\u202E",
                                                     "\u2066",
                                                     "\xFF",
                                                     "\xC2",
                                                     "\xE2\x80",
                                                     "\xED\xA0\x80",
                                                     "\xF4\x90\x80\x80",
                                                     "\x7F",
                                                     "\x1B[31m",
                                                     "\t",
                                                     " ",
                                                     "  ",
                                                     "true",
                                                     "null",
                                                     "~",
                                                     "12",
                                                     "1e3",
                                                     "0x1",
                                                     "12:30",
                                                     "yes",
                                                     "=",
                                                     "<<",
                                                     "é",
                                                     "日本",
                                                     "😀",
                                                     "…",
                                                     "•",
                                                     "\u00A0",
                                                     "f1_e5",
                                                     "a",
                                                     "Z",
                                                     "$",
                                                     "</script>",
                                                     "<![CDATA[",
                                                     "]]>",
                                                     "--",
                                                     "&amp;"};
  return fragments;
}

std::string hostile_text(Random& random, std::size_t most = 8) {
  std::string text;
  for (std::size_t count = random() % (most + 1); count > 0; --count) {
    const auto& fragments = hostile_fragments();
    if (random() % 4 == 0)
      text += static_cast<char>(random());
    else
      text += fragments[random() % fragments.size()];
  }
  return text;
}

// Takes `role "name" [a] [ref=e1]` apart. Only brackets after the name are markers.
struct Line {
  std::string role, name, ref;
  std::vector<std::string> brackets;
};
Line parse_line(const std::string& text) {
  Line line;
  std::size_t at = std::min(text.find(' '), text.size());
  line.role = text.substr(0, at);
  if (text.compare(at, 2, " \"") == 0) {
    std::size_t end = at + 2;
    while (text.at(end) != '"') end += text[end] == '\\' ? 2 : 1;
    line.name = nlohmann::json::parse(text.substr(at + 1, end - at)).get<std::string>();
    at = end + 1;
  }
  while (at < text.size()) {
    EXPECT_EQ(text.substr(at, 2), " [") << text;
    const std::size_t end = text.find(']', at);
    if (text.compare(at, 2, " [") != 0 || end == std::string::npos) {
      ADD_FAILURE() << "not a line: " << text;
      break;
    }
    line.brackets.push_back(text.substr(at + 2, end - at - 2));
    if (line.brackets.back().starts_with("ref=")) line.ref = line.brackets.back().substr(4);
    at = end + 1;
  }
  return line;
}

// Collects what the YAML says, in document order.
struct Reader {
  std::vector<Line> elements;
  std::vector<std::string> texts;
  std::vector<std::pair<std::string, std::string>> properties;

  void read_list(const YAML::Node& list) {
    ASSERT_TRUE(list.IsSequence());
    for (const YAML::Node& item : list) read_item(item);
  }
  void read_item(const YAML::Node& item) {
    if (item.IsScalar()) {
      elements.push_back(parse_line(item.Scalar()));
      return;
    }
    ASSERT_TRUE(item.IsMap());
    ASSERT_EQ(item.size(), 1u);
    const std::string key = item.begin()->first.Scalar();
    const YAML::Node content = item.begin()->second;
    if (key == "text") {
      texts.push_back(content.Scalar());
    } else if (key.starts_with("/")) {
      properties.emplace_back(key, content.Scalar());
    } else {
      elements.push_back(parse_line(key));
      if (content.IsScalar())
        texts.push_back(content.Scalar());
      else
        read_list(content);
    }
  }
};

class RenderFuzz : public testing::TestWithParam<unsigned> {};

TEST_P(RenderFuzz, ReadsBackAsTheTreeThatWasWritten) {
  Random random(GetParam());
  for (int round = 0; round < 150; ++round) {
    std::vector<CapturedFrame> readings;
    std::vector<std::string> frame_texts;
    const int frames = 1 + static_cast<int>(random() % 3);
    for (int frame = 0; frame < frames; ++frame) {
      std::string text = document({}, hostile_text(random), hostile_text(random));
      int depth = 0;
      for (int i = 1; i <= 12; ++i) {
        static constexpr std::array roles = {"button", "link", "listitem", "textbox", "generic"};
        Element element{roles[random() % roles.size()], random() % 3 ? i : 0, hostile_text(random)};
        if (random() % 4 == 0) element.extras.push_back("/url=" + hostile_text(random));
        if (random() % 8 == 0) element.extras.push_back("/name=" + hostile_text(random));
        if (random() % 8 == 0) element.extras.push_back("/id=" + hostile_text(random));
        if (random() % 4 == 0) element.extras.push_back("/placeholder=" + hostile_text(random));
        if (random() % 3 == 0) element.states = "checked level=2 cursor=pointer";
        text += node(depth, element);
        if (random() % 2) text += run(depth + 1, hostile_text(random) + "x");
        if (random() % 3 == 0) text += value(depth + 1, hostile_text(random));
        depth = static_cast<int>(random() % static_cast<unsigned>(depth + 2));
      }
      if (frame + 1 < frames) {
        text += node(0, {"iframe", 99, hostile_text(random), "", {"?frame=visible"}});
      }
      readings.push_back(child_frame(frame, frame - 1, frame == 0 ? 0 : 99, text));
    }
    if (frames > 1 && random() % 2) {
      readings.back().failure.emplace();
      readings.back().failure->message = hostile_text(random);
      readings.back().failure->url = hostile_text(random);
    }
    SnapshotOptions options;
    options.reveal_values = true;  // masks are another spec's matter
    const Snapshot page = assemble_snapshot(std::move(readings), options, {});
    SCOPED_TRACE(page.text());
    ASSERT_TRUE(is_valid_utf8(page.text()));

    const RecordedSnapshot recorded(page.text());
    for (const char* const role : {"button", "link", "listitem", "textbox", "iframe"})
      EXPECT_EQ(recorded.lines_of(role).size(), page.find(role).size()) << role;
    for (const Node& node : page.nodes()) {
      if (!is_ref_written(node)) continue;
      EXPECT_EQ(recorded.lines_of(format_ref(node.frame, node.ref)).size(), 1u);
    }

    Reader read;
    ASSERT_NO_FATAL_FAILURE(read.read_list(YAML::Load(page.text())));
    std::size_t element = 0, text = 0;
    const Nodes& nodes = page.nodes();
    for (NodeIndex i = 0; i < nodes.size(); ++i) {
      const Node& node = nodes[i];
      if (node.is_text()) {
        const Node* parent = node.parent == kNoNode ? nullptr : &nodes[node.parent];
        const bool redundant =
            parent && node.kind == Node::Kind::Text && parent->end == node.parent + 2 && parent->name == node.name;
        if (redundant || control_with_same_text(nodes, i) != kNoNode) continue;
        ASSERT_LT(text, read.texts.size());
        ASSERT_EQ(read.texts[text++], node.name);
        continue;
      }
      ASSERT_LT(element, read.elements.size());
      const Line& line = read.elements[element++];
      ASSERT_EQ(line.role, node.role);
      ASSERT_EQ(line.name, node.name);
      const bool is_told = node.ref != 0 && (node.role != "listitem" || !node.states.empty());
      ASSERT_EQ(line.ref, is_told ? format_ref(node.frame, node.ref) : "");
      std::size_t brackets = 0;
      brackets += node.states.empty() ? 0u : 2u;
      brackets += (is_told ? 1u : 0u) + (node.pointer && node.role != "button" && node.role != "link" ? 1u : 0u) +
                  (node.failed.empty() ? 0u : 1u);
      ASSERT_EQ(line.brackets.size(), brackets);
    }
    ASSERT_EQ(element, read.elements.size());
    ASSERT_EQ(text, read.texts.size());
    std::size_t property = 0;
    for (const Node& node : nodes) {
      if (!node.frame_name.empty()) {
        ASSERT_EQ(read.properties.at(property++).second, node.frame_name);
      }
      if (!node.frame_id.empty()) {
        ASSERT_EQ(read.properties.at(property++).second, node.frame_id);
      }
      if (!node.url.empty() && node.url != node.name) {
        ASSERT_EQ(read.properties.at(property++).second, node.url);
      }
      if (!node.placeholder.empty() && node.placeholder != node.name) {
        ASSERT_EQ(read.properties.at(property++).second, node.placeholder);
      }
      if (!node.error.empty()) {
        ASSERT_EQ(read.properties.at(property++).second, node.error);
      }
    }
    ASSERT_EQ(property, read.properties.size());
    ASSERT_EQ(nlohmann::json::parse(page.json())["nodes"].size(), nodes.size());
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RenderFuzz, testing::Range(1u, 9u));

}  // namespace
}  // namespace casement::spec
