// Frames of one origin and process, which are asked in one call: what each says is what it says when it is asked alone,
// whatever becomes of the others.
#include <casement/testing.h>
#include <fmt/format.h>

namespace {

using namespace casement;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class FramesTogether : public SiteTest<"actions"> {
 protected:
  void SetUp() override {
    SiteTest::SetUp();
    page().open("http://actions.test/stage.html?guest.test");
    page().evaluate(R"(
      for (let i = 0; i < 12; ++i) {
        const frame = document.createElement('iframe');
        frame.id = 'f' + i;
        frame.srcdoc = `<button>Frame ${i}</button>`;
        document.body.append(frame);
      }
      f3.sandbox = 'allow-scripts';
      f3.srcdoc = '<button>Apart</button>';
      f4.srcdoc = `<button>Frame 4</button><iframe srcdoc="<button>Within</button>"></iframe>`;
      const host = document.createElement('div');
      document.body.append(host);
      host.attachShadow({ mode: 'open' }).innerHTML = '<iframe srcdoc="<button>Shaded</button>"></iframe>';
      0)");
    for (const char* name : {"Frame 0", "Apart", "Within", "Shaded", "Frame 11"}) {
      expect(page()).shows(fmt::format(R"(button "{}")", name));
    }
    page().snapshot();  // from now on they are known
  }
};

TEST_F(FramesTogether, EachAnswersWithItsOwnContent) {
  page().evaluate("f5.contentDocument.querySelector('button').textContent = 'Another'; 0");
  const std::string text = page().snapshot().text();
  for (const char* name : {"Frame 0", "Apart", "Frame 4", "Within", "Another", "Shaded", "Frame 11"}) {
    EXPECT_THAT(text, HasSubstr(fmt::format(R"(button "{}")", name)));
  }
  EXPECT_THAT(text, Not(HasSubstr("Frame 5")));
  EXPECT_TRUE(page().snapshot().frame_failures().empty());
}

TEST_F(FramesTogether, AreAskedOneByOneIfReadingTakesLong) {
  page().evaluate(R"(
      for (const frame of document.querySelectorAll('iframe[id]')) {
        frame.contentDocument?.body.insertAdjacentHTML('beforeend', '<i tabindex=0>x</i>'.repeat(3000) + `<h1>End of ${frame.id}</h1>`);
      }
      0)");
  const Snapshot snapshot = page().snapshot();
  for (const int i : {0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11}) {
    EXPECT_THAT(snapshot.text(), HasSubstr(fmt::format(R"(heading "End of f{}")", i)));
  }
  EXPECT_TRUE(snapshot.frame_failures().empty());
}

TEST_F(FramesTogether, ReadNoRemovedOrReplacedFrame) {
  page().evaluate("f6.remove(), f7.srcdoc = '<button>Later</button>', f8.after(f2), 0");
  expect(page()).shows(R"(button "Later")");
  const std::string text = page().snapshot().text();
  EXPECT_THAT(text, AllOf(HasSubstr("Later"), HasSubstr("Frame 2"), HasSubstr("Frame 8"), Not(HasSubstr("Frame 6")),
                          Not(HasSubstr("Frame 7"))));
}

TEST_F(FramesTogether, AreReadAnewInANewPage) {
  page().open("http://actions.test/stage.html?guest.test");
  expect(page()).shows(R"(button "Press")");
  EXPECT_THAT(page().snapshot().text(), AllOf(HasSubstr("Press"), Not(HasSubstr("Frame 0"))));
}

TEST_F(FramesTogether, ContainTheElementsOfActions) {
  page().evaluate(R"(
      for (const frame of document.querySelectorAll('iframe[id]')) {
        frame.contentDocument?.querySelector('button').addEventListener('click', event => { event.target.textContent = 'Done'; });
      }
      0)");
  for (const int i : {0, 4, 11}) {
    const std::string ref = page().click(fmt::format(R"(button "Frame {}")", i)).ref;
    EXPECT_EQ(page().text(ref), "Done");
  }
  page().click(R"(button "Within")");
  page().click(R"(button "Apart")");
  page().click(R"(button "Shaded")");
}

}  // namespace
