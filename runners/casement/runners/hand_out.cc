// Which worker of a pool runs which case.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "casement/runners/worker_pool_parts.h"

namespace casement::runners {

void WorkerPool::hand_out() {
  if (stopping_ || hung_up_) return;
  for (const auto& worker : workers_) {
    if (worker->ended || worker->broken || worker->case_number) continue;
    if (const auto number = next_case()) give_case(*worker, *number);
  }
  share_out_waiting_workers_case();
  while (workers_.size() < most_workers_) {
    const auto number = next_case();
    if (!number) return;
    start_worker();
    give_case(*workers_.back(), *number);
  }
}

// The first that waits and needs no lock of a case that runs. Where nothing runs, that is the first of all.
std::optional<std::size_t> WorkerPool::next_case() {
  std::set<std::string> held;
  for (const auto& worker : workers_) {
    if (!worker->case_number || worker->ended) continue;
    const std::set<std::string>& locks = plan_.cases[*worker->case_number].flow->locks;
    held.insert(locks.begin(), locks.end());
  }
  const auto is_free = [&](std::size_t number) {
    return std::ranges::none_of(plan_.cases[number].flow->locks,
                                [&](const std::string& lock) { return held.contains(lock); });
  };
  const auto next = std::ranges::find_if(waiting_, is_free);
  if (next == waiting_.end()) return std::nullopt;
  const std::size_t number = *next;
  waiting_.erase(next);
  return number;
}

// A Grid may have fewer slots than there are workers. One whose browser is free takes the case of one that still waits
// in line, which ends.
void WorkerPool::share_out_waiting_workers_case() {
  for (const auto& idle : workers_) {
    if (idle->ended || idle->broken || idle->case_number) continue;
    const auto in_line = std::ranges::find_if(workers_, [](const auto& one) {
      return one->waits_in_line && !one->broken && !one->ended && one->case_number;
    });
    if (in_line == workers_.end()) return;
    Worker& gives = **in_line;
    gives.broken = true;
    gives.socket.finish_sending();
    give_case(*idle, *std::exchange(gives.case_number, std::nullopt));
  }
}

void WorkerPool::give_case(Worker& worker, std::size_t number) {
  worker.case_number = number;
  worker.prepared = false;
  worker.under_way.clear();
  worker.due = Deadline::never();
  worker.late.clear();
  // A worker that has gone is noticed when it is read.
  worker.socket.send({{"run", number}, {"attempt", attempts_[number] + 1}, {"more", !waiting_.empty()}});
}

}  // namespace casement::runners
