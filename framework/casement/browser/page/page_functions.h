// The calls of exposed functions from a page: from its documents and workers to C++, and the results back. Requires the
// engine lock.
#pragma once

#include <memory>
#include <string>

#include "casement/browser/page/exposed_functions.h"
#include "casement/browser/values/page_extension.h"
#include "casement/cdp/message.h"

namespace casement {

class PageSession;

class PageFunctions : public PageExtension {
 public:
  explicit PageFunctions(PageSession& page);

  // Exposes the function in this page alone, in documents and workers that run and in later ones. Blocks. Throws as
  // ContextSession::expose.
  void expose(const std::string& name, ExposedFunction function, Deadline deadline);
  // The functions of this page alone.
  ExposedFunctions& own() { return own_; }

 private:
  cdp::Effects on_call(const cdp::Event& event);
  cdp::Effects on_done(const cdp::SessionId& session, int context, const std::string& number,
                       const std::shared_ptr<FunctionThread::Outcome>& outcome);

  WeakPtrFactory<PageFunctions> weak_{this};
  PageSession& page_;
  ExposedFunctions own_;
};

}  // namespace casement
