// The time from `send` of a live handle until the handler of the page runs, and from the page's `send` until
// `wait_for_message` returns; the cost of recorded messages for the page; timers of a fake clock. The page and this
// program read the same clock.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "casement/api/clock.h"
#include "casement/browser/page/page_session.h"
#include "specs/bench/bench_stage.h"
#include "specs/bench/run_benchmarks.h"

namespace casement::bench {
namespace {

double milliseconds_since_1970() {
  return std::chrono::duration<double, std::milli>(std::chrono::system_clock::now().time_since_epoch()).count();
}

constexpr const char* kPage =
    "const now = () => performance.timeOrigin + performance.now();"
    "const answer = event => socket.send(JSON.stringify({got: got = now(), sent: now()}));"
    "let got; const socket = new WebSocket('ws://bench.test/live'); socket.onopen = () => socket.send('open');"
    "socket.onmessage = answer; new EventSource('/prices').onmessage = answer;";

// Sends by `send`, and measures one of the two ways.
template <class Send>
void measure(benchmark::State& state, bool is_to_page, Send send) {
  SiteServer& site = Stage::shared().site();
  site.clear_routes();
  site.route("bench.test", "/live", serves_socket());
  site.route("bench.test", "/prices", serves_events());
  site.route("bench.test", "/live.html",
             answers_text(std::string("<!doctype html><script>") + kPage + "</script>", 200, "text/html"));
  const Page page = Stage::shared().fresh_page("/live.html");
  SiteSocket socket = site.socket("bench.test", "/live");
  socket.wait_for_message("open");
  std::vector<double> times;
  for (auto _ : state) {
    const double begin = milliseconds_since_1970();
    send(site);
    const auto answer = nlohmann::json::parse(socket.wait_for_message().data);
    const double end = milliseconds_since_1970();
    times.push_back(is_to_page ? answer.at("got").get<double>() - begin : end - answer.at("sent").get<double>());
    state.SetIterationTime(std::max(times.back(), 0.0) / 1000);
  }
  std::ranges::sort(times);
  state.counters["median_ms"] = times[times.size() / 2];
  state.counters["p99_ms"] = times[times.size() * 99 / 100];
  state.counters["worst_ms"] = times.back();
  page.close();
  site.reset();
}

void message_to_page(benchmark::State& state) {
  measure(state, true, [](SiteServer& site) { site.socket("bench.test", "/live").send("price 3"); });
}

void event_to_page(benchmark::State& state) {
  measure(state, true, [](SiteServer& site) { site.events("bench.test", "/prices").send("price 3"); });
}

void message_from_page(benchmark::State& state) {
  measure(state, false, [](SiteServer& site) { site.socket("bench.test", "/live").send("price 3"); });
}

// 100 messages each 10 ms.
constexpr const char* kStream =
    "const socket = new WebSocket('ws://bench.test/live'); socket.onopen = () => setInterval(() => {"
    " for (let i = 0; i < 100; ++i) socket.send('{\"symbol\":\"TEA\",\"price\":' + i + '}'); }, 10);";

// The share of the page's main thread while it sends 10,000 messages a second.
void stream(benchmark::State& state, bool is_recorded) {
  SiteServer& site = Stage::shared().site();
  site.clear_routes();
  site.route("bench.test", "/live", serves_socket());
  site.route("bench.test", "/stream.html",
             answers_text(std::string("<!doctype html><script>") + kStream + "</script>", 200, "text/html"));
  const Page page = Stage::shared().fresh_page("/stream.html");
  PageSession& session = engine_of(page);
  cdp::Connection& connection = session.connection();
  const auto call = [&](const char* method) {
    const cdp::Connection::EngineLock lock(connection);
    return connection.call({session.session(), method, Json::object(), nullptr},
                           Deadline::in(std::chrono::seconds(30)));
  };
  const auto busy = [&] {
    const Json metrics = call("Performance.getMetrics");
    for (const Json& one : metrics.at("metrics")) {
      if (one.at("name") == "TaskDuration") return one.at("value").get<double>();
    }
    return 0.0;
  };
  const auto wait = [&](std::chrono::seconds time) {
    const cdp::Connection::EngineLock lock(connection);
    connection.pump_until([] { return false; }, Deadline::in(time));
  };
  call("Performance.enable");
  if (!is_recorded) call("Network.disable");
  wait(std::chrono::seconds(1));
  double spent = 0, time = 0;
  for (auto _ : state) {
    const auto begin = std::chrono::steady_clock::now();
    const double before = busy();
    wait(std::chrono::seconds(3));
    spent += busy() - before;
    const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    time += took;
    state.SetIterationTime(took);
  }
  state.counters["percent_of_its_thread"] = 100 * spent / time;
  page.close();
  site.reset();
}

// A million timers of a fake clock, which run within one second of its time.
void million_timers(benchmark::State& state) {
  const Page page = Stage::shared().fresh_page("/small.html");
  page.clock().install();
  page.clock().pause_at(std::chrono::system_clock::now() + std::chrono::hours(1));
  for (auto _ : state) {
    page.evaluate("window.count = 0; for (let i = 0; i < 1e6; ++i) setTimeout(() => { ++count }, i % 1000); 0");
    const auto begin = std::chrono::steady_clock::now();
    page.clock().run_for(std::chrono::seconds(1), std::chrono::seconds(60));
    state.SetIterationTime(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  page.close();
}

void add() {
  benchmark::RegisterBenchmark("a million timers", million_timers)
      ->Iterations(5)
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
  for (const bool is_recorded : {false, true}) {
    benchmark::RegisterBenchmark(
        is_recorded ? "10,000 messages a second, recorded" : "10,000 messages a second, nobody looks", stream,
        is_recorded)
        ->Iterations(1)
        ->Repetitions(5)
        ->ReportAggregatesOnly()
        ->UseManualTime();
  }
  const auto add_one = [](const char* name, void (*function)(benchmark::State&)) {
    benchmark::RegisterBenchmark(name, function)->UseManualTime()->Iterations(1'000)->Unit(benchmark::kMillisecond);
  };
  add_one("message_to_page", message_to_page);
  add_one("event_to_page", event_to_page);
  add_one("message_from_page", message_from_page);
}

}  // namespace
}  // namespace casement::bench

int main(int argument_count, char** arguments) {
  return casement::bench::run_benchmarks(argument_count, arguments, casement::bench::add);
}
