#include "casement/agent/recorded_flow.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace casement {
namespace {

using Kind = RecordedPage::Kind;

class RecordedFlow : public testing::Test {
 protected:
  void in(const char* page, const char* word) {
    steps.push_back({page, std::string("http://shop.test/") + page, {{"press", word}}});
  }
  std::string text() const { return recorded_flow_steps(steps, pages, "ada"); }

  std::map<std::string, RecordedPage> pages = {{"p1", {Kind::Own, "ada"}}};
  std::vector<RecordedStep> steps;
};

TEST_F(RecordedFlow, NamesNoPageIfThereIsOne) {
  in("p1", "a");
  in("p1", "b");
  EXPECT_EQ(text(), "  - press: \"a\"\n  - press: \"b\"\n");
}

TEST_F(RecordedFlow, EntersAPopupLeavesItAndComesBack) {
  pages["p2"] = {Kind::Popup, "ada", "p1"};
  in("p1", "a");
  in("p2", "b");
  in("p1", "c");
  in("p2", "d");
  EXPECT_EQ(text(),
            "  - press: \"a\"\n  - expect_popup:\n  - press: \"b\"\n  - leave_popup:\n  - press: \"c\"\n"
            "  - switch_to_page: \"http://shop.test/p2\"\n  - press: \"d\"\n");
}

TEST_F(RecordedFlow, NamesAPopupIfSeveralWereOpened) {
  pages["p2"] = {Kind::Popup, "ada", "p1"};
  pages["p3"] = {Kind::Popup, "ada", "p1"};
  in("p3", "a");
  in("p2", "b");
  EXPECT_EQ(text(),
            "  - expect_popup: \"http://shop.test/p3\"\n  - press: \"a\"\n  - leave_popup:\n"
            "  - expect_popup:\n  - press: \"b\"\n");
}

TEST_F(RecordedFlow, NamesNoPopupForOnesThatWereOpenedLater) {
  pages["p2"] = {Kind::Popup, "ada", "p1", 0};
  pages["p3"] = {Kind::Popup, "ada", "p1", 1};
  in("p2", "a");
  in("p1", "b");
  EXPECT_EQ(text(), "  - expect_popup:\n  - press: \"a\"\n  - leave_popup:\n  - press: \"b\"\n");
}

TEST_F(RecordedFlow, UsesTheAddressIfNoStepOpenedThePage) {
  pages["p2"] = {Kind::Popup, "ada", ""};
  in("p2", "a");
  EXPECT_EQ(text(), "  - switch_to_page: \"http://shop.test/p2\"\n  - press: \"a\"\n");
}

TEST_F(RecordedFlow, OpensAndClosesPages) {
  pages["p2"] = {Kind::New, "ada"};
  in("p1", "a");
  steps.push_back({"p2", "", {{"new_page", nullptr}}});
  in("p2", "b");
  steps.push_back({"p2", "", {{"close", nullptr}}});
  in("p1", "c");
  steps.push_back({"p1", "", {{"close", nullptr}}});
  EXPECT_EQ(text(),
            "  - press: \"a\"\n  - new_page:\n  - press: \"b\"\n  - close:\n  - press: \"c\"\n  # The first page was "
            "closed here; a flow cannot close it.\n");
}

TEST_F(RecordedFlow, KeepsThePagesOfRolesApart) {
  pages["p2"] = {Kind::Own, "ben"};
  pages["p3"] = {Kind::Popup, "ben", "p2"};
  in("p1", "a");
  in("p2", "b");
  in("p3", "c");
  in("p1", "d");
  EXPECT_EQ(text(),
            "  - press: \"a\"\n  - press: \"b\"\n    as: \"ben\"\n  - expect_popup:\n    as: \"ben\"\n"
            "  - press: \"c\"\n    as: \"ben\"\n  - press: \"d\"\n");
}

TEST_F(RecordedFlow, TakesNoAddressForAVariable) {
  pages["p2"] = {Kind::Popup, "ada", ""};
  steps.push_back({"p2", "http://shop.test/${x}", {{"press", "a"}}});
  EXPECT_EQ(text(), "  - switch_to_page: \"http://shop.test/$${x}\"\n  - press: \"a\"\n");
}

TEST_F(RecordedFlow, WarnsOfAnElementWithoutADescription) {
  steps.push_back({"p1", "", {{"click", "e5"}}, true});
  EXPECT_EQ(text(), "  # The element has no unique description.\n  - click: \"e5\"\n");
}

TEST_F(RecordedFlow, TakesNoAddressForASecret) {
  pages["p2"] = {Kind::Popup, "ada", ""};
  steps.push_back({"p2", "http://shop.test/${secret:x}", {{"press", "a"}}});
  EXPECT_EQ(text(), "  - switch_to_page: \"http://shop.test/$${secret:x}\"\n  - press: \"a\"\n");
}

TEST_F(RecordedFlow, NamesUploadsAsTheFlowsFolderNeedsThem) {
  steps.push_back(
      {.page = "p1", .step = {{"upload", {{"label=\"Photo\"", {"/home/ada/files/a.txt", "/home/ada/flows/b.txt"}}}}}});
  EXPECT_EQ(recorded_flow_steps(steps, pages, "ada", "/home/ada/flows"),
            "  - upload: {\"label=\\\"Photo\\\"\":[\"../files/a.txt\",\"b.txt\"]}\n");
}

TEST_F(RecordedFlow, WarnsThatAnElementWasCovered) {
  steps.push_back({.page = "p1", .step = {{"click", "text \"a\""}}, .was_covered = true});
  EXPECT_EQ(text(),
            "  # The element was covered and the press went to the covering element. A flow fails here.\n  - click: "
            "\"text \\\"a\\\"\"\n");
}

TEST_F(RecordedFlow, KeepsTheTimeThatAStepNeeds) {
  steps.push_back({.page = "p1", .step = {{"expect", "text \"a\""}}, .timeout = Milliseconds{30'000}});
  EXPECT_EQ(text(), "  - expect: \"text \\\"a\\\"\"\n    timeout: 30000ms\n");
}

}  // namespace
}  // namespace casement
