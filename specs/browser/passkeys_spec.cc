// Passkeys of a context's virtual authenticator: made and used by pages, in frames of other sites, and in files.
#include <casement/testing.h>

#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>

namespace {

using namespace casement;
using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;

// Both tell a passkey's id, or the error.
constexpr const char* kRegister = R"(navigator.credentials.create({publicKey: {
  challenge: new Uint8Array(32), rp: {name: 'Shop'}, user: {id: new Uint8Array([4, 5, 6]), name: 'ada', displayName: 'Ada'},
  pubKeyCredParams: [{type: 'public-key', alg: -7}], authenticatorSelection: {residentKey: 'required',
  userVerification: 'required'}}}).then(made => made.id, error => error.name))";
constexpr const char* kSignIn = R"(navigator.credentials.get({publicKey: {challenge: new Uint8Array(32),
  userVerification: 'required'}}).then(got => got.id, error => error.name))";

class Passkeys : public SiteTest<"network"> {
 protected:
  Passkeys() { set_context_options({.passkeys = true}); }
  void SetUp() override {
    SiteTest::SetUp();
    for (const char* host : {"top.test", "a.top.test", "other.test"})
      site().route(host, "/", answers_text("<!doctype html><title>Empty</title>", 200, "text/html"));
    page().open("https://top.test/");
  }
  std::string ask(Page where, const char* script) { return where.evaluate(script).get<std::string>(); }
};

TEST_F(Passkeys, AreMadeAndUsedByPages) {
  EXPECT_EQ(page().evaluate("PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()"), true);
  EXPECT_EQ(ask(page(), kSignIn), "NotAllowedError");
  const std::string id = ask(page(), kRegister);
  EXPECT_EQ(ask(page(), kSignIn), id);
  const std::vector<Passkey> all = context().passkeys();
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].id, id);
  EXPECT_EQ(all[0].rp_id, "top.test");
  EXPECT_EQ(all[0].user_handle, "BAUG");
  EXPECT_EQ(all[0].user_name, "ada");
  EXPECT_EQ(all[0].sign_count, 2);
}

TEST_F(Passkeys, OfATestSignIn) {
  const Passkey mine = context().add_passkey({.rp_id = "top.test"});
  EXPECT_EQ(ask(page(), kSignIn), mine.id);
  page().open("https://other.test/");
  EXPECT_EQ(ask(page(), kSignIn), "NotAllowedError");
  page().open("https://top.test/");
  EXPECT_TRUE(context().remove_passkey(mine.id));
  EXPECT_FALSE(context().remove_passkey(mine.id));
  EXPECT_EQ(ask(page(), kSignIn), "NotAllowedError");
}

TEST_F(Passkeys, AreSharedByThePagesOfTheContext) {
  Page other = context().new_page();
  other.open("https://top.test/");
  const std::string id = ask(page(), kRegister);
  EXPECT_EQ(ask(other, kSignIn), id);
  EXPECT_EQ(ask(page(), kSignIn), id);
  EXPECT_EQ(context().passkeys().at(0).sign_count, 3) << "a server takes a count that goes back for a stolen key";
  Page later = context().new_page();
  later.open("https://top.test/");
  EXPECT_EQ(ask(later, kSignIn), id);
  EXPECT_TRUE(context().remove_passkey(id));
  for (Page one : {page(), other, later}) EXPECT_EQ(ask(one, kSignIn), "NotAllowedError");
}

TEST_F(Passkeys, AnotherForTheSameUserReplacesTheFirst) {
  Page other = context().new_page();
  other.open("https://top.test/");
  ask(page(), kRegister);
  const std::string id = ask(page(), kRegister);
  EXPECT_THAT(context().passkeys(), ElementsAre(Field(&Passkey::id, id)));
  EXPECT_EQ(ask(other, kSignIn), id);
}

TEST_F(Passkeys, WorkInFramesOfOtherSitesThatThePolicyAllows) {
  context().add_passkey({.rp_id = "other.test", .id = "AQIDBA"});
  const auto framing = [](const std::string& allow) {
    return "<!doctype html><iframe name=shop allow=\"" + allow + "\" src=https://other.test/></iframe>";
  };
  site().route("top.test", "/framing", answers_text(framing("publickey-credentials-get *"), 200, "text/html"));
  page().open("https://top.test/framing", {LoadState::Loaded});
  EXPECT_EQ(page().frames().evaluate("shop", kSignIn), "AQIDBA");
  site().route("top.test", "/refusing", answers_text(framing(""), 200, "text/html"));
  page().open("https://top.test/refusing", {LoadState::Loaded});
  EXPECT_EQ(page().frames().evaluate("shop", kSignIn), "NotAllowedError");
}

TEST_F(Passkeys, WorkInPopups) {
  const Passkey mine = context().add_passkey({.rp_id = "top.test"});
  auto coming = page().next_popup();
  page().evaluate("void open('https://top.test/')");
  Page popup = coming.get();
  popup.wait_for_load(LoadState::Loaded);
  EXPECT_EQ(ask(popup, kSignIn), mine.id);
}

TEST_F(Passkeys, AreInTheStorageState) {
  const std::string id = ask(page(), kRegister);
  const nlohmann::json state = context().storage_state();
  ASSERT_EQ(state.at("credentials").size(), 1u);
  const nlohmann::json& one = state.at("credentials")[0];
  EXPECT_EQ(one.at("id"), id);
  EXPECT_EQ(one.at("rpId"), "top.test");
  EXPECT_EQ(one.at("signCount"), 1);
  EXPECT_FALSE(nlohmann::json(context().storage_state({.passkeys = false})).contains("credentials"));
  const std::string file = testing::TempDir() + "casement-passkeys-" + std::to_string(::getpid()) + ".json";
  context().save_storage_state(file);
  User& again = user("again", {.storage_state = file});
  std::filesystem::remove(file);
  EXPECT_EQ(nlohmann::json(again.context().storage_state()), state);
  again.page().open("https://top.test/");
  EXPECT_EQ(ask(again.page(), kSignIn), id);
}

TEST_F(Passkeys, InvalidOnesAreRefused) {
  const auto refusal_of = [&](const Passkey& passkey) {
    try {
      context().add_passkey(passkey);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Usage);
      return error.message();
    }
    return std::string("none");
  };
  EXPECT_THAT(refusal_of({.rp_id = "https://top.test"}), HasSubstr("without scheme"));
  // An Ed448 key, which no authenticator of Chrome has.
  EXPECT_THAT(refusal_of({.rp_id = "top.test",
                          .private_key = "MEcCAQAwBQYDK2VxBDsEOeInBqiKwi-XPtKrj_7jsHc5FZghZVCUTgj7yCa3BpMQQ0U5"
                                         "lFJrrLmgsHZHDSW47hn63s9OmNGNjg"}),
              HasSubstr("Chrome rejected the passkey for 'top.test'"));
  EXPECT_THAT(context().passkeys(), IsEmpty());
}

TEST_F(Passkeys, NeedTheOption) {
  User& plain = user("plain", ContextOptions{});
  plain.page().open("https://top.test/");
  EXPECT_EQ(plain.page().evaluate("PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()"), false);
  try {
    plain.context().add_passkey({.rp_id = "top.test"});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Usage);
    EXPECT_THAT(error.message(), HasSubstr("ContextOptions::passkeys"));
  }
}

}  // namespace
