#include "casement/runners/worker.h"

#include <signal.h>
#include <sys/socket.h>

#include <condition_variable>
#include <deque>
#include <functional>
#include <iostream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "casement/base/error.h"
#include "casement/base/error_json.h"
#include "casement/base/message_socket.h"
#include "casement/flow/run/browser_flow.h"
#include "casement/flow/run/flow_runner.h"
#include "casement/flow/run/watched_steps.h"
#include "casement/reports/escape.h"
#include "casement/results/recorder.h"
#include "casement/results/results_json.h"
#include "casement/servers/flow_applications.h"
#include "casement/servers/program_lines.h"

namespace casement::runners {

using nlohmann::json;

namespace {

// Commands of the runner that have not been handled yet. A separate thread fills the queue.
class CommandQueue {
 public:
  void put(json order) {
    const std::lock_guard lock(mutex_);
    commands_.push_back(std::move(order));
    changed_.notify_all();
  }
  void end() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    changed_.notify_all();
  }
  // Returns nothing after the end, even if commands are left.
  std::optional<json> wait_next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return ended_ || !commands_.empty(); });
    if (ended_) return std::nullopt;
    json order = std::move(commands_.front());
    commands_.pop_front();
    return order;
  }
  void wait_for_end(Milliseconds time) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, time, [&] { return ended_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<json> commands_;
  bool ended_ = false;
};

// Notifies the worker of pauses, and of the page on which the case's steps act.
class WatchedEnvironment : public BrowserFlowEnvironment {
 public:
  using BrowserFlowEnvironment::BrowserFlowEnvironment;
  void acts_on(FlowPage* page) override { on_page(page); }
  void pause(const std::string& why) override {
    if (on_pause) on_pause(why);
  }

  std::function<void(FlowPage* page)> on_page;
  std::function<void(const std::string& why)> on_pause;
};

class Worker : public results::Sink {
 public:
  Worker(UniqueFd socket, const std::vector<ScheduledCase>& cases, const WorkerOptions& options)
      : socket_(std::move(socket)),
        cases_(cases),
        options_(options),
        environment_(options.source, [this](const std::string& news) { socket_.send({{"news", news}}); }),
        watched_({options.slow_motion, options.pause_on_failure,
                  [this](Milliseconds time) { commands_.wait_for_end(time); },
                  [this](const std::string& why) { wait_for_person(why); },
                  [this](double since, const auto& take) { read_program_lines(options_.servers, since, take); }}) {
    environment_.set_applications(applications_of_flows());
    environment_.set_programs(programs_of_flows());
    environment_.on_page = [this](FlowPage* page) { watched_.acts_on(page); };
  }

  int run() {
    if (options_.source.launch.headed) {
      environment_.on_pause = [this](const std::string& why) { wait_for_person(why); };
    }
    std::thread listener([this] { listen(); });
    while (const std::optional<json> order = commands_.wait_next()) {
      const int attempt = order->value("attempt", 1);
      environment_.prepare_next(order->value("more", false));
      traced_ = traced_steps(attempt);
      const auto number = order->at("run").get<std::size_t>();
      enter({number, attempt});
      const bool goes_on = run_scheduled(cases_.at(number));
      leave();
      if (!goes_on) break;
    }
    ::shutdown(socket_.descriptor(), SHUT_RDWR);
    listener.join();
    return 0;
  }

  void step_started(const results::Case&, const results::Step& step) override {
    socket_.send({{"step_started", results::step_to_json(step)}});
    watched_.started(step);
  }
  void step_finished(const results::Case&, const results::Step& step) override {
    socket_.send({{"step_finished", results::step_to_json(step)}});
    watched_.finished(step);
  }
  void case_finished(const results::Case& one) override {
    socket_.send({{"case", results::case_to_json(one, results::AttachmentBytes::Kept)}});
  }

 private:
  using Running = std::pair<std::size_t, int>;  // number and attempt

  TracedSteps traced_steps(int attempt) const {
    switch (options_.trace) {
      case Trace::Failures:
        return attempt > 1 ? TracedSteps::Retried : TracedSteps::Newest;
      case Trace::Always:
        return TracedSteps::All;
      case Trace::Retries:
        return attempt > 1 ? TracedSteps::All : TracedSteps::None;
      case Trace::Never:
        break;
    }
    return TracedSteps::None;
  }
  void wait_for_person(const std::string& why) {
    socket_.send({{"paused", why}});
    commands_.wait_next();
  }
  void listen() {
    while (auto messages = socket_.receive()) {
      for (json& message : *messages) {
        if (message.contains("end"))
          end(message);
        else
          commands_.put(std::move(message));
      }
    }
    commands_.end();
    environment_.interrupt();
  }
  // Called on the listening thread. A late order for an ended case must not end the next case.
  void end(const json& order) {
    const std::lock_guard lock(running_mutex_);
    const bool is_of_case = order.contains("run");
    if (is_of_case && running_ != Running{order["run"].get<std::size_t>(), order.value("attempt", 1)}) return;
    case_ended_ = is_of_case;
    environment_.end_step({ErrorKind::Interrupted, order["end"].get<std::string>()});
  }
  void enter(Running running) {
    const std::lock_guard lock(running_mutex_);
    running_ = running;
  }
  void leave() {
    const std::lock_guard lock(running_mutex_);
    running_.reset();
    if (std::exchange(case_ended_, false)) environment_.resume();
  }
  bool run_scheduled(const ScheduledCase& scheduled) {
    try {
      environment_.prepare(*scheduled.flow);
    } catch (const Error& error) {
      const results::SecretRedactor& redactor = scheduled.flow->redactor;
      json told = error_to_json(error);
      told["problem"] = redactor.masked(error.problem());
      for (json& line : told["trail"]) line = redactor.masked(line.get<std::string>());
      socket_.send({{"broken", std::move(told)}});
      return false;
    }
    for (; notes_shown_ < environment_.notes().size(); ++notes_shown_) {
      std::cerr << "casement: " + reports::visible_lines(environment_.notes()[notes_shown_]) + "\n";
    }
    socket_.send({{"prepared", environment_.browser_version()}});
    recorder_.emplace(std::vector<results::Sink*>{this});
    watched_.begin_case(*recorder_, traced_);
    recorder_->start_run({});
    recorder_->start_suite(scheduled.flow->name, scheduled.flow->file);
    run_flow_case(*scheduled.flow, *scheduled.flow_case, environment_, *recorder_);
    return true;
  }
  MessageSocket socket_;
  const std::vector<ScheduledCase>& cases_;
  const WorkerOptions& options_;
  WatchedEnvironment environment_;
  CommandQueue commands_;
  std::optional<results::Recorder> recorder_;
  WatchedSteps watched_;
  TracedSteps traced_ = TracedSteps::None;  // of the running case
  std::size_t notes_shown_ = 0;
  std::mutex running_mutex_;
  std::optional<Running> running_;
  bool case_ended_ = false;  // by an order of the runner
};

// A terminal sends its signals to every foreground process, but a worker ends only when its runner asks. Chrome would
// inherit SIG_IGN, but does not inherit handlers.
void leave_signals_to_the_runner() {
  struct sigaction action{};
  action.sa_handler = [](int) {};
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
  ::sigaction(SIGHUP, &action, nullptr);
  ::sigaction(SIGPIPE, &action, nullptr);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

}  // namespace

int run_worker(UniqueFd socket, const std::vector<ScheduledCase>& cases, const WorkerOptions& options) {
  leave_signals_to_the_runner();
  return Worker(std::move(socket), cases, options).run();
}

}  // namespace casement::runners
