// With CASEMENT_SPEC_LOCALE a program of specs has a locale of its own, as a program that links
// Casement may: they have to pass in any.
#include <gtest/gtest.h>

#include <cstdlib>

#include "specs/support/use_locale.h"

namespace casement {
namespace {

class ProgramLocale : public testing::Environment {
 public:
  void SetUp() override {
    const char* const name = std::getenv("CASEMENT_SPEC_LOCALE");
    if (name != nullptr && *name != '\0') specs::use_locale(name);
  }
};

[[maybe_unused]] const testing::Environment* const made =
    testing::AddGlobalTestEnvironment(new ProgramLocale);

}  // namespace
}  // namespace casement
