#include "casement/runners/worker_pool.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <utility>

#include "casement/base/error_json.h"
#include "casement/base/system_message.h"
#include "casement/flow/run/case_timer.h"
#include "casement/flow/run/step_trace.h"
#include "casement/reports/escape.h"
#include "casement/results/infrastructure.h"
#include "casement/results/results_json.h"
#include "casement/runners/worker_pool_parts.h"

namespace casement::runners {

using nlohmann::json;
using results::Case;
using results::Outcome;

namespace {
// Time for a worker to end after the runner has closed its socket. Its Chrome is killed, which ends every call.
constexpr std::chrono::seconds kEndTimeout{20};
// Time for cases to collect their evidence after their deadline or the run's.
constexpr std::chrono::seconds kEvidenceTime{8};
// How often progress is sent while nothing happens.
constexpr std::chrono::seconds kTick{1};
}  // namespace

WorkerPool::WorkerPool(const RunPlan& plan, CaseRange cases, results::RunCollector& collector,
                       const PoolOptions& options, std::function<void(const std::string&)> begin)
    : plan_(plan),
      collector_(collector),
      options_(options),
      begin_(std::move(begin)),
      waiting_(plan, cases, options.shuffle ? std::optional(options.seed) : std::nullopt),
      attempts_(plan.cases.size()),
      most_workers_(std::max<std::size_t>(options.workers, 1)),
      signals_(std::make_unique<Signals>()),
      deadline_(options.deadline) {}

WorkerPool::~WorkerPool() {
  for (const auto& worker : workers_) {
    if (worker->ended) continue;
    ::kill(worker->process, SIGKILL);
    ::waitpid(worker->process, nullptr, 0);
  }
}

PoolResult WorkerPool::run() {
  Deadline end = Deadline::never();
  for (;;) {
    std::erase_if(workers_, [](const auto& worker) { return worker->ended; });
    hand_out();
    if (!someone_works() && !hung_up_) {
      // All workers at once, so that they end at the same time.
      for (const auto& worker : workers_) worker->socket.finish_sending();
      hung_up_ = true;
    }
    if (deadline_.expired() && !hung_up_) on_deadline();
    end_late_cases();
    if (hung_up_ && end.is_never()) end = Deadline::in(kEndTimeout);
    if (hung_up_ && workers_.empty()) return std::move(result_);
    if (end.expired()) {
      for (const auto& worker : workers_) ::kill(worker->process, SIGKILL);
    }
    wait_for_events();
  }
}

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

std::optional<std::size_t> WorkerPool::next_case() {
  std::vector<std::size_t> running;
  for (const auto& worker : workers_) {
    if (worker->case_number && !worker->ended) running.push_back(*worker->case_number);
  }
  return waiting_.take(running);
}

// A Grid may have fewer slots than there are workers. A worker with a free browser takes the case of a worker that
// still waits for a slot, and the waiting worker ends.
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
  // If the worker has gone, the next read notices.
  worker.socket.send({{"run", number}, {"attempt", attempts_[number] + 1}, {"more", !waiting_.empty()}});
}

bool WorkerPool::someone_works() const {
  return std::any_of(workers_.begin(), workers_.end(),
                     [](const auto& worker) { return worker->case_number && !worker->ended; });
}

void WorkerPool::start_worker() {
  auto [mine, its] = MessageSocket::make_pair();
  std::size_t place = 0;
  const auto is_taken = [&] {
    return std::ranges::any_of(workers_, [&](const auto& one) { return one->place == place; });
  };
  while (is_taken()) ++place;
  std::cout.flush();
  std::fflush(nullptr);
  const pid_t process = ::fork();
  if (process < 0) {
    throw Error(ErrorKind::Environment, "cannot start a worker: " + system_message(errno));
  }
  if (process == 0) {
    // Closes the sockets of sibling workers: open copies here would hide the runner's death from the siblings.
    mine.reset();
    for (auto& sibling : workers_) sibling->socket = MessageSocket(UniqueFd());
    int code = static_cast<int>(ExitCode::Internal);
    try {
      WorkerOptions own = options_.worker;
      own.source.number = place;
      code = run_worker(std::move(its), plan_.cases, own);
    } catch (const std::exception& error) {
      std::cerr << "casement: worker: " << reports::visible_lines(error.what()) << std::endl;
    }
    ::_exit(code);
  }
  workers_.push_back(std::make_unique<Worker>(std::move(mine)));
  workers_.back()->process = process;
  workers_.back()->place = place;
}

void WorkerPool::wait_for_events() {
  std::vector<pollfd> waits{{signals_->descriptor(), POLLIN, 0}};
  const bool paused = std::any_of(workers_.begin(), workers_.end(), [](const auto& worker) { return worker->paused; });
  waits.push_back({paused ? STDIN_FILENO : -1, POLLIN, 0});
  for (const auto& worker : workers_) waits.push_back({worker->socket.descriptor(), POLLIN, 0});
  Deadline wake = hung_up_ ? Deadline::in(kEndTimeout) : deadline_;
  const bool is_watched = options_.live && !paused && someone_works();
  if (is_watched) wake = wake.at_most(kTick);
  for (const auto& worker : workers_) {
    if (worker->case_number) wake = wake.sooner(worker->due);
  }
  const int timeout = wake.poll_timeout();
  const int answered = ::poll(waits.data(), waits.size(), timeout);
  if (is_watched) collector_.tell_progress();
  if (answered < 0) return;
  if (waits[0].revents != 0) on_signal(signals_->read());
  if (waits[1].revents != 0) resume();
  const std::size_t count = waits.size() - 2;
  for (std::size_t i = 0; i < count; ++i) {
    if (waits[i + 2].revents == 0) continue;
    Worker& worker = *workers_[i];
    if (const auto messages = worker.socket.receive()) {
      for (const json& message : *messages) on_message(worker, message);
    } else {
      on_end(worker);
    }
  }
}

void WorkerPool::on_message(Worker& worker, const json& message) {
  if (worker.broken) return;  // its case has been given to another worker
  const std::size_t number = worker.case_number.value_or(0);
  if (const auto news = message.find("news"); news != message.end()) {
    worker.waits_in_line = true;
    collector_.other_output();
    std::cerr << "casement: " + reports::visible_line(news->get<std::string>()) + "\n" << std::flush;
  } else if (const auto at = message.find("prepared"); at != message.end()) {
    if (!begun_) begin_(at->get<std::string>());
    begun_ = worker.prepared = true;
    worker.waits_in_line = false;
    if (!lost_worker_.empty()) {
      collector_.other_output();
      std::cerr << "casement: continuing with one worker fewer: " +
                       reports::visible_lines(std::exchange(lost_worker_, "")) + "\n";
    }
    worker.seen = collector_.known(number);
    const Milliseconds timeout = case_timeout(number);
    worker.due = timeout.count() > 0 ? Deadline::in(timeout) : Deadline::never();
    collector_.start_case(number);
  } else if (const auto started = message.find("step_started"); started != message.end()) {
    results::Step step = results::step_from_json(*started);
    worker.under_way.push_back(step.title);
    collector_.start_step(number, std::move(step));
  } else if (const auto finished = message.find("step_finished"); finished != message.end()) {
    results::Step step = results::step_from_json(*finished);
    if (!worker.under_way.empty()) worker.under_way.pop_back();
    worker.seen.steps.push_back(step);
    collector_.finish_step(number, std::move(step));
  } else if (const auto paused = message.find("paused"); paused != message.end()) {
    worker.paused = true;
    worker.due = Deadline::never();  // a person is in control now
    collector_.other_output();
    std::cerr << "Paused after " << reports::visible_line(paused->get<std::string>()) << "\nPress Enter to continue."
              << std::endl;
  } else if (const auto done = message.find("case"); done != message.end()) {
    finish_slot(worker, results::case_from_json(*done));
  } else if (const auto broken = message.find("broken"); broken != message.end()) {
    give_up(worker, error_from_json(*broken));
  }
}

// The other workers continue without it, if there are any.
void WorkerPool::give_up(Worker& worker, const Error& error) {
  worker.broken = true;
  const std::size_t number = *std::exchange(worker.case_number, std::nullopt);
  const bool others_go_on =
      std::any_of(workers_.begin(), workers_.end(), [](const auto& one) { return !one->broken && !one->ended; });
  if (others_go_on && !stopping_ && most_workers_ > 1 && error.kind() == ErrorKind::Environment) {
    --most_workers_;
    waiting_.put_first(number);
    lost_worker_ = error.full_text();
    return;
  }
  if (!stopping_) result_.broken = error;
  stop("the run could not continue");
}

// Sets the reason of a case that was in progress when the run was ended: Chrome was killed, so the case's own error
// does not matter.
void WorkerPool::tell_why_ended(Case& done) const {
  const std::string lost(to_string(ErrorKind::ConnectionLost));
  for (results::Failure& failure : done.failures) {
    if (!failure.type.ends_with(lost)) continue;
    for (results::Step& step : done.steps) {
      if (step.outcome == Outcome::Failed && step.message == failure.message) step.message = end_reason_;
    }
    failure.message = end_reason_;
    failure.details.clear();
  }
  std::erase_if(done.warnings, [](const std::string& one) { return one.starts_with("could not save "); });
}

// Whether a case that lost its browser before it acted starts again, once, in another browser. This is not a retry of
// the case.
bool WorkerPool::begins_again_elsewhere(std::size_t number, const Case& done) {
  if (stopping_ || !results::failed_by_infrastructure(done) || !results::has_not_acted(done)) return false;
  return begun_again_.emplace(number, done.failures.front().message).second;
}

void WorkerPool::finish_slot(Worker& worker, Case done) {
  if (!end_reason_.empty()) tell_why_ended(done);
  const std::size_t number = *worker.case_number;
  worker.case_number.reset();
  if (begins_again_elsewhere(number, done)) {
    collector_.other_output();
    std::cerr << "casement: " + reports::visible_line(done.name) +
                     " restarts on another browser: " + reports::visible_line(begun_again_[number]) + "\n";
    waiting_.put_first(number);
    return;
  }
  if (const auto again = begun_again_.find(number); again != begun_again_.end()) {
    done.warnings.push_back(results::begun_again(again->second));
  }
  const int retries =
      options_.retries == 0 ? 0 : std::max(options_.retries.value_or(0), plan_.cases[number].flow->retries);
  // A case that passed although it should fail would pass again.
  const bool has_passed = std::any_of(done.failures.begin(), done.failures.end(),
                                      [](const auto& failure) { return failure.type == "expected_failure"; });
  const bool again = done.outcome == Outcome::Failed && !has_passed && attempts_[number]++ < retries && !stopping_;
  collector_.finish_case(number, std::move(done),
                         again ? results::RunCollector::Verdict::Retried : results::RunCollector::Verdict::Final);
  if (again) waiting_.put_first(number);
  if (options_.max_failures > 0 && collector_.failed() >= options_.max_failures) {
    stop(fmt::format("not run: stopped after {} failed",
                     collector_.failed() == 1 ? "a case" : fmt::format("{} cases", collector_.failed())));
  }
}

void WorkerPool::on_end(Worker& worker) {
  int status = 0;
  ::waitpid(worker.process, &status, 0);
  worker.ended = true;
  if (!worker.case_number) return;
  if (!begun_) begin_("");
  begun_ = true;
  const std::size_t number = *worker.case_number;
  if (!worker.prepared && !end_reason_.empty()) return;  // the case was not run
  if (!worker.prepared) {
    worker.seen = collector_.known(number);
    collector_.start_case(number);
  }
  const std::string how =
      WIFSIGNALED(status) ? fmt::format("killed by signal {} ({})", WTERMSIG(status), signal_message(WTERMSIG(status)))
                          : fmt::format("exit code {}", WEXITSTATUS(status));
  Case lost = std::move(worker.seen);
  lost.outcome = Outcome::Failed;
  const std::string why = "the worker process ended during this case: " + how;
  if (worker.late.empty())
    lost.failures.push_back({"worker.crashed", why, "", lost.where});
  else
    lost.failures.push_back({"case.timeout", worker.late, why, lost.where});
  for (const results::Step& step : lost.steps) lost.milliseconds += step.milliseconds;
  if (options_.worker.trace != Trace::Never && !lost.steps.empty())
    lost.attachments.push_back(trace_without_pages(lost, "The copies of the pages were lost: " + why + "."));
  finish_slot(worker, std::move(lost));
}

Milliseconds WorkerPool::case_timeout(std::size_t number) const {
  return options_.case_timeout.value_or(plan_.cases[number].flow->case_timeout);
}

// Ends late cases with their evidence; a worker that does not respond is killed.
void WorkerPool::end_late_cases() {
  for (const auto& worker : workers_) {
    if (!worker->case_number || worker->ended || !worker->due.expired()) continue;
    if (!worker->late.empty()) {
      ::kill(worker->process, SIGKILL);
      worker->due = Deadline::never();
      continue;
    }
    worker->late = tell_case_timeout(case_timeout(*worker->case_number),
                                     worker->under_way.empty() ? "" : worker->under_way.back());
    worker->socket.send(
        {{"end", worker->late}, {"run", *worker->case_number}, {"attempt", attempts_[*worker->case_number] + 1}});
    worker->due = Deadline::in(kEndTimeout);
  }
}

void WorkerPool::stop(std::string reason) {
  if (!stopping_) result_.left_out = std::move(reason);
  stopping_ = true;
}

void WorkerPool::on_signal(int signal) {
  if (signal == 0) return;
  signals_->release();
  result_.signal = signal;
  hang_up("the run was interrupted");
}

void WorkerPool::on_deadline() {
  result_.late = options_.deadline_name;
  const std::string reason = "the run took longer than " + options_.deadline_name;
  if (ending_ || !someone_works()) return hang_up(reason);
  // Ends the cases with their evidence; workers that do not respond are ended without it.
  ending_ = true;
  stop("not run: " + reason);
  end_reason_ = reason;
  for (const auto& worker : workers_) worker->socket.send({{"end", reason}});
  deadline_ = Deadline::in(kEvidenceTime);
}

void WorkerPool::hang_up(std::string reason) {
  stop("not run: " + reason);
  end_reason_ = std::move(reason);
  for (const auto& worker : workers_) worker->socket.finish_sending();
  hung_up_ = true;
}

void WorkerPool::resume() {
  char line[256];
  [[maybe_unused]] const ssize_t read = ::read(STDIN_FILENO, line, sizeof line);
  for (const auto& worker : workers_) {
    if (worker->paused) worker->socket.send({{"resume", true}});
    worker->paused = false;
  }
}

}  // namespace casement::runners
