// Targets that are built from values: the same targets as their notation gives, whatever letters are in the values.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "casement/base/error.h"
#include "casement/target/target_step.h"

namespace casement {
namespace {

using testing::HasSubstr;

ErrorKind kind_of(const std::function<Target()>& build) {
  try {
    build();
  } catch (const Error& error) {
    return error.kind();
  }
  ADD_FAILURE() << "nothing was thrown";
  return ErrorKind::Internal;
}

TEST(TargetBuilders, WriteTheNotation) {
  EXPECT_EQ(role("button").text(), "button");
  EXPECT_EQ(role("button", "Pay now").text(), R"(button "Pay now")");
  EXPECT_EQ(role("button", "/pay/i").text(), "button /pay/i");
  EXPECT_EQ(text("Order placed").text(), R"(text "Order placed")");
  EXPECT_EQ(label("Email").text(), R"(label="Email")");
  EXPECT_EQ(placeholder("you@…").text(), R"(placeholder="you@…")");
  EXPECT_EQ(alt("Logo").text(), R"(alt="Logo")");
  EXPECT_EQ(title("Close \"now\"").text(), R"(title="Close \"now\"")");
  EXPECT_EQ(testid("pay").text(), R"(testid="pay")");
  EXPECT_EQ(css("#pay").text(), R"(css="#pay")");
}

TEST(TargetBuilders, NarrowStepByStep) {
  const Target add = role("button", "Add").inside(role("listitem", "Sencha").inside("list 'Teas'")).nth(2);
  EXPECT_EQ(add.text(), R"(button "Add" #2 inside listitem "Sencha" inside list 'Teas')");
  EXPECT_EQ(*add.step().nth, 2);
  ASSERT_EQ(add.inside().size(), 2u);
  EXPECT_EQ(add.inside()[1].role, "list");
  const Target card = label("Card number").in_frame("iframe 'Payment'").last();
  EXPECT_EQ(card.text(), R"(label="Card number" #last in iframe 'Payment')");
  EXPECT_EQ(role("row").has(text("Sencha")).has(role("button", "Open")).text(),
            R"(row that has text "Sencha" that has button "Open")");
  EXPECT_EQ(role("button", "Accept").or_else("button 'Agree'").nth(1).text(),
            R"(button "Accept" or button 'Agree' #1)");
}

TEST(TargetBuilders, EscapeTheirValues) {
  for (const std::string name :
       {"say \"hi\"", "it's", "a\\b", "/slashed/", "x\" inside main", "line\nbreak", "#2", "日本"}) {
    const Target built = role("button", TextPattern::exact(name));
    EXPECT_EQ(built.step().name->text, name.find('\n') == std::string::npos ? name : "line break") << name;
    EXPECT_FALSE(built.step().name->is_regex) << name;
    EXPECT_TRUE(built.inside().empty()) << name;
    const Target again(built.text());
    EXPECT_EQ(again.step().name->text, built.step().name->text) << name;
  }
  EXPECT_EQ(css("a[href=\"x y\"]").step().css, "a[href=\"x y\"]");
  EXPECT_EQ(testid("a'b\"c").step().name->text, "a'b\"c");
  const std::string selector = "main > " + std::string(300, 'x');  // messages shorten such texts, targets do not
  EXPECT_EQ(css(selector).step().css, selector);
  EXPECT_EQ(role("button", TextPattern::exact(std::string(300, 'y'))).step().name->text.size(), 300u);
}

TEST(TargetBuilders, RefuseInvalidArguments) {
  EXPECT_EQ(kind_of([] { return role("buton"); }), ErrorKind::Authoring);
  EXPECT_EQ(kind_of([] { return role("button", "/(/"); }), ErrorKind::Authoring);
  EXPECT_EQ(kind_of([] { return role("button").nth(0); }), ErrorKind::Authoring);
  EXPECT_EQ(kind_of([] { return role("button").nth(1).nth(2); }), ErrorKind::Authoring);
  EXPECT_EQ(kind_of([] { return role("button").inside("e5"); }), ErrorKind::Usage);
  EXPECT_EQ(kind_of([] { return role("button").in_frame("e5"); }), ErrorKind::Usage);
  EXPECT_EQ(kind_of([] { return Target("e5").nth(1); }), ErrorKind::Usage);
  EXPECT_EQ(kind_of([] { return role("row").has("e5"); }), ErrorKind::Usage);
  EXPECT_EQ(kind_of([] { return role("row").has("button in iframe 'A'"); }), ErrorKind::Usage);
  EXPECT_EQ(kind_of([] { return role("row").or_else("link inside main"); }), ErrorKind::Usage);
  EXPECT_EQ(Target("e5").inside(role("list")).text(), "e5");
}

}  // namespace
}  // namespace casement
