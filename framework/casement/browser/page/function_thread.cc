#include "casement/browser/page/function_thread.h"

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <utility>

#include "casement/cdp/engine.h"

namespace casement {
namespace {

constexpr std::size_t kMostCalls = 10'000;
constexpr Milliseconds kLastCall{1000};
constexpr const char* kWhyBarred =
    "an exposed function cannot use a browser, because the page waits for the function; store what the function gets, "
    "and let the test act";

void fill(FunctionThread::Outcome& outcome, const ExposedFunction& function, const FunctionCall& call) {
  try {
    outcome.value = function(call);
  } catch (const Error& error) {
    outcome.error = error.message();
  } catch (const std::exception& error) {
    outcome.error = error.what();
  } catch (...) {
    outcome.error = "the function threw an object that is not a std::exception";
  }
}

}  // namespace

// Shared with the thread, which may outlive the FunctionThread.
struct FunctionThread::State {
  ExposedFunction function;
  std::shared_ptr<cdp::Mailbox> mailbox;
  std::mutex mutex = {};
  std::condition_variable changed = {};
  std::deque<Job> jobs = {};
  bool ends = false;
  bool is_running = false;  // a call is in progress

  void work() {
    cdp::bar_this_thread(kWhyBarred);
    std::unique_lock lock(mutex);
    for (;;) {
      changed.wait(lock, [this] { return ends || !jobs.empty(); });
      if (ends) return;
      Job job = std::move(jobs.front());
      jobs.pop_front();
      is_running = true;
      lock.unlock();
      fill(*job.outcome, function, job.call);
      mailbox->post(std::move(job.done));
      lock.lock();
      is_running = false;
      changed.notify_all();
    }
  }
};

FunctionThread::FunctionThread(ExposedFunction function, std::shared_ptr<cdp::Mailbox> mailbox)
    : state_(new State{std::move(function), std::move(mailbox)}) {}

bool FunctionThread::run(Job job) {
  const std::lock_guard lock(state_->mutex);
  if (state_->ends || state_->jobs.size() >= kMostCalls) return false;
  state_->jobs.push_back(std::move(job));
  if (!thread_.joinable()) thread_ = std::thread([state = state_] { state->work(); });
  state_->changed.notify_all();
  return true;
}

bool FunctionThread::end(Deadline deadline) {
  std::unique_lock lock(state_->mutex);
  state_->ends = true;
  state_->jobs.clear();
  state_->changed.notify_all();
  return state_->changed.wait_until(lock, deadline.when(), [this] { return !state_->is_running; });
}

FunctionThread::~FunctionThread() {
  const bool is_own = thread_.get_id() == std::this_thread::get_id();
  const bool has_ended = end(is_own ? Deadline::in(Milliseconds{0}) : Deadline::patient(kLastCall));
  if (!thread_.joinable()) return;
  if (has_ended && !is_own) {
    thread_.join();
  } else {
    thread_.detach();
  }
}

}  // namespace casement
