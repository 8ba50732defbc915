// The one place that every public verb goes through, so that a page's observer is notified of each.
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

// What `call` returns. Answers of Chrome's have their shapes checked where they come in (cdp/reply_shape.h); those of
// our scripts in its pages are read as our scripts make them. From a Chrome, or something between it and us, that
// answers otherwise, this is an Error{Protocol} like any other wrong answer. An error of an application that is silent
// says so.
template <typename Call>
auto checked(PageSession& page, const Call& call) {
  try {
    return call();
  } catch (const Error& error) {
    if (const std::optional<Error> explained = explain_silence(page, error)) throw Error(*explained);
    throw;
  } catch (const Json::exception& error) {
    throw Error(ErrorKind::Protocol,
                "what Casement's script in the page answered has another shape: " + to_valid_utf8(error.what()));
  }
}

// The same; its page's observer, if there is one, is told that it began and how it ended.
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
    const std::runtime_error unknown("what was thrown is no std::exception");
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

}  // namespace casement
