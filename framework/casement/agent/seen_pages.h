// Stores the states of one page that an agent has seen, by number, so that the agent can ask for changes since one of
// them. Old states are dropped. One thread at a time.
#pragma once

#include <deque>
#include <memory>

#include "casement/agent/page_view.h"

namespace casement {

class SeenPages {
 public:
  struct Seen {
    int number = 0;                        // 0: none
    std::shared_ptr<const PageView> view;  // null if the state was dropped
  };
  // All pages of an agent share `counter`, so that a number identifies the page too. The counter must outlive this
  // object.
  explicit SeenPages(int& counter) : counter_(counter) {}

  // Stores a view and returns its number; returns the newest number if the page has not changed since.
  int keep(std::shared_ptr<const PageView> view);
  Seen of_number(int number) const;

  // The last state that was reported to the agent as a whole.
  void set_told(int number) { told_ = of_number(number); }
  Seen last_told() const { return told_; }
  void forget_told() { told_ = {}; }

 private:
  int& counter_;
  std::deque<Seen> kept_;  // oldest first
  Seen told_;
};

}  // namespace casement
