// Targets that a search finds only with help: what only the browser knows of, and what a large document keeps of a
// search.
#include "specs/browser/targets_fixture.h"
#include "specs/support/browser_needs.h"

namespace {

using namespace casement;
using specs::Targets;

// No script can read these, and no snapshot was taken before.
TEST_F(Targets, FindElementsThatOnlyTheBrowserKnows) {
  specs::require_roles_of_internals(page());
  show(
      "<x-key>Night</x-key><x-key>Day</x-key><p id=host></p><div id=late></div>"
      "<script>customElements.define('x-key', class extends HTMLElement {"
      "  constructor() { super(); this.attachInternals().role = 'switch'; this.onclick = () => document.title = "
      "'switched'; } });"
      "host.attachShadow({ mode: 'closed' }).innerHTML = '<button onclick=\"document.title = 7\">Hidden "
      "key</button>';</script>");
  expect(page()).count("switch", 2);
  page().click(R"(switch "Day")");
  EXPECT_EQ(page().title(), "switched");
  page().click(R"(button "Hidden key")");
  EXPECT_EQ(page().title(), "7");
  EXPECT_THROW(expect(page()).within(specs::soon(std::chrono::milliseconds(200))).hides(R"(button "Hidden key")"),
               Error);
}

TEST_F(Targets, FindElementsThatTheBrowserReportsLate) {
  specs::require_roles_of_internals(page());
  show("<p id=at></p>");
  page().evaluate(
      "setTimeout(() => { customElements.define('x-late', class extends HTMLElement {"
      "  constructor() { super(); this.attachInternals().role = 'button'; this.onclick = () => document.title = "
      "'late'; } });"
      " at.innerHTML = '<x-late>Late</x-late>'; }, 300); 0");
  page().click(R"(button "Late")");
  EXPECT_EQ(page().title(), "late");
}

// All are asked, if not all at once.
TEST_F(Targets, AClosedRootAmongThousandsOfEmptyElementsIsFound) {
  show(
      "<body><script>document.body.innerHTML = '<i></i><span></span>'.repeat(600) + '<p id=host></p>';"
      "document.getElementById('host').attachShadow({ mode: 'closed' }).innerHTML = '<button>Far</button>';</script>");
  page().click(R"(button "Far")");
}

// What a search keeps of a large document is followed through all that changes who is called what (document_index.js).
TEST_F(Targets, ALargeDocumentIsSearchedAsItIsNow) {
  show(
      "<body><script>document.body.innerHTML = '<h2>Head</h2><section><button>Other</button></section>'.repeat(1000) +"
      "'<div id=at><button id=it>Pay</button></div><div id=host></div><i id=say>Pay</i>';</script>");
  const std::string pay = R"(button "Pay")", head = R"(heading "Sum")";
  const struct {
    const char* change;
    int buttons, headings;
  } steps[] = {
      {"0", 1, 0},
      {"0", 1, 0},  // from here on it is kept
      {"it.firstChild.data = 'Wait'", 0, 0},
      {"it.textContent = 'PAY '", 0, 0},
      {"it.textContent = ' Pay '", 1, 0},
      {"at.insertAdjacentHTML('beforeend', '<button>Pay</button>')", 2, 0},
      {"it.innerHTML = '<b>Pay</b>'", 2, 0},
      {"it.innerHTML = '<b>Wait</b>'", 1, 0},
      {"it.ariaLabel = 'Pay'", 2, 0},
      {"it.removeAttribute('aria-label')", 1, 0},
      {"it.setAttribute('aria-labelledby', 'say')", 2, 0},
      {"it.removeAttribute('aria-labelledby')", 1, 0},
      {"say.outerHTML = '<label id=say for=it>Pay</label>'", 2, 0},
      {"say.remove()", 1, 0},
      {"host.attachShadow({ mode: 'open' }).innerHTML = '<button>Pay</button>'", 2, 0},
      {"host.shadowRoot.append(at)", 2, 0},
      {"globalThis.gone = host, host.remove()", 0, 0},
      {"document.body.append(gone)", 2, 0},
      {"host.after(host.shadowRoot.firstChild)", 2, 0},
      {"host.hidden = true", 1, 0},
      {"document.querySelector('h2').attachShadow({ mode: 'open' }).textContent = 'Sum'", 1, 1},
      {"document.querySelector('section').innerHTML = '<button>Pay</button><h2>Sum</h2>'", 2, 2},
      {"document.body.innerHTML += '<button>Pay</button>'", 3, 1},  // no shadow root is written into markup
      {"document.body.style.textTransform = 'uppercase'", 3, 0},
      {"document.write('<p>'.repeat(3000) + '<button>Pay</button>'), document.close()", 1, 0},
      {"document.querySelector('button').replaceWith('')", 0, 0},
  };
  for (const auto& [change, buttons, headings] : steps) {
    page().evaluate(std::string(change) + ", 0");
    EXPECT_NO_THROW(expect(page()).count(pay, buttons).count(head, headings).count(pay, buttons)) << change;
  }
}

TEST_F(Targets, ALargeDocumentIsSearchedByTheRolesThatAreInItNow) {
  show(
      "<body><script>document.body.innerHTML = '<h2>Head</h2><section><p>Text</p></section>'.repeat(1000) +"
      "'<div id=at><i id=it role=button>Pay</i> <b id=too>Pay</b></div>';</script>");
  const struct {
    const char* change;
    int buttons;
  } steps[] = {
      {"0", 1},
      {"0", 1},  // from here on they are kept
      {"it.removeAttribute('role')", 0},
      {"it.setAttribute('role', 'link')", 0},
      {"it.setAttribute('role', 'BUTTON')", 1},
      {"too.setAttribute('role', 'x button')", 2},
      {"globalThis.gone = it, gone.remove()", 1},
      {"gone.setAttribute('role', 'link'), document.body.append(gone)", 1},
      {"gone.setAttribute('role', 'button')", 2},
      {"gone.remove(), gone.setAttribute('role', 'link'), gone.setAttribute('role', 'button')",
       1},  // what has gone is told of, too
      {"at.append(gone)", 2},
      {"document.body.insertAdjacentHTML('beforeend', '<u><s role=button>Pay</s></u>'.repeat(40))", 42},
      {"document.querySelectorAll('u').forEach(each => each.remove())", 2},
      {"document.body.insertAdjacentHTML('beforeend', '<u role=button>Pay</u>'.repeat(600))", 602},
      {"document.querySelectorAll('u').forEach(each => each.remove())", 2},
      {"at.attachShadow({ mode: 'open' }).append(it)", 1},
      {"at.remove()", 0},
  };
  for (const auto& [change, buttons] : steps) {
    page().evaluate(std::string(change) + ", 0");
    EXPECT_NO_THROW(expect(page()).count(R"(button "Pay")", buttons)) << change;
    EXPECT_NO_THROW(expect(page()).count(R"(button "Pay")", buttons)) << change;
  }
}

// The second click goes by the roots that the first one knew, and looks for others while its answer is on its way
// (document_index.js).
TEST_F(Targets, ARootThatIsAttachedBetweenTwoClicksIsKnownToTheSecond) {
  const Target pay(R"(button "Pay")");
  for (const std::string frame : {"", "<iframe title=Other srcdoc='<p>Text</p>'></iframe>"}) {
    show(
        "<body><script>document.body.innerHTML = '<div id=host></div><button id=it>Pay</button>' +"
        "'<h2>Head</h2><section><p>Text</p></section>'.repeat(2000) + '<div id=too></div>'; globalThis.pressed = [];"
        "document.body.onclick = event => pressed.push(event.composedPath()[0].id)</script>" +
        frame);
    const auto pressed = [&] { return page().evaluate("pressed.join()"); };
    for (int i = 0; i < 3; ++i) page().click(pay);
    EXPECT_EQ(pressed(), "it,it,it");
    // One that is there beside the other, which alone would have been found.
    page().evaluate("host.attachShadow({ mode: 'open' }).innerHTML = '<button>Pay</button>', 0");
    EXPECT_EQ(error_of_click(pay.text()).kind(), ErrorKind::Ambiguous) << frame;
    EXPECT_EQ(pressed(), "it,it,it") << frame;
    // One that is there alone, where none would have been found.
    page().evaluate("it.hidden = host.hidden = true, 0");
    page().evaluate("too.attachShadow({ mode: 'open' }).innerHTML = '<button id=second>Pay</button>', 0");
    page().click(pay);
    EXPECT_EQ(pressed(), "it,it,it,second") << frame;
    // One that has nothing to do with it.
    page().evaluate("document.querySelector('section').attachShadow({ mode: 'open' }), 0");
    for (int i = 0; i < 2; ++i) page().click(pay);
    EXPECT_EQ(pressed(), "it,it,it,second,second,second") << frame;
    // One that comes with its element.
    page().evaluate("too.after(host), host.hidden = false, 0");
    EXPECT_EQ(error_of_click(pay.text()).kind(), ErrorKind::Ambiguous) << frame;
    EXPECT_EQ(pressed(), "it,it,it,second,second,second") << frame;
    page().evaluate(
        "globalThis.other = document.createElement('div'), other.attachShadow({ mode: 'open' }).innerHTML ="
        " '<button>Pay</button>', host.remove(), 0");
    page().click(pay);
    page().evaluate("document.body.prepend(other), 0");
    EXPECT_EQ(error_of_click(pay.text()).kind(), ErrorKind::Ambiguous) << frame;
    EXPECT_EQ(pressed(), "it,it,it,second,second,second,second") << frame;
  }
}

}  // namespace
