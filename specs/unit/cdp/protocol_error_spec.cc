#include "casement/cdp/protocol_error.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

namespace casement::cdp {
namespace {

Error answered(std::string_view text) {
  return protocol_error("Page.x", {{"code", -32000}, {"message", text}});
}

TEST(ProtocolError, IsOfTheKindThatItsTextMeans) {
  EXPECT_EQ(answered("Cannot find context with specified id").kind(), ErrorKind::FrameGone);
  EXPECT_EQ(answered("Target crashed").kind(), ErrorKind::TargetCrashed);
  EXPECT_EQ(answered("anything else").kind(), ErrorKind::Protocol);
  EXPECT_EQ(protocol_error("Page.x", {{"code", -32001}, {"message", "?"}}).kind(), ErrorKind::SessionClosed);
  EXPECT_TRUE(means_gone(answered("Frame was detached")));
}

// Of Chromiums inside applications; JSON-RPC 2.0 section 5.1 for the code.
TEST(ProtocolError, NamesTheBrowserThatLacksACommand) {
  const Error error = protocol_error("Page.printToPDF", {{"code", -32601}, {"message", "not found"}}, "Shell 1");
  EXPECT_EQ(error.kind(), ErrorKind::Environment);
  EXPECT_EQ(error.message(), "Shell 1 cannot do this: Page.printToPDF: not found");
  EXPECT_EQ(answered("Not supported").kind(), ErrorKind::Environment);
  EXPECT_EQ(answered("Not allowed").kind(), ErrorKind::Environment);
  EXPECT_EQ(answered("Not supported here").kind(), ErrorKind::Protocol);
}

TEST(ProtocolError, RecognizesErrorsThatAreNoFailure) {
  EXPECT_TRUE(means_already_set(answered("Timezone override is already in effect")));
  EXPECT_TRUE(means_not_active(answered("Not attached to an active page")));
  EXPECT_TRUE(means_invalid_address(answered("Cannot navigate to invalid URL")));
  EXPECT_TRUE(means_no_document(answered("Cannot find default execution context")));
  for (const auto means : {means_already_set, means_not_active, means_invalid_address, means_no_document}) {
    EXPECT_FALSE(means(answered("Target crashed")));
  }
}

// The header says that it alone knows them.
TEST(ProtocolError, IsTheOnlyFileWithChromesErrorTexts) {
  namespace fs = std::filesystem;
  int files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(CASEMENT_SOURCE_DIR) / "framework")) {
    if (entry.path().extension() != ".cc" || entry.path().filename() == "protocol_error.cc") continue;
    std::ifstream stream(entry.path());
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    for (const char* const words : {"already in effect", "Not attached to", "Cannot navigate to", "Cannot find context",
                                    "with given id", "with specified id", "Target closed", "Target crashed"}) {
      EXPECT_EQ(text.find(words), std::string::npos) << entry.path() << ": " << words;
    }
    ++files;
  }
  EXPECT_GT(files, 100);
}

}  // namespace
}  // namespace casement::cdp
