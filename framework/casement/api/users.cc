#include "casement/api/users.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "casement/api/engine.h"
#include "casement/api/time_limit.h"
#include "casement/browser/context/context_session.h"
#include "casement/browser/host/browser_session.h"
#include "casement/browser/values/emulation.h"

namespace casement {
namespace {

constexpr std::chrono::seconds kCloseTime{5};

}  // namespace

Users::~Users() {
  try {
    close(kCloseTime);
  } catch (const Error&) {
    // The browser went first.
  }
}

void Users::define(const std::string& name, const ContextOptions& options) {
  check_context_options(options);
  const auto known = defined_.find(name);
  if (users_.contains(name) && (known == defined_.end() || known->second != options)) {
    throw Error(ErrorKind::Usage, "the user '" + name + "' exists already with other options");
  }
  defined_[name] = options;
}

std::unique_ptr<User> Users::make(const std::string& name, Milliseconds timeout) {
  const auto known = defined_.find(name);
  const ContextOptions options = known == defined_.end() ? defaults_ : known->second;
  const Deadline deadline = deadline_of(timeout, kUsualTimeOfContext);
  ContextSession& session = engine_of(browser_).new_context(options, deadline);
  const Context context = context_of(session);
  try {
    auto user = std::make_unique<User>(name, browser_, context, page_of(session.new_page(deadline)));
    if (!options.default_url.empty()) {
      // 0 would be the page's default.
      const Milliseconds rest = std::max(deadline.remaining(), Milliseconds{1});
      user->page().open(options.default_url, {LoadState::DomReady, rest});
    }
    session.observe_calls(observer_);
    return user;
  } catch (const Error& error) {
    if (!context.closed()) context.close(kCloseTime);
    throw error.with_context("the user '" + name + "'");
  }
}

User& Users::at(const std::string& name, Milliseconds timeout) {
  if (name.empty()) throw Error(ErrorKind::Usage, "a user needs a name");
  if (const auto known = users_.find(name); known != users_.end()) return *known->second;
  return *users_.emplace(name, make(name, timeout)).first->second;
}

User& Users::switch_to(const std::string& name, Milliseconds timeout) {
  current_ = &at(name, timeout);
  return *current_;
}

User& Users::current() {
  if (current_ == nullptr) throw Error(ErrorKind::Usage, "there is no current user yet");
  return *current_;
}

std::vector<std::string> Users::names() const {
  std::vector<std::string> all;
  for (const auto& [name, user] : users_) all.push_back(name);
  return all;
}

void Users::close(Milliseconds timeout) {
  const Deadline deadline = deadline_of(timeout, kUsualTimeOfContext);  // of all
  current_ = nullptr;
  for (auto& [name, user] : std::exchange(users_, {})) {
    if (user->context().closed()) continue;
    const std::shared_ptr<ContextSession> session = engine_of(user->context()).shared_from_this();
    session->close_in_browser(deadline);
  }
}

}  // namespace casement
