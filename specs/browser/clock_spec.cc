// The clock of a context, in its pages, in frames, popups and workers.
#include <casement/testing.h>

#include <nlohmann/json.hpp>

namespace {

using namespace casement;
using namespace std::chrono_literals;
using testing::AllOf;
using testing::HasSubstr;

enum class Where {
  Page,
  FrameOfAnotherSite,
  FrameOfThisSite,
  Popup,
  DedicatedWorker,
  NestedWorker,
  SharedWorker,
  ServiceWorker
};

std::string name_of(const testing::TestParamInfo<Where>& where) {
  static const char* const names[] = {"Page",         "FrameOfAnotherSite", "FrameOfThisSite",
                                      "Popup",        "DedicatedWorker",    "NestedWorker",
                                      "SharedWorker", "ServiceWorker"};
  return names[static_cast<int>(where.param)];
}

class Clocks : public SiteTest<"network"> {
 protected:
  void serve(const std::string& host, const std::string& path, const std::string& body, const std::string& type) {
    site().route(host, path, answers_text(body, 200, type));
  }

  // Runs a script in one of the places. Its function `note(text)` tells the site all notes so far.
  void run(Where where, const std::string& script) {
    const std::string source =
        "const notes = []; const note = text => { notes.push(text); fetch('https://top.test/notes/' + "
        "encodeURIComponent(notes.join(' ')), {mode: 'no-cors'}); };" +
        script;
    const std::string page_with = "<!doctype html><meta charset=utf-8><script>" + source + "</script>";
    const std::string frame_host = where == Where::FrameOfAnotherSite ? "other.test" : "top.test";
    serve("top.test", "/notes/*", "", "text/plain");
    serve(frame_host, "/frame", page_with, "text/html");
    serve("top.test", "/worker.js", source, "text/javascript");
    serve("top.test", "/outer.js", "new Worker('/worker.js')", "text/javascript");
    const auto script_in_page = [](const std::string& text) { return "<!doctype html><script>" + text + "</script>"; };
    const std::map<Where, std::string> starts{
        {Where::Page, page_with},
        {Where::FrameOfAnotherSite, "<iframe src=https://other.test/frame></iframe>"},
        {Where::FrameOfThisSite, "<iframe src=/frame></iframe>"},
        {Where::Popup, script_in_page("open('/frame')")},
        {Where::DedicatedWorker, script_in_page("new Worker('/worker.js')")},
        {Where::NestedWorker, script_in_page("new Worker('/outer.js')")},
        {Where::SharedWorker, script_in_page("new SharedWorker('/worker.js')")},
        {Where::ServiceWorker, script_in_page("navigator.serviceWorker.register('/worker.js')")},
    };
    serve("top.test", "/", starts.at(where), "text/html");
    page().open("https://top.test/");
  }

  bool has_noted(const std::string& notes) {
    return std::ranges::any_of(site().requests(), [&](const ServedRequest& request) {
      return request.host == "top.test" && request.path == "/notes/" + notes;
    });
  }
  std::string newest_notes() {
    std::string newest;
    for (const ServedRequest& request : site().requests()) {
      const std::string path = request.path;
      if (path.starts_with("/notes/") && path.size() > newest.size()) newest = path;
    }
    return newest.empty() ? "" : newest.substr(7);
  }
  // Waits for exactly these notes.
  void expect_notes(const std::string& notes) {
    try {
      expect(page()).within(3s).poll("notes", [&] { return has_noted(notes); });
    } catch (const Error&) {
      EXPECT_EQ(newest_notes(), notes);
    }
    EXPECT_EQ(newest_notes(), notes);
  }
  std::string ask(const std::string& expression) { return page().evaluate(expression).dump(); }
};

class ClocksEverywhere : public Clocks, public testing::WithParamInterface<Where> {};

INSTANTIATE_TEST_SUITE_P(In, ClocksEverywhere,
                         testing::Values(Where::Page, Where::FrameOfAnotherSite, Where::FrameOfThisSite, Where::Popup,
                                         Where::DedicatedWorker, Where::NestedWorker, Where::SharedWorker,
                                         Where::ServiceWorker),
                         name_of);

constexpr const char* kSeconds = "const s = () => (Date.now() - Date.UTC(2026, 10, 30, 10)) / 1000;";

TEST_P(ClocksEverywhere, RunThroughTheTimersOfADuration) {
  page().clock().install("2026-11-30T10:00:00Z");
  page().clock().pause_at("2026-11-30T10:00:10Z");
  run(GetParam(), std::string(kSeconds) +
                      "note(`begin@${s()}`); setTimeout(() => note(`timeout@${s()}`), 1500);"
                      "const i = setInterval(() => note(`tick@${s()}`), 1000);"
                      "Promise.resolve().then(() => note(`ready@${s()}`));");
  expect_notes("begin@10 ready@10");
  page().clock().run_for(2s);
  expect_notes("begin@10 ready@10 tick@11 timeout@11.5 tick@12");
  page().clock().run_for(500ms);
  page().clock().run_for(500ms);
  expect_notes("begin@10 ready@10 tick@11 timeout@11.5 tick@12 tick@13");
}

TEST_P(ClocksEverywhere, JumpOverTimersThatThenRunOnce) {
  page().clock().install("2026-11-30T10:00:00Z");
  page().clock().pause_at("2026-11-30T10:00:10Z");
  run(GetParam(), std::string(kSeconds) +
                      "setInterval(() => note(`tick@${s()}`), 1000); setTimeout(() => note(`late@${s()}`), 200000);"
                      "note('ready');");
  expect_notes("ready");
  page().clock().fast_forward(1min);
  expect_notes("ready tick@70");
  page().clock().fast_forward(1s);
  expect_notes("ready tick@70 tick@71");
}

TEST_P(ClocksEverywhere, RunOnWithTheRealTime) {
  page().clock().install("2000-01-01T00:00:00Z");
  run(GetParam(),
      "const began = Date.now(); setTimeout(() => note(new Date().getUTCFullYear() + ' ' + "
      "(Date.now() - began >= 50 && Date.now() - began < 60000)), 50)");
  expect_notes("2000 true");
}

TEST_P(ClocksEverywhere, CanBeFixedWithoutTimers) {
  page().clock().set_fixed_time("1999-12-31T23:59:59.250Z");
  run(GetParam(), "const look = () => note(new Date().toISOString()); look(); setTimeout(look, 30);");
  expect_notes("1999-12-31T23:59:59.250Z 1999-12-31T23:59:59.250Z");
}

TEST_P(ClocksEverywhere, ReachWhatHasBegunBefore) {
  run(GetParam(),
      "note('ready'); const real = setInterval(() => { if (Date.now() >= Date.UTC(2031, 4, 5, 5, 6)) { "
      "clearInterval(real); setTimeout(() => note(new Date().toISOString()), 5000); note('set'); } }, 20)");
  expect_notes("ready");
  page().clock().install("2031-05-05T05:05:05Z");
  page().clock().pause_at("2031-05-05T05:06:00Z");
  expect_notes("ready set");
  page().clock().run_for(10s);
  expect_notes("ready set 2031-05-05T05:06:05.000Z");
}

TEST_F(Clocks, CoverEverySourceOfTime) {
  page().clock().install("2026-11-30T10:00:00Z");
  page().clock().pause_at("2026-11-30T10:00:10Z");
  page().open("https://top.test/plain.html");
  EXPECT_EQ(ask("[new Date().toISOString(), Date().slice(0, 15), new Date(0).getTime(), new Date() instanceof Date, "
                "Date.name, Date.length, Date.prototype.constructor === Date, typeof Date.UTC]"),
            R"(["2026-11-30T10:00:10.000Z","Mon Nov 30 2026",0,true,"Date",7,true,"function"])");
  EXPECT_EQ(ask("(f => [f.format(), f.format(0), f.formatToParts()[0].value, f.format === f.format])(new "
                "Intl.DateTimeFormat('en', {year: 'numeric', timeZone: 'UTC'}))"),
            R"(["2026","1970","2026",true])");
  EXPECT_EQ(ask("typeof Temporal === 'undefined' ? '2026-11-30T10:00:10Z' : Temporal.Now.instant().toString()"),
            R"("2026-11-30T10:00:10Z")");
  EXPECT_EQ(ask("performance.timeOrigin + performance.now()"), "1796032810000");
  EXPECT_EQ(ask("(now => [performance.mark('a').startTime === now, performance.measure('b', 'a').duration, "
                "performance.measure('c').duration === now, new Event('x').timeStamp === now])(performance.now())"),
            R"([true,0,true,true])");
  page().evaluate(
      "window.seen = []; const note = name => () => seen.push(name + '@' + (Date.now() - 1796032810000));"
      "requestAnimationFrame(note('frame')); requestIdleCallback(d => note('idle ' + d.didTimeout)());"
      "AbortSignal.timeout(300).onabort = function() { note(this.reason.name)() };"
      "scheduler.postTask(() => { note('task')(); return 7 }, {delay: 400}).then(v => note('then ' + v)());"
      "const stopped = new TaskController(); scheduler.postTask(note('never'), {delay: 100, signal: stopped.signal})"
      ".catch(e => note(e.name)()); stopped.abort();"
      "setTimeout('seen.push(\"text\")', 100); setTimeout((a, b) => note(a + b)(), 200, 'x', 'y');"
      "clearTimeout(setTimeout(note('cleared'), 10)); cancelAnimationFrame(requestAnimationFrame(note('cancelled')));"
      "cancelIdleCallback(requestIdleCallback(note('cancelled'))); 0");
  page().clock().run_for(500ms);
  const std::string seen = ask("seen");
  for (const char* const one :
       {"idle false@0", "AbortError@0", "text", "xy@200", "TimeoutError@300", "task@400", "then 7@400"})
    EXPECT_THAT(seen, HasSubstr(std::string("\"") + one + "\""));
  EXPECT_THAT(seen, AllOf(HasSubstr("frame@"), Not(HasSubstr("cancelled")), Not(HasSubstr("never")),
                          Not(HasSubstr("cleared"))));
}

TEST_F(Clocks, CallFramesAtTheRateOfAScreen) {
  page().clock().install();
  page().open("https://top.test/plain.html");
  page().clock().fast_forward(0ms);
  page().evaluate("window.frames_ = 0; (function draw() { ++frames_; requestAnimationFrame(draw) })(); 0");
  expect(page()).poll("frames of the screen", [&] { return page().evaluate("frames_ > 3").json() == true; });
  page().clock().pause_at(std::chrono::system_clock::now() + 1h);
  const int before = page().evaluate("frames_").json();
  page().clock().run_for(1s);
  EXPECT_NEAR(page().evaluate("frames_").json().get<int>() - before, 62, 1);
}

TEST_F(Clocks, KeepTheOrderOfTasksAndMicrotasks) {
  page().clock().install();
  page().open("https://top.test/plain.html");
  page().clock().pause_at(std::chrono::system_clock::now() + 1h);
  page().evaluate(
      "window.seen = ''; setTimeout(() => { seen += 1; Promise.resolve().then(() => { seen += 2 }).then(() => { seen "
      "+= 3 }) }, 10); setTimeout(() => { seen += 4 }, 10); setTimeout(() => { seen += 5 }, 5); 0");
  page().clock().run_for(10ms);
  EXPECT_EQ(ask("seen"), R"("51234")");
}

TEST_F(Clocks, ReportErrorsOfCallbacksAndGoOn) {
  page().clock().install();
  page().open("https://top.test/plain.html");
  page().evaluate(
      "setTimeout(() => { throw new Error('in a callback') }, 10); setTimeout(() => { document.title = "
      "'after' }, 20); 0");
  page().clock().run_for(1s);
  EXPECT_EQ(page().title(), "after");
  ASSERT_EQ(page().console().errors().size(), 1u);
  EXPECT_THAT(page().console().errors()[0].message, HasSubstr("in a callback"));
}

TEST_F(Clocks, EndAtTheDeadlineIfCallbacksTakeTooLong) {
  page().clock().install("2026-11-30T10:00:00Z");
  page().open("https://top.test/plain.html");
  page().evaluate("setInterval(() => { const end = performance.now(); for (let i = 0; i < 3e6; ++i); }, 1); 0");
  try {
    page().clock().run_for(1h * 24 * 365, 500ms);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Timeout);
    EXPECT_THAT(error.message(), AllOf(HasSubstr("the clock stands at 2026-11-30T1"),
                                       HasSubstr("instead of 2027-11-30T10:00"), HasSubstr("callbacks took longer")));
  }
  EXPECT_EQ(ask("1 + 1"), "2");
}

TEST_F(Clocks, RefuseToGoBack) {
  page().clock().install("2026-11-30T10:00:00Z");
  const auto refuses = [&](const auto& call, const std::string& part) {
    try {
      call();
      ADD_FAILURE() << part;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Usage);
      EXPECT_THAT(error.message(), HasSubstr(part));
    }
  };
  refuses([&] { page().clock().pause_at("2026-11-30T09:00:00Z"); }, "because it is 2026-11-30T10:00:0");
  refuses([&] { page().clock().run_for(-1ms); }, "cannot go back");
  refuses([&] { page().clock().fast_forward(-1ms); }, "cannot go back");
  refuses([&] { page().clock().install("soon"); }, "\"soon\" is not a time such as 2026-11-30T10:00:00Z");
  refuses([&] { page().clock().install("2026-02-30"); }, "is not a time");
  refuses([&] { page().clock().install("2026-11-30T10:00:00Z", -1ms); }, "must not be negative");
}

TEST_F(Clocks, DatesCanBeSetBackWithoutTimers) {
  page().clock().install("2026-11-30T10:00:00Z");
  page().open("https://top.test/plain.html");
  page().clock().pause_at("2026-11-30T11:00:00Z");
  page().evaluate("window.fired = 0; setTimeout(() => { fired = Date.now() }, 1000); 0");
  page().clock().set_system_time("2020-01-01T00:00:00Z");
  EXPECT_EQ(ask("[fired, new Date().toISOString()]"), R"([0,"2020-01-01T00:00:00.000Z"])");
  page().clock().run_for(1s);
  EXPECT_EQ(ask("new Date(fired).toISOString()"), R"("2020-01-01T00:00:01.000Z")");
}

TEST_F(Clocks, GoOnInTheDocumentThatACallbackOpens) {
  serve("top.test", "/", "<script>setTimeout(() => { location = '/next' }, 1000)</script>", "text/html");
  serve("top.test", "/next", "<title>next</title><script>window.began = Date.now()</script>", "text/html");
  page().clock().install("2026-11-30T10:00:00Z");
  page().open("https://top.test/");
  page().clock().pause_at("2026-11-30T10:05:00Z");
  expect(page()).title("next");
  EXPECT_EQ(ask("new Date(began).toISOString()"), R"("2026-11-30T10:05:00.000Z")");
}

TEST_F(Clocks, AreNotSeenByCasement) {
  serve("top.test", "/",
        "<button onclick='document.title = event.timeStamp >= 0 && Date.now()'>Go</button>"
        "<style>button { transition: transform 100ms } button:hover { transform: translateX(30px) }</style>",
        "text/html");
  page().clock().install("2026-11-30T10:00:00Z");
  page().open("https://top.test/");
  page().clock().pause_at("2026-11-30T11:00:00Z");
  page().click("button 'Go'");
  expect(page()).title("1796036400000");
  EXPECT_THROW(expect(page()).within(300ms).title("never"), Error);
  page().clock().resume();
  expect(page()).poll("time that runs", [&] { return page().evaluate("Date.now() > 1796036400000").json() == true; });
}

TEST_F(Clocks, RunAMillionTimers) {
  page().clock().install();
  page().open("https://top.test/plain.html");
  page().clock().pause_at(std::chrono::system_clock::now() + 1h);
  page().evaluate("window.count = 0; for (let i = 0; i < 1e6; ++i) setTimeout(() => { ++count }, i % 1000); 0",
                  {.timeout = 60s});
  page().clock().run_for(1s, 60s);
  EXPECT_EQ(ask("count"), "1000000");
}

// The clock sweeps its table of timers when most of them are over.
TEST_F(Clocks, StopTimersAfterThousandsOfOthersAreOver) {
  page().clock().install();
  page().open("https://top.test/plain.html");
  page().clock().pause_at(std::chrono::system_clock::now() + 1h);
  page().evaluate(
      "window.count = 0; window.kept = setInterval(() => { ++count }, 100); window.stopped = setTimeout(() => { "
      "count = -1 }, 300); window.over = []; for (let i = 0; i < 3000; ++i) over.push(setTimeout(() => {}, 10)); 0");
  page().clock().run_for(150ms);
  page().evaluate("over.forEach(clearTimeout); clearTimeout(stopped); 0");
  page().clock().run_for(200ms);
  EXPECT_EQ(ask("count"), "3");
  page().evaluate("clearInterval(kept); 0");
  page().clock().run_for(1s);
  EXPECT_EQ(ask("count"), "3");
}

TEST_F(Clocks, AreBegunBeforeTheFirstPage) {
  const Context context = browser().new_context(ContextOptions());
  context.clock().install("2026-11-30T10:00:00Z");
  context.clock().pause_at("2026-11-30T10:00:01Z");
  const Page first = context.new_page();
  EXPECT_EQ(first.evaluate("Date.now()").dump(), "1796032801000");
  context.close();
  EXPECT_THROW(context.clock().resume(), Error);
}

}  // namespace
