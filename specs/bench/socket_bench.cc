// The time from `send` of a live handle until the handler of the page runs, and from the page's `send` until
// `wait_for_message` returns. The page and this program read the same clock.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

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

void add() {
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
