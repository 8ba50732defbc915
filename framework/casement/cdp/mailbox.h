// Results of other threads for the thread that handles a connection's messages. That thread may wait for Chrome with
// the engine lock held, so the other threads must not wait for the lock.
#pragma once

#include <mutex>
#include <vector>

#include "casement/cdp/callback.h"
#include "casement/cdp/message.h"
#include "casement/transport/transport.h"

namespace casement::cdp {

class Mailbox {
 public:
  using Letter = Callback<Effects()>;

  explicit Mailbox(Transport& transport) : transport_(&transport) {}

  // Any thread may call this function. The letter is called like a reply, with the engine lock held; after `close` it
  // is dropped.
  void post(Letter letter);
  std::vector<Letter> take();
  // The connection ends: nobody takes letters any more.
  void close();

 private:
  std::mutex mutex_;
  Transport* transport_;  // null after `close`
  std::vector<Letter> letters_;
};

}  // namespace casement::cdp
