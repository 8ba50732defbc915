// Init scripts of contexts and pages: in which documents they run, when, and in which order.
#include <casement/testing.h>

#include <fstream>
#include <nlohmann/json.hpp>

namespace {

using namespace casement;
using namespace std::chrono_literals;
using testing::HasSubstr;

class InitScripts : public SiteTest<"network"> {
 protected:
  void serve(const std::string& host, const std::string& path, const std::string& body) {
    site().route(host, path, answers_text(body, 200, "text/html"));
  }
  std::string ask(const Page& of, const std::string& expression) { return of.evaluate(expression).dump(); }
  std::string ask(const std::string& expression) { return ask(page(), expression); }
};

// Adds its name to `ran` of the window, so that a second run shows.
std::string noting(const std::string& name) {
  return "(window.ran = window.ran || []).push('" + name + "');";
}
constexpr const char* kReadsEarly = "<!doctype html><script>window.early = String(window.ran)</script>";

TEST_F(InitScripts, RunBeforeTheScriptsOfTheDocument) {
  serve("top.test", "/", kReadsEarly);
  page().add_init_script(noting("one"));
  page().open("https://top.test/");
  EXPECT_EQ(ask("[early, ran]"), R"(["one",["one"]])");
  page().reload();
  EXPECT_EQ(ask("[early, ran]"), R"(["one",["one"]])");
}

TEST_F(InitScripts, RunInTheOrderInWhichTheyWereAdded) {
  serve("top.test", "/", kReadsEarly);
  std::string all;
  for (int i = 0; i < 12; ++i) {
    context().add_init_script(noting("c" + std::to_string(i)));
    all += (i > 0 ? ",c" : "c") + std::to_string(i);
  }
  for (int i = 0; i < 12; ++i) {
    page().add_init_script(noting("p" + std::to_string(i)));
    all += ",p" + std::to_string(i);
  }
  page().open("https://top.test/");
  EXPECT_EQ(ask("early"), '"' + all + '"');
}

TEST_F(InitScripts, CanEndInAComment) {
  page().add_init_script("// one");
  page().add_init_script(noting("two") + " // end");
  page().open("data:text/html,<p>");
  EXPECT_EQ(ask("ran"), R"(["two"])");
}

TEST_F(InitScripts, RunDespiteAContentSecurityPolicy) {
  site().route("top.test", "/",
               answers_text("<!doctype html><script>window.own = 1</script>", 200, "text/html")
                   .with_header("Content-Security-Policy", "script-src 'none'"));
  page().add_init_script(noting("one"));
  page().open("https://top.test/");
  EXPECT_EQ(ask("[ran, typeof own]"), R"([["one"],"undefined"])");
}

TEST_F(InitScripts, RunAfterANavigationToAnotherSite) {
  serve("top.test", "/", kReadsEarly);
  serve("other.test", "/", kReadsEarly);
  page().open("https://other.test/");
  page().add_init_script(noting("one"));
  page().open("https://top.test/");
  EXPECT_EQ(ask("early"), R"("one")");
  page().back();
  EXPECT_EQ(ask("location.host + ' ' + early"), R"("other.test one")");
}

TEST_F(InitScripts, RunOnceInEveryFrame) {
  const std::string tells =
      "<!doctype html><script>top.postMessage(location.href.slice(0, 20) + ' ' + String(window.ran), '*')</script>";
  serve("top.test", "/same", tells);
  serve("other.test", "/frame", tells);
  serve("top.test", "/",
        "<!doctype html><script>window.told = []; onmessage = e => told.push(e.data);"
        "window.early = String(window.ran)</script><iframe src=/same></iframe>"
        "<iframe src=https://other.test/frame></iframe><iframe srcdoc=\"" +
            tells + "\"></iframe><iframe src=\"data:text/html," + tells + "\"></iframe><iframe id=empty></iframe>");
  context().add_init_script(noting("context"));
  page().add_init_script(noting("page"));
  page().open("https://top.test/");
  expect(page()).poll("the frames", [&] { return page().evaluate("told.length === 4").get<bool>(); });
  EXPECT_EQ(ask("told.sort()"),
            R"(["about:srcdoc context,page","data:text/html,<!doc context,page","https://other.test/f context,page",)"
            R"("https://top.test/sam context,page"])");
  EXPECT_EQ(ask("[early, empty.contentWindow.ran]"), R"(["context,page",["context","page"]])");
}

TEST_F(InitScripts, OfAContextRunInPopups) {
  serve("top.test", "/", "<!doctype html>");
  serve("top.test", "/popup", kReadsEarly);
  serve("other.test", "/popup", kReadsEarly);
  context().add_init_script(noting("context"));
  page().add_init_script(noting("page"));
  page().open("https://top.test/");
  for (const char* const address : {"/popup", "https://other.test/popup"}) {
    Awaited<Page> coming = page().next_popup();
    page().evaluate("void open('" + std::string(address) + "')");
    const Page popup = coming.get();
    popup.wait_for_load();
    EXPECT_EQ(ask(popup, "[early, ran]"), R"(["context",["context"]])") << address;
  }
  // Without an address, the opener reaches the document before Casement does.
  Awaited<Page> coming = page().next_popup();
  page().evaluate("void (window.empty = open(''))");
  EXPECT_EQ(ask(coming.get(), "ran"), R"(["context"])");
  const Page other = context().new_page();
  other.open("https://top.test/popup");
  EXPECT_EQ(ask(other, "early"), R"("context")");
}

TEST_F(InitScripts, CanBeRemovedOneByOne) {
  serve("top.test", "/", kReadsEarly);
  const int three = context().add_init_script(noting("three"));
  const int one = page().add_init_script(noting("one"));
  page().add_init_script(noting("two"));
  page().open("https://top.test/");
  EXPECT_EQ(ask("early"), R"("three,one,two")");
  EXPECT_TRUE(page().remove_init_script(one));
  EXPECT_FALSE(page().remove_init_script(one));
  page().open("https://top.test/");
  EXPECT_EQ(ask("early"), R"("three,two")");
  EXPECT_TRUE(context().remove_init_script(three));
  EXPECT_FALSE(context().remove_init_script(three));
  page().open("https://top.test/");
  EXPECT_EQ(ask("early"), R"("two")");
}

TEST_F(InitScripts, RunInTheFirstPageOfAContext) {
  const Context another = browser().new_context(ContextOptions());
  another.add_init_script(noting("one"));
  for (int i = 0; i < 2; ++i) EXPECT_EQ(ask(another.new_page(), "window.ran"), R"(["one"])") << i;
  another.close();
  EXPECT_THROW(another.add_init_script("1"), Error);
}

TEST_F(InitScripts, ComeFromFiles) {
  const std::string file = testing::TempDir() + "init_scripts_spec.js";
  std::ofstream(file) << noting("file");
  serve("top.test", "/", kReadsEarly);
  const Page visitor = user("visitor", {.init_scripts = {file}}).page();
  visitor.open("https://top.test/");
  EXPECT_EQ(ask(visitor, "[early, ran]"), R"(["file",["file"]])");
  ContextOptions missing;
  missing.init_scripts = {"/no/such/file.js"};
  try {
    browser().new_context(missing);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Environment);
    EXPECT_THAT(error.message(), HasSubstr("the script /no/such/file.js cannot be read: No such file"));
  }
}

TEST_F(InitScripts, ReportASyntaxErrorAtOnce) {
  const auto refuses = [](const auto& call) {
    try {
      call();
      ADD_FAILURE();
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Evaluation);
      EXPECT_THAT(error.message(), HasSubstr("SyntaxError"));
      EXPECT_THAT(error.message(), HasSubstr("line 2"));
    }
  };
  refuses([&] { page().add_init_script("let a = 1;\nlet = ;"); });
  refuses([&] { context().add_init_script("let a = 1;\nlet = ;"); });
  page().open("data:text/html,<title>fine</title>");
  EXPECT_TRUE(page().console().errors().empty());
}

TEST_F(InitScripts, ThatThrowAreErrorsOfThePage) {
  serve("top.test", "/", kReadsEarly);
  page().add_init_script("throw new Error('from the start')");
  page().add_init_script(noting("two"));
  page().open("https://top.test/");
  EXPECT_EQ(ask("early"), R"("two")");
  ASSERT_EQ(page().console().errors().size(), 1u);
  EXPECT_THAT(page().console().errors()[0].message, HasSubstr("from the start"));
}

TEST_F(InitScripts, DoNotRunWhenStorageIsRead) {
  serve("top.test", "/", "<!doctype html>");
  serve("top.test", "/other", "<!doctype html>");
  page().open("https://top.test/");
  page().evaluate("localStorage.setItem('a', 'b')");
  page().open("data:text/html,<p>");
  context().add_init_script("localStorage.clear()");
  EXPECT_THAT(context().storage_state().dump(), HasSubstr(R"("name":"a")"));
}

TEST_F(InitScripts, AreLateForADocumentThatNeverEnds) {
  page().open("data:text/html,<p>");
  page().evaluate("setTimeout(() => { for (;;); }, 0); 0");
  page().set_default_timeout(500ms);
  EXPECT_THROW(page().add_init_script("1"), Error);
  page().set_default_timeout(20s);
  page().open("data:text/html,<title>after</title>");
  EXPECT_EQ(page().title(), "after");
}

}  // namespace
