// The one place that every public verb goes through, so that a page's observer is notified of each.
#pragma once

#include <stdexcept>
#include <type_traits>

#include "casement/browser/call_observer.h"
#include "casement/browser/page_session.h"

namespace casement {

// What `call` returns; its page's observer, if there is one, is told that it began and how it
// ended.
template <typename Call>
auto observed(PageSession& page, const Where& where, const CallWords& words, const Call& call) {
  CallObserver* const observer = page.environment().call_observer.get();
  if (observer == nullptr) return call();
  observer->began(page, words, where);
  try {
    if constexpr (std::is_void_v<decltype(call())>) {
      call();
      observer->ended(page, nullptr);
    } else {
      auto result = call();
      observer->ended(page, nullptr);
      return result;
    }
  } catch (const std::exception& error) {
    observer->ended(page, &error);
    throw;
  } catch (...) {
    const std::runtime_error unknown("what was thrown is no std::exception");
    observer->ended(page, &unknown);
    throw;
  }
}

}  // namespace casement
