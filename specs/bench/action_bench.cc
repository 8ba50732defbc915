// How long actions take until they return, all their checks included; and a context of one's own.
#include <benchmark/benchmark.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "casement/cdp/connection.h"
#include "casement/process/chrome_process.h"
#include "casement/transport/pipe.h"
#include "specs/bench/bench_stage.h"

namespace casement::bench {
namespace {

void click(benchmark::State& state) {
  Page& page = Stage::shared().page("/small.html");
  page.evaluate("document.querySelector('form').onsubmit = event => event.preventDefault(), 0");
  const Target go(R"(button "Go")");
  page.click(go);
  for (auto _ : state) page.click(go);
}

// One of 5,000 links, in a page of 50,000 elements.
void click_large(benchmark::State& state) {
  Page& page = Stage::shared().page("/large.html");
  page.evaluate("document.onclick = event => event.preventDefault(), 0");
  const Target link(R"(link "link 2500")");
  page.click(link);
  for (auto _ : state) page.click(link);
}

void click_in_sites(benchmark::State& state) {
  Page& page = Stage::shared().page("/frames.html?sites=10");
  const Target press(R"(button "Press" in iframe "http://x9.test/frames.html")");
  page.click(press);
  for (auto _ : state) page.click(press);
}

// In the innermost of five frames, one in the other, of five sites.
void click_deep(benchmark::State& state) {
  Page& page = Stage::shared().page("/frames.html?deep=5");
  const Target press(R"(button "Press" in iframe "http://x0.test/frames.html?deep=0")");
  page.click(press);
  for (auto _ : state) page.click(press);
}

void fill(benchmark::State& state) {
  Page& page = Stage::shared().page("/small.html");
  const Target name(R"(textbox "Name")");
  page.fill(name, "warm");
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
    Context& context = stage.new_context();
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
  Json call(const char* method, Json params, const cdp::SessionId& session = "") {
    const cdp::Connection::EngineLock lock(connection_);
    return connection_.call({session, method, std::move(params), nullptr}, Deadline::in(std::chrono::seconds(60)));
  }

 private:
  std::unique_ptr<ChromeProcess> process_;
  cdp::Connection connection_;
};

void context_floor(benchmark::State& state) {
  static RawChrome chrome;
  for (auto _ : state) {
    const Json context = chrome.call("Target.createBrowserContext", {{"disposeOnDetach", true}});
    const Json id = context.at("browserContextId");
    const Json page = chrome.call("Target.createTarget", {{"url", "about:blank"}, {"browserContextId", id}});
    const Json attached = chrome.call("Target.attachToTarget", {{"targetId", page.at("targetId")}, {"flatten", true}});
    chrome.call("Runtime.evaluate", {{"expression", "1"}}, attached.at("sessionId"));
    chrome.call("Target.disposeBrowserContext", {{"browserContextId", id}});
  }
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
    Context& context = stage.new_context();
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
