#include "casement/snapshot/decode.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "casement/base/error.h"
#include "specs/unit/snapshot/readings.h"

namespace casement::spec {
namespace {

using testing::HasSubstr;

std::string problem(const std::string& text) {
  try {
    decode_reading(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Protocol);
    return error.what();
  }
  return "no error";
}
std::string problem_of_line(const std::string& line) {
  return problem(document({line}));
}

TEST(Decode, ReadsTheHeader) {
  const DocumentSnapshot reading = decode_reading("casement/1\thttp://shop.test/?a=\\t\tCheck\\\\out\t42\n");
  EXPECT_EQ(reading.url, "http://shop.test/?a=\t");
  EXPECT_EQ(reading.title, "Check\\out");
  EXPECT_EQ(reading.elements_walked, 42u);
  EXPECT_TRUE(reading.nodes.empty());
}

TEST(Decode, ReportsElementsToQueryFirst) {
  EXPECT_TRUE(has_elements_to_query("casement/1\thttp://shop.test/\tShop\t42\t0\t3\t1.5\nmore\t0\t1"));
  EXPECT_FALSE(has_elements_to_query("casement/1\thttp://shop.test/\tShop\t42\t1\t0\t1.5\nmore\t3\t1"));
  EXPECT_FALSE(has_elements_to_query(""));
  EXPECT_FALSE(has_elements_to_query("\t"));
}

TEST(Decode, ReadsAnElement) {
  const DocumentSnapshot reading =
      decode_reading(document({node(0, {"link",
                                        12,
                                        "Cart",
                                        "disabled level=2 cursor=pointer",
                                        {"/url=/cart", "/placeholder=Go", "?box=-1,2,30,40", "?frame=visible"}})}));
  const Node& link = reading.nodes.at(0);
  EXPECT_EQ(link.role, "link");
  EXPECT_EQ(link.ref, 12u);
  EXPECT_EQ(link.name, "Cart");
  EXPECT_EQ(link.states, "disabled level=2");
  EXPECT_TRUE(link.pointer);
  EXPECT_EQ(link.url, "/cart");
  EXPECT_EQ(link.placeholder, "Go");
  EXPECT_EQ(link.box, "-1,2,30,40");
  EXPECT_EQ(link.frame_mark, Node::FrameMark::Visible);
}

TEST(Decode, KnowsAPointerAlone) {
  const DocumentSnapshot reading = decode_reading(document({node(0, {"generic", 1, "", "cursor=pointer"})}));
  EXPECT_TRUE(reading.nodes.at(0).pointer);
  EXPECT_EQ(reading.nodes.at(0).states, "");
}

TEST(Decode, DistinguishesTextFromValues) {
  const DocumentSnapshot reading =
      decode_reading(document({node(0, {"textbox", 1}), run(1, "a\\b\tc"), value(1, "two\r\nlines")}));
  EXPECT_EQ(reading.nodes.at(1).kind, Node::Kind::Text);
  EXPECT_EQ(reading.nodes.at(1).name, "a\\b\tc");
  EXPECT_EQ(reading.nodes.at(2).kind, Node::Kind::Value);
  EXPECT_EQ(reading.nodes.at(2).name, "two\r\nlines");
}

TEST(Decode, LinksParentsAndSubtrees) {
  const DocumentSnapshot reading = decode_reading(document({
      node(0, {"list", 0}),
      node(1, {"listitem", 0}),
      run(2, "a"),
      node(1, {"listitem", 0}),
      node(0, {"button", 1}),
  }));
  const Nodes& nodes = reading.nodes;
  EXPECT_EQ(nodes[0].end, 4u);
  EXPECT_EQ(nodes[1].end, 3u);
  EXPECT_EQ(nodes[4].end, 5u);
  EXPECT_EQ(nodes[3].parent, 0u);
  EXPECT_EQ(nodes[4].parent, kNoNode);
  std::vector<NodeIndex> children;
  for (const NodeIndex child : children_of(nodes, 0)) children.push_back(child);
  EXPECT_EQ(children, (std::vector<NodeIndex>{1, 3}));
}

TEST(Decode, NeedsNoLineBreakAtTheEnd) {
  std::string text = document({node(0, {"button", 1, "Pay"})});
  text.pop_back();
  EXPECT_EQ(decode_reading(text).nodes.at(0).name, "Pay");
}

TEST(Decode, StaysValidWhenMoved) {
  DocumentSnapshot reading = decode_reading("casement/1\tu\tt\t0\n0\ta\t\tx\t\n");
  const DocumentSnapshot moved = std::move(reading);
  EXPECT_EQ(moved.url, "u");
  EXPECT_EQ(moved.nodes.at(0).name, "x");
}

TEST(Decode, RepairsUtf8) {
  EXPECT_EQ(decode_reading(document({run(0, "a\xFFz")})).nodes.at(0).name, "a\uFFFDz");
}

TEST(Decode, KeepsNul) {
  const std::string name("a\0b", 3);
  EXPECT_EQ(decode_reading(document({node(0, {"button", 1, name})})).nodes.at(0).name, name);
}

TEST(Decode, RefusesAnotherFormat) {
  EXPECT_THAT(problem(""), HasSubstr("line 1: it does not begin with casement/1"));
  EXPECT_THAT(problem("casement/2\t\t\t0\n"), HasSubstr("line 1"));
  EXPECT_THAT(problem("casement/1\tu\tt\n"), HasSubstr("line 1: the field nodes is missing"));
  EXPECT_THAT(problem("casement/1\tu\tt\tmany\n"), HasSubstr("line 1: nodes is not a number"));
  EXPECT_THAT(problem("casement/1\tu\tt\t1\tx\n"), HasSubstr("line 1"));
}

TEST(Decode, NamesTheLineOfAMalformedNode) {
  EXPECT_THAT(problem(document({run(0, "fine"), "x\tbutton\t1\t\t\n"})), HasSubstr("line 3: depth is not a number"));
  EXPECT_THAT(problem_of_line("\n"), HasSubstr("line 2: depth is not a number"));
  EXPECT_THAT(problem_of_line("1\tbutton\t1\t\t\n"), HasSubstr("line 2: depth skips a level"));
  EXPECT_THAT(problem_of_line("-1\tbutton\t1\t\t\n"), HasSubstr("line 2: depth"));
  EXPECT_THAT(problem_of_line("99999999999\tbutton\t1\t\t\n"), HasSubstr("line 2: depth"));
  EXPECT_THAT(problem_of_line("0\n"), HasSubstr("line 2: the field role is missing"));
  EXPECT_THAT(problem_of_line("0\tbutton\t1\tPay\n"), HasSubstr("line 2: the field states"));
  EXPECT_THAT(problem_of_line("0\tbutton\te1\tPay\t\n"), HasSubstr("line 2: ref is not a number"));
  EXPECT_THAT(problem_of_line("0\tbutton\t01\tPay\t\n"), HasSubstr("line 2: ref begins with 0"));
  EXPECT_THAT(problem_of_line("0\tbutton\t1\tPa\\y\t\n"), HasSubstr("line 2: unknown escape"));
  EXPECT_THAT(problem_of_line("0\tbutton\t1\tPay\\\t\n"), HasSubstr("line 2: a backslash ends"));
  EXPECT_THAT(problem_of_line("0\tbutton\t1\tPay\t\tx\n"), HasSubstr("line 2: unknown field"));
  EXPECT_THAT(problem_of_line("0\t#\t\ta\tb\n"), HasSubstr("line 2: text has too many fields"));
  EXPECT_THAT(problem_of_line("0\t#\t4\ta\n"), HasSubstr("line 2: a text cannot have a ref"));
  EXPECT_THAT(problem(document({run(0, "a"), run(1, "b")})), HasSubstr("line 3: a text cannot have children"));
}

TEST(Decode, LetsNoRoleOrStateForgeAnything) {
  for (const char* role : {"", "a b", "a: b", "a\"b", "a [ref=e1]", "é"}) {
    EXPECT_THAT(problem_of_line(node(0, {role, 1})), HasSubstr("not a role")) << role;
  }
  for (const char* states : {" ", "checked ", " checked", "a  b", "=", "level=", "a]", "ref=e1]", "A"}) {
    EXPECT_THAT(problem_of_line(node(0, {"button", 1, "", states})), HasSubstr("not states")) << states;
  }
  EXPECT_THAT(problem_of_line(node(0, {"button", 1, "", "", {"?box=1,2,3]"}})), HasSubstr("box"));
}

TEST(Decode, EndsEveryMutilatedReadingWithAnErrorOrATree) {
  const std::string whole = document({
      node(0, {"list", 3, "a\\b", "level=2 cursor=pointer", {"/url=x", "?box=1,2,3,4"}}),
      node(1, {"listitem", 0}),
      run(2, "text\n"),
      value(2, "v"),
      node(0, {"iframe", 9}),
  });
  std::mt19937 random(20240607);
  for (int round = 0; round < 20000; ++round) {
    std::string text = whole;
    for (auto cuts = 1 + random() % 3; cuts > 0; --cuts) {
      const std::size_t at = random() % text.size();
      switch (random() % 3) {
        case 0:
          text.erase(at, 1 + random() % 4);
          break;
        case 1:
          text[at] = static_cast<char>(random());
          break;
        default:
          text.insert(at, 1, "\t\n\\#=0"[random() % 6]);
      }
      if (text.empty()) text = "\n";
    }
    try {
      const DocumentSnapshot reading = decode_reading(text);
      for (NodeIndex i = 0; i < reading.nodes.size(); ++i) {
        ASSERT_GT(reading.nodes[i].end, i);
        ASSERT_LE(reading.nodes[i].end, reading.nodes.size());
      }
    } catch (const Error& error) {
      ASSERT_EQ(error.kind(), ErrorKind::Protocol);
    }
  }
}

TEST(Decode, ReadsTheStatisticsOfTheWalk) {
  const DocumentSnapshot reading = decode_reading("casement/1\tu\tt\t7\t3\t2\t1.5\n");
  EXPECT_EQ(reading.elements_walked, 7u);
  EXPECT_EQ(reading.elements_left, 3u);
  EXPECT_EQ(reading.milliseconds, 1.5);
  EXPECT_THROW(decode_reading("casement/1\tu\tt\t7\t3\t2\tx\n"), Error);
}

}  // namespace
}  // namespace casement::spec
