// The fixture pages of several sites, drawn again by the page of a trace.
#include <casement/testing.h>

#include <filesystem>

#include "specs/support/drawn_trace.h"

namespace {

using namespace casement;
using specs::Traced;

class TracedElements : public Traced<"elements"> {};
class TracedShop : public Traced<"shop"> {};
class TracedCards : public Traced<"structure"> {};

// The pages of a folder, as addresses of a host.
std::vector<std::string> addresses(const std::string& host, const std::string& folder) {
  const std::filesystem::path root = std::filesystem::path(CASEMENT_SOURCE_DIR "/pages") / folder;
  std::vector<std::string> all;
  for (const auto& file : std::filesystem::recursive_directory_iterator(root)) {
    if (file.path().extension() == ".html")
      all.push_back("http://" + host + "/" + file.path().lexically_relative(root).string());
  }
  return all;
}

TEST_F(TracedElements, AreDrawnAsTheyWere) {
  const std::vector<std::string> pages = addresses("elements.test", "elements");
  EXPECT_GT(pages.size(), 30u);
  for (const std::string& address : pages) {
    page().open(address);
    const double hidden_numbers = address.ends_with("/forms.html") ? 0.001 : 0;
    EXPECT_EQ(difference(hidden_numbers), "") << address;
  }
}

TEST_F(TracedShop, IsDrawnAsItWas) {
  std::vector<std::string> pages = addresses("shop.test", "shop/shop");
  for (const char* const host : {"pay", "bank"}) {
    for (std::string& one : addresses(std::string(host) + ".test", std::string("shop/") + host))
      pages.push_back(std::move(one));
  }
  EXPECT_EQ(pages.size(), 8u);
  for (const std::string& address : pages) {
    page().open(address, {.wait_until = LoadState::Loaded});
    EXPECT_EQ(difference(), "") << address;
  }
}

TEST_F(TracedCards, AreDrawnAsTheyWere) {
  page().open("http://top.test/", {.wait_until = LoadState::Loaded});
  EXPECT_EQ(difference(), "");
}

}  // namespace
