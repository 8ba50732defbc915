// Answers of `casement mcp` say what happened: pages that were opened, dialogs, navigations that failed, what covered
// an element; and a flow that is saved does the same again.
#include "casement/base/base64.h"
#include "casement/base/image.h"
#include "casement/http/server.h"
#include "specs/mcp/own_site.h"

namespace casement::specs {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class AgentTruth : public OwnSite {
 protected:
  McpClient& client(const std::vector<std::string>& more = {}) {
    if (!client_) {
      client_ = std::make_unique<McpClient>(options(more));
      client_->open();
    }
    return *client_;
  }
  void show(const std::string& body) { client().done("browser_navigate", {{"url", page("index.html", body)}}); }
  std::unique_ptr<McpClient> client_;
};

// The error names the time that was waited.
TEST_F(AgentTruth, WaitsAsLongAsTimeoutMs) {
  show("<p>here</p>");
  const std::vector<std::pair<std::string, json>> waits = {
      {"expect", {{"expect", "text \"never\""}}},
      {"expect", {{"expect", {{"shows", "text \"never\""}}}}},
      {"expect", {{"expect", {{"url", "*never*"}}}}},
      {"expect", {{"expect", {{"not", {{"shows", "text \"here\""}}}}}}},
      {"wait_for", {{"text", "never"}}},
      {"wait_for", {{"url", "*never*"}}},
      {"wait_for", {{"request", "*never*"}}},
      {"wait_for", {{"frames", 3}}},
  };
  for (auto [tool, arguments] : waits) {
    arguments["timeout_ms"] = 321;
    EXPECT_THAT(text_of(client().call(tool, arguments)), HasSubstr("321 ms")) << tool << arguments;
  }
}

TEST_F(AgentTruth, WaitsAndSavesALongTimeout) {
  show("<p id=o></p><script>setTimeout(() => o.textContent = 'brewed', 7000)</script>");
  client().done("wait_for", {{"text", "brewed"}, {"timeout_ms", 300'000}});
  client().done("expect", {{"expect", "text \"brewed\""}, {"timeout_ms", 100'000}});
  EXPECT_THAT(replayed(client()), AllOf(HasSubstr("    timeout: 300000ms\n"), HasSubstr("    timeout: 100000ms\n")));
}

TEST_F(AgentTruth, ATimeoutIsForAllKeysOfAnExpectation) {
  show("<p id=o>one</p><script>setTimeout(() => o.textContent = 'two', 400)</script>");
  const json failed = client().call(
      "expect", {{"expect", {{"hides", "text \"one\""}, {"shows", "text \"three\""}}}, {"timeout_ms", 4000}});
  const std::string text = text_of(failed);
  EXPECT_THAT(text, HasSubstr("text \"three\""));
  EXPECT_THAT(text, Not(HasSubstr("within 4 s"))) << "the first key has taken some of the time";
}

TEST_F(AgentTruth, WaitForTextMatchesPartOfAText) {
  show("<p>Order 17 (paid) is on its way</p><p>Twice said</p><p>Twice said</p><button>Buy now</button>");
  client().done("wait_for", {{"text", "17 (paid)  is"}});
  client().done("wait_for", {{"text", "Buy"}});
  EXPECT_EQ(error_of(client().call("wait_for", {{"text", "17 .paid"}, {"timeout_ms", 50}})), "assertion");
  EXPECT_EQ(error_of(client().call("wait_for", {{"text", " "}})), "usage");
  EXPECT_THAT(replayed(client()), HasSubstr("text /17 \\\\(paid\\\\) is/"));
  client().done("wait_for", {{"text", "Twice"}});
}

TEST_F(AgentTruth, NamesThePopupThatBecomesCurrent) {
  page("two.html", "<h1>Second page</h1>");
  show("<button onclick=\"window.open('two.html')\">Open</button><a target=_blank href=two.html>Blank</a>");
  json result = client().call("click", {{"target", "button \"Open\""}});
  EXPECT_EQ(result["structuredContent"]["opened"], json::array({"p2"}));
  EXPECT_THAT(text_of(result), HasSubstr("page p2 was opened and is now current"));
  EXPECT_THAT(client().done("browser_snapshot"), AllOf(HasSubstr("Second page"), Not(HasSubstr("was opened"))));
  client().done("click", {{"target", "link \"Blank\""}, {"page", "p1"}});
  // It has no opener, so it may come a moment later; some answer names it, and only then is it current.
  const Deadline deadline = Deadline::in(std::chrono::seconds(60));
  while (client().call("pages")["structuredContent"].value("page", "") != "p3") {
    ASSERT_FALSE(deadline.expired());
  }
}

TEST_F(AgentTruth, NamesThePopupThatAScriptOpensBetweenCalls) {
  page("two.html", "<h1>Second page</h1>");
  show("<button onclick=\"setTimeout(() => window.open('two.html'), 1500)\">Later</button>");
  json result = client().call("click", {{"target", "button \"Later\""}});
  const Deadline deadline = Deadline::in(std::chrono::seconds(60));
  while (!result["structuredContent"].contains("opened")) {
    ASSERT_FALSE(deadline.expired());
    result = client().call("find", {{"target", "button \"Later\""}});
    ASSERT_THAT(text_of(result), HasSubstr("1 found")) << "no call acts on a page that the agent was not told of";
  }
  EXPECT_THAT(client().done("browser_snapshot"), HasSubstr("Second page"));
}

TEST_F(AgentTruth, NamesDialogsAndTheirAnswers) {
  show("<button onclick=\"o.textContent = confirm('Really?')\">Ask</button><p id=o></p>");
  json result = client().call("click", {{"target", "button \"Ask\""}});
  EXPECT_EQ(result["structuredContent"]["dialogs"],
            json::array({{{"page", "p1"}, {"type", "confirm"}, {"accepted", false}}}));
  EXPECT_THAT(text_of(result), AllOf(HasSubstr("was dismissed"), HasSubstr("confirm dismissed \"Really?\"")));
  client().done("dialogs", {{"answer", "accept"}});
  result = client().call("browser_click", {{"ref", "e1"}});
  EXPECT_EQ(result["structuredContent"]["dialogs"][0]["accepted"], true);
  EXPECT_FALSE(client().call("browser_snapshot")["structuredContent"].contains("dialogs")) << "it was said once";
}

TEST_F(AgentTruth, NamesNavigationsThatFail) {
  const http::HttpServer server(
      [](const http::HttpRequest&, const std::shared_ptr<http::HttpReply>& reply) { reply->send(204, {}, ""); });
  const std::string empty = "http://127.0.0.1:" + std::to_string(server.port()) + "/";
  const std::string body =
      "<a href=http://own.test:9/>Dead</a><a href=http://10.0.0.1/>Private</a>"
      "<a href=http://nowhere.invalid/>Nowhere</a><a href=" +
      empty +
      ">Empty</a>"
      "<button onclick=\"window.open('http://own.test:9/')\">Popup</button>"
      "<a href='data:text/plain,x' download=x.txt>File</a>";
  client({"--allow-origin", empty.substr(0, empty.size() - 1)});
  for (const char* link : {"Dead", "Private", "Nowhere"}) {
    show(body);
    const json result = client().call("click", {{"target", "link \"" + std::string(link) + "\""}});
    EXPECT_EQ(error_of(result), "navigation") << link << result;
    EXPECT_EQ(result["structuredContent"]["done"], true) << link;
    EXPECT_THAT(text_of(result), AllOf(HasSubstr("could not be opened"), HasSubstr("net::"))) << link;
  }
  show(body);
  const json popup = client().call("click", {{"target", "button \"Popup\""}});
  EXPECT_EQ(error_of(popup), "navigation") << popup;
  EXPECT_EQ(popup["structuredContent"]["opened"], json::array({"p2"}));
  client().done("pages", {{"action", "select"}, {"page", "p1"}});
  for (const char* link : {"Empty", "File"}) {
    client().done("click", {{"target", "link \"" + std::string(link) + "\""}, {"page", "p1"}});
  }
  EXPECT_THAT(client().done("flow_show"), HasSubstr("click"));
}

TEST_F(AgentTruth, ScrollMovesTheGivenElement) {
  show(
      "<div role=region aria-label=Teas tabindex=0 id=list style='height:80px;overflow:auto'>"
      "<div style='height:4000px'></div></div><p id=o></p><div style='height:3000px'></div>"
      "<script>list.onscroll = () => o.textContent = 'list ' + list.scrollTop;"
      "onscroll = () => o.textContent = 'page ' + scrollY</script>");
  client().done("scroll", {{"target", "region \"Teas\""}, {"y", 1200}});
  client().done("expect", {{"expect", "text \"list 1200\""}});
  client().done("scroll", {{"ref", "e1"}, {"y", -200.0}});
  client().done("expect", {{"expect", "text \"list 1000\""}});
  client().done("scroll", {{"y", 300}});
  client().done("expect", {{"expect", "text \"page 300\""}});
  client().done("scroll", {{"target", "region \"Teas\""}});
  EXPECT_EQ(error_of(client().call("scroll")), "usage");
  EXPECT_THAT(replayed(client()), AllOf(HasSubstr("scroll_by: {\"target\":\"region \\\"Teas\\\"\",\"y\":1200}"),
                                        HasSubstr("scroll_to: \"region")));
}

TEST_F(AgentTruth, DragIsSavedWithBothDescriptions) {
  show(
      "<button draggable=true ondragstart=\"event.dataTransfer.setData('text', 'card')\">Card A</button>"
      "<div role=group aria-label=Basket ondragover='event.preventDefault()' ondrop=\"o.textContent = 'dropped'\">"
      "<button>Inside</button></div><p id=o></p>");
  const auto ref = [&](const char* target) {
    return client().call("find", {{"target", target}})["structuredContent"]["refs"].at(0).get<std::string>();
  };
  const char* const card = "button \"Card A\"";
  const char* const basket = "group \"Basket\"";
  for (const bool from_ref : {false, true}) {
    for (const bool to_ref : {false, true}) {
      json way{{from_ref ? "ref" : "target", from_ref ? ref(card) : card}};
      way[to_ref ? "to_ref" : "to"] = to_ref ? ref(basket) : basket;
      client().done("drag", way);
      client().done("expect", {{"expect", "text \"dropped\""}});
      client().done("history", {{"go", "reload"}});
    }
  }
  EXPECT_THAT(replayed(client()), AllOf(HasSubstr("\"source\":\"button"), Not(HasSubstr("\":\"e"))));
}

TEST_F(AgentTruth, NamesWhatCoversAnElement) {
  show(
      "<button onclick=\"o.textContent = 'paid'\">Pay</button><label>Name <input></label><p id=o></p>"
      "<div class=veil style='position:fixed;inset:0' onclick=\"o.textContent = 'veil'\"></div>");
  const json result = client().call("click", {{"target", "button \"Pay\""}});
  EXPECT_FALSE(result.contains("isError"));
  EXPECT_THAT(text_of(result),
              AllOf(HasSubstr("could not hit the element"), HasSubstr("is covered by <div class=\"veil\">")));
  const json attempts = result["structuredContent"]["attempts"];
  ASSERT_EQ(attempts.size(), 2U) << attempts;
  EXPECT_THAT(attempts[0].value("error", ""), HasSubstr("is covered by <div class=\"veil\">"));
  EXPECT_EQ(attempts[1]["success"], true);
  client().done("flow_save", {{"path", "veil.flow.yaml"}});
  EXPECT_THAT(read("out/veil.flow.yaml"),
              AllOf(Not(HasSubstr("fall_back_to_point")), HasSubstr("# The element was covered")));
  EXPECT_EQ(client().call("flow_run", {{"path", "veil.flow.yaml"}})["structuredContent"]["failed"], 1);
}

TEST_F(AgentTruth, SavesNoFallbackThatWasNotNeeded) {
  show("<button onclick=\"o.textContent = 'paid'\">Pay</button><label>Name <input></label><p id=o></p>");
  EXPECT_THAT(client().done("click", {{"target", "button \"Pay\""}}), Not(HasSubstr("could not hit the element")));
  client().done("type", {{"target", "textbox \"Name\""}, {"text", "Ada"}});
  EXPECT_THAT(replayed(client()), AllOf(Not(HasSubstr("fall_back")), Not(HasSubstr("covered"))));
}

TEST_F(AgentTruth, AFailedClickListsTheAttempts) {
  show("<button>Go</button><button>Go</button>");
  for (const char* target : {"button \"Go\"", "button \"None\""}) {
    const json result = client().call("click", {{"target", target}});
    ASSERT_TRUE(result.value("isError", false));
    const json attempts = result["structuredContent"].value("attempts", json());
    ASSERT_FALSE(attempts.empty()) << target;
    EXPECT_FALSE(attempts.back().value("error", "").empty()) << attempts;
  }
}

TEST_F(AgentTruth, SavesTheWholeOfALongName) {
  std::string name = "Long";
  for (int i = 0; i < 100; ++i) name += " word" + std::to_string(i);
  show("<button onclick=\"o.textContent = 'pressed'\">" + name + "</button><button>" + name + "!</button><p id=o></p>");
  client().done("browser_click", {{"ref", "e1"}});
  client().done("expect", {{"expect", "text \"pressed\""}});
  EXPECT_THAT(replayed(client()), AllOf(HasSubstr(name + "\\\""), Not(HasSubstr("…"))));
}

TEST_F(AgentTruth, SavesUploadsRelativeToTheFlow) {
  put("files/a photo ${x}.txt", "photo");
  show("<label>Photo <input type=file onchange='o.textContent = files[0].name'></label><p id=o></p>");
  client().done("upload", {{"target", "label=\"Photo\""}, {"files", {"a photo ${x}.txt"}}});
  client().done("expect", {{"expect", "text \"a photo ${x}.txt\""}});
  EXPECT_THAT(replayed(client()), AllOf(HasSubstr("\"../files/a photo $${x}.txt\""), Not(HasSubstr(folder_.string()))));
}

TEST_F(AgentTruth, SavesWhoseSessionItWas) {
  const auto state = [](const std::string& name) {
    return R"({"cookies":[{"name":"who","value":")" + name +
           R"(","domain":"own.test","path":"/","expires":-1,"httpOnly":false,"secure":false,"sameSite":"Lax"}],"origins":[]})";
  };
  put("ada.json", state("ada"));
  put("ben.json", state("ben"));
  const std::string url =
      page("who.html",
           "<p id=o></p><script>o.textContent = document.cookie + ' ' + navigator.language"
           " + ' ' + matchMedia('(prefers-reduced-motion)').matches + ' ' + (navigator.maxTouchPoints > 0)</script>");
  const std::string back = std::filesystem::current_path().string();
  std::filesystem::current_path(folder_);  // users name files relative to where the server runs
  client({"--user", "ada", "ada.json", url, "--user", "ben", "ben.json", url, "--user", "eve", "ada.json", "--locale",
          "de-DE", "--device", "phone", "--reduced-motion"});
  std::filesystem::current_path(back);
  client().done("browser_initialize");
  client().done("wait_for", {{"text", "who=ada de-DE true true"}});
  client().done("select_role", {{"user", "ben"}});
  client().done("wait_for", {{"text", "who=ben de-DE true true"}});
  client().done("select_role", {{"user", "eve"}});
  client().done("browser_navigate", {{"url", url}});
  client().done("wait_for", {{"text", "who=ada de-DE true true"}});
  EXPECT_THAT(replayed(client()),
              AllOf(HasSubstr("device: \"phone\""), HasSubstr("locale: \"de-DE\""), HasSubstr("reduced_motion: true"),
                    HasSubstr("storage_state: \"../ada.json\""), HasSubstr("users:\n  \"ben\":\n"),
                    HasSubstr("- open: \"" + url + "\"\n    as: \"ben\"")));
}

TEST_F(AgentTruth, PicturesAreNeverLargerThanClientsTake) {
  show(
      "<table id=t></table><script>for (let i = 0; i < 4000; ++i) t.insertRow().insertCell().textContent ="
      " 'row ' + i + ' ' + '" +
      std::string(100, 'x') + "' + Math.random()</script>");
  const json whole = client().call("screenshot", {{"full_page", true}});
  ASSERT_TRUE(whole.is_object()) << "the session has ended";
  EXPECT_LT(whole.dump().size(), 3'100'000U);
  EXPECT_THAT(text_of(whole), HasSubstr("cut: it shows the top 16000 of "));
  EXPECT_EQ(whole["structuredContent"]["cut"], true);
  const json small = client().call("screenshot", {{"max_bytes", 20'000}});
  EXPECT_LT(small.dump().size(), 21'000U);
  EXPECT_THAT(text_of(small), HasSubstr("rows of pixels, in 20000 bytes"));
  const json normal = client().call("screenshot");
  EXPECT_EQ(normal["structuredContent"]["cut"], false);
  EXPECT_EQ(decode_png(decode_base64(normal["content"][1]["data"].get<std::string>())).height, 720);
}

TEST_F(AgentTruth, TextIsNeverLargerThanClientsTake) {
  show("<p id=o></p><script>o.textContent = 'long word '.repeat(600000)</script>");
  for (const auto& [tool, arguments] : std::vector<std::pair<std::string, json>>{
           {"browser_snapshot", {}}, {"get_frame_content", {{"selector", "main"}, {"max_length", 6'000'000}}}}) {
    json most = arguments;
    most["max_bytes"] = 1'000'000'000;
    const json result = client().call(tool, most);
    EXPECT_LT(result.dump().size(), 5'000'000U) << tool;
  }
  EXPECT_THAT(text_of(client().call("get_frame_content",
                                    {{"selector", "main"}, {"max_length", 6'000'000}, {"max_bytes", 1'000'000'000}})),
              HasSubstr("an answer has at most 1500000 bytes"));
}

TEST_F(AgentTruth, DomIsTheFlatForm) {
  show("<main><div><button>Go</button></div></main>");
  const json dom = json::parse(client().call("dom")["structuredContent"]["page_text"].get<std::string>());
  EXPECT_EQ(dom["form"], "flat");
  EXPECT_FALSE(dom.contains("tree"));
  client().done("browser_click", {{"ref", "e1"}});
}

TEST_F(AgentTruth, APageThatIsNotOpenIsRefusedByEachTool) {
  show("<button>Go</button>");
  for (const char* tool :
       {"browser_initialize", "browser_close", "list_current_roles", "get_current_role", "flow_show"}) {
    EXPECT_EQ(error_of(client().call(tool, {{"page", "p9"}})), "usage") << tool;
  }
  EXPECT_THAT(client().done("browser_snapshot", {{"page", "p1"}}), HasSubstr("Go"));
}

}  // namespace
}  // namespace casement::specs
