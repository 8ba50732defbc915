// Files of cookies, storage and passkeys: what is accepted, and what a bad one gets.
#include "casement/browser/values/storage_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>

namespace casement {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string error_of(const std::string& text) {
  try {
    parse_storage_state(text, "clerk.json");
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Usage);
    EXPECT_THAT(error.message(), HasSubstr("clerk.json"));
    return error.message();
  }
  ADD_FAILURE() << text << " was accepted";
  return "";
}

// What is in it signs in.
TEST(StorageState, IsReadableByItsOwnerAlone) {
  const auto path =
      std::filesystem::path(testing::TempDir()) / ("casement-state-" + std::to_string(::getpid()) + ".json");
  write_storage_state(storage_state_json({}), path.string());
  EXPECT_EQ(static_cast<unsigned>(std::filesystem::status(path).permissions()), 0600u);
  std::filesystem::remove(path);
}

TEST(StorageState, ReadsCookiesAndOrigins) {
  const StorageState state = parse_storage_state(
      R"({"cookies": [{"name": "a", "value": "1", "domain": "x.test", "expires": -1}],
          "origins": [{"origin": "http://x.test:8080", "localStorage": [{"name": "k", "value": "v"}]}]})",
      "");
  EXPECT_EQ(state.cookies.at(0).at("path"), "/");
  EXPECT_FALSE(state.cookies.at(0).contains("expires"));
  ASSERT_EQ(state.origins.size(), 1u);
  EXPECT_EQ(state.origins[0].local_storage[0].second, "v");
}

TEST(StorageState, KeepsThePartitionOfACookie) {
  const std::string file = R"({"cookies": [{"name": "a", "value": "1", "domain": "x.test", "path": "/",
    "expires": 5, "httpOnly": false, "secure": true, "sameSite": "None",
    "partitionKey": "https://top.test", "_crHasCrossSiteAncestor": true}], "origins": []})";
  const StorageState state = parse_storage_state(file, "");
  EXPECT_EQ(state.cookies.at(0).at("partitionKey").at("topLevelSite"), "https://top.test");
  EXPECT_EQ(storage_state_json(state), Json::parse(file));
}

// The private key is on the curve P-256.
constexpr const char* kWhole = R"({
  "cookies": [],
  "credentials": [{"id": "AQID", "rpId": "shop.test", "userHandle": "BAUG", "userName": "ada", "userDisplayName": "Ada",
    "privateKey": "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgVwwtOw9jEYMeKXaFs39FlNEatFOhPVjGRceGs9V91OahRANCAASZSHDtLeyqLTP3G45cFQVBRGjG3ZstTidxKnojNFWd5E9BnLp3pAKqxXb-DkBAjc8j0exfIOIuOYoWJyEDKeHA",
    "publicKey": "", "signCount": 7}],
  "framedOrigins": [{"origin": "https://pay.test", "topLevelOrigin": "https://shop.test",
    "localStorage": [{"name": "k", "value": "v"}]}],
  "notSaved": ["https://shop.test: the database 'd', store 's', key 'k': a value of type CryptoKey"],
  "origins": [{"origin": "https://shop.test", "localStorage": [],
    "sessionStorage": [{"name": "s", "value": "t"}],
    "files": [{"path": "a/"}, {"path": "a/b.txt", "base64": "aGk="}],
    "indexedDB": [{"name": "d", "version": 3, "stores": [{"name": "s", "autoIncrement": false, "keyPath": "id",
      "indexes": [{"name": "i", "keyPathArray": ["a", "b"], "multiEntry": false, "unique": true}],
      "records": [{"value": {"id": 1}}, {"valueEncoded": {"o": [{"k": "id", "v": 2}], "id": 1}}]}]}]}]})";

TEST(StorageState, KeepsStorageAndPasskeys) {
  const StorageState state = parse_storage_state(kWhole, "");
  ASSERT_EQ(state.origins.size(), 2u);
  EXPECT_EQ(state.origins[0].session_storage, (StorageEntries{{"s", "t"}}));
  EXPECT_EQ(state.origins[1].place, (StoragePlace{"https://pay.test", "https://shop.test"}));
  ASSERT_EQ(state.passkeys.size(), 1u);
  EXPECT_EQ(state.passkeys[0].sign_count, 7);
  Json written = storage_state_json(state), expected = Json::parse(kWhole);
  // Made of the private key, for Playwright.
  EXPECT_THAT(written["credentials"][0]["publicKey"].get<std::string>(), testing::StartsWith("MFkwEwYHKoZIzj0"));
  written["credentials"][0]["publicKey"] = "";
  EXPECT_EQ(written, expected);
}

TEST(StorageState, KeepsTheOrderOfKeysInDatabases) {
  const StorageState state = parse_storage_state(
      R"({"origins": [{"origin": "http://x.test", "localStorage": [], "indexedDB": [{"name": "d", "version": 1,
          "stores": [{"records": [{"value": {"b": 1, "a": 2}}], "name": "s"}]}]}]})",
      "");
  EXPECT_THAT(state.origins.at(0).indexed_db, HasSubstr(R"({"b":1,"a":2})"));
}

TEST(StorageState, NamesTextsThatAreNotUtf8) {
  const StorageState state = parse_storage_state(
      R"({"origins": [{"origin": "http://x.test", "localStorage": [{"name": "a", "value": "\ud83e"}]}]})", "");
  EXPECT_EQ(state.origins.at(0).local_storage.at(0).second, "\ufffd");
  EXPECT_THAT(state.not_saved, testing::ElementsAre(HasSubstr("half a surrogate pair")));
}

TEST(StorageState, ReadsWhatPlaywrightWrites) {
  const StorageState state = parse_storage_state(
      R"({"cookies": [], "origins": [{"origin": "http://localhost:8907", "localStorage": [], "indexedDB": [
          {"name": "toDoList", "version": 4, "stores": [{"name": "toDoList", "autoIncrement": false,
           "keyPath": "taskTitle", "records": [{"valueEncoded": {"id": 1, "o": [{"k": "taskTitle", "v": "Pet"},
           {"k": "binaryTitle", "v": {"ab": {"b": "UGV0"}}}]}}], "indexes": []}]}]}],
          "credentials": [], "future": {"unknown": 1}})",
      "");
  EXPECT_THAT(state.origins.at(0).indexed_db, HasSubstr("binaryTitle"));
}

TEST(StorageState, ABadFileIsRefusedWithThePlace) {
  EXPECT_THAT(error_of(""), HasSubstr("not JSON"));
  EXPECT_THAT(error_of("[]"), HasSubstr("not an object"));
  EXPECT_THAT(error_of("{}"), HasSubstr("it needs 'cookies' or 'origins'"));
  EXPECT_THAT(error_of(R"({"cookies": 1})"), HasSubstr("/cookies: is not a list"));
  EXPECT_THAT(error_of(R"({"cookies": [1]})"), HasSubstr("/cookies/0: is not an object"));
  EXPECT_THAT(error_of(R"({"cookies": [{"name": "a", "domain": "x"}]})"), HasSubstr("no 'value'"));
  EXPECT_THAT(error_of(R"({"cookies": [{"name": 1, "value": "", "domain": "x"}]})"),
              HasSubstr("/cookies/0/name: is not a text"));
  EXPECT_THAT(error_of(R"({"cookies": [{"name": "a", "value": "", "domain": "x", "sameSite": "lax"}]})"),
              HasSubstr("sameSite"));
  EXPECT_THAT(error_of(R"({"cookies": [{"name": "a", "value": "", "domain": "x", "expires": "soon"}]})"),
              HasSubstr("expires"));
  for (const char* origin : {"shop.test", "https://", "https://shop.test/", "file:///x"}) {
    EXPECT_THAT(error_of(Json{{"origins", Json::array({{{"origin", origin}}})}}.dump()), HasSubstr("is not an origin"));
  }
  EXPECT_THAT(error_of(R"({"origins": [{"origin": "http://x.test", "localStorage": [{"name": "a"}]}]})"),
              HasSubstr("/origins/0/localStorage/0"));
  const auto error_in = [](const std::string& part) {
    return error_of(R"({"origins": [{"origin": "http://x.test", )" + part + "}]}");
  };
  EXPECT_THAT(error_in(R"("sessionStorage": {})"), HasSubstr("/origins/0/sessionStorage: is not a list"));
  EXPECT_THAT(error_in(R"("files": [{"path": "/etc/passwd", "base64": ""}])"), HasSubstr("/files/0/path"));
  EXPECT_THAT(error_in(R"("files": [{"path": "a"}])"), HasSubstr("/files/0: it has no 'base64'"));
  EXPECT_THAT(error_in(R"("files": [{"path": "a", "base64": "?"}])"), HasSubstr("/files/0/base64: is not base64"));
  EXPECT_THAT(error_in(R"("indexedDB": [{"name": "d", "stores": []}])"), HasSubstr("/origins/0/indexedDB/0"));
  EXPECT_THAT(error_in(R"("indexedDB": [{"name": "d", "version": 1, "stores": [{}]}])"), HasSubstr("name"));
  EXPECT_THAT(error_of(R"({"origins": [], "framedOrigins": [{"origin": "http://x.test"}]})"),
              HasSubstr("/framedOrigins/0: it has no 'topLevelOrigin'"));
  EXPECT_THAT(error_of(R"({"origins": [], "credentials": [{"id": "AQ", "rpId": "x.test", "privateKey": "AQ"}]})"),
              AllOf(HasSubstr("/credentials/0"), HasSubstr("PKCS #8")));
  EXPECT_THAT(error_of(R"({"origins": [], "notSaved": [1]})"), HasSubstr("/notSaved"));
}

TEST(StorageState, AFileThatIsNotThereIsTheEnvironmentsFault) {
  try {
    read_storage_state("/nowhere/state.json");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Environment);
  }
}

TEST(StorageState, AFileThatIsAPipeOrAFolderIsRefusedAtOnce) {
  const auto path =
      std::filesystem::path(testing::TempDir()) / ("casement-pipe-" + std::to_string(::getpid()) + ".json");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  EXPECT_THROW(read_storage_state(path.string()), Error);
  EXPECT_THROW(read_storage_state(testing::TempDir()), Error);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace casement
