// The HTML report of `casement run`, in a browser: read, resized, worked by keyboard.
#include <regex>

#include "specs/runner/run_fixture.h"

namespace casement {
namespace {

using nlohmann::json;
using specs::RunCommand;

// The report's own script runs under its own policy: it is what shows the tools.
TEST_F(RunCommand, TheReportOpensFromDiskAndItsScriptRuns) {
  ASSERT_EQ(run({flow("f", kOneFails)}).exit_code, 1);
  const ProgramResult seen =
      run_program({CASEMENT_RUNNER, "snapshot", "file://" + (reports() / "index.html").string()}, environment_);
  EXPECT_EQ(seen.exit_code, 0) << seen.err;
  EXPECT_THAT(seen.out, AllOf(HasSubstr("searchbox \"Find\""), HasSubstr("button \"1 failed\""),
                              HasSubstr("button \"2 passed\"")));
}

// Nothing but keys, as a keyboard sends them.
TEST_F(RunCommand, TheReportWorksByKeyboard) {
  ASSERT_EQ(run({flow("f", kOneFails), "--retries", "1"}).exit_code, 1);
  const std::string keys = write("keys.flow.yaml", "flow: Keys\ntimeout: 30s\nsteps:\n  - open: file://" +
                                                       (reports() / "index.html").string() + R"(
  - press: Tab
  - expect: { target: button "2 passed", state: focused }
  - press: Enter
  - expect: { target: button "2 passed", state: pressed }
  - expect: { target: 'css=details[id^=f-bad-]', state: hidden }
  - press: Space
  - expect: { target: 'css=details[id^=f-bad-]', state: visible }
  - press: f
  - expect: { target: button "1 failed", state: pressed }
  - expect: { target: 'css=details[id^=f-good-]', state: hidden }
  - press: f
  - expect: { target: 'css=details[id^=f-good-]', state: visible }
  - press: /
  - expect: { target: searchbox "Find", state: focused }
  - press: f
  - press: j
  - expect: { target: searchbox "Find", value: fj }
  - expect: text "No case matches."
  - press: Escape
  - expect: { target: searchbox "Find", value: "" }
  - press: /
  - type: { searchbox "Find": SLOW }
  - expect: { target: 'css=details[id^=f-good-]', state: hidden }
  - expect: { target: 'css=details[id^=f-fine-]', state: visible }
  - press: Escape
  - press: j
  - expect: { target: 'css=details[id^=f-good-]>summary', state: focused }
  - press: Enter
  - expect: { target: 'css=details[id^=f-good-]>summary', state: expanded }
  - press: j
  - expect: { target: 'css=details[id^=f-bad-]>summary', state: focused }
  - press: Tab
  - expect: { target: tab /Attempt 2/, state: focused }
  - press: ArrowLeft
  - expect: { target: tab /Attempt 1/, state: focused }
  - expect: { target: tab /Attempt 1/, state: selected }
  - expect: { target: 'css=[id^=f-bad-][id$=attempt-1]', state: visible }
  - expect: { target: 'css=[id^=f-bad-][id$=attempt-2]', state: hidden }
  - press: End
  - expect: { target: 'css=[id^=f-bad-][id$=attempt-2]', state: visible }
  - press: ArrowRight
  - expect: { target: 'css=[id^=f-bad-][id$=attempt-1]', state: visible }
  - press: k
  - expect: { target: 'css=details[id^=f-good-]>summary', state: focused }
  - press: Enter
  - expect: { target: 'css=details[id^=f-good-]>summary', state: collapsed }
  - focus: link /bad/
  - press: Enter
  - expect: { url: "*#f-bad-*" }
  - expect: { target: 'css=details[id^=f-bad-]>summary', state: focused }
  - expect: { no_errors: true }
)");
  const ProgramResult done =
      run_program({CASEMENT_RUNNER, "run", keys, "--report-dir", (folder_ / "keys").string()}, environment_);
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
}

// The element has its ref in the trace only after the step, because the step was the first to use the element.
TEST_F(RunCommand, TheTraceOutlinesTheElementThatAStepUsed) {
  write("site/www/index.html", "<!doctype html><title>A</title><p style='margin: 200px 0 0 300px'>Pay</p>");
  const std::string file = write("t.flow.yaml",
                                 "flow: T\nsite: site\ntimeout: 60s\nsteps:\n  - open: http://a.test/\n"
                                 "  - click: text \"Pay\"\n  - expect: heading \"Gone\"\n    timeout: 100ms\n");
  ASSERT_EQ(run({file, "--trace", "always"}).exit_code, 1);
  std::string trace;
  for (const auto& one : fs::recursive_directory_iterator(reports())) {
    if (one.path().string().ends_with("-trace.html")) trace = one.path().string();
  }
  const std::string look =
      write("look.flow.yaml",
            "flow: Look\nvars: { said: none }\ntimeout: 30s\nsteps:\n  - open: file://" + trace +
                "#step=2&show=before\n"
                "  - evaluate: { expression: \"(() => { const page = document.getElementById('page'),"
                "by = page.getBoundingClientRect().width / page.offsetWidth, around = page.getBoundingClientRect(),"
                "mark = document.getElementById('outline').getBoundingClientRect(),"
                "meant = page.contentDocument.querySelector('p').getBoundingClientRect();"
                "return ['x', 'y', 'right'].map(side => Math.round((mark[side] - around[side === 'y' ? 'y' : 'x']) / by"
                " - meant[side])).join(); })()\", to: said }\n"
                "  - log: seen ${said}\n"
                "  - expect: { target: 'css=\"#pictures iframe\"', count: 3 }\n"
                "  - click: tab \"Source\"\n  - expect: { target: css=.pointed, text: /click. text .Pay./ }\n"
                "  - expect: { no_errors: true }\n");
  const ProgramResult done =
      run_program({CASEMENT_RUNNER, "run", look, "--report-dir", (folder_ / "look").string()}, environment_);
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_THAT(bytes_of(folder_ / "look" / "results.json"), HasSubstr("seen 0,0,0")) << done.out;
}

// Everything is open: on a phone and on a desk, by day and by night.
TEST_F(RunCommand, TheReportFitsItsWindowAndItsNetworkCanBeRead) {
  const std::string path =
      "/answers/" + std::string(90, 'a') + "/" + std::string(90, 'b') + "?order=" + std::string(60, '1');
  write("site/www/index.html",
        "<!doctype html><title>A</title><h1>Here</h1><button>Pay</button><script>console.error('" +
            std::string(200, 'c') + "'); Promise.all([1, 2, 3].map(() => fetch('" + path +
            "'))).then(() => { document.title = 'B'; })</script>");
  const std::string file =
      write("t.flow.yaml",
            "flow: " + std::string(120, 'T') + "\nsite: site\ntimeout: 20s\nsteps:\n  - open: http://a.test/\n" +
                "  - expect: { title: B }\n  - click: button \"Pay\"\n  - evaluate: document.body.append('" +
                std::string(150, 'e') + "')\n  - expect: heading \"Gone\"\n    timeout: 300ms\n");
  ASSERT_EQ(run({file, "--trace", "always"}).exit_code, 1);
  const std::string look = R"js((() => {
    document.querySelectorAll('details').forEach(one => { one.open = true; });
    const wider = one => one.scrollWidth > one.clientWidth;
    const overflowing = [document.documentElement, ...document.querySelectorAll('.wide, pre')].filter(wider);
    const cell = document.querySelector('td.url'), box = cell.getBoundingClientRect();
    const linear = part => part <= 10 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4;
    const light = colour => {
      const [red, green, blue] = colour.match(/[0-9.]+/g).map(Number).map(linear);
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
    };
    const style = getComputedStyle(cell), ground = getComputedStyle(cell.closest('.case')).backgroundColor;
    const contrast = light(style.color) / light(ground);
    return [overflowing.map(one => one.className || one.tagName).join() || 'fits',
            box.width * 2 >= cell.closest('.network').getBoundingClientRect().width ? 'wide' : 'narrow ' + box.width,
            box.right <= innerWidth && parseFloat(style.fontSize) >= 11 ? 'shown' : 'cut ' + style.fontSize,
            Math.max(contrast, 1 / contrast) >= 4.5 ? 'readable' : 'pale ' + contrast,
            light(ground) > 0.5 ? 'by day' : 'by night'].join(', ');
  })())js";
  for (const char* width : {"400", "1280"}) {
    for (const auto& [scheme, time] : {std::pair("light", "by day"), std::pair("dark", "by night")}) {
      std::string script;
      for (const char c : look) script += c == '\n' ? ' ' : c;
      const std::string flow =
          write("look.flow.yaml", std::string("flow: Look\nvars: { said: none }\nuse: { viewport: ") + width +
                                      "x900, colour_scheme: " + scheme + " }\nsteps:\n  - open: file://" +
                                      (reports() / "index.html").string() + "\n  - evaluate: { expression: \"" +
                                      script + "\", to: said }\n  - log: seen ${said}\n");
      const ProgramResult done =
          run_program({CASEMENT_RUNNER, "run", flow, "--report-dir", (folder_ / "look").string()}, environment_);
      EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
      EXPECT_THAT(bytes_of(folder_ / "look" / "results.json"),
                  HasSubstr(std::string("seen fits, wide, shown, readable, ") + time))
          << width << ' ' << scheme;
    }
  }
}

// The page's script, as a person uses it: filter, order, slider and copy, and the address that says so.
TEST_F(RunCommand, ThePageOfTheReportAnswersAndKeepsItsAddress) {
  const auto shop = [&](const std::string& name, const std::string& colour) {
    return write(name + ".flow.yaml", "flow: " + name +
                                          "\nsite: site\ntimeout: 2s\nsteps:\n  - open: http://a.test/\n"
                                          "  - evaluate: \"document.body.style.background = '" +
                                          colour +
                                          "'\"\n"
                                          "  - expect: { screenshot: shop.png }\n");
  };
  EXPECT_EQ(run({shop("good", "green"), "--update-snapshots"}).exit_code, 0);
  EXPECT_EQ(run({shop("good", "green"), shop("bad", "red"), flow("other", "  - { case: fine }\n")}).exit_code, 1);
  const std::string address = "file://" + (reports() / "index.html").string();
  const std::string look =
      write("look.flow.yaml",
            "flow: Look\nvars: { said: none }\nsteps:\n  - open: " + address +
                "\n  - click: css=[data-show=failed]\n"
                "  - fill: { searchbox \"Find\": bad }\n  - select: { combobox \"Sort\": slowest first }\n"
                "  - expect: { url: \"*#?show=failed&find=bad&sort=time\" }\n  - reload\n"
                "  - expect: css=[data-show=failed][aria-pressed=true]\n"
                "  - click: button \"Slider\"\n"
                "  - press: { keys: ArrowRight, target: 'slider \"How much of the expected picture is shown\"' }\n"
                "  - click: button \"Copy this failure as text\"\n"
                "  - evaluate: { expression: \"[document.querySelectorAll('.case:not([hidden])').length, "
                "document.querySelector('.pictures').dataset.view, "
                "getComputedStyle(document.querySelector('.pictures')).getPropertyValue('--cut'), "
                "getComputedStyle(document.querySelector('.expected .picture')).clipPath === 'none' ? 'whole' : 'cut', "
                "document.querySelector('.copy').textContent].join(' ')\", to: said }\n"
                "  - log: said ${said}\n");
  const ProgramResult done =
      run_program({CASEMENT_RUNNER, "run", look, "--report-dir", (folder_ / "look").string()}, environment_);
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_THAT(bytes_of(folder_ / "look" / "results.json"), HasSubstr("said 1 slider 51% cut Copied"));
}

}  // namespace
}  // namespace casement
