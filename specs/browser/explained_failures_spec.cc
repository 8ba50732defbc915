// What a failed search says about the page: a form that the browser did not send, a list that is closed, and what is in
// front of an element.
#include <string>

#include "specs/browser/actionability_fixture.h"

namespace casement::specs {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class ExplainedFailures : public Actionability {
 protected:
  std::string error_of_expectation(const std::string& target) {
    return error_of([&] { expect(page()).within(soon(Milliseconds(300))).shows(target); }).what();
  }
  std::string error_of_missing(const std::string& target) {
    return error_of([&] { page().click(target, {.timeout = soon(Milliseconds(300))}); }).what();
  }
};

TEST_F(ExplainedFailures, AFormThatTheBrowserDidNotSendIsNamedWithItsField) {
  const std::string form =
      "<form action='javascript:void(0)'><label>Email <input type=email required></label><label>Age <input "
      "required></label>"
      "<button><b>Send</b></button></form>";
  for (const char* const place : {"open", "cross-site frame"}) {
    show_in(place, form);
    page().click("button 'Send'");
    const std::string why = "the form was not sent, because textbox \"Email\" is not valid: ";
    EXPECT_THAT(error_of_expectation("text 'Thank you'"), HasSubstr(why)) << place;
    EXPECT_THAT(error_of_missing("link 'Next'"), AllOf(HasSubstr(why), Not(HasSubstr("Age")))) << place;
    page().fill("textbox 'Email'", "a@b.test");
    EXPECT_THAT(error_of_missing("link 'Next'"), Not(HasSubstr("was not sent"))) << place;
    page().press("textbox 'Email'", "Enter");
    EXPECT_THAT(error_of_missing("link 'Next'"), HasSubstr("because textbox \"Age\" is not valid: ")) << place;
  }
}

TEST_F(ExplainedFailures, AValidationWithoutASubmissionIsNotNamed) {
  show(
      "<form><label>Email <input required oninput='this.form.checkValidity()'></label><button>Send</button>"
      "<button type=button onclick='this.form.reportValidity()'>Check</button></form>");
  page().fill("textbox 'Email'", "");
  page().click("button 'Check'");
  EXPECT_THAT(error_of_missing("link 'Next'"), Not(HasSubstr("was not sent")));
}

TEST_F(ExplainedFailures, AnOptionOfACollapsedComboboxNamesTheCombobox) {
  show(
      "<div role=combobox aria-label=Size aria-expanded=false aria-controls=sizes tabindex=0>A</div>"
      "<div role=listbox id=sizes style='display:none'><div role=option>Large</div></div>"
      "<button aria-label=Tea aria-haspopup=listbox aria-expanded=false>Tea</button>");
  EXPECT_THAT(error_of_missing("option 'Large'"),
              AllOf(HasSubstr("combobox \"Size\" has it in its closed list; click combobox \"Size\" first"),
                    Not(HasSubstr("button \"Tea\""))));
  EXPECT_THAT(error_of_missing("option 'Sencha'"),
              HasSubstr("button \"Tea\" is collapsed; if the option is in its list, click button \"Tea\" first"));
}

TEST_F(ExplainedFailures, WhatIsInFrontOfAnElementIsNamedAsATarget) {
  show(
      "<button>Pay</button><div role=dialog aria-label=Cookies style='position:fixed;inset:0'>"
      "<div class=veil style='position:absolute;inset:0'></div></div>");
  EXPECT_THAT(error_of_missing("button 'Pay'"),
              HasSubstr("is covered by <div class=\"veil\"> inside dialog \"Cookies\""));
  show("<button>Pay</button><div role=listbox style='position:fixed;inset:0'></div>");
  EXPECT_THAT(error_of_missing("button 'Pay'"),
              HasSubstr("is covered by <div role=\"listbox\"> (listbox) in the main"));
  show(
      "<main><section aria-label=All><button>Pay</button><div id=veil "
      "style='position:fixed;inset:0'></div></section></main>");
  EXPECT_THAT(error_of_missing("button 'Pay'"), HasSubstr("is covered by <div id=\"veil\"> in the main frame"));
}

// Libraries of components lay a placeholder over the input of a combobox.
TEST_F(ExplainedFailures, WhatLiesOverAControlOfWhichItIsAPartIsNamedByItsText) {
  const std::string control =
      "<div style='position:relative;width:200px;height:30px'><input role=combobox aria-label=Kind readonly>"
      "<span style='position:absolute;inset:0'>All kinds</span></div>";
  show(control);
  EXPECT_THAT(error_of_missing("combobox 'Kind'"),
              HasSubstr("is covered by <span> in the main frame, a part of the same control: use text \"All kinds\" "
                        "instead"));
  page().click("text 'All kinds'");
  show("<button>Pay</button><span style='position:absolute;inset:0'>All kinds</span>");
  EXPECT_THAT(error_of_missing("button 'Pay'"), Not(HasSubstr("same control")));
}

TEST_F(ExplainedFailures, TheNearestIdIsNamed) {
  show_in("cross-site frame", "<p id=order-total>12</p><p data-testid=sum>12</p>");
  EXPECT_THAT(error_of_missing("css=p#order-totl.big"), HasSubstr("nearest: css=#order-total\n"));
  EXPECT_THAT(error_of_expectation("testid=sums"), HasSubstr("nearest: testid='sum'\n"));
  EXPECT_THAT(error_of_missing("css=#elsewhere"), Not(HasSubstr("nearest: css")));
  EXPECT_THAT(error_of_missing("css=#order-total.big"), Not(HasSubstr("nearest: css")));
}

TEST_F(ExplainedFailures, AListThatNobodySeesIsChosenFromWithAWarning) {
  show(
      "<select aria-label=Seen><option>A<option>B</select>"
      "<select aria-label=Clipped style='position:absolute;clip:rect(0 0 0 0);width:1px;height:1px;padding:0;border:0'>"
      "<option>A<option>B</select>");
  for (const char* option : {"B", "B", "A"}) {
    EXPECT_THAT(page().select("combobox 'Seen'", option).warnings, IsEmpty());
    EXPECT_THAT(page().select("combobox 'Clipped'", option).warnings,
                testing::ElementsAre(HasSubstr("nobody sees this list")));
  }
}

}  // namespace
}  // namespace casement::specs
