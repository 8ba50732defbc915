#include "casement/cdp/mailbox.h"

#include <utility>

namespace casement::cdp {

void Mailbox::post(Letter letter) {
  const std::lock_guard lock(mutex_);
  if (transport_ == nullptr) return;
  letters_.push_back(std::move(letter));
  transport_->wake();
}

std::vector<Mailbox::Letter> Mailbox::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(letters_, {});
}

void Mailbox::close() {
  const std::lock_guard lock(mutex_);
  transport_ = nullptr;
  letters_.clear();
}

}  // namespace casement::cdp
