// Opens a WebSocket from each place where a page can: a fixture for specs of sockets.
#pragma once

#include <casement/testing.h>

#include <map>
#include <string>

namespace casement {

enum class Opener { Page, FrameOfAnotherSite, Popup, DedicatedWorker, SharedWorker, ServiceWorker, SecurePage };

inline std::string opener_name(const testing::TestParamInfo<Opener>& opener) {
  static const char* const names[] = {"Page",         "FrameOfAnotherSite", "Popup",     "DedicatedWorker",
                                      "SharedWorker", "ServiceWorker",      "SecurePage"};
  return names[static_cast<int>(opener.param)];
}

class SocketOpeners : public SiteTest<"network"> {
 protected:
  static bool needs_https(Opener opener) { return opener == Opener::ServiceWorker || opener == Opener::SecurePage; }

  void serve(const std::string& host, const std::string& path, const std::string& body, const std::string& type) {
    site().route(host, path, answers_text(body, 200, type));
  }
  static std::string page_with(const std::string& script) {
    return "<!doctype html><meta charset=utf-8><title>ready</title><script>" + script + "</script>";
  }

  // Runs the script in a page, a frame, a popup or a worker of http://top.test, or of https://top.test.
  void run_in(Opener opener, const std::string& script) { run_in(page(), opener, script); }
  void run_in(const Page& visitor, Opener opener, const std::string& script) {
    const std::string host = opener == Opener::FrameOfAnotherSite ? "other.test" : "top.test";
    serve(host, "/script", page_with(script), "text/html");
    serve("top.test", "/worker.js", script, "text/javascript");
    const std::map<Opener, std::string> starts{
        {Opener::FrameOfAnotherSite, "<iframe src=http://other.test/script></iframe>"},
        {Opener::Popup, page_with("")},
        {Opener::DedicatedWorker, page_with("new Worker('/worker.js')")},
        {Opener::SharedWorker, page_with("new SharedWorker('/worker.js')")},
        {Opener::ServiceWorker, page_with("navigator.serviceWorker.register('/worker.js')")},
    };
    const auto start = starts.find(opener);
    if (start != starts.end()) serve("top.test", "/start", start->second, "text/html");
    visitor.open((needs_https(opener) ? "https://top.test" : "http://top.test") +
                 std::string(start == starts.end() ? "/script" : "/start"));
    if (opener != Opener::Popup) return;
    Awaited<Page> coming = visitor.next_popup();
    visitor.evaluate("void open('/start?popup')");
    // A busy Chrome may fail a socket that a popup opens while it loads, without a request and without a reason.
    expect(coming.get()).url("*?popup");
    coming.get().wait_for_load(LoadState::Loaded);
    coming.get().evaluate("(() => {" + script + "})()");
  }
};

}  // namespace casement
