#include "casement/api/users.h"

#include <algorithm>
#include <chrono>
#include <map>
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

User::User(std::string name, Browser browser, Context context, Page page)
    : name_(std::move(name)), browser_(std::move(browser)), context_(std::move(context)), page_(std::move(page)) {}

Context User::context() const {
  return context_;
}

Browser User::browser() const {
  return browser_;
}

void User::save_storage_state(const std::string& path, Milliseconds timeout) const {
  context_.save_storage_state(path, timeout);
}

struct Users::State {
  Browser browser;
  ContextOptions defaults;  // of users that are never defined
  std::map<std::string, ContextOptions> defined = {};
  std::map<std::string, std::unique_ptr<User>> users = {};
  User* current = nullptr;
  WeakPtr<CallObserver> observer = {};
};

Users::Users(const Browser& browser, const ContextOptions& defaults)
    : state_(std::make_shared<State>(State{.browser = browser, .defaults = defaults})) {}

void Users::observe_calls(const WeakPtr<CallObserver>& observer) {
  state_->observer = observer;
}

Users::~Users() {
  try {
    close(kCloseTime);
  } catch (const Error&) {
    // The browser went first.
  }
}

void Users::define(const std::string& name, const ContextOptions& options) {
  check_context_options(options);
  const auto known = state_->defined.find(name);
  if (state_->users.contains(name) && (known == state_->defined.end() || known->second != options)) {
    throw Error(ErrorKind::Usage, "the user '" + name + "' exists already with other options");
  }
  state_->defined[name] = options;
}

std::unique_ptr<User> Users::make(const std::string& name, Milliseconds timeout) {
  const auto known = state_->defined.find(name);
  const ContextOptions options = known == state_->defined.end() ? state_->defaults : known->second;
  const Deadline deadline = deadline_of(timeout, kUsualTimeOfContext);
  ContextSession& session = engine_of(state_->browser).new_context(options, deadline);
  const Context context = context_of(session);
  try {
    auto user = std::make_unique<User>(name, state_->browser, context, page_of(session.new_page(deadline)));
    if (!options.default_url.empty()) {
      // 0 would be the page's default.
      const Milliseconds rest = std::max(deadline.remaining(), Milliseconds{1});
      user->page().open(options.default_url, {LoadState::DomReady, rest});
    }
    session.observe_calls(state_->observer);
    return user;
  } catch (const Error& error) {
    if (!context.closed()) context.close(kCloseTime);
    throw error.with_context("the user '" + name + "'");
  }
}

User& Users::at(const std::string& name, Milliseconds timeout) {
  if (name.empty()) throw Error(ErrorKind::Usage, "a user needs a name");
  if (const auto known = state_->users.find(name); known != state_->users.end()) return *known->second;
  return *state_->users.emplace(name, make(name, timeout)).first->second;
}

User& Users::switch_to(const std::string& name, Milliseconds timeout) {
  state_->current = &at(name, timeout);
  return *state_->current;
}

User& Users::current() {
  if (state_->current == nullptr) throw Error(ErrorKind::Usage, "there is no current user yet");
  return *state_->current;
}

std::vector<std::string> Users::names() const {
  std::vector<std::string> all;
  for (const auto& [name, user] : state_->users) all.push_back(name);
  return all;
}

void Users::close(Milliseconds timeout) {
  const Deadline deadline = deadline_of(timeout, kUsualTimeOfContext);  // of all
  state_->current = nullptr;
  for (auto& [name, user] : std::exchange(state_->users, {})) {
    if (user->context().closed()) continue;
    const std::shared_ptr<ContextSession> session = engine_of(user->context()).shared_from_this();
    session->close_in_browser(deadline);
  }
}

}  // namespace casement
