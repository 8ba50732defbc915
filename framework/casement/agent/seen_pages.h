// What an agent has seen of one page, by number, so that it can ask what changed since. The newest are kept. One
// thread at a time.
#pragma once

#include <deque>
#include <memory>

#include "casement/agent/page_view.h"

namespace casement {

class SeenPages {
 public:
  struct Seen {
    int number = 0;                        // 0: none
    std::shared_ptr<const PageView> view;  // null where it is not known any more
  };
  // `counter` is of all pages of an agent: numbers of one mean nothing for another. It must outlive this.
  explicit SeenPages(int& counter) : counter_(counter) {}

  // Its number; that of the newest one where the page is still as it was then.
  int keep(std::shared_ptr<const PageView> view);
  Seen of_number(int number) const;

  // The one that the agent was told of as a whole, last.
  void set_told(int number) { told_ = of_number(number); }
  Seen last_told() const { return told_; }
  void forget_told() { told_ = {}; }

 private:
  int& counter_;
  std::deque<Seen> kept_;  // oldest first
  Seen told_;
};

}  // namespace casement
