// Pages that change while they are asked. A heading that a person sees at every moment is never reported as gone, and a
// heading that is never there is never reported as shown. CASEMENT_FALSE_PASS_RUNS says how often each page is asked.
#include <casement/testing.h>

#include <cstdlib>
#include <string>

#include "specs/support/patience.h"

namespace {

using namespace casement;
using namespace std::chrono_literals;

struct Change {
  const char* name;
  // Runs every millisecond in a document with #a and #b; `h` makes a heading with the word.
  const char* script;
  const char* start = "a.append(h())";
};

const Change kChanges[] = {
    {"moves", "(i % 2 ? a : b).append(document.querySelector('h2'))"},
    {"is replaced", "document.querySelector('h2').replaceWith(h())"},
    {"is written again", "a.innerHTML = h().outerHTML"},
    {"changes its copy", "a.hidden = i % 2; b.hidden = !a.hidden", "a.append(h()), b.append(h()), b.hidden = true"},
    {"changes its details", "one.open = i % 2; two.open = !one.open",
     "a.innerHTML = `<details id=one open><summary>1</summary>${h().outerHTML}</details>"
     "<details id=two><summary>2</summary>${h().outerHTML}</details>`"},
    {"moves in and out of an open root", "(i % 2 ? a : b.shadowRoot).append(at())",
     "globalThis.at = () => document.querySelector('h2') ?? b.shadowRoot.querySelector('h2'),"
     "b.attachShadow({ mode: 'open' }), a.append(h())"},
    {"moves in and out of a closed root", "(i % 2 ? a : root).append(at())",
     "globalThis.root = b.attachShadow({ mode: 'closed' }),"
     "globalThis.at = () => document.querySelector('h2') ?? root.querySelector('h2'), a.append(h())"},
    {"stays beside what changes", "b.textContent = i"},
    {"is in a new body", "document.body.innerHTML = `<div id=a>${h().outerHTML}</div><div id=b></div>`"},
    {"has its style changed", "a.style.cssText = i % 2 ? 'content-visibility:auto' : 'opacity:.5'"},
};

enum class Place { Document, SameSite, CrossSite };

class FalsePasses : public SiteTest<"frames"> {
 protected:
  void serve(const char* host, const char* path, const std::string& body) {
    site().route(host, path, answers_text("<!doctype html><title>T</title>" + body, 200, "text/html"));
  }
  static std::string changing(const Change& change, const std::string& word) {
    return "<body><div id=a></div><div id=b></div><script>"
           "const h = () => { const one = document.createElement('h2'); one.textContent = '" +
           word + "'; return one; }; let i = 0; " + change.start + "; setInterval(() => { ++i; " + change.script +
           " }, 1);</script>";
  }
  void open(const Change& change, Place place, const std::string& word) {
    const char* const host = place == Place::CrossSite ? "other.test" : "top.test";
    serve(host, "/changing", changing(change, word));
    serve("top.test", "/", std::string("<iframe title=It src=http://") + host + "/changing></iframe>");
    page().open(place == Place::Document ? "http://top.test/changing" : "http://top.test/");
  }
  // The heading is in the page and in its frame by turns: it leaves neither before it is in the other one.
  void open_hopping(const char* host, const std::string& word) {
    const std::string heading = "'<h2>" + word + "</h2>'";
    serve(host, "/hop",
          "<div id=a></div><script>onmessage = ({ data }) => { a.innerHTML = data ? " + heading +
              " : ''; parent.postMessage(data, '*'); };</script>");
    serve("top.test", "/",
          "<div id=a><h2>" + word + "</h2></div><iframe title=It src=http://" + host +
              "/hop onload='frames[0].postMessage(1, \"*\")'></iframe><script>onmessage = ({ data }) => { a.innerHTML ="
              " data ? '' : " +
              heading + "; if (data) setTimeout(() => { a.innerHTML = " + heading +
              "; frames[0].postMessage(0, '*'); }, 2); else setTimeout(() => frames[0].postMessage(1, '*'), 2); };"
              "</script>");
    page().open("http://top.test/");
  }
  void open_with_new_frames(const char* host, const std::string& word) {
    serve(host, "/new", "<h2>" + word + "</h2>");
    serve("top.test", "/",
          std::string("<script>const next = () => { const old = document.querySelector('iframe'), f ="
                      " document.createElement('iframe'); f.title = 'It'; f.src = 'http://") +
              host +
              "/new'; f.onload = () => { old?.remove(); setTimeout(next, 5); }; document.body.append(f); };"
              " onload = next;</script><p>Page</p>");
    page().open("http://top.test/");
  }

  static int runs() {
    const char* const given = std::getenv("CASEMENT_FALSE_PASS_RUNS");
    return given == nullptr ? 1 : std::atoi(given);
  }
  void never_passes(const std::string& what, const std::function<void(PageExpectation&)>& expect_it) {
    PageExpectation now(page());
    now.within(1ms);
    EXPECT_THROW(expect_it(now), Error) << what;
  }
  void ask_of_shown(const std::string& what) {
    expect(page()).within(specs::soon(10s)).shows("heading 'Total' #1");
    for (int run = 0; run < runs(); ++run) {
      never_passes(what, [](auto& it) { it.hides("heading 'Total'"); });
      never_passes(what, [](auto& it) { it.hides("text 'Total'"); });
      never_passes(what, [](auto& it) { it.count("heading 'Total'", 0); });
      never_passes(what, [](auto& it) { it.state("heading 'Total'", ElementState::Hidden); });
      never_passes(what, [](auto& it) { it.state("text /Tot/", ElementState::Detached); });
    }
  }
  void ask_of_absent(const std::string& what) {
    for (int run = 0; run < runs(); ++run) {
      never_passes(what, [](auto& it) { it.shows("heading 'Total'"); });
      never_passes(what, [](auto& it) { it.count("text 'Total'", 1); });
      never_passes(what, [](auto& it) { it.state("heading 'Total'", ElementState::Visible); });
    }
  }
};

TEST_F(FalsePasses, NeverHappenWhilePagesChange) {
  const struct {
    Place place;
    const char* name;
  } places[] = {
      {Place::Document, "the page"}, {Place::SameSite, "its frame"}, {Place::CrossSite, "a cross-site frame"}};
  for (const auto& [place, where] : places) {
    for (const Change& change : kChanges) {
      const std::string what = std::string("it ") + change.name + " in " + where;
      open(change, place, "Total");
      ask_of_shown(what);
      open(change, place, "Other");
      ask_of_absent(what);
    }
  }
}

TEST_F(FalsePasses, NeverHappenWhileFramesChange) {
  for (const char* const host : {"top.test", "other.test"}) {
    open_hopping(host, "Total");
    ask_of_shown(std::string("it hops to and from a frame of ") + host);
    open_hopping(host, "Other");
    ask_of_absent(std::string("another one hops to and from a frame of ") + host);
    open_with_new_frames(host, "Total");
    ask_of_shown(std::string("it is in new frames of ") + host);
    open_with_new_frames(host, "Other");
    ask_of_absent(std::string("another one is in new frames of ") + host);
  }
}

}  // namespace
