// The cases of a pool that wait for a worker, in the order in which they will start.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "casement/runners/case_selection.h"

namespace casement::runners {

struct CaseRange {  // by number, without `end`
  std::size_t begin = 0, end = 0;
};

class CaseQueue {
 public:
  // `plan` must outlive the queue. With a seed, the order is shuffled and depends only on the seed.
  CaseQueue(const RunPlan& plan, CaseRange cases, std::optional<std::uint32_t> seed);

  bool empty() const { return waiting_.empty(); }
  // Takes the first waiting case that shares no lock with a running case. If no case is running, takes the first of
  // all.
  std::optional<std::size_t> take(const std::vector<std::size_t>& running);
  // Puts back a case that must start again, before all others.
  void put_first(std::size_t number) { waiting_.push_front(number); }

 private:
  const RunPlan& plan_;
  std::deque<std::size_t> waiting_;  // numbers
};

}  // namespace casement::runners
