// Copies of pages for traces, drawn again by the page of a trace without scripts and without a network, beside the
// pages themselves.
#include <casement/testing.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "casement/base/text.h"
#include "specs/support/drawn_trace.h"

namespace {

using namespace casement;
using specs::Traced;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class TracedCheckout : public Traced<"checkout"> {};
class TracedPage : public Traced<"actions"> {};

TEST_F(TracedCheckout, IsDrawnWithTheFramesOfOtherSites) {
  page().open("http://shop.test/checkout");
  page().fill("textbox 'E-mail'", "ada@example.com");
  page().check("checkbox 'I accept the terms'");
  EXPECT_EQ(difference(0.0003), "");  // the box under the pointer has a colour of its own
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
  copier.ask(engine_of(page()), Milliseconds(5'000), PageCopier::Resources::Later);
  page().fill("textbox 'E-mail'", "after@example.com");
  page().snapshot();
  Json moment = copier.received().moment;
  PageCopier::read_copies(moment);
  EXPECT_EQ(moment["frames"].size(), 5u);  // the visible ones
  for (const Json& frame : moment["frames"]) EXPECT_TRUE(frame.contains("copy")) << frame;
  EXPECT_THAT(moment.dump(), AllOf(HasSubstr("before@example.com"), Not(HasSubstr("after@example.com"))));
  EXPECT_TRUE(copier.received().moment.is_null());
  copier.ask(engine_of(page()), Milliseconds(5'000), PageCopier::Resources::Later);
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
  copier.ask(engine_of(page()), Milliseconds(1), PageCopier::Resources::Later);
  const PageCopier::Received late = received(copier, page());
  EXPECT_TRUE(late.moment.is_null());
  EXPECT_TRUE(late.took_too_long);
  EXPECT_GE(late.milliseconds, 1);
  copier.ask(engine_of(page()), Milliseconds(60'000), PageCopier::Resources::Later);
  Json whole = received(copier, page()).moment;
  PageCopier::read_copies(whole);
  EXPECT_TRUE(whole["frames"][0]["copy"]["isWhole"]);
  EXPECT_GT(whole["frames"][0]["copy"]["nodes"].size(), 80'000u);
}

TEST_F(TracedPage, ACopyOfADocumentThatHasGoneIsTheOneOfItsMoment) {
  show("<p>first</p>");
  PageCopier copier;
  copier.ask(engine_of(page()), Milliseconds(5'000), PageCopier::Resources::Later);
  page().open("http://actions.test/blank.html?second");
  const PageCopier::Received first = copier.received();
  EXPECT_THAT(first.moment.dump(), AllOf(HasSubstr("first"), Not(HasSubstr("second"))));
  page().close();
  copier.ask(engine_of(page()), Milliseconds(5'000), PageCopier::Resources::Later);
  EXPECT_TRUE(copier.received().moment.is_null());
}

TEST_F(TracedPage, DrawsAPictureThatCameByARedirect) {
  site().route("actions.test", "/moved.svg", redirects_to("http://actions.test/square.svg"));
  site().route("actions.test", "/square.svg",
               answers_text("<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'/>", 200, "image/svg+xml"));
  show("<img id=i src=/moved.svg>");
  page().evaluate("i.decode().then(() => 0)");
  EXPECT_EQ(ask(drawn({copy()}), "d.getElementById('i').decode().then(() => d.getElementById('i').naturalWidth)"), 20);
}

TEST_F(TracedPage, APressInTheDrawingLeadsNowhere) {
  show("<a href=http://actions.test/elsewhere>go</a><form action=/x><button>send</button></form>");
  const Page viewer = drawn({copy()});
  viewer.click("link 'go'");
  viewer.click("button 'send'");
  EXPECT_EQ(ask(viewer, "d.querySelectorAll('a, button').length"), 2);
}

TEST_F(TracedPage, MarksThePointOfAClick) {
  show("<button style='position:fixed;left:0;top:300px;width:100px;height:40px'>Pay</button>");
  const std::string ref = page().hover("button 'Pay'").ref;
  const Json moment = copy();
  const auto mark = [&](double x, double y) {
    const Page viewer = drawn({moment}, {{"steps", Json::array({{{"title", "click"},
                                                                 {"milliseconds", 1},
                                                                 {"matched", "button \"Pay\" [" + ref + "]"},
                                                                 {"point", {{"x", x}, {"y", y}}},
                                                                 {"moment_before", 0},
                                                                 {"moment_after", 0}}})}});
    viewer.click("tab 'Before'");
    return viewer.evaluate("[document.getElementById('point').style.left, document.getElementById('point').style.top]");
  };
  EXPECT_EQ(mark(10, 305), Json::array({"10px", "305px"}));
  EXPECT_EQ(mark(10, 100), Json::array({"50px", "320px"}));  // the button was elsewhere when it was clicked
}

TEST_F(TracedPage, ShowsNoscriptIfScriptsAreOff) {
  site().route("actions.test", "/noscript.html",
               answers_text("<!doctype html><head><noscript><style>h1 { color: rgb(1, 2, 3) }</style></noscript></head>"
                            "<h1>Tea</h1><noscript><p>Without scripts</p></noscript>",
                            200, "text/html"));
  const auto drawing = [&](const std::string& name, bool javascript) {
    Page visitor = user(name, {.javascript = javascript}).page();
    visitor.open("http://actions.test/noscript.html");
    return ask(drawn({specs::copy_of(visitor)}),
               "[d.body.innerText.replace(/\\s+/g, ' '), d.defaultView.getComputedStyle(d.querySelector('h1')).color]");
  };
  EXPECT_EQ(drawing("reader", false), Json::array({"Tea Without scripts", "rgb(1, 2, 3)"}));
  EXPECT_EQ(drawing("visitor", true), Json::array({"Tea", "rgb(0, 0, 0)"}));
}

TEST_F(TracedPage, HasFactsThatHelpToRepeatItsTest) {
  const Page visitor =
      user("visitor", {.base_url = "http://ada:hunter2@actions.test/", .viewport_width = 800, .viewport_height = 600})
          .page();
  PageCopier copier;
  copier.copy(engine_of(visitor), Deadline::patient(Milliseconds(10'000)));
  std::map<std::string, std::string> facts;
  for (const results::Property& fact : copier.facts()) facts[fact.name] = fact.value;
  EXPECT_THAT(facts["browser"], HasSubstr("Chromium "));
  EXPECT_EQ(facts["viewport"], "800 × 600");
  EXPECT_EQ(facts["base address"], "http://actions.test/");
  EXPECT_THAT(facts["time of a step"], HasSubstr("at most "));
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
TEST_F(TracedPage, LeavesThePlacesOfShapesAsTheyAre) {
  show("<svg><g transform='translate(0.4242424242424242,0)'><title>5555555555554444</title></g></svg>");
  EXPECT_THAT(copy().dump(), AllOf(HasSubstr("translate(0.4242424242424242,0)"), Not(HasSubstr("5555555555554444"))));
}

TEST_F(TracedPage, DrawsAShapeThatIsNamedByTheWholeAddress) {
  show(
      "<svg width=0 height=0><symbol id=s viewBox='0 0 9 9'><rect width=9 height=9 fill=teal /></symbol></svg>"
      "<svg width=60 height=60><use href='http://actions.test/blank.html#s'/></svg>");
  EXPECT_EQ(difference(), "");
}

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

class TracedRequests : public Traced<"network"> {
 protected:
  void fetch(const std::string& call) { page().evaluate("fetch(" + call + ").then(a => a.text()).then(() => null)"); }
  // The requests that a trace would have, as the page is now.
  Json requests() {
    copier_.copy(engine_of(page()), Deadline::patient(Milliseconds(10'000)));
    Json all = copier_.requests().entries();
    RequestCopier::cut_texts(all);
    return all;
  }
  static Json with_url(const Json& all, const std::string& url) {
    for (const Json& one : all) {
      if (one["request"]["url"] == url) return one;
    }
    ADD_FAILURE() << "no request of " << url << " in " << all.dump(1);
    return {};
  }
  static std::string header(const Json& message, const std::string& name) {
    for (const Json& one : message["headers"]) {
      if (ascii_lower(one["name"].get<std::string>()) == name) return one["value"];
    }
    return "";
  }

  PageCopier copier_;
};

TEST_F(TracedRequests, HaveHeadersAndBodies) {
  site().route("top.test", "/stock", answers_json({{"left", 3}}));
  page().open("http://top.test/plain.html");
  fetch(
      "'/stock', {method: 'POST', body: '{\"tea\":\"Käse\"}', headers: {'Content-Type': 'application/json', "
      "Authorization: 'Bearer hunter2hunter2', 'X-Shop': 'tea'}}");
  const Json all = requests();
  const Json document = with_url(all, "http://top.test/plain.html");
  EXPECT_THAT(document["response"]["content"]["text"].get<std::string>(), HasSubstr("<!doctype html>"));
  const Json stock = with_url(all, "http://top.test/stock");
  EXPECT_EQ(stock["_resourceType"], "fetch");
  EXPECT_EQ(stock["request"]["postData"]["text"], "{\"tea\":\"Käse\"}");
  EXPECT_EQ(stock["response"]["content"]["text"], "{\"left\":3}");
  EXPECT_EQ(header(stock["request"], "authorization"), "Bearer •••");
  EXPECT_EQ(header(stock["request"], "x-shop"), "tea");
  EXPECT_THAT(header(stock["response"], "content-type"), HasSubstr("application/json"));
  EXPECT_GT(stock["_began"], 1.7e12);
  EXPECT_GE(stock["time"], 0);
}

TEST_F(TracedRequests, AreMarkedIfARouteLetsThemPass) {
  site().route("top.test", "/stock", answers_json({{"left", 3}}));
  page().open("http://top.test/plain.html");
  page().network().route("*/stock", RouteAnswer::proceed());
  fetch("'/stock'");
  const Json all = requests();
  EXPECT_EQ(with_url(all, "http://top.test/stock")["_passed_by_test"], true);
  EXPECT_FALSE(with_url(all, "http://top.test/stock").contains("_answered_by_test"));
  EXPECT_FALSE(with_url(all, "http://top.test/plain.html").contains("_passed_by_test"));
}

TEST_F(TracedRequests, HaveNoCardNumbersAndCodes) {
  site().route("top.test", "/pay",
               answers_json({{"number", "4242 4242 4242 4242"}, {"otp", "483920"}, {"zip", "94103"}}));
  page().open("http://top.test/plain.html");
  fetch(
      "'/pay?card=4242424242424242&cvc=123&zip=94103', {method: 'POST', headers: {'X-Otp': '483920'}, "
      "body: new URLSearchParams({number: '4242424242424242', security_code: '737', zip: '94103'})}");
  Json entries = requests();
  for (Json& one : entries) {  // a time may have the digits of a code
    for (const char* const time : {"_began", "startedDateTime", "time", "timings"}) one.erase(time);
  }
  const std::string all = entries.dump();
  for (const char* const secret : {"424242424242", "4242 4242 4242", "483920", "cvc=123", "737"})
    EXPECT_THAT(all, Not(HasSubstr(secret)));
  EXPECT_THAT(all, HasSubstr("zip=94103"));
  EXPECT_THAT(all, HasSubstr("\\\"zip\\\":\\\"94103\\\""));
}

TEST_F(TracedRequests, HaveTextsUpToTheirLimits) {
  site().route("top.test", "/long", answers_text(std::string(70'000, 'x') + "é" + std::string(10'000, 'y')));
  site().route("top.test", "/huge", answers_text(std::string(3'000'000, 'z')));
  site().route("top.test", "/picture", answers_text("GIF89a", 200, "image/gif"));
  page().open("http://top.test/plain.html");
  fetch("'/long', {method: 'POST', body: 'p'.repeat(66000)}");
  fetch("'/huge'");
  fetch("'/picture'");
  Json all = requests();
  const Json text = with_url(all, "http://top.test/long");
  EXPECT_EQ(text["response"]["content"]["text"], std::string(65'536, 'x'));
  EXPECT_EQ(text["response"]["content"]["comment"], "the first 65536 of 80002 bytes");
  EXPECT_EQ(text["response"]["content"]["size"], 80'002);
  EXPECT_EQ(text["request"]["postData"]["text"].get<std::string>().size(), 66'000u);
  EXPECT_EQ(with_url(all, "http://top.test/huge")["response"]["content"]["comment"],
            "no body: 3000000 bytes are too many");
  EXPECT_FALSE(with_url(all, "http://top.test/picture")["response"]["content"].contains("text"));
  for (int i = 0; i < 32; ++i) fetch("'/long?" + std::to_string(i) + "'");
  all = requests();
  EXPECT_LT(all.dump().size(), 2'500'000u);
  EXPECT_EQ(with_url(all, "http://top.test/long")["response"]["content"]["comment"],
            "no body: the texts of the case exceed 2 MiB");
  EXPECT_TRUE(with_url(all, "http://top.test/long?31")["response"]["content"].contains("text"));
}

TEST_F(TracedRequests, HaveAReasonForABodyThatThePageHasNotRead) {
  site().route("top.test", "/small", answers_json({{"closed", true}}));
  site().route("top.test", "/large", answers_text(std::string(900'000, 'x')));
  page().open("http://top.test/plain.html");
  for (const char* const path : {"/small", "/large"})
    page().evaluate("fetch('" + std::string(path) +
                    "').then(answer => { window.kept = answer; return answer.status; })");
  const Json all = requests();
  const Json small = with_url(all, "http://top.test/small")["response"]["content"];
  EXPECT_TRUE(small.contains("text") || small.contains("comment")) << small;
  EXPECT_EQ(with_url(all, "http://top.test/large")["response"]["content"]["comment"],
            "the page had not read the whole body");
}

TEST_F(TracedRequests, AreShownByTheTraceThoseOfTheStepFirst) {
  site().route("top.test", "/stock", answers_json({{"left", "</script><b>"}}));
  page().open("http://top.test/plain.html");
  const Json moment = copier_.copy(engine_of(page()), Deadline::patient(Milliseconds(10'000)));
  fetch("'/stock'");
  Json all = requests();
  for (Json& one : all) one["_step"] = one["request"]["url"] == "http://top.test/stock" ? 0 : 1;
  const Page viewer = drawn({moment}, {{"requests", all}});
  viewer.click("tab 'Network'");
  EXPECT_TRUE(viewer.shows("heading 'In this step'"));
  EXPECT_EQ(viewer.evaluate("[...document.querySelectorAll('.requests button')].map(b => b.textContent)"),
            Json::array({"GET http://top.test/stock", "GET http://top.test/plain.html"}));
  viewer.click("button 'GET http://top.test/stock'");
  EXPECT_EQ(viewer.evaluate("document.querySelector('#panel pre').textContent"), "{\n  \"left\": \"</script><b>\"\n}");
  EXPECT_THAT(viewer.evaluate("document.getElementById('panel').textContent").get<std::string>(),
              HasSubstr("application/json"));
  viewer.click("button '‹ All requests'");
  EXPECT_TRUE(viewer.shows("heading 'In other steps'"));
}

TEST_F(TracedRequests, OfSocketsShowTheirMessages) {
  site().route("top.test", "/live", answers_text("data: <b>\n\n", 200, "text/event-stream"));
  page().open("http://top.test/plain.html");
  const Json moment = copier_.copy(engine_of(page()), Deadline::patient(Milliseconds(10'000)));
  Awaited<SocketMessage> next = page().next_message("*/live");
  page().evaluate("void new EventSource('/live')");
  next.get();
  Json all = requests();
  for (Json& one : all) one["_step"] = 0;
  Json& live = all.back();
  live["_messagesLeftOut"] = 5;
  live["_webSocketMessages"] = Json::array(
      {{{"type", "send"}, {"time", 1.5}, {"opcode", 2}, {"data", "AQI="}},
       {{"type", "receive"}, {"time", 2}, {"opcode", 1}, {"data", ""}, {"_cut", true}, {"_bytes", 70'000}}});
  const Page viewer = drawn({moment}, {{"requests", all}});
  viewer.click("tab 'Network'");
  viewer.click("button 'GET http://top.test/live'");
  const std::string text = viewer.evaluate("document.getElementById('panel').textContent").get<std::string>();
  EXPECT_THAT(text, AllOf(HasSubstr("5 messages were left out"), HasSubstr("00:00:01.500 sendbase64: AQI="),
                          HasSubstr("00:00:02.000 receive(empty) … of 70000 bytes")));
  live.erase("_webSocketMessages");
  const Page other = drawn({moment}, {{"requests", all}});
  other.click("tab 'Network'");
  other.click("button 'GET http://top.test/live'");
  EXPECT_THAT(other.evaluate("document.getElementById('panel').textContent").get<std::string>(),
              HasSubstr("message<b>"));
}

}  // namespace
