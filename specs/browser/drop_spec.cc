// What comes from outside of the browser: files and texts that are dropped, text of an input method.
#include <casement/testing.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>

#include "specs/support/patience.h"
#include "specs/support/shown_markup.h"

namespace {

using namespace casement;
using testing::HasSubstr;

class FromOutside : public SiteTest<"actions"> {
 protected:
  FromOutside() {
    std::filesystem::create_directories(folder_ / "sub");
    std::ofstream(folder_ / "a.txt") << "hello";
    std::ofstream(folder_ / "sub" / "b.txt") << "b";
  }
  void show(const std::string& markup, const std::string& script = "") {
    page().open("http://actions.test/blank.html");
    page().evaluate("window.hits = []; " + specs::show_in_body(markup) + "; " + script + "; 0");
  }
  // A box that takes drops, and tells of each.
  void show_box(const std::string& around = "") {
    show(around + "<div id=box role=region aria-label=Photos style='height:80px;border:1px solid'>Drop here</div>",
         "for (const type of ['dragenter', 'dragover']) box.addEventListener(type, event => { event.preventDefault(); "
         "hits.includes(type) || hits.push(type) });"
         "box.addEventListener('drop', async event => { event.preventDefault(); const { dataTransfer } = event;"
         "  const entry = dataTransfer.items[0]?.webkitGetAsEntry?.();"
         "  const told = ['drop', event.isTrusted, [...dataTransfer.types].join('+'), "
         "dataTransfer.getData('text/plain'),"
         "    dataTransfer.getData('text/html'), entry?.isDirectory ?? ''];"
         "  const files = [...dataTransfer.files];"
         "  for (const file of files) if (!entry?.isDirectory) told.push(file.name + '=' + await file.text());"
         "  hits.push(told.join('|')); })");
  }
  std::string hits(const std::string& awaited) {
    expect(page()).poll("the page to tell of it",
                        [&] { return page().evaluate("hits.join().includes('" + awaited + "')") == true; });
    return page().evaluate("hits.join()").get<std::string>();
  }
  std::string refusal(const std::string& target, const DropItems& items) {
    try {
      page().drop(target, items, {specs::soon(Milliseconds(1000))});
    } catch (const Error& error) {
      return error.message();
    }
    ADD_FAILURE() << "it was done";
    return "";
  }
  const std::filesystem::path folder_ = std::filesystem::path(testing::TempDir()) / "casement_dropped";
};

TEST_F(FromOutside, FilesAreDropped) {
  show_box();
  page().drop(R"(region "Photos")", {.files = {(folder_ / "a.txt").string(), (folder_ / "sub" / "b.txt").string()}});
  EXPECT_EQ(hits("b.txt="), "dragenter,dragover,drop|true|Files|||false|a.txt=hello|b.txt=b");
}

TEST_F(FromOutside, AFolderIsDropped) {
  show_box();
  page().drop(R"(region "Photos")", {.files = {folder_.string()}});
  EXPECT_EQ(hits("drop|"), "dragenter,dragover,drop|true|Files|||true");
}

TEST_F(FromOutside, TextsAreDropped) {
  show_box();
  page().drop(R"(region "Photos")", {.texts = {{"text/plain", "Tea"}, {"text/html", "<b>Tea</b>"}}});
  EXPECT_THAT(hits("drop|"), HasSubstr("drop|true|text/plain+text/html|Tea|<b>Tea</b>"));
}

TEST_F(FromOutside, ATextIsDroppedIntoAField) {
  show("<input aria-label=Code>");
  page().drop(R"(textbox "Code")", {.texts = {{"text/plain", "4242"}}});
  expect(page()).value(R"(textbox "Code")", "4242");
}

TEST_F(FromOutside, DropsReachFramesOfOtherSites) {
  show("<iframe title=Drop src='http://actions.localhost/blank.html'></iframe>");
  expect(page()).count(R"(iframe "Drop")", 1);
  page().frames().evaluate("Drop", specs::show_in_body("<div id=box style='height:60px'>Box</div>") +
                                       "; box.ondragover = event => event.preventDefault();"
                                       "box.ondrop = event => { event.preventDefault(); box.textContent = "
                                       "event.dataTransfer.files[0].name }; 0");
  page().drop(R"(text "Box" in iframe "Drop")", {.files = {(folder_ / "a.txt").string()}});
  expect(page()).shows(R"(text "a.txt" in iframe "Drop")");
}

TEST_F(FromOutside, ReportsAnElementThatAcceptsNoDrop) {
  show("<div id=box>Box</div>");
  EXPECT_THAT(refusal("css=#box", {.files = {(folder_ / "a.txt").string()}}),
              HasSubstr(R"(does not accept the drop, because no listener cancels its dragover event)"));
}

TEST_F(FromOutside, ACoveredElementGetsNoDrop) {
  show_box("<div style='position:fixed;inset:0;background:white' class=veil></div>");
  EXPECT_THAT(refusal("css=#box", {.texts = {{"text/plain", "Tea"}}}), HasSubstr("covered by <div class=\"veil\""));
}

TEST_F(FromOutside, RefusesAMissingFileToDrop) {
  show_box();
  EXPECT_EQ(refusal("css=#box", {}), "a drop needs at least one file or text");
  EXPECT_EQ(refusal("css=#box", {.files = {"/no/such"}}), "there is no file /no/such to drop");
  EXPECT_EQ(refusal("css=#box", {.texts = {{"plain", "Tea"}}}),
            "'plain' is not a format for drops, such as text/plain");
}

constexpr const char* kTellComposition =
    "for (const type of ['compositionstart', 'compositionupdate', 'compositionend', 'input']) "
    "document.querySelector('input,[contenteditable]').addEventListener(type, event => hits.push(type.replace("
    "'composition', '') + ':' + event.data))";

TEST_F(FromOutside, TextIsPutInByAnInputMethod) {
  show("<input aria-label=City>", kTellComposition);
  page().type(R"(textbox "City")", "東京", {.composition = {"と", "とう", "東京"}});
  expect(page()).value(R"(textbox "City")", "東京");
  EXPECT_THAT(page().evaluate("hits.join()").get<std::string>(),
              testing::AllOf(testing::StartsWith("start:,update:と,input:と,update:とう,input:とう,update:東京"),
                             HasSubstr("end:東京")));
}

TEST_F(FromOutside, AnInputMethodWritesIntoAnEditor) {
  show("<div contenteditable role=textbox aria-label=Note></div>", kTellComposition);
  page().type(R"(textbox "Note")", "é", {.composition = {"´"}});
  expect(page()).text(R"(textbox "Note")", "é");
  EXPECT_THAT(page().evaluate("hits.join()").get<std::string>(), HasSubstr("end:é"));
}

TEST_F(FromOutside, AnInputMethodWritesWhereTheFocusIs) {
  show("<input aria-label=City autofocus>", "document.querySelector('input').focus()");
  page().keyboard().type("京", {.press_enter = false, .composition = {"きょう"}});
  expect(page()).value(R"(textbox "City")", "京");
}

TEST_F(FromOutside, PagesSeeThatAnInputMethodTakesTheKeys) {
  show("<input aria-label=City>",
       "document.querySelector('input').onkeydown = event => hits.push(event.keyCode + ' ' + event.isComposing)");
  page().type(R"(textbox "City")", "京", {.composition = {"き", "きょう"}});
  EXPECT_EQ(page().evaluate("hits.join()"), "229 false,229 true,229 true");
}

}  // namespace
