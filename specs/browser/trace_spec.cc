// Copies of pages for traces, drawn again by the page of a trace without scripts and without a network, beside the
// pages themselves.
#include <casement/testing.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "casement/api/engine.h"
#include "casement/base/image.h"
#include "casement/browser/page/page_session.h"
#include "casement/expect/image_compare.h"
#include "casement/reports/trace_page.h"
#include "casement/trace/page_copier.h"
#include "specs/support/shown_markup.h"

namespace {

using namespace casement;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

template <SiteName site>
class Traced : public SiteTest<site> {
 protected:
  using SiteTest<site>::page;

  ~Traced() override { std::filesystem::remove(file_); }

  // The snapshot finds closed roots, as it does before each copy for a trace.
  Json copy(PageCopier copier = {}) {
    page().snapshot();
    return copier.copy(engine_of(page()), Deadline::patient(Milliseconds(10'000)));
  }
  void show(const std::string& markup, const std::string& script = "") {
    page().open("http://actions.test/blank.html");
    page().evaluate(specs::show_in_body(markup) + "; " + script + "; 0");
  }

  // Opens the page of a trace with these moments, at the last of them.
  Page drawn(const std::vector<Json>& moments) {
    const Json trace{{"version", 1},
                     {"suite", "Trace"},
                     {"case", "draws"},
                     {"outcome", "passed"},
                     {"failures", Json::array()},
                     {"console", Json::array()},
                     {"requests", Json::array()},
                     {"steps", Json::array({{{"title", "look"},
                                             {"milliseconds", 1},
                                             {"moment_before", static_cast<int>(moments.size()) - 1},
                                             {"moment_after", 0}}})},
                     {"moments", moments}};
    std::ofstream(file_) << reports::trace_page(trace.dump());
    if (!viewer_) {
      ContextOptions options;
      options.viewport_width = options.viewport_height = 1700;  // so that the page is drawn in its own size
      viewer_.emplace(this->browser().new_context(options).new_page());
    }
    viewer_->open("file://" + file_);
    for (const PageError& error : viewer_->console().errors()) ADD_FAILURE() << error.message << error.stack;
    return *viewer_;
  }
  // How a page and its drawing differ, if they do.
  std::string difference() {
    const Image real = decode_png(page().screenshot());
    const Image drawing = decode_png(drawn({copy()}).screenshot("css=#page"));
    PictureOptions options;
    options.compare = "perceptual";
    options.share = 0.003;
    const ImageDifference found = compare_images(real, drawing, options);
    if (found.same) return "";
    attach("the page", encode_png(real), "image/png");
    attach("the drawing", encode_png(drawing), "image/png");
    return found.description;
  }
  // The drawn document, for questions in the page of the trace.
  Json ask(const Page& viewer, const std::string& expression) {
    return viewer.evaluate("(d => " + expression + ")(document.getElementById('page').contentDocument)");
  }

 private:
  const std::string file_ = testing::TempDir() + "casement_trace_" + std::to_string(::getpid()) + ".html";
  std::optional<Page> viewer_;
};

class TracedElements : public Traced<"elements"> {};
class TracedCheckout : public Traced<"checkout"> {};
class TracedPage : public Traced<"actions"> {};

TEST_F(TracedElements, AreDrawnAsTheyWere) {
  for (const auto& file : std::filesystem::directory_iterator(CASEMENT_SOURCE_DIR "/pages/elements")) {
    if (file.path().extension() != ".html") continue;
    const std::string name = file.path().filename().string();
    page().open("http://elements.test/" + name);
    EXPECT_EQ(difference(), "") << name;
  }
}

TEST_F(TracedCheckout, IsDrawnWithTheFramesOfOtherSites) {
  page().open("http://shop.test/checkout");
  page().fill("textbox 'E-mail'", "ada@example.com");
  page().check("checkbox 'I accept the terms'");
  EXPECT_EQ(difference(), "");
}

TEST_F(TracedPage, ShowsWhatScriptsHaveChanged) {
  show(
      "<input id=i><input type=checkbox id=c><select id=s><option>a<option>b</select><textarea id=t></textarea>"
      "<div id=host style='height: 40px'></div><dialog id=d>Really?</dialog><div id=p popover>Saved</div>"
      "<div id=l style='height: 50px; overflow: auto'><p style='height: 900px'>long</div><canvas id=k width=50 "
      "height=20></canvas>",
      "i.value = 'Assam'; c.checked = true; s.selectedIndex = 1; t.value = 'two\\nlines'; "
      "const root = host.attachShadow({mode: 'closed'}); root.innerHTML = '<b>closed</b>'; "
      "const sheet = new CSSStyleSheet(); sheet.replaceSync('b { color: rgb(1, 2, 3) }'); root.adoptedStyleSheets = "
      "[sheet]; "
      "const style = document.head.appendChild(document.createElement('style')); "
      "style.sheet.insertRule('#i { color: rgb(4, 5, 6) }'); l.scrollTop = 100; "
      "k.getContext('2d').fillRect(5, 5, 20, 10); d.showModal(); p.showPopover()");
  EXPECT_EQ(difference(), "");
  const Page viewer = drawn({copy()});
  EXPECT_EQ(
      ask(viewer, "[...'icst'].map(id => d.getElementById(id)).map(e => e.type === 'checkbox' ? e.checked : e.value)"),
      Json::array({"Assam", true, "b", "two\nlines"}));
  EXPECT_EQ(ask(viewer, "d.getElementById('l').scrollTop"), 100);
  EXPECT_EQ(ask(viewer, "d.querySelector(':modal').id + d.querySelector(':popover-open').id"), "dp");
  EXPECT_EQ(ask(viewer, "d.defaultView.getComputedStyle(d.getElementById('host').shadowRoot.querySelector('b')).color"),
            "rgb(1, 2, 3)");
  EXPECT_EQ(ask(viewer, "d.defaultView.getComputedStyle(d.getElementById('i')).color"), "rgb(4, 5, 6)");
}

TEST_F(TracedPage, NamesOnlyWhatHasChanged) {
  show("<ul><li>one<li>two</ul><p id=p>text</p>");
  PageCopier copier;
  const auto copy = [&] { return copier.copy(engine_of(page()), Deadline::patient(Milliseconds(10'000))); };
  const Json first = copy();
  EXPECT_TRUE(first["frames"][0]["copy"]["isWhole"]);
  const Json same = copy()["frames"][0]["copy"];
  EXPECT_THAT(same["nodes"], IsEmpty());
  EXPECT_THAT(same["sheets"], IsEmpty());
  page().evaluate("p.firstChild.data = 'changed'; document.querySelector('li').remove(); 0");
  const Json changed = copy();
  EXPECT_EQ(changed["frames"][0]["copy"]["nodes"].size(), 2) << changed;  // the text, and the list with one child
  EXPECT_EQ(changed["frames"][0]["copy"]["gone"].size(), 2);
  EXPECT_EQ(ask(drawn({first, changed}), "d.body.innerText"), "two\n\nchanged");
}

// Until all answers to a question that did not wait have come.
PageCopier::Received received(PageCopier& copier, const Page& page) {
  page.evaluate("0");
  return copier.received();
}

TEST_F(TracedCheckout, ACopyThatNobodyWaitsForHasAllFramesOfItsMoment) {
  page().open("http://shop.test/checkout");
  page().fill("textbox 'E-mail'", "before@example.com");
  page().snapshot();
  PageCopier copier;
  copier.ask(engine_of(page()), Milliseconds(5'000));
  page().fill("textbox 'E-mail'", "after@example.com");
  page().snapshot();
  Json moment = copier.received().moment;
  PageCopier::read_copies(moment);
  ASSERT_EQ(moment["frames"].size(), page().snapshot().frames().size()) << moment;
  for (const Json& frame : moment["frames"]) EXPECT_TRUE(frame.contains("copy")) << frame;
  EXPECT_THAT(moment.dump(), AllOf(HasSubstr("before@example.com"), Not(HasSubstr("after@example.com"))));
  EXPECT_TRUE(copier.received().moment.is_null());
  copier.ask(engine_of(page()), Milliseconds(5'000));
  Json next = received(copier, page()).moment;
  PageCopier::read_copies(next);
  EXPECT_THAT(next.dump(), HasSubstr("after@example.com"));
  EXPECT_FALSE(next["frames"][0]["copy"]["isWhole"]);
  const Page viewer = drawn({moment, next});
  EXPECT_EQ(ask(viewer, "d.querySelectorAll('iframe').length > 0"), true);
}

TEST_F(TracedPage, ACopyThatTakesTooLongIsLeftOut) {
  show("<ul id=u></ul>", "u.innerHTML = '<li>tea'.repeat(40000)");
  PageCopier copier;
  copier.ask(engine_of(page()), Milliseconds(1));
  const PageCopier::Received late = received(copier, page());
  EXPECT_TRUE(late.moment.is_null());
  EXPECT_TRUE(late.took_too_long);
  EXPECT_GE(late.milliseconds, 1);
  copier.ask(engine_of(page()), Milliseconds(60'000));
  Json whole = received(copier, page()).moment;
  PageCopier::read_copies(whole);
  EXPECT_TRUE(whole["frames"][0]["copy"]["isWhole"]);
  EXPECT_GT(whole["frames"][0]["copy"]["nodes"].size(), 80'000u);
}

TEST_F(TracedPage, ACopyOfADocumentThatHasGoneIsTheOneOfItsMoment) {
  show("<p>first</p>");
  PageCopier copier;
  copier.ask(engine_of(page()), Milliseconds(5'000));
  page().open("http://actions.test/blank.html?second");
  const PageCopier::Received first = copier.received();
  EXPECT_THAT(first.moment.dump(), AllOf(HasSubstr("first"), Not(HasSubstr("second"))));
  page().close();
  copier.ask(engine_of(page()), Milliseconds(5'000));
  EXPECT_TRUE(copier.received().moment.is_null());
}

TEST_F(TracedPage, ALoneSurrogateIsReplaced) {
  show("<p id=p></p>", "p.textContent = 'a\\ud800b \\\\ud800'");
  EXPECT_THAT(copy().dump(), HasSubstr("a\uFFFDb \\\\ud800"));
}

TEST_F(TracedPage, HidesPasswordsAndCardNumbers) {
  show(
      "<input type=password value=hunter2hunter2><input autocomplete=cc-number value='4242 4242 4242 4242'>"
      "<p>4242 4242 4242 4242</p>");
  const std::string all = copy().dump();
  EXPECT_THAT(all, Not(HasSubstr("hunter2")));
  EXPECT_THAT(all, Not(HasSubstr("4242 4242")));
}

// Texts of a page, and markup in them, run nothing in the page of a trace.
TEST_F(TracedPage, RunsNothingOfThePage) {
  show(
      "<p>&lt;/script>&lt;script>parent.ran = 1&lt;/script></p><img src=x onerror='parent.ran = 1'>"
      "<a href='javascript:parent.ran = 1'>go</a><svg><script>parent.ran = 1</script></svg>"
      "<iframe srcdoc='<script>parent.parent.ran = 1</script>'></iframe><form action=/x><button>send</button></form>",
      "const s = document.createElement('script'); s.textContent = 'window.own = 1'; document.body.append(s)");
  const Page viewer = drawn({copy()});
  EXPECT_EQ(viewer.evaluate("typeof ran + document.getElementById('page').contentWindow.own"), "undefinedundefined");
  EXPECT_EQ(ask(viewer, "d.querySelectorAll('script, [onerror], [href^=javascript]').length"), 0);
  EXPECT_EQ(viewer.network().requests().size(), 1u);  // the file
}

}  // namespace
