#include <gtest/gtest.h>

#include <map>
#include <string>

#include "casement/base/error.h"
#include "casement/structure/structure.h"

namespace casement::spec {
namespace {

StructureLimits limits_of(const std::map<std::string, std::string>& environment) {
  return structure_limits([&](const char* variable) -> std::optional<std::string> {
    const auto found = environment.find(variable);
    return found == environment.end() ? std::nullopt : std::optional(found->second);
  });
}

TEST(StructureLimits, AreThoseOfTheEnvironment) {
  const StructureLimits limits = limits_of({{"CASEMENT_STRUCTURE_DEPTH", "2"},
                                            {"CASEMENT_STRUCTURE_SIBLINGS", "3"},
                                            {"CASEMENT_STRUCTURE_DESCENDANTS", "1000000"}});
  EXPECT_EQ(limits.depth, 2);
  EXPECT_EQ(limits.siblings, 3);
  EXPECT_EQ(limits.descendants, 1'000'000);
}

TEST(StructureLimits, AreTheDefaultsIfUnset) {
  EXPECT_EQ(limits_of({}).depth, 4);
  EXPECT_EQ(limits_of({{"CASEMENT_STRUCTURE_SIBLINGS", ""}}).siblings, 15);
}

TEST(StructureLimits, RefuseInvalidNumbers) {
  for (const char* const wrong : {"0", "-1", "many", "3 ", "1000001", "99999999999999999999"}) {
    try {
      limits_of({{"CASEMENT_STRUCTURE_DEPTH", wrong}});
      ADD_FAILURE() << wrong;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Usage);
      EXPECT_NE(error.message().find("CASEMENT_STRUCTURE_DEPTH"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace casement::spec
