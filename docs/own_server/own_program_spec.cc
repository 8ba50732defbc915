// The thing under test is a program of its own, started before the first test and ended after the
// last. It picks its port and prints it; the specs wait for that line.
#include <casement/testing.h>

namespace {

using namespace casement;
using testing::HasSubstr;

class ShopProgram : public BrowserTest {
 protected:
  static void SetUpTestSuite() {
    server_.emplace(SHOP_SERVER, ProcessOptions{.ready_line = R"(listening on port (\d+))"});
  }
  static void TearDownTestSuite() {
    EXPECT_EQ(server_->stop(), 0) << server_->output();  // a sanitizer's report would be here
    server_.reset();
  }
  static std::string address() { return "http://localhost:" + server_->ready_match().at(1) + "/"; }
  static Process& server() { return *server_; }

 private:
  static inline std::optional<Process> server_;
};

TEST_F(ShopProgram, AnOrderIsInTheLog) {
  page().dialogs().accept();
  page().open(address());
  page().fill("textbox 'Order'", "two teas");
  page().click("button 'Order'");
  server().wait_for_line("order: two teas");
  expect(page()).shows("text 'Thank you for two teas'");
}

TEST_F(ShopProgram, APageOfADeadServerFailsToLoad) {
  Process server(SHOP_SERVER, {.ready_line = R"(port (\d+))"});
  page().open("http://localhost:" + server.ready_match().at(1) + "/");
  server.kill();
  try {
    page().reload();
    FAIL() << "the page was loaded";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Navigation);
    EXPECT_THAT(error.message(), HasSubstr("ERR_CONNECTION_REFUSED"));
  }
}

TEST_F(ShopProgram, IsReadyWhenItsPortListens) {
  // A port that was free a moment ago: that of a server that has ended.
  const int port = std::stoi(Process(SHOP_SERVER, {.ready_line = R"(port (\d+))"}).ready_match().at(1));
  const Process server(SHOP_SERVER, {.arguments = {std::to_string(port)}, .ready_port = port});
  EXPECT_EQ(page().open("http://localhost:" + std::to_string(port) + "/").status, 200);
}

}  // namespace
