// Workers that a test sees: their list, scripts in them, and their console.
#include <casement/testing.h>

#include <nlohmann/json.hpp>

namespace {

using namespace casement;
using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class EvaluatedWorkers : public SiteTest<"network"> {
 protected:
  void SetUp() override {
    SiteTest::SetUp();
    serve("top.test", "/", "<!doctype html><title>Top</title>", "text/html");
    serve("top.test", "/worker.js", kWorker, "text/javascript");
    serve("other.test", "/worker.js", kWorker, "text/javascript");
    page().open("https://top.test/");
  }
  void serve(const std::string& host, const std::string& path, const std::string& body, const std::string& type) {
    site().route(host, path, answers_text(body, 200, type));
  }
  std::vector<std::string> kinds() {
    std::vector<std::string> all;
    for (const PageWorker& worker : page().workers())
      all.push_back(worker.kind() == PageWorker::Kind::Dedicated ? "dedicated"
                    : worker.kind() == PageWorker::Kind::Shared  ? "shared"
                                                                 : "service");
    return all;
  }
  static constexpr const char* kWorker = "self.answer = () => 42; self.onfetch = () => {};";
};

TEST_F(EvaluatedWorkers, AreListedUntilTheyEnd) {
  EXPECT_THAT(page().workers(), IsEmpty());
  Awaited<PageWorker> coming = page().next_worker("*/worker.js");
  page().evaluate("void (window.worker = new Worker('/worker.js'))");
  const PageWorker worker = coming.get();
  EXPECT_EQ(worker.url(), "https://top.test/worker.js");
  EXPECT_EQ(worker.kind(), PageWorker::Kind::Dedicated);
  EXPECT_FALSE(worker.closed());
  ASSERT_EQ(page().workers().size(), 1u);
  EXPECT_EQ(page().workers()[0].evaluate("answer()").dump(), "42");
  page().evaluate("worker.terminate()");
  expect(page()).poll("the end of the worker", [&] { return worker.closed(); });
  EXPECT_THAT(page().workers(), IsEmpty());
  try {
    worker.evaluate("1");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::SessionClosed);
    EXPECT_THAT(error.message(), HasSubstr("the worker https://top.test/worker.js has ended"));
  }
  EXPECT_EQ(page().title(), "Top");
}

TEST_F(EvaluatedWorkers, EndWithTheirDocument) {
  serve("other.test", "/", "<!doctype html>", "text/html");
  for (const char* const next : {"https://top.test/?next", "https://other.test/"}) {
    page().evaluate("void new Worker('/worker.js')");
    const PageWorker worker = page().worker("*/worker.js");
    page().open(next);
    expect(page()).poll("the end of the worker", [&] { return worker.closed(); });
    EXPECT_THAT(page().workers(), IsEmpty());
    page().open("https://top.test/");
  }
}

TEST_F(EvaluatedWorkers, AnswerInEveryKindAndPlace) {
  serve("other.test", "/frame", "<!doctype html><script>new Worker('/worker.js')</script>", "text/html");
  serve("top.test", "/outer.js", "new Worker('/worker.js?inner')", "text/javascript");
  page().evaluate(
      "document.body.innerHTML = '<iframe src=https://other.test/frame></iframe>'; new Worker('/outer.js'); "
      "new SharedWorker('/worker.js?shared'); navigator.serviceWorker.register('/worker.js?service'); 0");
  EXPECT_EQ(page().worker("https://other.test/worker.js").evaluate("answer()").dump(), "42");
  EXPECT_EQ(page().worker("*inner").evaluate("Promise.resolve(answer())").dump(), "42");
  EXPECT_EQ(page().worker("*shared").kind(), PageWorker::Kind::Shared);
  EXPECT_EQ(page().worker("*service").kind(), PageWorker::Kind::Service);
  EXPECT_EQ(page().worker("*shared").evaluate("[typeof onconnect, answer()]").dump(), R"(["object",42])");
  EXPECT_EQ(page().worker("*service").evaluate("[typeof clients, answer()]").dump(), R"(["object",42])");
  EXPECT_THAT(kinds(), testing::UnorderedElementsAre("dedicated", "dedicated", "dedicated", "shared", "service"));
  // Another page of the origin sees the workers that several pages may use.
  const Page second = context().new_page();
  second.open("https://top.test/");
  EXPECT_EQ(second.worker("*shared").evaluate("answer()").dump(), "42");
  EXPECT_EQ(second.workers().size(), 2u);
}

TEST_F(EvaluatedWorkers, ReportErrorsOfTheScript) {
  page().evaluate("void new Worker('/worker.js')");
  const PageWorker worker = page().worker("*/worker.js");
  const auto fails = [&](const char* script, ErrorKind kind, const char* part) {
    try {
      worker.evaluate(script, {.timeout = kind == ErrorKind::Timeout ? 500ms : 20s});
      ADD_FAILURE() << script;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), kind) << script;
      EXPECT_THAT(error.message(), HasSubstr(part));
    }
  };
  fails("nowhere.at", ErrorKind::Evaluation, "nowhere is not defined");
  fails("Promise.reject(new Error('no'))", ErrorKind::Evaluation, "no");
  fails("new Promise(() => {})", ErrorKind::Timeout, "");
  fails("new Promise(() => setTimeout(close, 10))", ErrorKind::SessionClosed, "the worker ended while the script ran");
  EXPECT_EQ(page().title(), "Top");
}

TEST_F(EvaluatedWorkers, AreAwaitedByAddress) {
  page().evaluate("void new Worker('/worker.js')");
  try {
    page().worker("*/none.js", {.timeout = 300ms});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Assertion);
    EXPECT_THAT(error.message(), HasSubstr("a worker */none.js"));
    EXPECT_THAT(error.full_text(), HasSubstr("https://top.test/worker.js"));
  }
  page().evaluate("void setTimeout(() => new Worker('/worker.js?late'), 100)");
  EXPECT_EQ(page().worker("*late", {.timeout = 20s}).url(), "https://top.test/worker.js?late");
}

TEST_F(EvaluatedWorkers, AreNotMissedIfTheyEndAtOnce) {
  serve("top.test", "/brief.js", "close()", "text/javascript");
  Awaited<PageWorker> coming = page().next_worker("*brief*");
  page().evaluate("void new Worker('/brief.js')");
  page().evaluate("new Promise(done => setTimeout(done, 200))");
  EXPECT_EQ(coming.get().url(), "https://top.test/brief.js");
}

TEST_F(EvaluatedWorkers, WriteIntoTheConsoleOfThePage) {
  serve("top.test", "/talk.js", "console.log('one', 1); console.error('two');", "text/javascript");
  page().evaluate(
      "new Worker('/talk.js?dedicated'); new SharedWorker('/talk.js?shared');"
      "navigator.serviceWorker.register('/talk.js?service'); 0");
  expect(page()).poll("all lines", [&] { return page().console().lines().size() >= 6; });
  page().evaluate("console.log('end')");
  std::vector<std::string> lines;
  for (const ConsoleLine& line : page().console().lines())
    lines.push_back(line.level + " " + line.text + " " + line.place.worker);
  const std::string url = "https://top.test/talk.js?";
  EXPECT_THAT(
      lines, testing::UnorderedElementsAre("log one 1 " + url + "dedicated", "error two " + url + "dedicated",
                                           "log one 1 " + url + "shared", "error two " + url + "shared",
                                           "log one 1 " + url + "service", "error two " + url + "service", "log end "));
}

TEST_F(EvaluatedWorkers, ReportUncaughtErrorsOnce) {
  serve("top.test", "/bad.js", "setTimeout(() => { throw new Error('from a worker') }, 0)", "text/javascript");
  page().evaluate("void new Worker('/bad.js')");
  page().next_error(TextPattern::any());
  expect(page()).poll("the error", [&] { return !page().console().errors().empty(); });
  page().evaluate("new Promise(done => setTimeout(done, 200))");
  ASSERT_EQ(page().console().errors().size(), 1u);
  const PageError error = page().console().errors()[0];
  EXPECT_THAT(error.message, HasSubstr("from a worker"));
  EXPECT_EQ(error.place.worker, "https://top.test/bad.js");
}

TEST_F(EvaluatedWorkers, MayFloodTheConsole) {
  serve("top.test", "/flood.js", "for (;;) console.log('flood');", "text/javascript");
  page().evaluate("void new Worker('/flood.js')");
  const PageWorker worker = page().worker("*/flood.js");
  EXPECT_EQ(page().evaluate("1 + 1", {.timeout = 60s}).dump(), "2");
  EXPECT_THROW(worker.evaluate("1", {.timeout = 300ms}), Error);
  EXPECT_EQ(page().title(), "Top");
  page().open("https://top.test/?next", {.timeout = 60s});
  EXPECT_EQ(page().title(), "Top");
}

}  // namespace
