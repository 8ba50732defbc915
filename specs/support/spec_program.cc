// What every program of specs does before its first test.
#include <gtest/gtest.h>

#include <cstdlib>
#include <locale>

namespace {

// With SPEC_LOCALE it has a locale of its own, as a program that links Casement may: they have to pass in any.
class ProgramLocale : public testing::Environment {
 public:
  void SetUp() override {
    const char* const name = std::getenv("SPEC_LOCALE");
    if (name != nullptr && *name != '\0') std::locale::global(std::locale(name));  // setlocale, too
  }
};

// Which part of its tests it runs is chosen by now; programs of tests that it starts run all of theirs.
class PartOfTests : public testing::Environment {
 public:
  void SetUp() override {
    for (const char* variable : {"GTEST_TOTAL_SHARDS", "GTEST_SHARD_INDEX"}) ::unsetenv(variable);
  }
};

[[maybe_unused]] const testing::Environment* const made[] = {testing::AddGlobalTestEnvironment(new ProgramLocale),
                                                             testing::AddGlobalTestEnvironment(new PartOfTests)};

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
