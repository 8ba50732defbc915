// Overlays that may cover a page at any time, such as a cookie banner. If an action or an expectation is blocked and
// the page shows a known overlay, the test's handler closes the overlay and the call continues.
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

  // Calls `close` in the thread of the blocked call; `close` may use the page. A second call for a target replaces the
  // first. Throws Error{Usage} for a ref, and for an empty `close`.
  void set(const Target& target, std::function<void()> close);
  // Returns false if the target was not known.
  bool forget(std::string_view target);
  bool empty() const { return known_.empty(); }

 private:
  friend std::vector<std::string> close_overlays(PageSession& page, const std::string& kept, Deadline deadline);

  struct Overlay {
    Target target;
    std::function<void()> close;
  };
  std::vector<Overlay> known_;
  bool is_closing_ = false;  // handlers do not trigger other handlers
};

// Closes all known overlays that the page shows now, and returns their targets. Skips the overlay with the target
// `kept`, for a call about the overlay itself; "" skips none. Waits until each overlay has gone. Throws
// Error{NotActionable} if an overlay is still shown at the deadline, and the errors of its `close`. The caller must not
// hold the engine lock.
std::vector<std::string> close_overlays(PageSession& page, const std::string& kept, Deadline deadline);

}  // namespace casement
