// Files of cookies and local storage: what is accepted, and what a bad one gets.
#include "casement/browser/values/storage_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>

namespace casement {
namespace {

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
  write_storage_state(storage_state_json(Json::array(), {}), path.string());
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
  EXPECT_EQ(storage_state_json(state.cookies, {}), Json::parse(file));
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
}

TEST(StorageState, AFileThatIsNotThereIsTheEnvironmentsFault) {
  try {
    read_storage_state("/nowhere/state.json");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Environment);
  }
}

TEST(StorageState, ValuesCannotBreakOutOfTheScript) {
  const std::string script = write_local_storage_script({"http://x.test", {{"a\"]);alert(1)//", "b"}}});
  EXPECT_THAT(script, HasSubstr(R"(["a\"]);alert(1)//","b"])"));
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
