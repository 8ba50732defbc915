// One isolated browser context, a role: its own cookies and storage, its own pages. Lives in its
// Browser.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "casement/page/page_target.h"

namespace casement {

class Browser;

struct ContextOptions {
  std::string base_url;  // what relative URLs are relative to, "" for none
};

class Context {
 public:
  Context(cdp::Connection& connection, std::string id, ContextOptions options);

  const std::string& id() const { return id_; }
  // Opens an empty page and waits until it can be used.
  PageTarget& new_page(Deadline deadline);
  const std::vector<std::unique_ptr<PageTarget>>& pages() const { return pages_; }
  // Closes every page and forgets the context's state.
  void close(Deadline deadline);

 private:
  friend class Browser;
  PageTarget& adopt(std::string target_id, cdp::SessionId session);

  cdp::Connection& connection_;
  std::string id_;
  ContextOptions options_;
  std::vector<std::unique_ptr<PageTarget>> pages_;
};

}  // namespace casement
