// The program's locale, as std::locale::global and setlocale set it.
#pragma once

#include <locale>
#include <string>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/lsan_interface.h>
#endif

namespace casement::specs {

// → the one before.
inline std::locale use_locale(const std::string& name) {
#if defined(__SANITIZE_ADDRESS__)
  // glibc never frees its list of the folders in LOCPATH (string/argz-addsep.c).
  const __lsan::ScopedDisabler leaks_of_glibc;
#endif
  return std::locale::global(std::locale(name));
}

}  // namespace casement::specs
