// Several users of one site at once: each role is a context of its own, with its own cookies, storage
// state and default URL, made when it is first asked for. Calls may come from any thread, one at a
// time.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "casement/api/page.h"
#include "casement/base/weak_ptr.h"
#include "casement/browser/host/browser.h"

namespace casement {

class Role {  // one user: a context with its page
 public:
  // Of a context and its page that are there already; `Roles` makes it.
  Role(std::string name, Browser& browser, Context& context, PageSession& page)
      : name_(std::move(name)), browser_(browser), context_(context), page_(page) {}
  const std::string& name() const { return name_; }  // as in `Roles::at`
  Page& page() { return page_; }                     // the role's own page
  Context& context() { return context_; }            // its own browser context
  Browser& browser() { return browser_; }            // all roles'
  // Writes cookies and local storage to the file at `path`, for `ContextOptions::storage_state` of
  // another run. Throws Error{Environment} where it cannot be written.
  void save_storage_state(const std::string& path, Milliseconds timeout = Milliseconds{10'000});

 private:
  std::string name_;
  Browser& browser_;
  Context& context_;
  Page page_;
};

class Roles {
 public:
  // None at first; one that is never defined has these options.
  explicit Roles(Browser& browser, ContextOptions defaults = {}) : browser_(browser), defaults_(std::move(defaults)) {}
  ~Roles();
  Roles(const Roles&) = delete;
  Roles& operator=(const Roles&) = delete;

  // What the role will be made with; nothing is opened yet. Throws Error{Usage} for options that
  // cannot be, and for a role that is there already with other options.
  void define(const std::string& name, const ContextOptions& options);
  // The role, from now on the current one; it is made, and its page shows its default URL, where
  // that has not happened yet. A role that was never defined has those of all. Throws Error{Usage}
  // for a role without a name, and what `Browser::new_context` and `Page::open` throw, with the
  // role's name before it; the role before stays the current one then, and nothing of the new one
  // is left.
  Role& switch_to(const std::string& name, Deadline deadline);
  // The same without making it the current one.
  Role& at(const std::string& name, Deadline deadline);
  // Throws Error{Usage} where none was switched to.
  Role& current();
  // Who is told of the calls of roles' pages; of those that are made from now on.
  void observe_calls(const WeakPtr<CallObserver>& observer) { observer_ = observer; }
  std::vector<std::string> names() const;  // of those that are there
  void close(Deadline deadline);           // all of them

 private:
  std::unique_ptr<Role> make(const std::string& name, Deadline deadline);

  Browser& browser_;
  ContextOptions defaults_;
  std::map<std::string, ContextOptions> defined_;
  std::map<std::string, std::unique_ptr<Role>> roles_;
  Role* current_ = nullptr;
  WeakPtr<CallObserver> observer_;
};

}  // namespace casement
