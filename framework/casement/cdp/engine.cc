#include "casement/cdp/engine.h"

namespace casement::cdp {

void Engine::lock() {
  mutex_.lock();
  note_holder();
}

bool Engine::try_lock() {
  if (!mutex_.try_lock()) return false;
  note_holder();
  return true;
}

void Engine::note_holder() {
  if (++depth_ == 1) holder_ = std::this_thread::get_id();
}

void Engine::unlock() {
  if (--depth_ == 0) holder_ = std::thread::id();
  mutex_.unlock();
}

}  // namespace casement::cdp
