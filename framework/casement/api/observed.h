// Every public verb goes through this header, so that a page's observer is notified of each call.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <type_traits>

#include "casement/base/error.h"
#include "casement/base/json.h"
#include "casement/base/text.h"
#include "casement/browser/context/page_handle.h"
#include "casement/browser/host/host_silence.h"
#include "casement/browser/page/page_session.h"
#include "casement/browser/values/call_observer.h"

namespace casement {

// Returns the result of `call`. The shapes of Chrome's answers are checked when they come in (cdp/reply_shape.h), but
// not those of our scripts in the page: an answer of theirs with another shape becomes Error{Protocol}. If an
// application is silent, its error says so.
template <typename Call>
auto checked(PageSession& page, const Call& call) {
  try {
    return call();
  } catch (const Error& error) {
    if (const std::optional<Error> explained = explain_silence(page, error)) throw Error(*explained);
    throw;
  } catch (const Json::exception& error) {
    throw Error(ErrorKind::Protocol,
                "the answer of Casement's script in the page has an unexpected shape: " + to_valid_utf8(error.what()));
  }
}

// The same. The page's observer, if any, is notified of the beginning and the end of the call.
template <typename Call>
auto observed(PageSession& page, const Where& where, const CallWords& words, const Call& call) {
  CallObserver* const observer = page.environment().call_observer.get();
  if (observer == nullptr) return checked(page, call);
  observer->began(page, words, where);
  try {
    if constexpr (std::is_void_v<decltype(call())>) {
      checked(page, call);
      observer->ended(page, nullptr);
    } else {
      auto result = checked(page, call);
      observer->ended(page, nullptr);
      return result;
    }
  } catch (const std::exception& error) {
    observer->ended(page, &error);
    throw;
  } catch (...) {
    const std::runtime_error unknown("the thrown object is not a std::exception");
    observer->ended(page, &unknown);
    throw;
  }
}

// The same: `call` is given the page, which stays in memory until the call has ended.
template <typename Call>
auto observed(const PageHandle& handle, const Where& where, const CallWords& words, const Call& call) {
  const PageHandle::Use page = handle.use();
  return observed(*page, where, words, [&] { return call(*page); });
}

// Reads or changes the records and settings of a page: `call` is given the page under the engine lock.
template <typename Call>
auto locked(const PageHandle& handle, const Call& call) {
  const PageHandle::Use page = handle.use();
  const cdp::Connection::EngineLock lock(page->connection());
  return call(*page);
}

}  // namespace casement
