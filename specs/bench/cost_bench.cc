// What Casement costs others: the page's own thread while it changes 10,000 nodes a second, and this process's memory
// while a page of 50,000 elements is read.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "casement/api/engine.h"
#include "casement/api/expect.h"
#include "casement/base/error.h"
#include "casement/browser/page/page_session.h"
#include "casement/reading/capture.h"
#include "specs/bench/bench_stage.h"
#include "specs/bench/run_benchmarks.h"
#include "specs/support/remembered.h"

namespace casement::bench {
namespace {

using std::chrono::seconds;

// Texts and attributes by turns, 200 nodes each 20 ms.
constexpr const char* kChanges = R"((() => {
  const list = document.createElement('ul');
  list.innerHTML = '<li>item</li>'.repeat(1000);
  document.body.append(list);
  let at = 0;
  setInterval(() => {
    for (let i = 0; i < 200; ++i, at = (at + 1) % 1000) {
      const item = list.children[at];
      if (i % 2) item.firstChild.data = 'item ' + (at * 7 + i) % 1000; else item.dataset.n = (at * 3 + i) % 1000;
    }
  }, 20);
  return 0;
})())";

// Of the page's main thread, since it began.
double task_seconds(Page& page) {
  cdp::Connection& connection = engine_of(page).connection();
  const cdp::Connection::EngineLock lock(connection);
  const Json metrics =
      connection.call({engine_of(page).frames().main().session, "Performance.getMetrics", Json::object(), nullptr},
                      Deadline::in(seconds(30)));
  for (const Json& one : metrics.at("metrics")) {
    if (one.at("name") == "TaskDuration") return one.at("value").get<double>();
  }
  return 0;
}

void wait(Page& page, std::chrono::milliseconds time) {
  cdp::Connection& connection = engine_of(page).connection();
  const cdp::Connection::EngineLock lock(connection);
  connection.pump_until([] { return false; }, Deadline::in(time));
}

// By whom the page is observed meanwhile.
void observed(benchmark::State& state, const std::function<void(Page&)>& meanwhile) {
  Page page = Stage::shared().fresh_page("/small.html");
  {
    cdp::Connection& connection = engine_of(page).connection();
    const cdp::Connection::EngineLock lock(connection);
    connection.call({engine_of(page).frames().main().session, "Performance.enable", Json::object(), nullptr},
                    Deadline::in(seconds(30)));
  }
  page.evaluate(kChanges);
  wait(page, seconds(1));
  double busy = 0, time = 0;
  for (auto _ : state) {
    const auto begin = std::chrono::steady_clock::now();
    const double before = task_seconds(page);
    meanwhile(page);
    busy += task_seconds(page) - before;
    const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    time += took;
    state.SetIterationTime(took);
  }
  state.counters["percent_of_its_thread"] = 100 * busy / time;
  engine_of(page).close(Deadline::in(seconds(10)));
}

void nobody(Page& page) {
  wait(page, seconds(3));
}

// Its records are observed from the reading on.
void a_reading(Page& page) {
  specs::remember_all(engine_of(page));
  capture_snapshot(engine_of(page), {}, Deadline::in(seconds(30)));
  wait(page, seconds(3));
}

void an_expectation(Page& page) {
  try {
    expect(page).within(seconds(3)).shows(R"(button "Never")");
  } catch (const Error&) {  // as it has to be
  }
}

long status_kilobytes(const std::string& field) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(field + ":")) return std::stol(line.substr(field.size() + 1));
  }
  return 0;
}

// The most above what it was before, of one snapshot.
void memory(benchmark::State& state) {
  Page& page = Stage::shared().page("/large.html");
  long most = 0;
  for (auto _ : state) {
    std::ofstream("/proc/self/clear_refs") << '5';  // the peak begins anew
    const long before = status_kilobytes("VmRSS");
    benchmark::DoNotOptimize(page.snapshot().text().size());
    most = std::max(most, status_kilobytes("VmHWM") - before);
  }
  state.counters["MB_above_idle"] = static_cast<double>(most) / 1000;
}

void add_benchmarks() {
  const std::pair<const char*, std::function<void(Page&)>> observers[] = {
      {"10,000 changes a second, nobody looks", nobody},
      {"10,000 changes a second, it was read", a_reading},
      {"10,000 changes a second, an expectation waits", an_expectation},
  };
  benchmark::RegisterBenchmark("memory of a snapshot of 50,000 elements", memory)
      ->Iterations(5)
      ->Unit(benchmark::kMillisecond);
  for (const auto& [name, meanwhile] : observers) {
    benchmark::RegisterBenchmark(name, observed, meanwhile)
        ->Iterations(1)
        ->Repetitions(5)
        ->ReportAggregatesOnly()
        ->UseManualTime();
  }
}

}  // namespace
}  // namespace casement::bench

int main(int argument_count, char** arguments) {
  return casement::bench::run_benchmarks(argument_count, arguments, casement::bench::add_benchmarks);
}
