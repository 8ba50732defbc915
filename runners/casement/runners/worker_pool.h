// Runs the cases of a plan on worker processes and reports to the collector. Handles SIGINT, SIGTERM, SIGHUP and
// SIGPIPE meanwhile: the first signal ends the cases in progress, a second signal ends the program at once (but SIGPIPE
// then has no effect). Used on one thread, in a process without other threads, because it forks.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/base/error.h"
#include "casement/results/run_collector.h"
#include "casement/runners/case_queue.h"
#include "casement/runners/worker.h"

namespace casement::runners {

struct PoolOptions {
  std::size_t workers = 1;
  std::optional<int> retries;             // of a failed case, at least; its flow may allow more; 0: none
  std::size_t max_failures = 0;           // no case starts after this number of failures; 0: no limit
  int deadline_seconds = 0;               // of the whole run, from its first case; 0 for no deadline
  Deadline deadline = Deadline::never();  // end of the whole run
  std::string deadline_name = {};         // the deadline in messages, such as "--deadline, 12 s"
  Milliseconds time_to_tear_down = std::chrono::seconds(60);  // for the last cases, after the deadline
  std::optional<Milliseconds> case_timeout;                   // of each case, overrides its flow; 0: no timeout
  bool live = false;                                          // a person watches: progress is sent each second
  bool shuffle = false;                                       // cases start in an order that depends on `seed`
  std::uint32_t seed = 0;
  WorkerOptions worker;
};

struct PoolResult {
  int signal = 0;               // signal that ended the run, or 0
  std::string late;             // the deadline at which the run was ended; "" if it was not
  std::optional<Error> broken;  // why no worker could continue
  std::string left_out;         // why cases were not run; "" if all cases ran
};

class WorkerPool {
 public:
  // Runs these cases of the plan. All arguments must outlive the pool. `begin` is called once with the browser's
  // version, after a browser has answered and before the collector receives a case; with "" if a worker ends before its
  // browser has answered. If no worker has a browser, `begin` is not called.
  WorkerPool(const RunPlan& plan, CaseRange cases, results::RunCollector& collector, const PoolOptions& options,
             std::function<void(const std::string& browser)> begin);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  PoolResult run();

 private:
  struct Worker;
  class Signals;

  void hand_out();
  void start_worker();
  std::optional<std::size_t> next_case();
  void give_case(Worker& worker, std::size_t number);
  void wait_for_events();
  void on_message(Worker& worker, const nlohmann::json& message);
  void give_up(Worker& worker, const Error& error);
  void on_end(Worker& worker);
  void tell_why_ended(results::Case& done) const;
  bool begins_again_elsewhere(std::size_t number, const results::Case& done);
  void share_out_waiting_workers_case();
  void finish_slot(Worker& worker, results::Case done);
  void stop(std::string reason);
  void on_signal(int signal);
  void on_deadline();
  void end_late_cases();
  Milliseconds case_timeout(std::size_t number) const;
  void hang_up(std::string reason);
  void resume();
  bool someone_works() const;

  const RunPlan& plan_;
  results::RunCollector& collector_;
  const PoolOptions& options_;
  std::function<void(const std::string&)> begin_;
  bool begun_ = false, stopping_ = false, hung_up_ = false;
  CaseQueue waiting_;
  std::vector<int> attempts_;                       // by case number
  std::map<std::size_t, std::string> begun_again_;  // why cases started again in another browser
  std::size_t most_workers_;
  std::string lost_worker_;  // why a worker has no browser, until another worker continues
  std::vector<std::unique_ptr<Worker>> workers_;
  std::unique_ptr<Signals> signals_;
  Deadline deadline_;
  bool ending_ = false;     // cases in progress were asked to end by themselves
  std::string end_reason_;  // why cases in progress were ended; "" if they were not
  PoolResult result_;
};

}  // namespace casement::runners
