// Each flow of specs/flows/bad is wrong in one way or in several, and gets the messages approved for it.
// specs/flows/approve BUILD writes the messages anew; read the difference before you keep it.
#include "specs/support/bad_flows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>

#include "casement/base/error.h"
#include "casement/flow/load/flow_loader.h"

namespace casement {
namespace {

namespace fs = std::filesystem;

class BadFlows : public testing::TestWithParam<BadFlow> {
 protected:
  // A run that approves makes missing templates itself; here one is missing.
  void SetUp() override { ::unsetenv("CASEMENT_APPROVE"); }
};

std::string messages_for(const BadFlow& flow) {
  AuthoringErrors errors;
  const fs::path before = fs::current_path();
  const fs::path folder = fs::path(testing::TempDir()) / ("bad-flows-" + std::to_string(::getpid()));
  fs::create_directories(folder);
  fs::create_directory_symlink(kBadFlows / "parts", folder / "parts");  // the flow's other files
  fs::current_path(folder);
  const std::string file = flow.name + ".flow.yaml";
  std::ofstream(file, std::ios::binary) << flow.source;
  parse_flow(file, flow.source, {{}, false}, errors);
  fs::current_path(before);
  fs::remove_all(folder);
  if (errors.empty()) return "(the flow was accepted)\n";
  std::string shown;
  for (const Error& error : errors.sorted()) shown += error.full_text() + "\n";
  return shown;
}

TEST_P(BadFlows, GetTheirApprovedMessages) {
  EXPECT_EQ(messages_for(GetParam()), GetParam().messages) << GetParam().subject;
}

// What each flow is answered now becomes what is approved.
void approve_all() {
  for (const auto& entry : fs::directory_iterator(kBadFlows)) {
    const std::vector<BadFlow> flows = bad_flows_in(entry.path());
    if (flows.empty()) continue;
    std::string text;
    for (const BadFlow& flow : flows) {
      const bool ends = flow.source.ends_with('\n');
      text += "===== " + flow.name + "\n" + flow.source + (ends ? "" : "\n\\ no line break at the end\n") + "-----\n" +
              messages_for(flow);
    }
    std::ofstream(entry.path(), std::ios::binary) << text;
  }
}

INSTANTIATE_TEST_SUITE_P(All, BadFlows, testing::ValuesIn(all_bad_flows()),
                         [](const testing::TestParamInfo<BadFlow>& one) { return one.param.name; });

TEST(BadFlowsThatAreKept, AreAtLeast350) {
  if (std::getenv("CASEMENT_APPROVE") != nullptr) {
    ::unsetenv("CASEMENT_APPROVE");
    approve_all();
  }
  EXPECT_GE(all_bad_flows().size(), 350u);
}

}  // namespace
}  // namespace casement
