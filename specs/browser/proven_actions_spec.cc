// Actions that show what they did: the option that was pressed is chosen, a control is checked without following what
// else its label holds, and a field holds the text that it was given.
#include <string>
#include <vector>

#include "specs/browser/actionability_fixture.h"

namespace casement::specs {
namespace {

using testing::HasSubstr;
using testing::Not;

class ProvenActions : public Actionability {
 protected:
  void show_with_script(const std::string& html, const std::string& script) {
    show(html);
    page().evaluate("{ " + script + " } 0");
  }
  std::string error_of_fill(const std::string& target, const std::string& text, bool exact = false) {
    return error_of([&] { page().fill(target, text, {.exact = exact}); }).what();
  }
};

const std::vector<std::string>& places() {
  static const std::vector<std::string> all{"document", "open", "closed", "cross-site frame"};
  return all;
}

TEST_F(ProvenActions, AnOptionOfAListBoxIsPressedItself) {
  for (const std::string& place : places()) {
    show_in(place, R"(<label>Size <select size=3><option>A<option>B<option>C<option>D<option>E</select></label>
                      <label>Many <select multiple size=3><option>A1<option>B1<option>C1<option>D1</select></label>)");
    page().click(R"(option "E")");
    expect(page()).value(R"(listbox "Size")", "E");
    page().click(R"(option "A1")");
    page().click(R"(option "D1")", {.modifiers = {Modifier::Control}});
    expect(page()).state(R"(option "A1")", ElementState::Selected);
    expect(page()).state(R"(option "D1")", ElementState::Selected);
    page().click(R"(option "A1")", {.modifiers = {Modifier::Control}});
    expect(page()).never().state(R"(option "A1")", ElementState::Selected);
  }
}

TEST_F(ProvenActions, AnOptionOfAnOpenPickerIsPressedItself) {
  for (const std::string& place : places()) {
    show_in(place, R"(<style>select,select::picker(select){appearance:base-select}</style>
                      <label>Drink <select><option>Coffee<option>Tea<option>Juice</select></label>)");
    page().click(R"(combobox "Drink")");
    page().click(R"(option "Tea")");
    expect(page()).value(R"(combobox "Drink")", "Tea");
  }
}

TEST_F(ProvenActions, AnOptionOfAClosedListNamesSelect) {
  show("<select><option>A<option id=b>B</select>");
  EXPECT_THAT(obstacle_of_click("css=#b"), HasSubstr("is in a closed list; use `select` to choose it"));
}

TEST_F(ProvenActions, AGroupOfOptionsIsPressedBesideItsOptions) {
  show(R"(<select size=5><optgroup id=g label="Teas"><option>A<option>B<option>C</optgroup></select>)");
  page().click("css=#g");
  EXPECT_EQ(page().evaluate("document.querySelector('select').selectedIndex"), -1);
}

TEST_F(ProvenActions, AnOptionThatItsPageDoesNotLetBeChosenFails) {
  show("<select size=3 onmousedown='event.preventDefault()'><option>A<option>B<option>C</select>");
  EXPECT_THAT(obstacle_of_click(R"(option "B")"), HasSubstr("its list has not chosen it"));
}

TEST_F(ProvenActions, AToggledOptionThatStaysAsItWasFails) {
  show("<select multiple size=3 onmousedown='event.preventDefault()'><option>A<option>B<option selected>C</select>");
  for (const char* const option : {R"(option "B")", R"(option "C")"}) {
    const Error error = error_of([&] { page().click(option, {.modifiers = {Modifier::Control}}); });
    EXPECT_THAT(error.what(), HasSubstr("its list has not chosen it"));
  }
}

TEST_F(ProvenActions, AnOptionThatNobodySeesNamesItsList) {
  for (const char* const place : {"document", "cross-site frame"}) {
    show_in(place,
            "<label>Size <select><option>A<option>B</select></label><label>Other <select><option>C</select></label>");
    const std::string why =
        error_of([&] { page().click(R"(option "B")", {.timeout = soon(Milliseconds(300))}); }).what();
    EXPECT_THAT(why, HasSubstr(R"(combobox "Size" has it in its closed list; use `select` to choose it)")) << place;
    EXPECT_THAT(why, Not(HasSubstr("Other"))) << place;
  }
}

struct Press {
  const char* markup;
  const char* script;
};

// What moves away before the release gets no click event, and a person would click again.
TEST_F(ProvenActions, AnElementThatMovesUnderThePressIsPressedAgain) {
  const Press presses[] = {
      {R"(<button id=b style="position:absolute;left:10px;top:10px" onclick="this.title += 'clicked'">Go</button>)",
       "b.addEventListener('pointerdown', () => { b.style.top = '300px'; }, { once: true });"},
      {R"(<div id=s></div><input id=i><p><button id=b onclick="this.title += 'clicked'">Go</button>)",
       "i.onblur = () => { s.innerHTML = '<p>Enter your name</p>'; }; i.focus();"},
      {R"(<div id=s></div><label><input type=radio id=b onclick="this.title += 'clicked'">Go</label>)",
       "addEventListener('mousedown', () => { s.style.height = '200px'; }, { once: true });"},
  };
  for (const auto& [markup, script] : presses) {
    show_with_script(markup, script);
    const ActionResult result = page().click("css=#b");
    expect(page()).attribute("css=#b", "title", {"clicked"});
    EXPECT_TRUE(result.warnings.empty());
  }
  show_in("cross-site frame", std::string(presses[0].markup) + "<script>" + presses[0].script + "</script>");
  page().click("css=#b");
  expect(page()).attribute("css=#b", "title", {"clicked"});
}

TEST_F(ProvenActions, AnElementThatMovesUnderEachPressFails) {
  show_with_script(R"(<button id=b style="position:absolute;left:10px;top:10px">Go</button>)",
                   "b.onpointerdown = () => { b.title += 'x'; b.style.top = b.title.length % 2 ? '300px' : '10px'; };");
  EXPECT_THAT(error_of([&] { page().click("css=#b"); }).what(), HasSubstr("got no click event"));
  EXPECT_EQ(page().attribute("css=#b", "title"), "xxx");
}

// Whether the page has done what it does by the press, nobody knows: it is not pressed again.
TEST_F(ProvenActions, AnElementThatLeavesUnderThePressIsAWarning) {
  for (const char* const script :
       {"h.innerHTML = '<p>done</p>'", "h.innerHTML = '<button>Go</button>'", "h.firstElementChild.remove()"}) {
    show_with_script("<div id=h><button>Go</button></div>", std::string("h.onmousedown = () => { ") + script + " };");
    const ActionResult result = page().click(R"(button "Go")");
    ASSERT_EQ(result.warnings.size(), 1u) << script;
    EXPECT_THAT(result.warnings[0], HasSubstr("got no click event"));
  }
}

// None of these is a click that was lost.
TEST_F(ProvenActions, APageMayHandleThePressWithoutAWarning) {
  const char* const scripts[] = {
      // acts at the press, and covers what was pressed
      "b.onpointerdown = () => { h.title += 'x'; const veil = document.createElement('div');"
      "veil.style = 'position:fixed;inset:0'; h.append(veil); };",
      // takes the pointer for something else
      "b.onpointerdown = event => { h.title += 'x'; h.setPointerCapture(event.pointerId); b.style.marginLeft = "
      "'300px'; };",
      "addEventListener('click', event => { event.stopImmediatePropagation(); h.title += 'x'; b.style.marginLeft = "
      "'300px'; },"
      "{ capture: true, once: true });",
      "b.onmousedown = () => { h.title += 'x'; b.disabled = true; };",
      "b.onmousedown = () => { h.title += 'x'; alert('there'); };",
      "b.onmousedown = () => { h.title += 'x'; b.style.display = 'none'; };",
  };
  page().dialogs().accept();
  for (const char* const script : scripts) {
    show_with_script("<div id=h style='padding:20px'><button id=b>Go</button></div>", script);
    const ActionResult result = page().click("css=#b");
    EXPECT_TRUE(result.warnings.empty()) << script;
    EXPECT_EQ(page().evaluate("h.title"), "x") << script;
  }
}

TEST_F(ProvenActions, AValueThatThePageSetsBackLaterFails) {
  for (const char* const later : {"queueMicrotask", "setTimeout", "requestAnimationFrame"}) {
    show(std::string("<input type=date oninput=\"") + later + "(() => this.value = '')\">");
    EXPECT_THAT(error_of_fill("css=input", "2031-03-14"), HasSubstr("instead of that text")) << later;
    show(std::string("<select onchange=\"") + later + "(() => this.selectedIndex = 0)\"><option>A<option>B</select>");
    EXPECT_THAT(error_of([&] { page().select("css=select", {"B"}); }).what(),
                HasSubstr("was reset by the page to \"A\""))
        << later;
  }
  show("<select onchange=\"location = 'terms.html'\"><option>A<option>B</select>");
  page().select("css=select", {"B"});
  expect(page()).url("*terms.html");
}

TEST_F(ProvenActions, KeysThatAFieldIgnoresFail) {
  for (const char* const field :
       {"<input onkeydown='event.preventDefault()'>", "<input readonly>",
        "<textarea onkeydown='return false'></textarea>", "<div contenteditable onkeydown='return false'>x</div>"}) {
    show(field);
    EXPECT_THAT(error_of([&] { page().type("css=input,textarea,div", "abc"); }).what(),
                HasSubstr("did not accept the text"))
        << field;
  }
  // A page that takes the text for itself.
  for (const char* const field :
       {"<input oninput=\"this.value = ''\">", "<input onkeydown=\"event.preventDefault(), this.value += event.key\">",
        "<input onbeforeinput='event.preventDefault()'>", "<input readonly onkeydown='this.title += event.key'>",
        "<input onkeydown=\"event.key === 'c' && this.blur()\">"}) {
    show(field);
    EXPECT_NO_THROW(page().type("css=input", "abc")) << field;
  }
}

TEST_F(ProvenActions, TheSecondLabelIsPressedIfTheFirstIsALink) {
  show(
      R"(<style>input{position:absolute;opacity:0}</style><label for=c><a href="/terms.html">The terms of sale</a></label>
          <label for=c>I accept them</label><input id=c type=checkbox>)");
  page().check("css=input");
  EXPECT_TRUE(page().checked("css=input"));
  EXPECT_THAT(page().url(), HasSubstr("blank.html"));
}

TEST_F(ProvenActions, ALabelIsPressedBesideTheControlsInIt) {
  const std::vector<std::string> labels{
      R"(<label>I accept the <a href="/terms.html">terms of sale that are very long and wide</a> <input type=checkbox></label>)",
      R"(<label><a href="/terms.html">The terms of sale that are very long and wide</a> apply <input type=checkbox></label>)",
      R"(<label>Yes <button>Read the whole of the terms here</button> <input type=checkbox></label>)",
      R"(<label>Amount <input type=checkbox> <input type=text size=40></label>)",
      R"(<label for=c>See <a href="/terms.html">the terms which are as long as two lines are wide</a></label><input id=c type=checkbox>)",
      R"(<label>Go <details><summary>More about all of this</summary>x</details> <input type=checkbox></label>)",
      R"(<style>label::before{content:"";display:inline-block;width:20px;height:20px;border:1px solid}</style>)"
      R"(<label><a href="/terms.html">The terms of sale that are very long and wide</a><input type=checkbox></label>)",
  };
  for (const std::string& label : labels) {
    for (const std::string& place : places()) {
      show_in(place,
              "<style>input[type=checkbox]{position:absolute;opacity:0;width:1px;height:1px}</style><div "
              "style=width:400px>" +
                  label);
      const ActionResult result = page().check("css=input[type=checkbox]");
      EXPECT_FALSE(result.navigated) << label << place;
      EXPECT_TRUE(page().checked("css=input[type=checkbox]")) << label << place;
      page().uncheck("css=input[type=checkbox]");
      EXPECT_FALSE(page().checked("css=input[type=checkbox]")) << label << place;
    }
  }
}

TEST_F(ProvenActions, ALabelThatIsALinkAltogetherIsNotPressed) {
  show(R"(<style>input{position:absolute;opacity:0}label,a{display:inline-block;padding:0}</style>)"
       R"(<label><a href="/terms.html">Terms</a><input type=checkbox></label>)");
  const std::string why = error_of([&] { page().check("css=input", {.timeout = soon(Milliseconds(1000))}); }).what();
  EXPECT_THAT(why, HasSubstr("can be pressed only through its label, and <a"));
  EXPECT_THAT(page().url(), HasSubstr("blank.html"));
}

TEST_F(ProvenActions, ANumberFieldHoldsTheNumberThatItWasGiven) {
  for (const char* const text : {"1,5", "1 000", "12abc", "many", "1e", "-", "1.2.3"}) {
    show("<input type=number>");
    EXPECT_THAT(error_of_fill("css=input", text), HasSubstr("instead of that text")) << text;
    EXPECT_THAT(error_of([&] { page().type("css=input", text, {.clear_first = true}); }).what(),
                HasSubstr("instead of that text"))
        << text;
  }
  for (const char* const text : {"1.5", "-3", "1e3", " 7 "}) {
    show("<input type=number step=any>");
    page().fill("css=input", text);
    EXPECT_EQ(page().value("css=input"), std::string(text) == " 7 " ? "7" : text);
  }
}

TEST_F(ProvenActions, AFieldThatIsTooShortFails) {
  for (const char* const field :
       {"<input maxlength=4>", "<textarea maxlength=4></textarea>", "<input type=password maxlength=4>"}) {
    show(field);
    EXPECT_THAT(error_of_fill("css=input,textarea", "abcdef"), HasSubstr("its maxlength is 4")) << field;
    page().fill("css=input,textarea", "abcd");
  }
}

TEST_F(ProvenActions, AFormattedTextCountsAndAnotherTextFails) {
  const std::vector<std::vector<std::string>> kept{
      {"this.value = this.value.replace(/(\\d{4})(?=\\d)/g, '$1 ')", "4242424242424242", "4242 4242 4242 4242"},
      {"this.value = this.value.toUpperCase()", "de89 3704", "DE89 3704"},
      {"this.value = this.value.trim()", "  Ada ", "Ada"},
      {"this.value = '(' + this.value.slice(0, 3) + ') ' + this.value.slice(3)", "5551234", "(555) 1234"},
  };
  for (const std::vector<std::string>& one : kept) {
    show("<input oninput=\"" + one[0] + "\">");
    const ActionResult result = page().fill("css=input", one[1]);
    EXPECT_EQ(result.value, one[2]);
    EXPECT_THAT(error_of_fill("css=input", one[1], true), HasSubstr("instead of that text")) << one[0];
  }
  const std::vector<std::vector<std::string>> changed{
      {"this.value = this.value.replace(/\\D/g, '')", "12 a 34"},
      {"this.value = this.value.replace(/,/g, '')", "1,234"},
      {"this.value = ''", "Ada"},
      {"this.value = 'Grace'", "Ada"},
      {"this.value += '.00'", "12"},
  };
  for (const std::vector<std::string>& one : changed) {
    show("<input oninput=\"" + one[0] + "\">");
    EXPECT_THAT(error_of_fill("css=input", one[1]), HasSubstr("instead of that text")) << one[0];
  }
}

TEST_F(ProvenActions, ATextThatAnEditorDropsFails) {
  show("<div contenteditable oninput=\"this.textContent = ''\">old</div>");
  EXPECT_THAT(error_of_fill("css=div", "new"), HasSubstr("instead of that text"));
  show("<div contenteditable>old</div>");
  page().fill("css=div", "two  words\nin lines");
}

TEST_F(ProvenActions, ACodeMayBeSpreadOverItsBoxes) {
  show("<input><input><input>");
  page().evaluate(
      "const all = [...document.querySelectorAll('input')];"
      "all[0].oninput = event => { const text = event.target.value; all.forEach((one, i) => one.value = text[i] ?? "
      "''); all[2].focus(); }; 0");
  page().fill("css=input #1", "123");
}

TEST_F(ProvenActions, AChoiceThatThePageSetsBackFails) {
  show("<select onchange=\"this.selectedIndex = 0\"><option>A<option>B</select>");
  EXPECT_THAT(error_of([&] { page().select("css=select", {"B"}); }).what(),
              HasSubstr("was reset by the page to \"A\""));
}

}  // namespace
}  // namespace casement::specs
