// An observer of a page's calls, notified when a call begins and when it ends. The reports of test programs turn calls
// into steps. The observer does not know the verbs; a page without an observer only pays for a pointer check.
#pragma once

#include <exception>
#include <source_location>
#include <string_view>

namespace casement {

class PageSession;

// The source line of a call in the caller's code. Calls take this as the last parameter, a default argument.
class Where {
 public:
  Where(const std::source_location& at) : at_(at) {}    // NOLINT(google-explicit-constructor): for default arguments
  const char* file() const { return at_.file_name(); }  // as the compiler spells the name
  int line() const { return static_cast<int>(at_.line()); }  // from 1; 0 is unknown

 private:
  std::source_location at_;
};

// A call in words. Input values are not included, because they may be secret.
struct CallWords {
  std::string_view verb;         // "click"
  std::string_view target = {};  // in target notation, "" if the call has no target
  std::string_view detail = {};  // further distinction, e.g. the keys that are pressed
};

// Runs on the calling thread. Calls may be nested, for example inside a polled condition: an inner call ends before the
// outer call.
class CallObserver {
 public:
  virtual ~CallObserver() = default;
  // The text in `words` lives until the function returns.
  virtual void began(PageSession& page, const CallWords& words, const Where& where) noexcept = 0;
  // `error` is the exception of the call; null if the call succeeded.
  virtual void ended(PageSession& page, const std::exception* error) noexcept = 0;
};

}  // namespace casement
