// How long actions take until they return, all their checks included; and a context of one's own.
#include <benchmark/benchmark.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "casement/browser/context/context_session.h"
#include "casement/cdp/connection.h"
#include "casement/process/chrome_process.h"
#include "casement/transport/pipe.h"
#include "specs/bench/bench_stage.h"

namespace casement::bench {
namespace {

// The page at this path. `before`, a lambda of the one benchmark that calls this, is done once and not before each
// repetition: what is measured comes one after the other, as with the peer (peers/playwright.mjs).
template <class Before>
Page& page_after(const std::string& path, Before before) {
  static Page& page = [&]() -> Page& {
    Page& opened = Stage::shared().page(path);
    before(opened);
    return opened;
  }();
  return page;
}

void click(benchmark::State& state) {
  const Target go(R"(button "Go")");
  Page& page = page_after("/small.html", [&](Page& small) {
    small.evaluate("document.querySelector('form').onsubmit = event => event.preventDefault(), 0");
    small.click(go);
  });
  for (auto _ : state) page.click(go);
}

// One of 5,000 links, in a page of 50,000 elements.
void click_large(benchmark::State& state) {
  const Target link(R"(link "link 2500")");
  Page& page = page_after("/large.html", [&](Page& large) {
    large.evaluate("document.onclick = event => event.preventDefault(), 0");
    large.click(link);
  });
  for (auto _ : state) page.click(link);
}

void click_in_sites(benchmark::State& state) {
  const Target press(R"(button "Press" in iframe "http://x9.test/frames.html")");
  Page& page = page_after("/frames.html?sites=10", [&](Page& sites) { sites.click(press); });
  for (auto _ : state) page.click(press);
}

// In the innermost of five frames, one in the other, of five sites.
void click_deep(benchmark::State& state) {
  const Target press(R"(button "Press" in iframe "http://x0.test/frames.html?deep=0")");
  Page& page = page_after("/frames.html?deep=5", [&](Page& deep) { deep.click(press); });
  for (auto _ : state) page.click(press);
}

void fill(benchmark::State& state) {
  const Target name(R"(textbox "Name")");
  Page& page = page_after("/small.html", [&](Page& small) { small.fill(name, "warm"); });
  for (auto _ : state) page.fill(name, "Ada Lovelace");
}

void type_16(benchmark::State& state) {
  Page& page = Stage::shared().page("/small.html");
  const Target name(R"(textbox "Name")");
  page.fill(name, "");
  for (auto _ : state) page.type(name, "sixteen letters!");
}

void context_cycle(benchmark::State& state) {
  Stage& stage = Stage::shared();
  for (auto _ : state) {
    ContextSession& context = stage.new_context();
    context.new_page(Deadline::in(std::chrono::seconds(10)));
    stage.close(context);
  }
}

// What of that is Chrome's own: the bare commands until the page answers, to a Chrome that nobody else asks anything.
class RawChrome {
 public:
  RawChrome()
      : process_(ChromeProcess::start(Stage::shared().options())),
        connection_(std::make_unique<PipeTransport>(process_->take_read_end(), process_->take_write_end())) {
    call("Browser.getVersion", Json::object());
  }
  static RawChrome& shared() {
    static RawChrome chrome;
    return chrome;
  }
  Json call(const char* method, Json params, const cdp::SessionId& session = "") {
    const cdp::Connection::EngineLock lock(connection_);
    return connection_.call({session, method, std::move(params), nullptr}, patience());
  }
  // All are sent before the first is answered.
  void call_together(const char* method, const std::vector<Json>& params, const cdp::SessionId& session) {
    const cdp::Connection::EngineLock lock(connection_);
    std::vector<cdp::Call> calls;
    for (const Json& one : params) calls.push_back(connection_.send({session, method, one, nullptr}));
    for (const cdp::Call& call : calls) connection_.result(call, patience());
  }
  Json evaluate(const std::string& expression, const cdp::SessionId& session) {
    return call("Runtime.evaluate", {{"expression", expression}, {"returnByValue", true}, {"awaitPromise", true}},
                session)
        .at("result")
        .value("value", Json());
  }
  // An empty page; `more` is said of it as Target.createTarget has it.
  cdp::SessionId new_page(Json more = Json::object()) {
    more["url"] = "about:blank";
    const Json page = call("Target.createTarget", std::move(more));
    return call("Target.attachToTarget", {{"targetId", page.at("targetId")}, {"flatten", true}}).at("sessionId");
  }
  // A page of bench.test, loaded.
  cdp::SessionId open(const std::string& path) {
    const cdp::SessionId session = new_page();
    call("Page.navigate", {{"url", "http://bench.test" + path}}, session);
    evaluate("new Promise(resolve => document.readyState === 'complete' ? resolve() : onload = resolve)", session);
    return session;
  }

 private:
  static Deadline patience() { return Deadline::in(std::chrono::seconds(60)); }

  std::unique_ptr<ChromeProcess> process_;
  cdp::Connection connection_;
};

void context_floor(benchmark::State& state) {
  RawChrome& chrome = RawChrome::shared();
  for (auto _ : state) {
    const Json context = chrome.call("Target.createBrowserContext", {{"disposeOnDetach", true}});
    const Json id = context.at("browserContextId");
    chrome.call("Runtime.evaluate", {{"expression", "1"}}, chrome.new_page({{"browserContextId", id}}));
    chrome.call("Target.disposeBrowserContext", {{"browserContextId", id}});
  }
}

// A click without a search or a check: whether the element that is known is at its point, the three events of the
// mouse, and an answer of the page behind them.
class BareClick {
 public:
  BareClick(const std::string& path, const std::string& element) : page_(chrome_.open(path)) {
    const Json at =
        chrome_.evaluate("document.onclick = event => event.preventDefault(); globalThis.it = " + element +
                             "; it.scrollIntoView({ block: 'center' }); "
                             "(box => [box.x + box.width / 2, box.y + box.height / 2])(it.getBoundingClientRect())",
                         page_);
    is_there_ = "document.elementFromPoint(" + at[0].dump() + ", " + at[1].dump() + ") === it";
    events_.push_back({{"type", "mouseMoved"}, {"x", at[0]}, {"y", at[1]}});
    for (const char* type : {"mousePressed", "mouseReleased"}) {
      events_.push_back({{"type", type}, {"x", at[0]}, {"y", at[1]}, {"button", "left"}, {"clickCount", 1}});
    }
    click();
  }
  void click() {
    if (chrome_.evaluate(is_there_, page_) != true) throw std::logic_error("the element is not at its point");
    chrome_.call_together("Input.dispatchMouseEvent", events_, page_);
    chrome_.evaluate("1", page_);
  }

 private:
  RawChrome& chrome_ = RawChrome::shared();
  cdp::SessionId page_;
  std::string is_there_;
  std::vector<Json> events_;
};

void click_floor(benchmark::State& state) {
  static BareClick go("/small.html", "document.querySelector('button')");
  for (auto _ : state) go.click();
}

void click_large_floor(benchmark::State& state) {
  static BareClick link("/large.html", "document.querySelectorAll('a')[2500]");
  for (auto _ : state) link.click();
}

// A context with its page that was made ready while a test ran, until it is in hand.
void prepared_context(benchmark::State& state) {
  Stage& stage = Stage::shared();
  Page& test = stage.page("/small.html");
  for (auto _ : state) {
    state.PauseTiming();
    stage.browser().prepare_context({});
    test.evaluate("new Promise(resolve => setTimeout(resolve, 250))");  // the test
    state.ResumeTiming();
    ContextSession& context = stage.new_context();
    context.new_page(Deadline::in(std::chrono::seconds(10)));
    state.PauseTiming();
    stage.close(context);
    state.ResumeTiming();
  }
}

#define CASEMENT_BENCH(function, name) \
  BENCHMARK(function)                  \
      ->Name(name)                     \
      ->Iterations(1)                  \
      ->Repetitions(30)                \
      ->ReportAggregatesOnly()         \
      ->Unit(benchmark::kMillisecond)  \
      ->UseRealTime()

CASEMENT_BENCH(click, "click");
CASEMENT_BENCH(click_large, "click large");
CASEMENT_BENCH(click_floor, "click floor");
CASEMENT_BENCH(click_large_floor, "click large floor");
CASEMENT_BENCH(click_in_sites, "click in frame");
CASEMENT_BENCH(click_deep, "click 5 sites deep");
CASEMENT_BENCH(fill, "fill");
CASEMENT_BENCH(type_16, "type 16");
CASEMENT_BENCH(context_cycle, "context");
CASEMENT_BENCH(context_floor, "context floor");
CASEMENT_BENCH(prepared_context, "prepared context");

}  // namespace
}  // namespace casement::bench

BENCHMARK_MAIN();
