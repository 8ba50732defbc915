#include "casement/agent/live_step.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "casement/base/error.h"

namespace casement {
namespace {

TEST(LiveStepText, TextOfAPageIsNoVariable) {
  EXPECT_EQ(literal_text("Pay ${env(HOME)} ${secret:NAME} $$ ${"), "Pay $${env(HOME)} $${secret:NAME} $$ $${");
  EXPECT_EQ(literal_text("$${x}"), "$$${x}");
  EXPECT_EQ(literal_text(""), "");
}

TEST(LiveStepText, TextOfAnAgentHasKnownSecretsAlone) {
  const FlowVariables secrets{{"PIN", "1234"}};
  EXPECT_EQ(authored_text("${secret:PIN}${env(HOME)}", secrets), "${PIN}$${env(HOME)}");
  EXPECT_THROW(authored_text("${secret:OTHER}", secrets), Error);
}

TEST(LiveStepText, EachTextOfAValueIsAuthored) {
  const FlowVariables secrets{{"PIN", "1234"}};
  const Json value = {{"not", {{"texts", {"${env(A)}", "${secret:PIN}"}}, {"count", 3}, {"flag", true}}}};
  EXPECT_EQ(authored_value(value, secrets),
            Json({{"not", {{"texts", {"$${env(A)}", "${PIN}"}}, {"count", 3}, {"flag", true}}}}));
}

}  // namespace
}  // namespace casement
