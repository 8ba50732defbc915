// How long a snapshot takes: of a page that was read before, at once and after a pause, and the first one of a page
// just loaded. Names are those of peers/playwright.mjs, so that specs/bench/compare can put both side by side.
#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "casement/api/engine.h"
#include "casement/base/text.h"

#include "casement/browser/page/page_session.h"
#include "casement/reading/capture.h"
#include "specs/bench/bench_stage.h"
#include "specs/bench/run_benchmarks.h"
#include "specs/support/remembered.h"

namespace casement::bench {
namespace {

struct BenchPage {
  std::string name;
  std::string address;  // of bench.test where it has no host
};

const BenchPage kPages[] = {
    {"small", "/small.html"},
    {"form", "/form.html"},
    {"table", "/table.html"},
    {"large", "/large.html"},
    {"shadow", "/shadow.html"},
    {"api", "/api.html"},
    {"components", "/components.html"},
    {"form framework", "/form.html?sheet=/framework.css"},
    {"form framework elsewhere", "/form.html?sheet=http://x9.test/framework.css"},
    {"form utilities", "/form.html?rules=10000"},
    {"form layers", "/form.html?rules=10000&layers"},
    {"table framework", "/table.html?sheet=/framework.css"},
    {"table framework elsewhere", "/table.html?sheet=http://x9.test/framework.css"},
    {"siblings 10 framework", "/frames.html?siblings=10&sheet=/framework.css"},
    {"sites 10 framework", "/frames.html?sites=10&sheet=http://x9.test/framework.css"},
    {"nested 5", "/frames.html?nested=5"},
    {"siblings 10", "/frames.html?siblings=10"},
    {"siblings 50", "/frames.html?siblings=50"},
    {"sites 10", "/frames.html?sites=10"},
};

// The pages to measure: those above, or other ones that CASEMENT_BENCH_PAGES names, a line each: name=address.
std::vector<BenchPage> wanted_pages() {
  const char* const named = std::getenv("CASEMENT_BENCH_PAGES");
  if (named == nullptr) return {std::begin(kPages), std::end(kPages)};
  std::vector<BenchPage> pages;
  for (const std::string_view line : split_lines(named)) {
    const std::size_t end = line.find('=');
    if (end != std::string_view::npos)
      pages.push_back({std::string(line.substr(0, end)), std::string(line.substr(end + 1))});
  }
  return pages;
}

void warm(benchmark::State& state, const std::string& path) {
  Page& page = Stage::shared().page(path);
  page.snapshot();
  std::size_t bytes = 0;
  for (auto _ : state) bytes = page.snapshot().text().size();
  state.counters["bytes"] = static_cast<double>(bytes);
}

void first(benchmark::State& state, const std::string& path) {
  for (auto _ : state) {
    Page page = Stage::shared().fresh_page(path);
    const auto begin = std::chrono::steady_clock::now();
    benchmark::DoNotOptimize(page.snapshot());
    state.SetIterationTime(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    engine_of(page).close(Deadline::in(std::chrono::seconds(10)));
  }
}

// As a test reads: something else has taken 50 ms since the last look, and the renderer has gone to rest.
void paused(benchmark::State& state, const std::string& path) {
  Page& page = Stage::shared().page(path);
  page.snapshot();
  for (auto _ : state) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    const auto begin = std::chrono::steady_clock::now();
    benchmark::DoNotOptimize(page.snapshot());
    state.SetIterationTime(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
}

struct Change {
  const char* name;
  const char* script;  // "" for none
};

// A page that is as it was, one of which an attribute has just become another, and one of which a text in the middle
// has.
constexpr Change kChanges[] = {
    {"same", ""},
    {"changed", "document.body.firstElementChild.setAttribute('data-n', Math.random())"},
    {"retold",
     "{ const all = document.querySelectorAll('td:first-child, h3, button, p');"
     "if (all.length > 0) all[all.length >> 1].textContent = Math.random() }"},
};

// Time that change detection saves and costs, compared with a walk each time. With CASEMENT_BENCH_FRESHNESS set.
void fresh(benchmark::State& state, const std::string& path, specs::Freshness freshness, const std::string& change) {
  Page& page = Stage::shared().page(path);
  const auto look = [&] {
    return specs::read_snapshot(engine_of(page), {}, Deadline::in(std::chrono::seconds(60)), freshness);
  };
  double in_page = 0;
  for (int i = 0; i < 4; ++i) {
    if (!change.empty()) page.evaluate(change);
    look();
  }
  for (auto _ : state) {
    if (!change.empty()) page.evaluate(change);
    const auto begin = std::chrono::steady_clock::now();
    const Snapshot snapshot = look();
    benchmark::DoNotOptimize(snapshot.text().size());
    state.SetIterationTime(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    in_page = snapshot.statistics().milliseconds_in_page;
  }
  state.counters["in page"] = in_page;
}

void add_freshness_benchmarks(const std::string& name, const std::string& path) {
  for (const auto& [kind, script] : kChanges) {
    for (const specs::Freshness freshness : {specs::Freshness::Walk, specs::Freshness::AsItPays}) {
      const std::string row = std::string(kind) + ' ' + name + (freshness == specs::Freshness::Walk ? " walked" : "");
      benchmark::RegisterBenchmark(
          row.c_str(), [=, script = script](benchmark::State& state) { fresh(state, path, freshness, script); })
          ->Iterations(1)
          ->Repetitions(21)
          ->ReportAggregatesOnly()
          ->Unit(benchmark::kMillisecond)
          ->UseManualTime();
    }
  }
}

void add_benchmarks() {
  for (const auto& [name, path] : wanted_pages()) {
    const auto needs = [&, path = path](const char* part, const char* file) {
      return path.starts_with('/') && path.find(part) != std::string_view::npos &&
             !std::filesystem::exists(Stage::site_folder() + file);
    };
    if (needs("api", "/swagger-ui") || needs("framework", "/framework.css")) continue;
    if (std::getenv("CASEMENT_BENCH_FRESHNESS") != nullptr) {
      add_freshness_benchmarks(name, path);
      continue;
    }
    benchmark::RegisterBenchmark(("warm " + name).c_str(),
                                 [path = path](benchmark::State& state) { warm(state, path); })
        ->Iterations(1)
        ->Repetitions(20)
        ->ReportAggregatesOnly()
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
    benchmark::RegisterBenchmark(("first " + name).c_str(),
                                 [path = path](benchmark::State& state) { first(state, path); })
        ->Iterations(1)
        ->Repetitions(11)
        ->ReportAggregatesOnly()
        ->Unit(benchmark::kMillisecond)
        ->UseManualTime();
    benchmark::RegisterBenchmark(("paused " + name).c_str(),
                                 [path = path](benchmark::State& state) { paused(state, path); })
        ->Iterations(1)
        ->Repetitions(20)
        ->ReportAggregatesOnly()
        ->Unit(benchmark::kMillisecond)
        ->UseManualTime();
  }
}

}  // namespace
}  // namespace casement::bench

int main(int argument_count, char** arguments) {
  return casement::bench::run_benchmarks(argument_count, arguments, casement::bench::add_benchmarks);
}
