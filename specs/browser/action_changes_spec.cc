// What an action says of the page that it changed, where it is asked.
#include <nlohmann/json.hpp>

#include "casement/snapshot/diff.h"
#include "specs/browser/actionability_fixture.h"

namespace {

using namespace casement;
using specs::Actionability;
using testing::AllOf;
using testing::HasSubstr;

TEST_F(Actionability, AnActionListsItsChangesOnlyOnRequest) {
  show("<p id=said>old</p><button onclick='said.textContent = \"new\"'>Say</button>");
  EXPECT_FALSE(page().click(R"(button "Say")").changes);
  page().evaluate("said.textContent = 'old', document.activeElement.blur()");
  page().set_action_changes(true);
  const ActionResult done = page().click(R"(button "Say")");
  ASSERT_TRUE(done.changes);
  EXPECT_THAT(describe(*done.changes),
              AllOf(HasSubstr("~ - paragraph: old → - paragraph: new\n"), HasSubstr("[active]")));
  ASSERT_TRUE(page().last_action().changes);
  EXPECT_EQ(to_json(*page().last_action().changes), to_json(*done.changes));
  page().set_action_changes(false);
  EXPECT_FALSE(page().click(R"(button "Say")").changes);
}

TEST_F(Actionability, AnActionThatChangesNothingListsNoChanges) {
  show("<button id=b>Nothing</button>");
  page().focus("css=#b");
  page().set_action_changes(true);
  const ActionResult done = page().hover("css=#b");
  ASSERT_TRUE(done.changes);
  EXPECT_TRUE(done.changes->empty()) << describe(*done.changes);
}

TEST_F(Actionability, AnActionInAFrameListsItsChangesAndTheFramesPath) {
  show("<iframe title=Outer srcdoc=\"<iframe title=Inner srcdoc='<input aria-label=Name>'></iframe>\"></iframe>");
  page().set_action_changes(true);
  const ActionResult done = page().fill(R"(textbox "Name")", "Ada");
  ASSERT_TRUE(done.changes);
  EXPECT_THAT(describe(*done.changes), HasSubstr(R"(~ iframe "Outer" › iframe "Inner": - textbox "Name")"));
  ASSERT_TRUE(done.frame_context);
  EXPECT_EQ(done.frame_context->name, "Inner");
  EXPECT_EQ(done.frame_context->path, "main > Outer > Inner");
  EXPECT_EQ(done.frame_context->url, "about:srcdoc");
  EXPECT_EQ("f" + std::to_string(done.frame_context->ordinal), done.ref.substr(0, done.ref.find('_')));
  const nlohmann::json json = nlohmann::json::parse(to_json(done));
  EXPECT_EQ(json["frame"]["path"], "main > Outer > Inner");
  EXPECT_EQ(json["retry_chain"]["succeeded"], true);
  EXPECT_EQ(json["retry_chain"]["exhausted"], false);
  EXPECT_EQ(json["retry_chain"]["strategies"], nlohmann::json({"main", "labelled", "element"}));
  std::size_t told = 0;
  for (const auto& [kind, changes] : json["changes"].items()) told += changes.size();
  EXPECT_EQ(told, done.changes->size());
}

TEST_F(Actionability, AnActionThatLeavesThePageComparesWithTheNewOne) {
  show("<a href='/workbench.html'>Leave</a>");
  page().set_action_changes(true);
  const ActionResult done = page().click(R"(link "Leave")");
  EXPECT_TRUE(done.navigated);
  ASSERT_TRUE(done.changes);
  EXPECT_THAT(describe(*done.changes), HasSubstr("- - link \"Leave\""));
}

TEST_F(Actionability, AnActionThatFailsHasNoChangesAndTheNextOneWorks) {
  show("<button disabled>No</button><button id=b onclick='document.title = 1'>Yes</button>");
  page().set_action_changes(true);
  EXPECT_EQ(error_of([&] {
              page().click(R"(button "No")", {.timeout = specs::soon(std::chrono::milliseconds(300))});
            }).kind(),
            ErrorKind::NotActionable);
  const ActionResult failed = page().last_action();
  EXPECT_FALSE(failed.success);
  EXPECT_FALSE(failed.changes);
  const nlohmann::json json = nlohmann::json::parse(to_json(failed));
  EXPECT_EQ(json["success"], false);
  EXPECT_EQ(json["retry_chain"]["exhausted"], true);
  EXPECT_EQ(json["retry_chain"]["succeeded"], false);
  EXPECT_THAT(json["error"].get<std::string>(), HasSubstr("disabled"));
  EXPECT_TRUE(page().click(R"(button "Yes")").changes);
}

// Who closes the page cannot be asked any more what has changed; it was clicked all the same.
TEST_F(Actionability, AnActionWhosePageIsGoneWarnsThatItsChangesAreNotKnown) {
  show("");
  Page second = context().new_page(std::chrono::seconds(10));
  second.open("http://actions.test/blank.html");
  second.evaluate("document.body.innerHTML = '<button id=b>Close</button>', 0");
  second.set_action_changes(true);
  second.evaluate("b.onclick = () => window.close(), 0");
  const ActionResult done = second.click(R"(button "Close")");
  EXPECT_TRUE(done.success);
  EXPECT_TRUE(done.changes || testing::Value(done.warnings, testing::Contains(HasSubstr("its changes are unknown"))));
  page().open("http://actions.test/workbench.html");
}

}  // namespace
