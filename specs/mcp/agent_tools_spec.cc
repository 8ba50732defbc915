// What agents do beside clicking and typing: users, origins, dialogs, files, several pages, and tests that are left
// behind, each of which has to pass when it is run.
#include <atomic>
#include <thread>

#include "casement/http/server.h"
#include "specs/mcp/mcp_client.h"
#include "specs/support/run_program.h"

namespace casement::specs {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class AgentTools : public testing::Test {
 protected:
  void SetUp() override {
    ::signal(SIGPIPE, SIG_IGN);
    folder_ =
        std::filesystem::path(testing::TempDir()) /
        ("mcp-tools-" + std::to_string(::getpid()) + testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string put(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  // Saves what was done and runs it, in a Chrome of its own.
  std::string saved_and_passed(McpClient& client) {
    client.done("flow_save", {{"path", "saved.flow.yaml"}});
    std::ifstream in(folder_ / "saved.flow.yaml");
    const std::string flow((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    const json result = client.call("flow_run", {{"path", "saved.flow.yaml"}});
    EXPECT_EQ(result["structuredContent"].value("failed", -1), 0) << result << "\n" << flow;
    EXPECT_EQ(result["content"][0]["text"], "1 of 1 cases passed") << flow;
    return flow;
  }
  // Chrome opens a window in its own time.
  static void await_page(McpClient& client, const std::string& page) {
    const Deadline deadline = Deadline::in(std::chrono::seconds(60));
    json open = json::array();
    while (std::ranges::find(open, json(page)) == open.end()) {
      ASSERT_FALSE(deadline.expired()) << page << " was not opened; there are " << open;
      open = client.call("pages")["structuredContent"]["pages"];
    }
  }
  std::filesystem::path folder_;
};

constexpr const char* kNobody = R"({"cookies":[],"origins":[]})";

// Each field that is filled makes the others anew. The site is named by its path.
TEST_F(AgentTools, FillFieldsThatFillingOthersReplaces) {
  std::filesystem::create_directories(folder_ / "site");
  put("site.yaml", "hosts:\n  form.test: site\n");
  put("site/index.html", R"(<!doctype html><title>Form</title><form></form><script>
    function label(name, value) {
      const made = document.createElement('label');
      made.append(name, document.createElement('input'));
      made.lastChild.value = value;
      made.oninput = () => {
        for (const other of document.querySelectorAll('label')) {
          if (other !== made) other.replaceWith(label(other.textContent, other.lastChild.value));
        }
      };
      return made;
    }
    document.forms[0].append(...['Name', 'Street', 'Town'].map(name => label(name, '')));
  </script>)");
  McpClient client({"--site", folder_.string(), "--output", folder_.string()});
  client.open();
  client.done("browser_initialize");
  client.done("browser_navigate", {{"url", "http://form.test/"}});
  json fields = json::array();
  for (const char* name : {"Name", "Street", "Town"}) {
    fields.push_back({{"target", "textbox \"" + std::string(name) + "\""}, {"value", std::string("of ") + name}});
  }
  EXPECT_THAT(client.done("fill_form", {{"fields", fields}}),
              AllOf(HasSubstr("of Name"), HasSubstr("of Street"), HasSubstr("of Town")));
  EXPECT_THAT(saved_and_passed(client), HasSubstr(R"(textbox \"Street\")"));
}

// A line of a flow could not be so long.
TEST_F(AgentTools, FillAFieldWithALongText) {
  std::filesystem::create_directories(folder_ / "site");
  put("site.yaml", "hosts:\n  form.test: site\n");
  put("site/index.html", "<!doctype html><title>Form</title><label>Letter <textarea></textarea></label>");
  McpClient client({"--site", folder_.string(), "--output", folder_.string(), "--allow-evaluate"});
  client.open();
  client.done("browser_initialize");
  client.done("browser_navigate", {{"url", "http://form.test/"}});
  const std::string letter(20'000, 'x');
  client.done("fill_form", {{"fields", json::array({{{"target", "textbox \"Letter\""}, {"value", letter}}})}});
  client.done("expect", {{"expect", {{"poll", "document.querySelector('textarea').value.length == 20000"}}}});
}

TEST_F(AgentTools, AcceptTheOldNamesOfUsers) {
  const std::string nobody = put("nobody.json", kNobody);
  McpClient client({"--site", "checkout", "--role", "ada", nobody, "--user", "ben", nobody});
  client.open();
  EXPECT_EQ(client.done("list_current_roles"), "ben\nada");
  EXPECT_EQ(client.call("select_role", {{"role", "ada"}})["structuredContent"]["user"], "ada");
  EXPECT_EQ(client.done("get_current_role"), "ada");
  for (const json& arguments : {json::object(), json{{"role", "ben"}, {"user", "ben"}}}) {
    const json failed = client.call("select_role", arguments);
    EXPECT_TRUE(failed.value("isError", false)) << arguments;
    EXPECT_THAT(failed.dump(), HasSubstr("give 'user', the name of a user")) << arguments;
  }
}

TEST_F(AgentTools, KeepTheCurrentUserIfAnotherCannotBeMade) {
  const std::string nobody = put("nobody.json", kNobody), broken = put("broken.json", "{");
  McpClient client({"--site", "checkout", "--user", "ada", nobody, "http://shop.test/cart", "--user", "ben", broken,
                    "http://shop.test/checkout", "--user", "eve", nobody, "http://127.0.0.1:1/"});
  client.open();
  client.done("browser_initialize");
  EXPECT_THAT(client.done("browser_snapshot"), HasSubstr("Your cart"));
  for (const char* user : {"ben", "eve", "ben", "nobody"}) {
    const json failed = client.call("select_role", {{"user", user}});
    EXPECT_TRUE(failed.value("isError", false)) << user;
    EXPECT_EQ(client.done("get_current_role"), "ada") << user;
    EXPECT_EQ(client.call("pages")["structuredContent"]["pages"], json::array({"p1"})) << "nothing is left of " << user;
  }
  put("broken.json", kNobody);
  EXPECT_THAT(client.done("select_role", {{"user", "ben"}}), HasSubstr("Pay"));
  EXPECT_EQ(client.done("get_current_role"), "ben");
  client.done("select_role", {{"user", "ada"}});
  EXPECT_THAT(client.done("browser_snapshot"), HasSubstr("Your cart"));
}

// A server that counts what it is asked, at an origin of its own.
class Origin {
 public:
  // `other`: where /away leads to.
  explicit Origin(std::string page, std::string other = "") : page_(std::move(page)), other_(std::move(other)) {}
  std::string address() const { return "http://127.0.0.1:" + std::to_string(server_.port()); }
  int asked() const { return asked_; }

 private:
  void answer(const http::HttpRequest& http, http::HttpReply& reply) {
    if (http.request.path == "/favicon.ico") return reply.send(204, {}, "");
    ++asked_;
    if (http.request.path == "/away") return reply.send(302, {{"Location", other_ + "/"}}, "");
    reply.send(200, {{"Content-Type", "text/html"}}, page_);
  }
  const std::string page_;
  const std::string other_;
  std::atomic<int> asked_ = 0;
  http::HttpServer server_{
      [this](const http::HttpRequest& http, std::shared_ptr<http::HttpReply> reply) { answer(http, *reply); }};
};

TEST_F(AgentTools, AskAllowedOriginsAloneAfterRedirectsToo) {
  Origin other("<title>Other</title><h1>Other</h1>");
  Origin shop("<title>Shop</title><h1>Shop</h1><img src='" + other.address() + "/dot.png'><iframe title=Ad src='" +
                  other.address() + "/ad'></iframe><a href='" + other.address() + "/'>Out</a>",
              other.address());
  McpClient client({"--allow-origin", shop.address()});
  client.open();
  EXPECT_THAT(client.done("browser_navigate", {{"url", shop.address() + "/"}}), HasSubstr("heading \"Shop\""));
  EXPECT_TRUE(client.call("browser_navigate", {{"url", other.address() + "/"}})["isError"]);
  EXPECT_TRUE(client.call("browser_navigate", {{"url", shop.address() + "/away"}})["isError"]);
  client.done("browser_navigate", {{"url", shop.address() + "/"}});
  client.call("click", {{"target", "link \"Out\""}});
  EXPECT_THAT(client.done("network", {{"url", other.address() + "/*"}}), HasSubstr("aborted by the route"));
  EXPECT_EQ(other.asked(), 0) << "not one request came out";
  EXPECT_GT(shop.asked(), 2);
}

// Its second half comes when it is let go.
class HalfPage {
 public:
  ~HalfPage() { let_go(); }
  std::string address() const { return "http://127.0.0.1:" + std::to_string(server_.port()); }
  void let_go() {
    is_let_go_ = true;
    is_let_go_.notify_all();
  }

 private:
  void answer(const std::string& path, const std::shared_ptr<http::HttpReply>& reply) {
    if (path != "/half") return reply->send(200, {{"Content-Type", "text/html"}}, "<a href=/half>Go</a>");
    reply->begin(200, {{"Content-Type", "text/html"}});
    reply->write("<h1>First half</h1>");
    rest_ = std::jthread([this, reply] {
      is_let_go_.wait(false);
      reply->write("<h2>Second half</h2>");
      reply->end();
    });
  }

  std::atomic<bool> is_let_go_ = false;
  std::jthread rest_;
  http::HttpServer server_{[this](const http::HttpRequest& http, const std::shared_ptr<http::HttpReply>& reply) {
    answer(http.request.path, reply);
  }};
};

TEST_F(AgentTools, ReportADocumentWholeOrAsStillLoading) {
  HalfPage half;
  McpClient client({"--allow-origin", half.address()});
  client.open();
  client.done("browser_navigate", {{"url", half.address() + "/"}});
  EXPECT_THAT(client.done("click", {{"target", "link \"Go\""}}),
              AllOf(HasSubstr("the page is still loading"), HasSubstr("First half"), Not(HasSubstr("Second half"))));
  std::jthread later([&] {  // while the snapshot waits, or before it
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    half.let_go();
  });
  EXPECT_THAT(client.done("browser_snapshot"), AllOf(Not(HasSubstr("still loading")), HasSubstr("Second half")));
}

TEST_F(AgentTools, AnswerDialogsAndReportThem) {
  McpClient client({"--site", "network", "--output", folder_.string()});
  client.open();
  client.done("browser_navigate", {{"url", "http://top.test/dialogs.html"}});
  EXPECT_EQ(client.done("dialogs"), "no dialog was opened");
  client.done("click", {{"target", "button \"Confirm\""}});
  client.done("expect", {{"expect", "text \"confirm: false\""}});
  client.done("dialogs", {{"answer", "accept"}, {"prompt_text", "Ada"}});
  client.done("click", {{"target", "button \"Prompt\""}});
  client.done("expect", {{"expect", "text \"prompt: Ada\""}});
  client.done("dialogs", {{"answer", "dismiss"}});
  client.done("click", {{"target", "button \"Prompt\""}});
  client.done("expect", {{"expect", "text \"prompt: null\""}});
  EXPECT_THAT(client.done("dialogs"),
              AllOf(HasSubstr("confirm dismissed \"Sure?\""), HasSubstr("prompt accepted \"Who?\""),
                    HasSubstr("prompt dismissed \"Who?\"")));
  EXPECT_THAT(saved_and_passed(client), AllOf(HasSubstr("accept_dialogs: \"Ada\""), HasSubstr("dismiss_dialogs:")));
}

TEST_F(AgentTools, GoBackAndForwardAndReload) {
  McpClient client({"--site", "checkout", "--output", folder_.string()});
  client.open();
  client.done("browser_navigate", {{"url", "http://shop.test/cart"}});
  client.done("click", {{"target", "button \"Checkout\""}});
  const json pay = {{"expect", "button \"Pay €42.00\""}}, cart = {{"expect", "button \"Checkout\""}};
  client.done("expect", pay);
  client.done("history", {{"go", "back"}});
  client.done("expect", cart);
  client.done("history", {{"go", "forward"}});
  client.done("expect", pay);
  client.done("history", {{"go", "reload"}});
  client.done("expect", pay);
  EXPECT_THAT(saved_and_passed(client), AllOf(HasSubstr("- back:"), HasSubstr("- forward:"), HasSubstr("- reload:")));
}

TEST_F(AgentTools, DragOneElementToAnother) {
  McpClient client({"--site", "actions", "--tools", "all", "--output", folder_.string()});
  client.open();
  client.done("browser_navigate", {{"url", "http://actions.test/workbench.html"}});
  client.done("drag", {{"target", "button \"Card\""}, {"to", "group \"Basket\""}});
  client.done("expect", {{"expect", "text /drop a card true/"}});
  EXPECT_TRUE(client.call("drag", {{"target", "button \"Card\""}})["isError"]) << "where to?";
  EXPECT_THAT(saved_and_passed(client), HasSubstr("drag:"));
}

TEST_F(AgentTools, UploadFilesOfTheirFolderAlone) {
  const std::string outside = put("outside.txt", "secret");
  std::filesystem::create_directories(folder_ / "files");
  put("files/photo.txt", "a photo");
  McpClient client(
      {"--site", "actions", "--tools", "all", "--output", folder_.string(), "--files", (folder_ / "files").string()});
  client.open();
  client.done("browser_navigate", {{"url", "http://actions.test/steps.html"}});
  std::filesystem::create_symlink(outside, folder_ / "files" / "link.txt");
  for (const std::string& file : {std::string("../outside.txt"), outside, std::string("link.txt"), std::string("")}) {
    EXPECT_TRUE(client.call("upload", {{"target", "label=\"Photo\""}, {"files", {file}}}).value("isError", false))
        << file;
  }
  client.done("upload", {{"target", "label=\"Photo\""}, {"files", {"photo.txt"}}});
  client.done("expect", {{"expect", "text \"photo.txt\""}});
  EXPECT_THAT(saved_and_passed(client), HasSubstr("upload:"));
}

TEST_F(AgentTools, WorkInSeveralPagesOfTheirOwn) {
  McpClient client({"--site", "checkout", "--output", folder_.string()});
  client.open();
  client.done("browser_navigate", {{"url", "http://shop.test/cart"}});
  EXPECT_EQ(client.call("pages", {{"action", "new"}})["structuredContent"]["page"], "p2");
  EXPECT_THAT(client.done("browser_navigate", {{"url", "http://shop.test/checkout"}}), HasSubstr("Pay"));
  client.done("expect", {{"expect", "button \"Checkout\""}, {"page", "p1"}});
  client.done("pages", {{"action", "select"}, {"page", "p1"}});
  client.done("expect", {{"expect", {{"url", "*/cart"}}}});
  client.done("type", {{"target", "textbox \"E-mail\""}, {"text", "ada@example.com"}, {"page", "p2"}});
  client.done("pages", {{"action", "close"}, {"page", "p2"}});
  EXPECT_EQ(client.call("pages")["structuredContent"]["pages"], json::array({"p1"}));
  EXPECT_TRUE(client.call("browser_snapshot", {{"page", "p2"}})["isError"]);
  client.done("click", {{"target", "button \"Checkout\""}});
  EXPECT_THAT(saved_and_passed(client),
              AllOf(HasSubstr("- new_page:"), HasSubstr("- leave_popup:"), HasSubstr("- close:")));
}

TEST_F(AgentTools, FollowPopupsInTheTestToo) {
  McpClient client({"--site", "network", "--output", folder_.string()});
  client.open();
  client.done("browser_navigate", {{"url", "http://top.test/windows.html"}});
  client.done("click", {{"target", "button \"Open\""}});
  await_page(client, "p2");
  client.done("expect", {{"expect", "heading \"Framed\""}, {"page", "p2"}});
  client.done("expect", {{"expect", "heading \"Windows\""}, {"page", "p1"}});
  client.done("click", {{"target", "button \"Guest's open\" in iframe \"Guest\""}, {"page", "p1"}});
  await_page(client, "p3");
  client.done("expect", {{"expect", {{"url", "*/plain.html"}}}, {"page", "p3"}});
  client.done("expect", {{"expect", "heading \"Framed\""}, {"page", "p2"}});
  client.done("pages", {{"action", "close"}, {"page", "p2"}});
  client.done("expect", {{"expect", "heading \"Windows\""}, {"page", "p1"}});
  const std::string flow = saved_and_passed(client);
  EXPECT_THAT(flow, AllOf(HasSubstr("- expect_popup:\n"), HasSubstr("- leave_popup:\n"),
                          HasSubstr("- switch_to_page: \"http://top.test/framed.html\"")));
}

TEST_F(AgentTools, CheckFlowsWithoutRunningThem) {
  McpClient client({"--site", "checkout", "--output", folder_.string()});
  client.open();
  put("good.flow.yaml", "flow: Good\nsite: checkout\nsteps:\n  - open: http://shop.test/cart\n");
  put("bad.flow.yaml", "flow: Bad\nsteps:\n  - clik: button \"Pay\"\n");
  EXPECT_EQ(client.done("flow_check", {{"path", "good.flow.yaml"}}), "no errors: 1 cases");
  const json bad = client.call("flow_check", {{"path", "bad.flow.yaml"}});
  EXPECT_TRUE(bad["isError"]);
  EXPECT_THAT(bad["content"][0]["text"].get<std::string>(), AllOf(HasSubstr("bad.flow.yaml:3:5"), HasSubstr("click")));
  for (const char* path : {"none.flow.yaml", "../good.flow.yaml", "/etc/passwd"}) {
    EXPECT_TRUE(client.call("flow_check", {{"path", path}}).value("isError", false)) << path;
  }
}

TEST_F(AgentTools, RunFlowsAndReportFailures) {
  McpClient client({"--site", "checkout", "--output", folder_.string()});
  client.open();
  put("two.flow.yaml",
      "flow: Two\nsite: checkout\ntimeout: 2s\nvars: { title: }\ncases:\n  - { case: good, title: Your cart }\n  - { "
      "case: bad, title: Nowhere }\n"
      "steps:\n  - open: http://shop.test/cart\n  - expect: text \"${title}\"\n");
  const json result = client.call("flow_run", {{"path", "two.flow.yaml"}});
  EXPECT_EQ(result["structuredContent"].value("failed", -1), 1) << result;
  EXPECT_THAT(result["content"][0]["text"].get<std::string>(),
              AllOf(HasSubstr("1 of 2 cases passed"), HasSubstr("bad")));
  const auto part_of_report = [&](const std::string& part) {
    return client.ask("resources/read", {{"uri", "casement://report/last" + part}}).dump();
  };
  EXPECT_THAT(part_of_report(""), HasSubstr("its trace: this address, followed by /1/list"));
  EXPECT_THAT(part_of_report("/1/list"), HasSubstr("✗ expect: text \\\"Nowhere\\\""));
  EXPECT_THAT(part_of_report("/1/dom"), HasSubstr("Your cart"));
  EXPECT_TRUE(client.call("flow_run", {{"path", "none.flow.yaml"}})["isError"]);
  EXPECT_THAT(client.done("browser_navigate", {{"url", "http://shop.test/cart"}}), HasSubstr("Your cart"))
      << "its Chrome was another";
}

}  // namespace
}  // namespace casement::specs
