#include "casement/mcp/signed_state.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace casement::mcp {
namespace {

TEST(SignedState, IsReadOnlyByItsWriterForTheSameRequest) {
  const SignedState state;
  const std::string text = state.write({{"round", 2}}, "tools/call pay", std::chrono::minutes(1));
  EXPECT_EQ(state.read(text, "tools/call pay").value()["round"], 2);
  EXPECT_FALSE(state.read(text, "tools/call ship"));
  EXPECT_FALSE(SignedState().read(text, "tools/call pay")) << "another process";
}

TEST(SignedState, IsNotReadAfterAChange) {
  const SignedState state;
  const std::string text = state.write(1, "x", std::chrono::minutes(1));
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string changed = text;
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    EXPECT_FALSE(state.read(changed, "x")) << i;
  }
  EXPECT_FALSE(state.read("", "x"));
  EXPECT_FALSE(state.read("nothing", "x"));
}

TEST(SignedState, ExpiresAtItsTime) {
  const SignedState state;
  EXPECT_FALSE(state.read(state.write(1, "x", std::chrono::seconds(-1)), "x"));
}

}  // namespace
}  // namespace casement::mcp
