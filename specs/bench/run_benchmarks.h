// The whole of a program whose benchmarks are registered by a function.
#pragma once

#include <benchmark/benchmark.h>

namespace casement::bench {

inline int run_benchmarks(int argument_count, char** arguments, void (*add)()) {
  benchmark::Initialize(&argument_count, arguments);
  add();
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace casement::bench
