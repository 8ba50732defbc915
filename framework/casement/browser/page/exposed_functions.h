// The exposed functions of a page or of a context, by their names in the page. Requires the engine lock.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "casement/browser/page/function_thread.h"
#include "casement/browser/values/start_scripts.h"

namespace casement {

class ExposedFunctions {
 public:
  // Throws Error{Usage} for an empty function, a name that is no identifier, and a name that no page can give away.
  static void check(const std::string& name, const ExposedFunction& function);

  bool contains(const std::string& name) const { return threads_.contains(name); }
  // Precondition: !contains(name).
  void add(const std::string& name, ExposedFunction function, std::shared_ptr<cdp::Mailbox> mailbox) {
    threads_.emplace(name, std::make_unique<FunctionThread>(std::move(function), std::move(mailbox)));
  }
  // Null if there is none.
  FunctionThread* find(const std::string& name) const {
    const auto found = threads_.find(name);
    return found == threads_.end() ? nullptr : found->second.get();
  }
  // Waits for the calls in progress. Throws Error{Timeout} with the name of a function that does not return.
  void end(Deadline deadline);

 private:
  std::map<std::string, std::unique_ptr<FunctionThread>> threads_;
};

// The script that offers the function in a document or worker.
StartScript exposing_script(const std::string& name);

}  // namespace casement
