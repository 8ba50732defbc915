// The errors of actions that cannot set a control name the action that can.
#include <fmt/format.h>

#include "specs/browser/actionability_fixture.h"

namespace {

using namespace casement;
using specs::Actionability;
using std::chrono::milliseconds;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

class WaysToSet : public Actionability {
 protected:
  std::string why_not_filled(const std::string& target) {
    return error_of([&] { page().fill(target, "5", {specs::soon(milliseconds(300))}); }).message();
  }
};

TEST_F(WaysToSet, FillNamesTheWayToSetAControlMadeOfScripts) {
  const std::pair<const char*, const char*> ways[] = {
      {"slider", "accepts no text; use `press` with a key such as ArrowRight, or `drag`"},
      {"spinbutton", "accepts no text; use `press` with a key such as ArrowUp"},
      {"scrollbar", "accepts no text; use `wheel`"},
      {"switch", "accepts no text; use `check` or `uncheck`"},
      {"checkbox", "accepts no text; use `check` or `uncheck`"},
      {"radio", "accepts no text; use `check`"},
      {"combobox", "accepts no text; click it, and then click its option"},
      {"listbox", "accepts no text; click its option"},
      {"tab", "accepts no text; use `click`"},
      {"textbox", "is not editable; if its page handles keys itself, use `type`"},
      {"searchbox", "is not editable; if its page handles keys itself, use `type`"},
  };
  for (const auto& [role, way] : ways) {
    show(fmt::format("<div role={} tabindex=0 aria-label=Price aria-valuenow=3 aria-checked=true>3</div>", role));
    EXPECT_THAT(why_not_filled(fmt::format("{} 'Price'", role)),
                AllOf(HasSubstr(fmt::format("it has the role {}", role)), HasSubstr(way)));
  }
}

TEST_F(WaysToSet, FillNamesTheWayToSetANativeControl) {
  show(
      "<input type=checkbox aria-label=C><input type=file aria-label=F><input type=submit value=S>"
      "<select aria-label=L><option>1</select><p>no control</p>");
  EXPECT_THAT(why_not_filled("checkbox 'C'"), EndsWith("does not accept text; use `check` or `uncheck`"));
  EXPECT_THAT(why_not_filled("label='F'"), EndsWith("does not accept text; use `upload`"));
  EXPECT_THAT(why_not_filled("button 'S'"), EndsWith("does not accept text; use `click`"));
  EXPECT_THAT(why_not_filled("combobox 'L'"), EndsWith("not a text control; use `select`"));
  EXPECT_THAT(why_not_filled("paragraph"), HasSubstr("it cannot be edited (waited"));
}

TEST_F(WaysToSet, FillNamesTheOnlyTextBoxInsideTheElement) {
  show(
      "<div role=combobox aria-label=City><input id=city></div><div role=group aria-label=Card><input id=a><input id=b>"
      "</div><div role=spinbutton aria-label=Count>3<input style='display: none'></div><x-price role=slider "
      "aria-label=P>"
      "</x-price>");
  page().evaluate(
      "document.querySelector('x-price').attachShadow({mode: 'open'}).innerHTML = '<input type=range id=r>'");
  EXPECT_THAT(why_not_filled("combobox 'City'"), HasSubstr("it cannot be edited; fill <input id=\"city\"> inside it"));
  EXPECT_THAT(why_not_filled("slider 'P'"), HasSubstr("fill <input id=\"r\" type=\"range\"> inside it"));
  EXPECT_THAT(why_not_filled("group 'Card'"), HasSubstr("it cannot be edited (waited"));
  EXPECT_THAT(why_not_filled("spinbutton 'Count'"), HasSubstr("use `press` with a key such as ArrowUp"));
}

TEST_F(WaysToSet, AnEditableElementIsFilledWhateverItsRole) {
  show("<div role=slider contenteditable aria-label=S>1</div><input role=switch aria-label=T value=1>");
  page().fill("slider 'S'", "2");
  page().fill("switch 'T'", "3");
  EXPECT_EQ(page().evaluate("document.querySelector('div').textContent + document.querySelector('input').value"), "23");
}

TEST_F(WaysToSet, SelectAndCheckAndUploadNameTheWayToo) {
  show(
      "<input aria-label=I><div role=slider aria-label=S>1</div><div role=radiogroup aria-label=R>2</div>"
      "<input role=combobox aria-label=C><button>B</button><p>text</p><select aria-label=L><option>1</select>");
  const auto why = [&](const std::function<void()>& act) { return error_of(act).message(); };
  EXPECT_THAT(
      why([&] { page().select("textbox 'I'", {"1"}); }),
      EndsWith("is not a select element; if it opens a list, click it, and then click its option; if not, use `fill`"));
  EXPECT_THAT(why([&] { page().select("slider 'S'", {"1"}); }), HasSubstr("is not a select element; use `press`"));
  EXPECT_THAT(why([&] { page().select("radiogroup 'R'", {"1"}); }),
              EndsWith("use `check` on one of its radio buttons"));
  EXPECT_THAT(why([&] { page().select("combobox 'C'", {"1"}); }), EndsWith("click it, and then click its option"));
  EXPECT_THAT(why([&] { page().check("button 'B'"); }), EndsWith("is a button, which cannot be checked; use `click`"));
  EXPECT_THAT(why([&] { page().check("textbox 'I'"); }), EndsWith("which cannot be checked; use `fill`"));
  EXPECT_THAT(why([&] { page().check("paragraph"); }), EndsWith("is a paragraph, which cannot be checked"));
  EXPECT_THAT(why([&] { page().upload("combobox 'L'", {"/etc/hostname"}); }),
              HasSubstr("not a file input; use `select`"));
}

}  // namespace
