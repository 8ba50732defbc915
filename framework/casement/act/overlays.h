// What may come over a page at any time, such as a banner about cookies: whenever an action or an expectation cannot go
// on and the page shows one of these, what the test has said for it is done, and the call goes on.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/browser/page/page_session.h"
#include "casement/target/target.h"

namespace casement {

class Overlays : public PageExtension {
 public:
  explicit Overlays(PageSession&) {}
  static Overlays& of(PageSession& page) { return page.extension<Overlays>(); }

  // `close` is called in the thread of the call that cannot go on, and may ask the page. The newest of a target counts.
  // Throws Error{Usage} for a ref, and without `close`.
  void set(const Target& target, std::function<void()> close);
  // False where there was none.
  bool forget(std::string_view target);
  bool empty() const { return known_.empty(); }

 private:
  friend std::vector<std::string> close_overlays(PageSession& page, const std::string& kept, Deadline deadline);

  struct Overlay {
    Target target;
    std::function<void()> close;
  };
  std::vector<Overlay> known_;
  bool is_closing_ = false;  // what closes one is not interrupted by another
};

// Closes what is shown of them now: their targets, none where none is shown. The one with the target `kept` stays, for
// a call that is about the overlay itself; "" for others. Waits until the page shows it no longer; throws
// Error{NotActionable} where it still does at the deadline, and what its `close` throws. The engine lock is not held.
std::vector<std::string> close_overlays(PageSession& page, const std::string& kept, Deadline deadline);

}  // namespace casement
