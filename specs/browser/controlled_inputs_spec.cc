// Inputs that scripts control: they see what a test does as they see what a person does (B10).
#include <casement/testing.h>

#include <string>

namespace {

using namespace casement;
using testing::HasSubstr;

class ControlledInputs : public SiteTest<"actions"> {
 protected:
  void SetUp() override {
    SiteTest::SetUp();
    page().open("http://actions.test/controlled.html");
  }
};

TEST_F(ControlledInputs, SeeATrackedValueHoweverItWasSet) {
  page().fill(R"(textbox "Tracked")", "Ada");
  EXPECT_EQ(page().text("css=#seen"), "state Ada");
  page().type(R"(textbox "Tracked")", "!", {});
  EXPECT_EQ(page().text("css=#seen"), "state Ada!");
  page().clear(R"(textbox "Tracked")");
  EXPECT_EQ(page().text("css=#seen"), "state");
  page().fill("label=\"Day\"", "2026-02-03");
  EXPECT_EQ(page().text("css=#seen"), "day 2026-02-03");
  page().check(R"(checkbox "Agree")");
  EXPECT_EQ(page().text("css=#agreed"), "state true");
}

TEST_F(ControlledInputs, AModelHearsInputAndALazyOneChange) {
  page().fill(R"(textbox "Model")", "Grace");
  EXPECT_EQ(page().text("css=#shown"), "model Grace");
  page().type(R"(textbox "Model")", "é✓", {.clear_first = true});
  EXPECT_EQ(page().text("css=#shown"), "model é✓");
  page().fill(R"(textbox "Lazy")", "later");
  page().blur(R"(textbox "Lazy")");
  EXPECT_EQ(page().text("css=#settled"), "lazy later");
  page().type(R"(textbox "Lazy")", "typed", {.clear_first = true, .blur = true});
  EXPECT_EQ(page().text("css=#settled"), "lazy typed");
}

TEST_F(ControlledInputs, MasksMakeTheirOwnOfWhatIsFilledAndTyped) {
  page().fill(R"(textbox "Card")", "4242424242424242");
  EXPECT_EQ(page().value(R"(textbox "Card")"), "4242 4242 4242 4242");
  page().type(R"(textbox "Card")", "5555555555554444", {.clear_first = true});
  EXPECT_EQ(page().value(R"(textbox "Card")"), "5555 5555 5555 4444");
  page().fill(R"(textbox "Upper")", "shout");
  EXPECT_EQ(page().value(R"(textbox "Upper")"), "SHOUT");
}

TEST_F(ControlledInputs, PickersAreSetAndRichTextReplaced) {
  page().fill("label=\"Time\"", "13:45");
  page().fill("label=\"Colour\"", "#ff8800");
  page().fill("label=\"Volume\"", "6");
  EXPECT_EQ(page().value("label=\"Time\""), "13:45");
  EXPECT_EQ(page().value("label=\"Colour\""), "#ff8800");
  EXPECT_EQ(page().value("label=\"Volume\""), "6");
  try {
    page().fill("label=\"Volume\"", "7");  // between two steps
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.message(), HasSubstr("does not accept \"7\" as range"));
  }
  page().fill(R"(textbox "Rich")", "new words");
  EXPECT_EQ(page().value(R"(textbox "Rich")"), "new words");
  page().type(R"(textbox "Rich")", "!", {.clear_first = true});
  EXPECT_EQ(page().value(R"(textbox "Rich")"), "!");
}

TEST_F(ControlledInputs, ACustomSelectIsUsedAsAPersonDoes) {
  page().click(R"(combobox "Size")");
  page().click(R"(option "Large")");
  expect(page()).text(R"(combobox "Size")", "Large");
}

// Whole forms whose state is written back into them; the applications `react` and `vue` (specs/apps) have the same form
// of the frameworks themselves.
class ControlledForms : public SiteTest<"actions"> {
 protected:
  void use_form(const std::string& group) {
    page().open("http://actions.test/controlled_forms.html");
    const std::string in_group = " inside group \"" + group + "\"";
    const auto tells = [&](const char* state) { expect(page()).text("status" + in_group, {state}); };
    page().fill("textbox \"Name\"" + in_group, "Ada");
    tells("Ada false a");
    page().type("textbox \"Name\"" + in_group, " L.", {});
    page().check("checkbox \"Agree\"" + in_group);
    page().select("combobox \"Pick\"" + in_group, {"b"});
    tells("Ada L. true b");
    page().clear("textbox \"Name\"" + in_group);
    page().uncheck("checkbox \"Agree\"" + in_group);
    tells("false b");
  }
};

TEST_F(ControlledForms, AFormThatTracksItsValuesSeesEachChange) {
  use_form("Tracked");
}

TEST_F(ControlledForms, AFormBoundToAModelSeesEachChange) {
  use_form("Model");
}

}  // namespace
