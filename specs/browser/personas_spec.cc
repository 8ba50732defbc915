// Tests with several roles, and tests that are run for several devices and languages (V17).
#include <casement/testing.h>

#include "casement/api/engine.h"
#include "casement/browser/page/page_session.h"

namespace {

using namespace casement;
using testing::ElementsAre;
using testing::HasSubstr;

class Phones : public PersonaTest<"visitors"> {};

TEST_P(Phones, HideTheMenuBehindAButton) {
  page().open("http://shop.test/");
  EXPECT_THAT(page().text("css=#who"), HasSubstr("finger, mobile"));
  page().tap(R"(button "Menu")");
  expect(page()).shows(R"(link "Orders")");
}

INSTANTIATE_TEST_SUITE_P(Devices, Phones, testing::ValuesIn(devices({"phone", "small phone"})), persona_name);

class AnyVisitor : public PersonaTest<"visitors"> {};

TEST_P(AnyVisitor, SeesThePageOnTheDevice) {
  page().open("http://shop.test/");
  const ContextOptions& device = persona().options;
  // Nobody has said one: it is Chrome's, or an application's own.
  const bool is_application = engine_of(page()).environment().adopted;
  const std::string language = is_application ? page().evaluate("navigator.language").get<std::string>() : "en-US";
  EXPECT_EQ(page().text("css=#who"),
            std::to_string(device.viewport_width) + " by " + std::to_string(device.viewport_height) + ", scale " +
                std::to_string(static_cast<int>(device.device_scale)) + ", " + (device.touch ? "finger" : "mouse") +
                ", " + (device.user_agent.find("Mobile") == std::string::npos ? "not mobile" : "mobile") + ", " +
                language);
}

INSTANTIATE_TEST_SUITE_P(Devices, AnyVisitor, testing::ValuesIn(devices()), persona_name);

class Abroad : public PersonaTest<"visitors"> {};

TEST_P(Abroad, PricesAreWrittenAsThere) {
  page().open("http://shop.test/");
  EXPECT_EQ(page().text("css=#price"), "Tea 3,5 €");
  EXPECT_THAT(page().text("css=#who"), testing::EndsWith(persona().options.locale));
}

INSTANTIATE_TEST_SUITE_P(Languages, Abroad, testing::ValuesIn(locales({"de-DE", "fr-FR"})), persona_name);
INSTANTIATE_TEST_SUITE_P(Everywhere, Abroad,
                         testing::ValuesIn(cross_product(devices({"phone", "laptop"}), locales({"de-DE"}))),
                         persona_name);

// The flow's first expectation holds on a narrow screen only.
CASEMENT_FLOW_TEST("personas.flow.yaml", devices({"phone", "small phone"}));

TEST(Flows, AreATestForEachVisitor) {
  std::vector<std::string> names;
  const testing::UnitTest& all = *testing::UnitTest::GetInstance();
  for (int i = 0; i < all.total_test_suite_count(); ++i) {
    const testing::TestSuite& suite = *all.GetTestSuite(i);
    if (std::string(suite.name()) != "personas") continue;
    for (int j = 0; j < suite.total_test_count(); ++j) names.push_back(suite.GetTestInfo(j)->name());
  }
  EXPECT_THAT(names, testing::UnorderedElementsAre("The_menu_on_a_phone_phone", "The_menu_on_a_phone_small_phone"));
}

TEST(Personas, HaveNamesThatGtestTakes) {
  const auto both = cross_product(devices({"small phone"}), locales({"ar-EG"}));
  ASSERT_EQ(both.size(), 1u);
  EXPECT_EQ(both[0].name, "small phone ar-EG");
  EXPECT_EQ(persona_name({both[0], 0}), "small_phone_ar_EG");
  EXPECT_EQ(both[0].options.locale, "ar-EG");
  EXPECT_EQ(both[0].options.viewport_width, 320);
}

TEST(Personas, AMistypedDeviceIsAnError) {
  try {
    devices({"phone", "phne"});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Usage);
    EXPECT_EQ(error.message(), "there is no device 'phne' (did you mean 'phone'?)");
  }
}

class Orders : public UserTest<"visitors"> {
 protected:
  Orders() {
    define_user("guest", device("phone").options);
    define_user("clerk", {.default_url = "http://shop.test/", .locale = "de-DE"});
    define_user("ill", {.default_url = "http://nowhere.invalid/"});
  }
};

TEST_F(Orders, EachRoleIsAnotherVisitor) {
  const Page& guest = as("guest");
  EXPECT_EQ(&guest, &page());
  page().open("http://shop.test/");
  page().evaluate("document.cookie = 'order=tea'");
  EXPECT_THAT(page().text("css=#who"), HasSubstr("finger"));

  as("clerk");  // its page shows its default URL
  EXPECT_EQ(page().text("css=#price"), "Tea 3,5 €");
  EXPECT_EQ(page().evaluate("document.cookie"), "");

  as("guest");
  EXPECT_EQ(page().evaluate("document.cookie"), "order=tea");
  EXPECT_EQ(&page("guest"), &page());
  EXPECT_NE(&page("clerk"), &page());
}

TEST_F(Orders, BeforeASwitchThePageBelongsToNoRole) {
  page().open("http://shop.test/");
  EXPECT_THAT(page().text("css=#who"), HasSubstr("1280 by 720"));
  EXPECT_THAT(users().names(), ElementsAre());
  page("clerk");
  EXPECT_EQ(page().evaluate("navigator.language"), "en-US");
}

TEST_F(Orders, AMistypedRoleIsAnErrorAndTheOldOneStays) {
  as("guest");
  Page& before = page();
  try {
    as("clark");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Usage);
    EXPECT_EQ(error.message(), "there is no user 'clark' (did you mean 'clerk'?)");
    EXPECT_THAT(error.full_text(), HasSubstr("defined users: clerk, guest, ill"));
  }
  EXPECT_EQ(&page(), &before);
  before.open("http://shop.test/");
}

TEST_F(Orders, ARoleThatCannotBeginLeavesTheOldOne) {
  as("guest");
  Page& before = page();
  EXPECT_THROW(as("ill"), Error);
  EXPECT_EQ(&page(), &before);
  EXPECT_THAT(users().names(), ElementsAre("guest"));
  EXPECT_EQ(before.open("http://shop.test/").status, 200);
}

TEST_F(Orders, CanBeDefinedInATestToo) {
  define_user("cook", {.locale = "fr-FR"});
  EXPECT_EQ(as("cook").evaluate("navigator.language"), "fr-FR");
  EXPECT_THROW(define_user("cook", {.locale = "de-DE"}), Error);
  EXPECT_EQ(page().evaluate("navigator.language"), "fr-FR");
}

class Nowhere : public UserTest<> {};

TEST_F(Nowhere, NeedsNoSiteAndKnowsNoRole) {
  EXPECT_THROW(as("guest"), Error);
  page().open("data:text/html,<h1>Here</h1>");
  expect(page()).shows(R"(heading "Here")");
}

}  // namespace
