// Popups of processes that share one Chrome: seen however they are opened, each by its own process
// alone, and its own from the first request on.
#include "specs/runner/shared_browser_fixture.h"

namespace casement {
namespace {

using specs::SharedBrowser;

const std::string kPopupsProgram = CASEMENT_RUNNER;

// A page that opens windows in all ways, and a frame of another site that does.
class PopupsInASharedBrowser : public SharedBrowser {
 protected:
  void SetUp() override {
    SharedBrowser::SetUp();
    write("windows/site.yaml",
          "hosts: { shop.test: shop, pay.test: pay }\n"
          "rules:\n  - { host: shop.test, path: /file, text: abc,"
          " headers: { Content-Disposition: attachment; filename=a.bin } }\n");
    write("windows/shop/index.html",
          "<!doctype html><title>Shop</title><h1>Shop</h1>"
          "<button onclick=\"window.open('about:blank')\">Blank</button>"
          "<button onclick=\"window.open('/popup?address')\">Address</button>"
          "<button onclick=\"window.open('/popup?none', '_blank', 'noopener')\">No opener</button>"
          "<button onclick=\"window.open('/popup?closed').close()\">Closed</button>"
          "<button onclick=\"window.open('/file')\">File</button>"
          "<button onclick=\"window.open('/file', '_blank', 'noopener')\">File apart</button>"
          "<a href=/popup?link target=_blank>Link</a> <a href=/popup?kept target=_blank rel=opener>Kept</a>"
          "<iframe src=http://pay.test/></iframe>");
    write("windows/pay/index.html",
          "<!doctype html><title>Pay</title>"
          "<button onclick=\"window.open('http://shop.test/popup?frame')\">From the frame</button>");
    start();
  }
  std::string write(const std::string& path, const std::string& text) {
    fs::create_directories((folder_ / path).parent_path());
    std::ofstream(folder_ / path) << text;
    return (folder_ / path).string();
  }
  std::vector<std::string> run(const std::string& name, const std::string& flow) {
    return {kPopupsProgram, "run", write(name + ".flow.yaml", "flow: " + name + "\nsite: windows\n" + flow),
            "--report-dir", (folder_ / name).string()};
  }
  std::map<std::string, std::string> here() const {
    return {{"CASEMENT_SHARED_BROWSER", state_}, {"CASEMENT_SITES", folder_.string()}};
  }
};

TEST_F(PopupsInASharedBrowser, AreSeenHoweverTheyAreOpened) {
  const ProgramResult done =
      run_program(run("ways",
                      "steps:\n  - open: http://shop.test/\n"
                      "  - click: button \"Blank\"\n  - expect_popup\n  - close\n"
                      "  - click: button \"Closed\"\n"
                      "  - click: button \"File\"\n  - expect_download: { name: a.bin }\n"
                      "  - click: button \"File apart\"\n  - expect_download: { name: a.bin }\n"),
                  here());
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
}

// No server has a /popup: without the route there is no heading.
TEST_F(PopupsInASharedBrowser, AreRoutedFromTheirFirstRequestAndSoAreThoseThatTheyOpen) {
  const ProgramResult done =
      run_program(run("routes",
                      "vars: { with: , url: }\ncases:\n"
                      "  - { case: address, with: 'button \"Address\"', url: '*?address' }\n"
                      "  - { case: no opener, with: 'button \"No opener\"', url: '*?none' }\n"
                      "  - { case: link, with: 'link \"Link\"', url: '*?link' }\n"
                      "  - { case: kept, with: 'link \"Kept\"', url: '*?kept' }\n"
                      "  - { case: frame, with: 'button \"From the frame\"', url: '*?frame' }\n"
                      "steps:\n  - route: { url: '*/popup*', fulfil: { content_type: text/html, text: \"<!doctype html>"
                      "<h1>Routed</h1><script>confirm('Sure?')</script>"
                      "<button onclick=window.open('/popup?again')>Again</button>\" } }\n"
                      "  - open: http://shop.test/\n  - click: ${with}\n  - expect_popup: ${url}\n"
                      "  - expect: heading \"Routed\"\n  - expect_dialog: Sure?\n  - click: button \"Again\"\n"
                      "  - expect_popup: '*?again'\n  - expect: heading \"Routed\"\n  - leave_popup\n  - leave_popup\n"
                      "  - expect: heading \"Shop\"\n"),
                  here());
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
}

TEST_F(PopupsInASharedBrowser, HaveTheOptionsOfTheirContextInTheirFirstDocument) {
  const ProgramResult done = run_program(
      run("options",
          "use: { locale: de-DE }\nsteps:\n"
          "  - route: { url: '*/popup*', fulfil: { content_type: text/html, text: \"<!doctype html><h1></h1><script>"
          "document.querySelector('h1').textContent = navigator.language</script>\" } }\n"
          "  - open: http://shop.test/\n  - click: button \"Address\"\n  - expect_popup\n"
          "  - expect: heading \"de-DE\"\n  - leave_popup\n"
          "  - click: button \"From the frame\"\n  - expect_popup\n  - expect: heading \"de-DE\"\n"),
      here());
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
}

// Each takes the first popup that it sees; an end of one leaves nothing of its own, and the other's alone.
TEST_F(PopupsInASharedBrowser, AreSeenByTheirOwnProcessAloneAndGoWithIt) {
  const auto flow = [](const std::string& button, const std::string& url) {
    std::string steps = "steps:\n  - open: http://shop.test/\n";
    for (int i = 0; i < 5; ++i) {
      steps += "  - click: " + button + "\n  - expect_popup\n  - expect: { url: '" + url + "' }\n  - leave_popup\n";
    }
    return steps;
  };
  RunningProgram one(run("one", flow("button \"Address\"", "*?address")), here());
  RunningProgram other(run("other", flow("link \"Link\"", "*?link")), here());
  const ProgramResult first = one.wait(in(60)), second = other.wait(in(60));
  EXPECT_EQ(first.exit_code, 0) << first.out << first.err;
  EXPECT_EQ(second.exit_code, 0) << second.out << second.err;
  EXPECT_TRUE(wait_for_pages_of_shop(false));
}

// Chrome holds every worker for the one who keeps it, and for the page's own process.
TEST_F(PopupsInASharedBrowser, WorkersOfAPageRunToo) {
  write("windows/shop/workers.html",
        "<!doctype html><p id=dedicated></p><p id=nested></p><p id=shared></p><script>"
        "const script = source => URL.createObjectURL(new Blob([source]));"
        "const show = id => event => { document.getElementById(id).textContent = id + ' ' + event.data; };"
        "new Worker(script('postMessage(1)')).onmessage = show('dedicated');"
        "new Worker(script('new Worker(URL.createObjectURL(new Blob([\"postMessage(2)\"])))"
        ".onmessage = event => postMessage(event.data)')).onmessage = show('nested');"
        "new SharedWorker('/shared.js').port.onmessage = show('shared');</script>");
  write("windows/shop/shared.js", "onconnect = event => event.ports[0].postMessage(3);");
  const ProgramResult done = run_program(run("workers",
                                             "steps:\n  - open: http://shop.test/workers.html\n"
                                             "  - expect: text \"dedicated 1\"\n  - expect: text \"nested 2\"\n"
                                             "  - expect: text \"shared 3\"\n"),
                                         here());
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
}

}  // namespace
}  // namespace casement
