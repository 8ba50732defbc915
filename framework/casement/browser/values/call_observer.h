// The observer of a page's calls, notified when each begins and when it has ended: a test program's reports make steps
// of them. Knows nothing of verbs; a page without an observer pays a look at a pointer.
#pragma once

#include <exception>
#include <source_location>
#include <string_view>

namespace casement {

class PageSession;

// The line of the caller's own source that a call stands in: the last parameter of calls, which
// nobody writes.
class Where {
 public:
  Where(const std::source_location& at) : at_(at) {}         // NOLINT(google-explicit-constructor): it stands for it
  const char* file() const { return at_.file_name(); }       // as the compiler was told it
  int line() const { return static_cast<int>(at_.line()); }  // from 1; 0 is unknown

 private:
  std::source_location at_;
};

// A call in words. What a control is given is not among them: it may be secret.
struct CallWords {
  std::string_view verb;         // "click"
  std::string_view target = {};  // in the notation of targets, "" where it has none
  std::string_view detail = {};  // what distinguishes it, e.g. the keys that are pressed
};

// Notified on the calling thread. Calls may be made inside of others, for example by a condition that is polled: each
// ends before the one around it does.
class CallObserver {
 public:
  virtual ~CallObserver() = default;
  // The words last as long as this does.
  virtual void began(PageSession& page, const CallWords& words, const Where& where) noexcept = 0;
  // `error` is what it threw; null for a call that did what it was to do.
  virtual void ended(PageSession& page, const std::exception* error) noexcept = 0;
};

}  // namespace casement
