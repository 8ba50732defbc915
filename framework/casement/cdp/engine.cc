#include "casement/cdp/engine.h"

#include "casement/base/error.h"

namespace casement::cdp {
namespace {

thread_local const char* why_barred = nullptr;

}  // namespace

void bar_this_thread(const char* why) {
  why_barred = why;
}

void check_this_thread() {
  if (why_barred != nullptr) throw Error(ErrorKind::Usage, why_barred);
}

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
