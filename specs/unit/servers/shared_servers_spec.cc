// What the process that keeps servers answers, read by who asked.
#include "casement/servers/shared_servers.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "casement/base/error.h"

namespace casement {
namespace {

template <typename Read>
std::string problem_of_answer(Read reader, const std::string& answer) {
  try {
    reader(answer);
    return "";
  } catch (const Error& error) {
    EXPECT_NE(error.kind(), ErrorKind::Internal);
    return error.message();
  }
}

TEST(SharedServers, TheirStatusIsOfTheShapeThatIsRead) {
  EXPECT_EQ(servers_status_of(R"({"file": "casement.yaml", "servers": [{"name": "shop"}]})")["servers"].size(), 1u);
  EXPECT_EQ(problem_of_answer(servers_status_of, R"({"file": "casement.yaml", "servers": [{"name": 7}]})"),
            "the daemon of the servers answers in an unknown shape: 'servers[0].name' is a number, expected a string");
}

TEST(SharedServers, TheAnswerToStopIsOfTheShapeThatIsRead) {
  const ServersStopped stopped = servers_stopped_of(R"({"stopped": true, "messages": ["shop ended with 1"]})");
  EXPECT_TRUE(stopped.all);
  EXPECT_EQ(stopped.errors, std::vector<std::string>{"shop ended with 1"});
  EXPECT_EQ(problem_of_answer(servers_stopped_of, R"({"stopped": true})"),
            "the daemon of the servers answers in an unknown shape: 'messages' is missing");
  EXPECT_EQ(problem_of_answer(servers_stopped_of, R"({"stopped": 1, "messages": []})"),
            "the daemon of the servers answers in an unknown shape: 'stopped' is a number, expected a boolean");
  EXPECT_EQ(problem_of_answer(servers_stopped_of, R"({"stopped": true, "messages": [1]})"),
            "the daemon of the servers answers in an unknown shape: 'messages[0]' is a number, expected a string");
  EXPECT_NE(problem_of_answer(servers_stopped_of, "no"), "");
}

}  // namespace
}  // namespace casement
