// Custom steps of the program of sample tests; runner/custom_steps_spec.cc runs flows by them.
#include <casement/testing.h>

#include <cstdlib>
#include <stdexcept>
#include <string_view>

namespace {

using namespace casement;

CASEMENT_STEP("pay with", "Pays in the frame of the shop.",
              {{"voucher", StepArgument::Secret, "the voucher's code"},
               {"button", StepArgument::Target, "what to press", true},
               {"times", StepArgument::Number, "how often to press", true, {}, 1, 3}}) {
  page.fill("textbox 'Voucher'", step.text("voucher"));
  const Target button = step.has("button") ? step.target("button") : Target("button 'Pay'");
  for (int i = 0; i < step.number("times", 1); ++i) page.click(button);
}

CASEMENT_STEP("show", "Replaces the heading.", {{"heading", StepArgument::Text, "the new heading"}}) {
  page.evaluate("document.querySelector('h1').textContent = '" + step.text("heading") + "'");
  attach("heading.txt", step.text("heading"));
}

CASEMENT_STEP("take all", "Takes an argument of every kind.",
              {{"text", StepArgument::Text, "a text"},
               {"secret", StepArgument::Secret, "a secret"},
               {"texts", StepArgument::Texts, "texts"},
               {"word", StepArgument::Word, "a word", false, {"left", "right"}},
               {"number", StepArgument::Number, "a number"},
               {"flag", StepArgument::Flag, "a flag"},
               {"duration", StepArgument::Duration, "a duration"},
               {"target", StepArgument::Target, "a target"}}) {
  EXPECT_EQ(step.text("text"), "tea");
  EXPECT_EQ(step.text("secret"), "hidden-code");
  EXPECT_EQ(step.texts("texts"), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(step.text("word"), "left");
  EXPECT_EQ(step.number("number"), 42);
  EXPECT_TRUE(step.flag("flag"));
  EXPECT_EQ(step.duration("duration"), 3s);
  EXPECT_EQ(page.text(step.target("target")), "Tea shop");
}

CASEMENT_STEP("fail by", "Fails in one of the ways.",
              {{"way", StepArgument::Word, "how", false, {"expect", "assert", "call", "std", "int", "both", "skip"}}}) {
  const std::string way = step.text("way");
  if (way == "expect") {
    EXPECT_EQ(page.text("css=h1"), "Coffee shop") << "the heading is hidden-code";
  }
  if (way == "assert") {
    ASSERT_TRUE(way.empty());
  }
  if (way == "call" || way == "both") {
    if (way == "both") ADD_FAILURE() << "seen before";
    page.click("button 'Pay now'", {.timeout = 300ms});
  }
  if (way == "std") throw std::out_of_range("no such tea");
  if (way == "int") throw 1;
  if (way == "skip") GTEST_SKIP() << "not today";
}

CASEMENT_STEP("look often", "Makes more calls than a report shows.") {
  for (int i = 0; i < 210; ++i) page.title();
}

CASEMENT_STEP("press slowly", "Presses what is not there.") {
  page.evaluate("new Promise(done => setTimeout(done, 200))");
  page.click("button 'Pay now'");
}

// A step that a spec names; "no body" has none.
[[maybe_unused]] const bool kNamed = [] {
  const char* const name = std::getenv("SAMPLE_STEP");
  if (name == nullptr) return false;
  CustomStep::Body body;
  if (std::string_view(name) != "no body") body = [](const Page&, const StepArguments&) {};
  register_step({.name = name, .help = "", .arguments = {}, .body = body, .at = "named.cc:1"});
  return true;
}();

}  // namespace
