// Inputs that scripts control: they see what a test does as they see what a person does (B10).
#include <casement/testing.h>

#include <filesystem>
#include <fstream>
#include <iterator>

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

TEST_F(ControlledInputs, ATrackedValueIsSeenHoweverItCame) {
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
    EXPECT_THAT(error.message(), HasSubstr("does not take \"7\" as range"));
  }
  page().fill(R"(textbox "Rich")", "new words");
  EXPECT_EQ(page().value(R"(textbox "Rich")"), "new words");
  page().type(R"(textbox "Rich")", "!", {.clear_first = true});
  EXPECT_EQ(page().value(R"(textbox "Rich")"), "!");
}

TEST_F(ControlledInputs, ACustomSelectIsUsedAsAPersonDoes) {
  page().click(R"(combobox "Size")");
  page().click(R"(option "Large")");
  expect(page()).text(R"(combobox "Size")", {"Large"});
}

// React and Vue themselves, which specs/tools/fetch_frameworks puts into the build folder.
class Frameworks : public ControlledInputs {
 protected:
  // The script's text, or nothing where npm could not be reached.
  std::string script(const std::string& path) {
    std::ifstream file(std::string(CASEMENT_BINARY_DIR) + "/frameworks/node_modules/" + path);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void begin(const std::vector<std::string>& paths) {
    page().open("http://actions.test/blank.html");
    for (const std::string& path : paths) {
      const std::string source = script(path);
      if (source.empty()) GTEST_SKIP() << "npm could not be reached when " << path << " was to be fetched";
      page().evaluate(source + "\n;0");
    }
  }
  void use_form() {
    page().fill(R"(textbox "Name")", "Ada");
    expect(page()).text("css=#told", {"Ada false a"});
    page().type(R"(textbox "Name")", " L.", {});
    page().check(R"(checkbox "Agree")");
    page().select(R"(combobox "Pick")", {"b"});
    expect(page()).text("css=#told", {"Ada L. true b"});
    page().clear(R"(textbox "Name")");
    page().uncheck(R"(checkbox "Agree")");
    expect(page()).text("css=#told", {"false b"});
  }
};

TEST_F(Frameworks, ReactSeesWhatATestDoes) {
  ASSERT_NO_FATAL_FAILURE(begin({"react/umd/react.production.min.js", "react-dom/umd/react-dom.production.min.js"}));
  if (IsSkipped()) return;
  page().evaluate(R"((() => {
    const e = React.createElement;
    const Form = () => {
      const [name, setName] = React.useState(''), [agree, setAgree] = React.useState(false), [pick, setPick] = React.useState('a');
      return e('div', null,
        e('input', { 'aria-label': 'Name', value: name, onChange: event => setName(event.target.value) }),
        e('input', { 'aria-label': 'Agree', type: 'checkbox', checked: agree, onChange: event => setAgree(event.target.checked) }),
        e('select', { 'aria-label': 'Pick', value: pick, onChange: event => setPick(event.target.value) }, e('option', null, 'a'), e('option', null, 'b')),
        e('output', { id: 'told' }, `${name} ${agree} ${pick}`));
    };
    const root = document.createElement('div');
    document.body.append(root);
    ReactDOM.createRoot(root).render(e(Form));
  })(), 0)");
  use_form();
}

TEST_F(Frameworks, VueSeesWhatATestDoes) {
  ASSERT_NO_FATAL_FAILURE(begin({"vue/dist/vue.global.prod.js"}));
  if (IsSkipped()) return;
  page().evaluate(R"((() => {
    document.body.innerHTML = `<div id=app><input aria-label=Name v-model="name"><input aria-label=Agree type=checkbox v-model="agree">
      <select aria-label=Pick v-model="pick"><option>a<option>b</select><output id=told>{{ name }} {{ agree }} {{ pick }}</output></div>`;
    Vue.createApp({ data: () => ({ name: '', agree: false, pick: 'a' }) }).mount('#app');
  })(), 0)");
  use_form();
}

}  // namespace
