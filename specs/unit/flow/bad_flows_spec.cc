// Each specs/flows/bad/NAME.flow.yaml is wrong in one way or in several, and NAME.txt beside it holds the
// approved messages. CASEMENT_APPROVE=1 writes the messages anew; read the difference before you keep it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "casement/base/error.h"
#include "casement/flow/flow_loader.h"

namespace casement {
namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string message_for(const fs::path& path) {
  AuthoringErrors errors;
  const fs::path before = fs::current_path();
  fs::current_path(path.parent_path());  // the flow's other files are beside it
  parse_flow(path.filename().string(), content_of(path), {{}, false}, errors);
  fs::current_path(before);
  if (errors.empty()) return "(the flow was accepted)\n";
  std::string shown;
  for (const Error& error : errors.sorted()) shown += error.full_text() + "\n";
  return shown;
}

TEST(BadFlows, EachGetItsApprovedMessage) {
  // A run that approves makes missing templates itself; here one is missing.
  const bool approves = std::getenv("CASEMENT_APPROVE") != nullptr;
  ::unsetenv("CASEMENT_APPROVE");
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator(CASEMENT_SOURCE_DIR "/specs/flows/bad")) {
    if (entry.path().extension() != ".yaml") continue;
    ++count;
    const std::string shown = message_for(entry.path());
    const fs::path approved = entry.path().stem().replace_extension(".txt");
    const fs::path file = entry.path().parent_path() / approved;
    if (approves) std::ofstream(file, std::ios::binary) << shown;
    EXPECT_EQ(shown, content_of(file)) << entry.path().filename();
  }
  EXPECT_GE(count, 200u);
}

}  // namespace
}  // namespace casement
