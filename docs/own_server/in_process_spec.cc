// The thing under test is a server in this very program: the test talks to it as C++ objects, and to
// the page as a visitor. While the test waits on its own condition variable nothing of Casement is
// called, and Chrome is served all the same: the page's alert is answered, so that its request
// arrives.
#include <casement/testing.h>

#include <condition_variable>
#include <deque>
#include <mutex>

#include "counter_server.h"

namespace {

using namespace casement;

// What a team's own code would do with an order.
class OrderBook {
 public:
  void add(const std::string& order) {
    const std::lock_guard lock(mutex_);
    orders_.push_back(order);
    arrived_.notify_all();
  }
  // The next order, or "" where none came in time.
  std::string wait_for_order(std::chrono::seconds patience) {
    std::unique_lock lock(mutex_);
    if (!arrived_.wait_for(lock, patience, [&] { return !orders_.empty(); })) return "";
    std::string order = orders_.front();
    orders_.pop_front();
    return order;
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<std::string> orders_;
};

class Counter : public BrowserTest {
 protected:
  OrderBook orders;
  example::CounterServer server{[this](const std::string& order) { orders.add(order); }};
};

TEST_F(Counter, AnOrderReachesTheBook) {
  page().open(server.address());
  page().fill("textbox 'Order'", "two teas");
  // The button asks in a dialog, and sends the order once that is answered.
  page().dialogs().accept();
  page().click("button 'Order'");
  EXPECT_EQ(orders.wait_for_order(std::chrono::seconds(30)), "two teas");
  expect(page()).shows("text 'Thank you for two teas'");
}

TEST_F(Counter, ThePageGoesOnWhileTheTestWaits) {
  page().dialogs().accept();
  page().open(server.address() + "?later=1");  // orders by itself, with a dialog, a moment after loading
  EXPECT_EQ(orders.wait_for_order(std::chrono::seconds(30)), "the usual");
  EXPECT_EQ(page().dialogs().texts().size(), 1u);
}

TEST_F(Counter, TheTestCanChangeTheServerDuringIt) {
  page().open(server.address());
  expect(page()).shows("text 'Tea costs 3 €'");
  server.set_price(4);
  page().reload();
  expect(page()).shows("text 'Tea costs 4 €'");
}

}  // namespace
