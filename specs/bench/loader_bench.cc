// How long a thousand flows take to be loaded and checked, as `casement check` does: no browser.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "casement/base/error.h"
#include "casement/flow/load/flow_loader.h"

namespace casement::bench {
namespace {

// Of the size that testers write: a header, variables, two cases, a block and twenty steps.
std::string flow_text(int number) {
  std::string text = fmt::format(
      "flow: Order {}\ntags: [shop, smoke]\nbase_url: http://shop.test\ntimeout: 10s\n"
      "vars: {{ name: Ada, city: Ghent }}\ncases:\n  - {{ case: here }}\n"
      "  - {{ case: abroad, tags: [slow], city: Oslo }}\nsteps:\n  - open: /orders/{}\n",
      number, number);
  for (int i = 0; i < 6; ++i) {
    text += fmt::format(
        "  - fill: {{ 'textbox \"Line {}\" inside region \"Address\"': \"${{name}} of ${{city}}\" }}\n"
        "  - click: button \"Add {}\" in iframe \"Basket\"\n"
        "  - expect: {{ target: 'status', text: /^Added/, state: visible }}\n",
        i, i);
  }
  return text +
         "  - if: { visible: button \"Accept\" }\n    then:\n      - click: button \"Accept\"\n"
         "  - expect: { url: \"*/receipt\", no_errors: true }\n";
}

void loads_a_thousand_flows(benchmark::State& state) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / fmt::format("casement-flows-{}", ::getpid());
  std::filesystem::create_directories(folder);
  std::vector<std::string> files;
  for (int i = 0; i < 1000; ++i) {
    files.push_back((folder / fmt::format("order{}.flow.yaml", i)).string());
    std::ofstream(files.back()) << flow_text(i);
  }
  for (auto _ : state) {
    std::vector<Flow> flows;  // all are kept, as a run keeps them
    std::size_t cases = 0;
    for (const std::string& file : files) {
      flows.push_back(load_flow(file, {}));
      cases += flows.back().cases.size();
    }
    if (cases != 2000) state.SkipWithError("a flow was not read whole");
  }
  std::filesystem::remove_all(folder);
}
BENCHMARK(loads_a_thousand_flows)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace casement::bench

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  try {
    benchmark::RunSpecifiedBenchmarks();
  } catch (const casement::Error& error) {
    fmt::print(stderr, "{}\n", error.full_text());
    return 1;
  }
  return 0;
}
