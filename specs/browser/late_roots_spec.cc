// Closed shadow roots that are attached after Casement has looked at their elements: nothing reports them.
#include <casement/testing.h>

#include <string>

#include "casement/api/engine.h"
#include "casement/browser/page/page_session.h"
#include "specs/browser/targets_fixture.h"
#include "specs/support/patience.h"

namespace {

using namespace casement;
using namespace std::chrono_literals;

struct LateRoot {
  const char* name;
  const char* markup;
  const char* attach;  // a script that attaches a root to #host
};

constexpr const char* kFill = "host.attachShadow({ mode: 'closed' }).innerHTML = '<button>Ask us</button>'";
constexpr const char* kSlotted =
    "host.attachShadow({ mode: 'closed' }).innerHTML = '<button>Ask us</button><slot></slot>'";

const LateRoot kLateRoots[] = {
    {"an empty element", "<div id=host></div>", kFill},
    {"an empty element of a fixed size", "<div id=host style='width:300px;height:90px'></div>", kFill},
    {"white space", "<div id=host> </div>", kFill},
    {"text", "<div id=host>Loading</div>", kFill},
    {"an element", "<div id=host><p>Loading</p></div>", kFill},
    {"an element that stays in a slot", "<div id=host><p>Loading</p></div>", kSlotted},
    {"text that stays in a slot", "<div id=host>Loading</div>", kSlotted},
    {"a custom element that is not defined", "<x-chat id=host></x-chat>", kFill},
    {"a custom element that was defined before",
     "<x-chat id=host></x-chat><script>customElements.define('x-chat', class extends HTMLElement {})</script>", kFill},
    {"one of many custom elements",
     "<x-one></x-one><x-one id=host></x-one><script>customElements.define('x-one', class extends HTMLElement "
     "{})</script>",
     kFill},
    {"an element that was hidden", "<div id=host hidden></div>",
     "host.hidden = false, host.attachShadow({ mode: 'closed' }).innerHTML = '<button>Ask us</button>'"},
    {"an element that is moved", "<section></section><div id=host></div>",
     "document.querySelector('section').append(host),"
     "host.attachShadow({ mode: 'closed' }).innerHTML = '<button>Ask us</button>'"},
    {"an element in an open root",
     "<div id=outer></div><script>outer.attachShadow({ mode: 'open' }).innerHTML = '<p id=in></p>'</script>",
     "outer.shadowRoot.firstChild.attachShadow({ mode: 'closed' }).innerHTML = '<button>Ask us</button>'"},
    {"a root of markup", "<main></main>",
     "document.querySelector('main').setHTMLUnsafe("
     "'<div><template shadowrootmode=closed><button>Ask us</button></template>x</div>')"},
    {"a clone", "<main></main>",
     "(() => { const t = document.createElement('template'); t.setHTMLUnsafe('<div><template shadowrootmode=closed "
     "shadowrootclonable><button>Ask us</button></template></div>');"
     "document.querySelector('main').append(t.content.firstChild.cloneNode(true)); })()"},
    {"an element in a closed root",
     "<div id=outer></div><script>var root = outer.attachShadow({ mode: 'closed' }); root.innerHTML = "
     "'<p></p>'</script>",
     "root.firstChild.attachShadow({ mode: 'closed' }).innerHTML = '<button>Ask us</button>'"},
    {"an element among many", "<div id=host></div><script>document.write('<div>x</div>'.repeat(3000))</script>", kFill},
};

class LateRoots : public specs::Targets {
 protected:
  void look_at(const LateRoot& root) {
    show(std::string(root.markup) + "<h1>Leaf</h1>");
    expect(page()).shows("heading 'Leaf'");
    EXPECT_FALSE(page().shows("button 'Ask us'")) << root.name;  // every element that is worth it has been asked
    page().snapshot();
  }
};

TEST_F(LateRoots, AreFoundByAnExpectationThatWaits) {
  page().set_default_timeout(specs::soon(10s));
  for (const LateRoot& root : kLateRoots) {
    look_at(root);
    page().evaluate("setTimeout(() => { " + std::string(root.attach) + " }, 150), 0");
    EXPECT_NO_THROW(expect(page()).shows("button 'Ask us'")) << root.name;
  }
}

TEST_F(LateRoots, AreFoundByAnAction) {
  page().set_default_timeout(specs::soon(10s));
  for (const LateRoot& root : kLateRoots) {
    look_at(root);
    page().evaluate("setTimeout(() => { " + std::string(root.attach) + " }, 150), 0");
    EXPECT_NO_THROW(page().click("button 'Ask us'")) << root.name;
  }
}

// Also where nothing else changes any more, so that no reading walks the page.
TEST_F(LateRoots, AreInALaterSnapshot) {
  for (const LateRoot& root : kLateRoots) {
    look_at(root);
    page().evaluate(std::string(root.attach) + ", 0");
    page().set_default_timeout(specs::soon(10s));
    EXPECT_NO_THROW(expect(page()).snapshot("- button \"Ask us\"")) << root.name;
  }
}

// Also of elements with children, about which a first reading does not ask.
TEST_F(LateRoots, AreFoundAtOnceIfTheyCameWithThePage) {
  for (const LateRoot& root : kLateRoots) {
    for (const bool is_read : {false, true}) {
      show(std::string(root.markup) + "<h1>Leaf</h1><script>" + root.attach + "</script>");
      if (is_read) page().snapshot();
      EXPECT_TRUE(page().shows("button 'Ask us'")) << root.name << (is_read ? ", after a reading" : "");
    }
  }
}

// A query has room for 250 elements. A search of a large page takes longer than a query, so that one search has to do.
TEST_F(LateRoots, CostASearchOfAPageOfEmptyElementsNoFurtherSearch) {
  show("<script>document.write('<div></div>'.repeat(1400))</script><h1>Leaf</h1>");
  expect(page()).shows("heading 'Leaf'");
  const auto in_world = [&](const std::string& expression) {
    PageSession& target = engine_of(page());
    const cdp::Connection::EngineLock lock(target.connection());
    const Json answer = target.connection().call(
        {target.session(),
         "Runtime.evaluate",
         {{"expression", expression}, {"uniqueContextId", target.frames().main().world->unique_id}}},
        Deadline::in(specs::soon(10s)));
    return answer.at("result").value("value", Json());
  };
  in_world(
      "casement.searches = 0; (own => { casement.observe = (...all) => (++casement.searches, own(...all)) "
      "})(casement.observe)");
  EXPECT_FALSE(page().shows("text 'Ask us'"));
  EXPECT_EQ(in_world("casement.searches"), 1);
  EXPECT_EQ(in_world("casement.countUnasked()"), 0);
  page().evaluate("document.querySelectorAll('div')[1300].attachShadow({ mode: 'closed' }).innerHTML = 'Ask us'; 0");
  page().set_default_timeout(specs::soon(2s));  // nothing else changes, so that the last look finds it
  EXPECT_NO_THROW(expect(page()).shows("text 'Ask us'"));
}

// What is in a late root is not gone.
TEST_F(LateRoots, KeepTheirTextsFromBeingHidden) {
  for (const LateRoot& root : kLateRoots) {
    look_at(root);
    page().evaluate(std::string(root.attach) + ", 0");
    page().set_default_timeout(specs::soon(10s));
    EXPECT_NO_THROW(expect(page()).shows("button 'Ask us'")) << root.name;
    EXPECT_THROW(expect(page()).within(1ms).hides("button 'Ask us'"), Error) << root.name;
  }
}

}  // namespace
