// C++ functions that pages call: from every kind of document and worker, with good and bad values, and functions that
// throw, hang, or call the page.
#include <casement/testing.h>

#include <atomic>
#include <condition_variable>
#include <future>
#include <mutex>
#include <nlohmann/json.hpp>

namespace {

using namespace casement;
using namespace std::chrono_literals;
using testing::HasSubstr;

class ExposedFunctions : public SiteTest<"network"> {
 protected:
  void serve(const std::string& host, const std::string& path, const std::string& body,
             const std::string& type = "text/html") {
    site().route(host, path, answers_text(body, 200, type));
  }
  std::string ask(const Page& of, const std::string& expression) {
    return of.evaluate(expression, {.timeout = 20s}).dump();
  }
  std::string ask(const std::string& expression) { return ask(page(), expression); }
  // The error with which a promise of the page is rejected.
  std::string error_of(const std::string& expression) {
    return page()
        .evaluate("(async () => " + expression + ")().then(() => 'none', e => e.name + ': ' + e.message)")
        .get<std::string>();
  }
  static int product(int a, int b) { return a * b; }
  static std::string error_in_cpp(const std::function<void()>& call) {
    try {
      call();
      return "none";
    } catch (const Error& error) {
      return std::string(to_string(error.kind())) + ": " + error.message();
    }
  }
};

TEST_F(ExposedFunctions, TakeAndReturnJson) {
  page().expose("compute", product);
  page().expose("describe", [](const std::string& text, bool yes, double number, const JsonValue& any) {
    return JsonValue{{"text", text}, {"yes", yes}, {"number", number}, {"any", any}};
  });
  std::atomic<int> calls = 0;
  page().expose("count", [&] { ++calls; });
  page().expose("all", [](const FunctionCall& call) { return JsonValue(call.arguments); });
  EXPECT_EQ(ask("compute(9, 4)"), "36");
  EXPECT_EQ(ask("describe('ü 漢 \\u2028 \"', true, 0.5, {x: [1, null], __proto__x: 2})"),
            R"({"any":{"__proto__x":2,"x":[1,null]},"number":0.5,"text":"ü 漢 )"
            "\xE2\x80\xA8"
            R"( \"","yes":true})");
  EXPECT_EQ(ask("count()"), "null");
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(ask("all()"), "[]");
  EXPECT_EQ(ask("all(undefined, {a: undefined}, [undefined], new Date(0))"),
            R"([null,{},[null],"1970-01-01T00:00:00.000Z"])");
  EXPECT_EQ(ask("all(JSON.parse('{\"__proto__\": {\"x\": 1}}')).then(([v]) => [Object.keys(v), v.x === undefined])"),
            R"([["__proto__"],true])");
  EXPECT_EQ(ask("[compute.name, typeof window.casementCall, Object.keys(window).includes('compute')]"),
            R"(["compute","undefined",true])");
}

TEST_F(ExposedFunctions, RunInTheOrderOfTheirCalls) {
  page().expose("same", [](int i) { return i; });
  EXPECT_EQ(ask("Promise.all(Array.from({length: 2000}, (x, i) => same(i))).then(all => all.every((v, i) => v === i))"),
            "true");
}

TEST_F(ExposedFunctions, RejectThePromiseIfTheyThrow) {
  page().expose("fail", [](int how) {
    if (how == 0) throw std::runtime_error("no stock \"left\"\n\xff");
    if (how == 1) throw Error(ErrorKind::NotFound, "not here", {"trail"});
    throw how;
  });
  EXPECT_EQ(error_of("fail(0)"), "Error: no stock \"left\"\n\xEF\xBF\xBD");
  EXPECT_EQ(error_of("fail(1)"), "Error: not here");
  EXPECT_EQ(error_of("fail(2)"), "Error: the function threw an object that is not a std::exception");
  EXPECT_EQ(error_of("fail()"), "Error: the function takes 1 argument, not 0");
  EXPECT_THAT(error_of("fail('x')"), HasSubstr("Error: "));
  EXPECT_THAT(error_in_cpp([&] { page().evaluate("fail(0)"); }), testing::StartsWith("evaluation: Error: no stock"));
}

TEST_F(ExposedFunctions, RefuseValuesThatJsonLacks) {
  page().expose("all", [](const FunctionCall& call) { return JsonValue(call.arguments); });
  EXPECT_EQ(error_of("all(() => 1)"), "TypeError: all: JSON has no function");
  EXPECT_EQ(error_of("all({a: [Symbol()]})"), "TypeError: all: JSON has no symbol");
  EXPECT_EQ(error_of("all(1n)"), "TypeError: all: JSON has no bigint");
  EXPECT_EQ(error_of("all(NaN)"), "TypeError: all: JSON has no NaN");
  EXPECT_THAT(error_of("(x => { x.x = x; return all(x) })({})"), HasSubstr("circular"));
  EXPECT_THAT(error_of("all({get a() { throw new Error('mine') }})"), HasSubstr("mine"));
  EXPECT_THAT(error_of("all(JSON.parse('['.repeat(600) + ']'.repeat(600)))"), HasSubstr("cannot be read"));
  EXPECT_EQ(ask("all(1)"), "[1]");
}

TEST_F(ExposedFunctions, ServeInitScriptsAndSurviveNavigations) {
  serve("top.test", "/", "<!doctype html><script>window.result = compute(3, 2)</script>");
  serve("other.test", "/", "<!doctype html><script>window.result = compute(3, 3)</script>");
  page().expose("compute", product);
  std::atomic<int> woofs = 0;
  page().expose("woof", [&] { ++woofs; });
  page().add_init_script("woof()");
  page().open("https://top.test/");
  EXPECT_EQ(ask("result"), "6");
  page().open("https://other.test/");
  EXPECT_EQ(ask("result"), "9");
  page().reload();
  EXPECT_EQ(ask("result"), "9");
  expect(page()).poll("all calls", [&] { return woofs == 3; });
}

TEST_F(ExposedFunctions, AreInAllDocumentsAndWorkers) {
  const std::string worker =
      "const tell = async () => new BroadcastChannel('told').postMessage(self.constructor.name + ' ' + await "
      "compute(6, "
      "7)); tell();";
  for (const char* const host : {"top.test", "other.test"}) serve(host, "/worker.js", worker, "text/javascript");
  serve("top.test", "/outer.js", "new Worker('/worker.js')", "text/javascript");
  const std::string frame =
      "<!doctype html><script>compute(6, 7).then(v => top.postMessage('frame ' + v, '*'))</script>";
  serve("top.test", "/frame", frame);
  serve("other.test", "/frame", frame);
  serve("top.test", "/popup",
        "<!doctype html><script>compute(6, 7).then(v => new BroadcastChannel('told').postMessage('popup ' + "
        "v))</script>");
  serve("top.test", "/",
        "<!doctype html><script>window.told = []; onmessage = e => told.push(e.data);"
        "const channel = new BroadcastChannel('told'); channel.onmessage = e => told.push(e.data);"
        "new Worker('/worker.js'); new Worker('/outer.js'); new SharedWorker('/worker.js');"
        "navigator.serviceWorker.register('/worker.js'); open('/popup')</script>"
        "<iframe src=/frame></iframe><iframe src=https://other.test/frame></iframe>");
  context().expose("compute", product);
  page().open("https://top.test/");
  try {
    expect(page()).within(20s).poll("all answers", [&] { return page().evaluate("told.length >= 7").get<bool>(); });
  } catch (const Error&) {  // the list shows what is missing
  }
  EXPECT_EQ(ask("told.sort()"),
            R"(["DedicatedWorkerGlobalScope 42","DedicatedWorkerGlobalScope 42","ServiceWorkerGlobalScope 42",)"
            R"("SharedWorkerGlobalScope 42","frame 42","frame 42","popup 42"])");
}

TEST_F(ExposedFunctions, ReachDocumentsAndWorkersThatRunAlready) {
  serve("top.test", "/worker.js", "self.own = 1", "text/javascript");
  serve("other.test", "/frame", "<!doctype html><script>window.own = 1</script>");
  serve("top.test", "/",
        "<!doctype html><script>new Worker('/worker.js'); new SharedWorker('/worker.js?shared');"
        "navigator.serviceWorker.register('/worker.js?service')</script>"
        "<iframe srcdoc='<script>own = 1</script>' title=inner></iframe>"
        "<iframe src=https://other.test/frame title=other></iframe>");
  page().open("https://top.test/");
  for (const char* const glob : {"*/worker.js", "*shared", "*service"}) page().worker(glob).evaluate("own");
  page().frames().wait_for(2);
  context().expose("compute", product);
  EXPECT_EQ(ask("compute(6, 7)"), "42");
  EXPECT_EQ(page().frames().evaluate("1", "compute(6, 7)").dump(), "42");
  EXPECT_EQ(page().frames().evaluate("2", "compute(6, 7)").dump(), "42");
  for (const char* const glob : {"*/worker.js", "*shared", "*service"})
    EXPECT_EQ(page().worker(glob).evaluate("compute(6, 7)").dump(), "42") << glob;
}

TEST_F(ExposedFunctions, KnowTheirCaller) {
  serve("top.test", "/", "<!doctype html><iframe src=https://other.test/frame></iframe>");
  serve("other.test", "/frame", "<!doctype html><script>who('frame')</script>");
  serve("top.test", "/worker.js", "who('worker')", "text/javascript");
  std::mutex mutex;
  std::map<std::string, FramePlace> places;
  page().expose("who", [&](const FunctionCall& call) {
    const std::lock_guard lock(mutex);
    places[call.arguments.at(0).get<std::string>()] = call.place;
    return JsonValue(true);
  });
  page().open("https://top.test/");
  page().evaluate("new Worker('/worker.js'); who('main')");
  expect(page()).poll("all calls", [&] {
    const std::lock_guard lock(mutex);
    return places.size() == 3;
  });
  EXPECT_EQ(places["main"].url, "https://top.test/");
  EXPECT_TRUE(places["main"].main_frame);
  EXPECT_EQ(places["frame"].url, "https://other.test/frame");
  EXPECT_FALSE(places["frame"].main_frame);
  EXPECT_EQ(places["worker"].worker, "https://top.test/worker.js");
}

TEST_F(ExposedFunctions, RunWhileTheTestMakesNoCall) {
  std::promise<int> called;
  page().expose("tell", [&](int number) { called.set_value(number); });
  page().evaluate("void setTimeout(() => tell(7), 100)");
  std::future<int> number = called.get_future();
  ASSERT_EQ(number.wait_for(20s), std::future_status::ready);
  EXPECT_EQ(number.get(), 7);
}

TEST_F(ExposedFunctions, CannotUseABrowser) {
  const auto refusal = "an exposed function cannot use a browser";
  page().expose("title", [&] { return page().title(); });
  page().expose("click", [&] { page().click("button 'Go'"); });
  page().expose("look", [&] { return page().closed(); });
  page().expose("close", [&] { page().close(); });
  page().expose("leave", [&] { context().close(); });
  page().expose("log", [&] { return static_cast<int>(page().console().lines().size()); });
  page().expose("more", [&] { page().expose("again", product); });
  for (const char* const name : {"title()", "click()", "look()", "close()", "leave()", "log()", "more()"})
    EXPECT_THAT(error_of(name), HasSubstr(refusal)) << name;
  EXPECT_EQ(ask("1 + 1"), "2");
}

// A function that returns when the test says so.
class Gate {
 public:
  void wait() {
    std::unique_lock lock(mutex_);
    is_reached_ = true;
    changed_.notify_all();
    changed_.wait(lock, [&] { return is_open_; });
  }
  bool is_reached() {
    const std::lock_guard lock(mutex_);
    return is_reached_;
  }
  void open() {
    const std::lock_guard lock(mutex_);
    is_open_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_open_ = false;
  bool is_reached_ = false;
};

TEST_F(ExposedFunctions, ThatHangLeaveThePageUsable) {
  serve("top.test", "/", "<!doctype html><title>Top</title><button onclick='hang()'>Go</button>");
  Gate gate;
  page().expose("hang", [&] { gate.wait(); });
  page().expose("compute", product);
  page().open("https://top.test/");
  EXPECT_THAT(error_in_cpp([&] { page().evaluate("hang()", {.timeout = 300ms}); }), HasSubstr("timeout: "));
  page().click("button 'Go'");
  EXPECT_EQ(page().title(), "Top");
  EXPECT_EQ(ask("compute(6, 7)"), "42");
  page().reload();
  EXPECT_EQ(ask("compute(6, 7)"), "42");
  gate.open();
  EXPECT_EQ(ask("hang()"), "null");
}

TEST_F(ExposedFunctions, MayRunLongerThanTheirDocumentAndPage) {
  serve("top.test", "/", "<!doctype html><title>Top</title>");
  Gate gate;
  std::atomic<int> ends = 0;
  context().expose("hang", [&] {
    gate.wait();
    ++ends;
    return 1;
  });
  const Page second = context().new_page();
  second.open("https://top.test/");
  second.evaluate("void hang()");
  expect(page()).poll("the call", [&] { return gate.is_reached(); });
  second.open("https://top.test/?next");
  second.evaluate("void hang()");
  second.close();
  gate.open();
  expect(page()).poll("the ends", [&] { return ends == 2; });
  EXPECT_EQ(ask("hang()"), "1");
}

TEST_F(ExposedFunctions, AreAwaitedByTheEndOfTheContext) {
  const Context another = browser().new_context(ContextOptions());
  Gate gate;
  another.expose("hang", [&] { gate.wait(); });
  const Page one = another.new_page();
  one.evaluate("void hang()");
  expect(page()).poll("the call", [&] { return gate.is_reached(); });
  EXPECT_EQ(error_in_cpp([&] { another.close(300ms); }),
            "timeout: the exposed function 'hang' still runs; end it in the test");
  gate.open();
  EXPECT_TRUE(one.closed());
  EXPECT_EQ(ask("1 + 1"), "2");
}

TEST_F(ExposedFunctions, HaveOneNameEach) {
  const Page second = context().new_page();
  page().expose("one", product);
  context().expose("two", product);
  second.expose("one", product);
  for (const auto& again : std::vector<std::function<void()>>{
           [&] { page().expose("one", product); }, [&] { context().expose("one", product); },
           [&] { page().expose("two", product); }, [&] { context().expose("two", product); }})
    EXPECT_THAT(error_in_cpp(again), HasSubstr("usage: there is an exposed function '"));
  for (const char* const name : {"", "a b", "1a", "a'b", "ü", "location", "document"})
    EXPECT_THAT(error_in_cpp([&] { page().expose(name, product); }), HasSubstr("usage: ")) << name;
  EXPECT_THAT(error_in_cpp([&] { page().expose("empty", std::function<int(int)>()); }), HasSubstr("needs a function"));
  second.close();
  EXPECT_THAT(error_in_cpp([&] { second.expose("late", product); }), HasSubstr("session_closed"));
}

TEST_F(ExposedFunctions, SurviveAPageThatReplacesEverything) {
  serve("top.test", "/",
        "<!doctype html><script>window.console = null; Array.prototype.map = Array.prototype.push = null;"
        "Map.prototype.get = null; const parse = JSON.parse; JSON = null;"
        "Array.prototype.toJSON = () => 'no'; window.Promise = null;</script>");
  page().expose("add", [](int a, int b) { return a + b; });
  page().open("https://top.test/");
  EXPECT_EQ(page().evaluate("void add(5, 6).then(v => { document.title = v })").dump(), "null");
  expect(page()).title("11");
  page().expose("late", product);
  page().evaluate("casementFunctions.settle(1, true, 'x'); casementFunctions.settle('a', false, '{')");
  EXPECT_EQ(page().title(), "11");
}

TEST_F(ExposedFunctions, IgnoreForgedCalls) {
  page().expose("add", [](int a, int b) { return a + b; });
  // The page takes the binding before it is hidden.
  page().add_init_script("1");
  page().open("data:text/html,<p>");
  page().evaluate(
      "window.forge = globalThis.casementCall; for (const text of ['', ' ', '1', '1 add', '1 none [1]', '1 add [', "
      "'1 add {}', '99999999999999999999 add [1,2]', 'x add [1,2]', '1 add [1,2] ']) window.forge?.(text); 0");
  EXPECT_EQ(ask("add(1, 2)"), "3");
}

TEST_F(ExposedFunctions, TakeAFlood) {
  std::atomic<int> calls = 0;
  page().expose("note", [&](const std::string&) { ++calls; });
  // A busy machine answers about a thousand calls a second.
  EXPECT_EQ(
      page().evaluate("(async () => { let refused = 0; const all = []; for (let i = 0; i < 12000; ++i) "
                      "all.push(note('x').catch(() => { ++refused })); await Promise.all(all); return refused })()",
                      {.timeout = 60s})
              .get<int>() +
          calls,
      12'000);
  EXPECT_GE(calls, 10'000);
}

}  // namespace
