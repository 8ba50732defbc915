// Several users of one browser, each in a context of its own: its own cookies, storage and pages.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "casement/api/browser.h"
#include "casement/api/context.h"
#include "casement/api/page.h"
#include "casement/base/weak_ptr.h"
#include "casement/browser/values/call_observer.h"

namespace casement {

class User {  // a context with its page; `Users` makes it
 public:
  // `page` is a page of `context`, which is one of `browser`.
  User(std::string name, Browser browser, Context context, Page page);
  const std::string& name() const { return name_; }  // as in `Users::at`
  Page& page() { return page_; }                     // the user's own page
  Context context() const;                           // the user's own browser context
  Browser browser() const;                           // of all users
  // Writes the storage state (Context::storage_state) to the file at `path`, for ContextOptions::storage_state. Throws
  // Error{Environment} if the file cannot be written.
  void save_storage_state(const std::string& path, Milliseconds timeout = {}) const;

 private:
  std::string name_;
  Browser browser_;
  Context context_;
  Page page_;
};

// Makes each user at the first call for it. Calls may come from any thread, one at a time.
class Users {
 public:
  // `defaults`: the options of users that are never defined.
  explicit Users(const Browser& browser, const ContextOptions& defaults = {});
  ~Users();
  Users(const Users&) = delete;
  Users& operator=(const Users&) = delete;

  // Sets the options of a user; nothing is opened yet. Throws Error{Usage} for invalid options, and for a user that
  // exists already with other options.
  void define(const std::string& name, const ContextOptions& options);
  // The user, who is the current one from now on. At the first call, the user is made and the page shows the default
  // URL. Throws Error{Usage} for an empty name, and the errors of Browser::new_context and Page::open with the user's
  // name before them; the user before stays the current one then, and nothing is left of the new one.
  User& switch_to(const std::string& name, Milliseconds timeout = {});
  // The same, without a change of the current user.
  User& at(const std::string& name, Milliseconds timeout = {});
  // Throws Error{Usage} before the first `switch_to`.
  User& current();
  // Notifies this observer of the calls of pages of users that are made from now on.
  void observe_calls(const WeakPtr<CallObserver>& observer);
  std::vector<std::string> names() const;  // of the users that exist
  void close(Milliseconds timeout = {});   // closes all of them

 private:
  std::unique_ptr<User> make(const std::string& name, Milliseconds timeout);

  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace casement
