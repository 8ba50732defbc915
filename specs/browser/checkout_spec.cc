// A guest pays in the fixture shop: card fields in frames of the payment company, the bank's page
// three frames deep, each in a process of its own.
#include <casement/testing.h>

namespace {

using namespace casement;

class Checkout : public SiteTest<"checkout"> {
 protected:
  void fill_contact() {
    page().fill(R"(textbox "E-mail")", "ada@example.com");
    page().fill(R"(textbox "Full name")", "Ada Lovelace");
    page().fill(R"(textbox "Address")", "12 Harbour Street, Galway");
    page().select("combobox 'Country'", "Ireland");
    page().check(R"(checkbox "I accept the terms")");
  }
  void fill_card(std::string_view number) {
    page().fill(R"(textbox "Card number")", number);
    page().fill(R"(textbox "Expiration")", "12 / 34");
    page().fill(R"(textbox "CVC")", "123");
  }
};

TEST_F(Checkout, GuestPaysByCard) {  // V19
  page().open("http://shop.test/cart");
  page().click(R"(button "Checkout")");
  fill_contact();
  fill_card("4242 4242 4242 4242");
  page().click(R"(button "Pay €42.00")");
  expect(page()).shows(R"(heading "Thank you")").url("*/receipt/*");
}

TEST_F(Checkout, GuestConfirmsAtTheBank) {  // V19
  page().open("http://shop.test/checkout");
  fill_contact();
  fill_card("4000 0027 6000 3184");
  page().click(R"(button "Pay €42.00")");
  page().fill(R"(textbox "Code" in iframe "Bank challenge" in iframe "Authentication frame")", "123456");
  page().click(R"(button "Confirm" in iframe "Bank challenge")");
  expect(page()).shows(R"(heading "Thank you")").hides(R"(dialog "Authentication")");
}

TEST_F(Checkout, TheWholePaymentCanBeDrivenByRefs) {  // V8, V9
  page().open("http://shop.test/checkout");
  fill_contact();
  expect(page()).shows(R"(textbox "CVC")");  // the last of the payment company's frames is there
  const Snapshot form = page().snapshot();
  EXPECT_THAT(form, HasNoFrameFailures());
  const std::string number = form.ref(R"(textbox "Card number")");
  EXPECT_THAT(number, testing::MatchesRegex("f[1-9][0-9]*_e[1-9][0-9]*"));
  page().click(number);
  page().type(number, "4000002760003184");
  page().fill(form.ref(R"(textbox "Expiration")"), "12 / 34");
  page().fill(form.ref(R"(textbox "CVC")"), "123");
  page().click(form.ref(R"(button "Pay €42.00")"));

  expect(page()).shows(R"(textbox "Code")");
  const Snapshot challenge = page().snapshot();
  page().fill(challenge.ref(R"(textbox "Code")"), "123456");
  page().click(challenge.ref(R"(button "Confirm")"));
  expect(page()).shows(R"(heading "Thank you")");
}

TEST_F(Checkout, TheSnapshotNamesEveryPaymentField) {  // V7, V11
  page().open("http://shop.test/checkout");
  expect(page()).shows(R"(textbox "CVC")");
  EXPECT_THAT(page().snapshot(), MatchesSnapshot(R"(
    - iframe "Secure card number input frame":
      - textbox "Card number"
    - iframe "Secure expiration date input frame":
      - textbox "Expiration"
    - iframe "Secure CVC input frame":
      - textbox "CVC"
  )"));
}

TEST_F(Checkout, TrackersAreNotExpanded) {  // V7
  page().open("http://shop.test/checkout");
  expect(page()).shows(R"(textbox "CVC")");
  const Snapshot seen = page().snapshot();
  for (const SnapshotFrame& frame : seen.frames()) {
    EXPECT_TRUE(frame.url.find("metrics.test") == std::string::npos || frame.state == "hidden" ||
                frame.state == "not_loaded")
        << frame.url << " is " << frame.state;
  }
}

TEST_F(Checkout, TheCardNumberIsNeverInASnapshot) {
  page().open("http://shop.test/checkout");
  page().fill(R"(textbox "Card number")", "4242 4242 4242 4242");
  const std::string text = page().snapshot().text();
  EXPECT_EQ(text.find("4242 4242"), std::string::npos);
  EXPECT_NE(text.find("•••• •••• •••• 4242"), std::string::npos);
}

TEST_F(Checkout, ReportsASilentBank) {  // V10
  site().route("acs.bank.test", "/challenge", never_answers());
  page().open("http://shop.test/checkout");
  fill_contact();
  fill_card("4000 0027 6000 3184");
  page().click(R"(button "Pay €42.00")");
  expect(page()).shows(R"(iframe "Bank challenge")");
  SnapshotOptions options;
  options.frame_timeout = std::chrono::milliseconds(300);
  const Snapshot s = page().snapshot(options);
  std::vector<FrameFailure> failures = s.frame_failures();
  std::erase_if(failures, [](const FrameFailure& failure) { return failure.expected; });
  ASSERT_EQ(failures.size(), 1u) << s.text();
  EXPECT_EQ(failures[0].kind, FrameFailure::TimedOut);
  EXPECT_EQ(failures[0].url, "http://acs.bank.test/challenge");
  EXPECT_EQ(failures[0].owner_ref, s.ref(R"(iframe "Bank challenge")"));
}

TEST_F(Checkout, ThePaymentRequestReachesTheServerOnce) {
  page().open("http://shop.test/checkout");
  fill_contact();
  fill_card("4242 4242 4242 4242");
  page().click(R"(button "Pay €42.00")");
  const ServedRequest request = site().wait_for_request("api.pay.test", "/v1/confirm", std::chrono::seconds(5));
  EXPECT_EQ(request.method, "POST");
  expect(page()).shows(R"(heading "Thank you")");
}

}  // namespace
