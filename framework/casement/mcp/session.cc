#include "casement/mcp/session.h"

#include <vector>

namespace casement::mcp {

void Session::open(Revision revision, Json client_capabilities) {
  const std::lock_guard lock(mutex_);
  revision_ = revision;
  client_capabilities_ = std::move(client_capabilities);
}

std::optional<Revision> Session::revision() const {
  const std::lock_guard lock(mutex_);
  return revision_;
}

Json Session::client_capabilities() const {
  const std::lock_guard lock(mutex_);
  return client_capabilities_;
}

void Session::set_log_level(std::string level) {
  const std::lock_guard lock(mutex_);
  log_level_ = std::move(level);
}

std::string Session::log_level() const {
  const std::lock_guard lock(mutex_);
  return log_level_;
}

std::optional<std::stop_source> Session::begin(const Json& id) {
  const std::lock_guard lock(mutex_);
  const auto [entry, is_new] = in_progress_.try_emplace(id);
  if (!is_new) return std::nullopt;
  if (closed_) entry->second.request_stop();
  return entry->second;
}

void Session::end(const Json& id) {
  const std::lock_guard lock(mutex_);
  in_progress_.erase(id);
}

// Runs callbacks of the source without the lock, because they may end the request at once.
void Session::cancel(const Json& id) {
  std::optional<std::stop_source> source;
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = in_progress_.find(id); found != in_progress_.end()) source = found->second;
  }
  if (source) source->request_stop();
  changed_.notify_all();
}

void Session::close() {
  std::vector<std::stop_source> sources;
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    for (const auto& [id, source] : in_progress_) sources.push_back(source);
  }
  for (std::stop_source& source : sources) source.request_stop();
  changed_.notify_all();
}

std::size_t Session::in_progress() const {
  const std::lock_guard lock(mutex_);
  return in_progress_.size();
}

Json Session::ask(Outlet& outlet, const std::string& method, const Json& params, const std::stop_token& stopped,
                  Deadline deadline) {
  std::string id;
  {
    const std::lock_guard lock(mutex_);
    id = "casement-" + std::to_string(++asked_);
    questions_.try_emplace(id);
  }
  outlet.send(request(id, method, params));
  // The callback takes the lock, so that a stop between the check and the wait is not missed.
  const std::stop_callback wake(stopped, [this] {
    const std::lock_guard lock(mutex_);
    changed_.notify_all();
  });
  std::unique_lock lock(mutex_);
  const auto is_over = [&] { return questions_[id].answer.has_value() || stopped.stop_requested(); };
  if (deadline.is_never()) {
    changed_.wait(lock, is_over);
  } else {
    changed_.wait_until(lock, deadline.when(), is_over);
  }
  const Question question = std::move(questions_[id]);
  questions_.erase(id);
  lock.unlock();
  if (!question.answer) {
    throw RpcError{RpcCode::Internal, "the client did not answer " + method + " in time"};
  }
  if (question.answer->failed) {
    throw RpcError{RpcCode::Internal, "the client answered " + method + " with an error: " +
                                          dump_json(question.answer->failed->value("message", Json(nullptr)))};
  }
  return question.answer->result;
}

void Session::answered(const Message& message) {
  if (!message.id.is_string()) return;
  const std::lock_guard lock(mutex_);
  const auto question = questions_.find(message.id.get<std::string>());
  if (question == questions_.end()) return;
  question->second.answer = message;
  changed_.notify_all();
}

}  // namespace casement::mcp
