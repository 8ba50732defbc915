// With CASEMENT_SPEC_LOCALE a program of specs has a locale of its own, as a program that links
// Casement may: they have to pass in any.
#include <gtest/gtest.h>

#include <cstdlib>
#include <locale>

namespace {

class ProgramLocale : public testing::Environment {
 public:
  void SetUp() override {
    const char* const name = std::getenv("CASEMENT_SPEC_LOCALE");
    if (name != nullptr && *name != '\0') std::locale::global(std::locale(name));  // setlocale, too
  }
};

[[maybe_unused]] const testing::Environment* const made = testing::AddGlobalTestEnvironment(new ProgramLocale);

}  // namespace

#if defined(__has_feature)  // clang's way to say it
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
// glibc never frees its list of the folders in LOCPATH, one for each locale that is made
// (string/argz-addsep.c): where that is set, leaks are not looked for. Other runs of the same specs do.
extern "C" int __lsan_is_turned_off();
extern "C" int __lsan_is_turned_off() {
  return std::getenv("LOCPATH") != nullptr ? 1 : 0;
}
#endif
