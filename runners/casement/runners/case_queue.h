// The cases of a pool that wait for a worker, in the order in which they are to begin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "casement/runners/case_selection.h"

namespace casement::runners {

struct CaseRange {  // by number; `end` is not one of them
  std::size_t begin = 0, end = 0;
};

class CaseQueue {
 public:
  // Of the plan's cases, which outlives the queue. With a seed in an order that follows from that alone.
  CaseQueue(const RunPlan& plan, CaseRange cases, std::optional<std::uint32_t> seed);

  bool empty() const { return waiting_.empty(); }
  // The first that waits and needs no lock of a case that runs. Where none runs, that is the first of all.
  std::optional<std::size_t> take(const std::vector<std::size_t>& running);
  // One that has to be begun again, before all others.
  void put_first(std::size_t number) { waiting_.push_front(number); }

 private:
  const RunPlan& plan_;
  std::deque<std::size_t> waiting_;  // numbers
};

}  // namespace casement::runners
