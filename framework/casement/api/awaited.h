// The second half of a wait that cannot miss what it waits for: begin, set it off, take it.
//
//   auto order = page().next_request("*/v1/orders");
//   page().click("button 'Order'");
//   EXPECT_EQ(order.get().method, "POST");
//
// Events count from the moment of `next_…` on, whether `get` is called before or after it.
#pragma once

#include <functional>
#include <optional>
#include <source_location>
#include <string>

#include "casement/api/page.h"

namespace casement {

// Waits, woken by the page's events, until `look` is true. Throws Error{Assertion} naming `what`, what
// `seen` says there was instead, and `where`; Error{SessionClosed} where the page closes.
void await_happening(const Page& page, const std::string& what, const std::function<bool()>& look,
                     const std::function<std::string()>& seen, Milliseconds timeout, const std::source_location& where);

template <typename Result>
class Awaited {
 public:
  using Look = std::function<std::optional<Result>()>;
  // For libraries that wait for something of their own: `look` gives what is waited for once it is there, `what` and
  // `seen` are for the message.
  Awaited(Page page, std::string what, Look look, std::function<std::string()> seen)
      : page_(page), what_(std::move(what)), look_(std::move(look)), seen_(std::move(seen)) {}

  // Waits for at most `timeout` from now (0: the page's default). May be called again.
  Result get(Milliseconds timeout = Milliseconds{0}, std::source_location where = std::source_location::current()) {
    await_happening(
        page_, what_,
        [this] {
          if (!found_) found_ = look_();
          return found_.has_value();
        },
        seen_, timeout, where);
    return *found_;
  }

 private:
  Page page_;
  std::string what_;
  Look look_;
  std::function<std::string()> seen_;
  std::optional<Result> found_;
};

}  // namespace casement
