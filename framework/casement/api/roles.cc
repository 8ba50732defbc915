#include "casement/api/roles.h"

#include "casement/browser/values/emulation.h"

namespace casement {

void Role::save_storage_state(const std::string& path, Milliseconds timeout) {
  context_.save_storage_state(path, Deadline::in(timeout));
}

Roles::~Roles() {
  try {
    close(Deadline::in(std::chrono::seconds(5)));
  } catch (const Error&) {
    // The browser went first.
  }
}

void Roles::define(const std::string& name, const ContextOptions& options) {
  check_context_options(options);
  const auto known = defined_.find(name);
  if (roles_.contains(name) && (known == defined_.end() || known->second != options)) {
    throw Error(ErrorKind::Usage, "the role '" + name + "' is there already, with other options");
  }
  defined_[name] = options;
}

std::unique_ptr<Role> Roles::make(const std::string& name, Deadline deadline) {
  const auto known = defined_.find(name);
  const ContextOptions options = known == defined_.end() ? defaults_ : known->second;
  Context& context = browser_.new_context(options, deadline);
  try {
    auto role = std::make_unique<Role>(name, browser_, context, context.new_page(deadline));
    if (!options.default_url.empty()) {
      role->page().open(options.default_url, {LoadState::DomReady, deadline.remaining()});
    }
    context.observe_calls(observer_);
    return role;
  } catch (const Error& error) {
    browser_.close_context(context, Deadline::in(std::chrono::seconds(5)));
    throw error.with_context("the role '" + name + "'");
  }
}

Role& Roles::at(const std::string& name, Deadline deadline) {
  if (name.empty()) throw Error(ErrorKind::Usage, "a role needs a name");
  if (const auto known = roles_.find(name); known != roles_.end()) return *known->second;
  return *roles_.emplace(name, make(name, deadline)).first->second;
}

Role& Roles::switch_to(const std::string& name, Deadline deadline) {
  current_ = &at(name, deadline);
  return *current_;
}

Role& Roles::current() {
  if (current_ == nullptr) throw Error(ErrorKind::Usage, "no role was switched to yet");
  return *current_;
}

std::vector<std::string> Roles::names() const {
  std::vector<std::string> all;
  for (const auto& [name, role] : roles_) all.push_back(name);
  return all;
}

void Roles::close(Deadline deadline) {
  current_ = nullptr;
  for (auto& [name, role] : std::exchange(roles_, {})) {
    browser_.close_context(role->context(), deadline);
  }
}

}  // namespace casement
