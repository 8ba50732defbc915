#include "casement/browser/host/host_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <functional>
#include <utility>

#include "casement/base/text.h"
#include "casement/browser/host/browser_impl.h"

namespace casement {
namespace {

constexpr std::chrono::seconds kMostOfOne{5};

// Removes the host's name, which the report prints above the list.
std::string reason_of(const Error& error, const std::string& host) {
  const std::string start = host + " cannot do this: ";
  const std::string& message = error.message();
  return message.starts_with(start) ? message.substr(start.size()) : message;
}

class HostExaminer {
 public:
  HostExaminer(cdp::Connection& connection, std::string host, Deadline deadline)
      : connection_(connection), host_(std::move(host)), deadline_(deadline) {}

  // If the host answers, the report shows `what_for`.
  bool examine(std::string name, std::string what_for, const std::function<void()>& ask) {
    try {
      ask();
      found_.push_back({std::move(name), true, std::move(what_for)});
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::ConnectionLost) throw;
      found_.push_back({std::move(name), false, reason_of(error, host_)});
    }
    return found_.back().can;
  }
  void note(std::string name, bool can, std::string detail) {
    found_.push_back({std::move(name), can, std::move(detail)});
  }
  Json ask(const cdp::SessionId& session, const char* method, Json params = Json::object()) {
    return connection_.call({session, method, std::move(params), nullptr}, deadline_.at_most(kMostOfOne));
  }
  std::vector<HostAbility> take() { return std::move(found_); }

 private:
  cdp::Connection& connection_;
  std::string host_;
  Deadline deadline_;
  std::vector<HostAbility> found_;
};

void examine_browser(HostExaminer& host) {
  std::string context;
  host.examine("new contexts", "users, and tests that do not share cookies with the application", [&] {
    const Json made = host.ask("", "Target.createBrowserContext", {{"disposeOnDetach", true}});
    context = made.value("browserContextId", std::string());
  });
  const Json in_context = context.empty() ? Json::object() : Json{{"browserContextId", context}};
  host.examine("new pages", "pages that the application does not open itself", [&] {
    Json params = in_context;
    params["url"] = "about:blank";
    const Json made = host.ask("", "Target.createTarget", std::move(params));
    host.ask("", "Target.closeTarget", {{"targetId", made.value("targetId", std::string())}});
  });
  host.examine("downloads", "expect_download in contexts that a test opens; an application stores its downloads itself",
               [&] {
                 Json params = in_context;
                 params["behavior"] = "default";
                 host.ask("", "Browser.setDownloadBehavior", std::move(params));
               });
  host.examine("permissions", "set_permissions", [&] { host.ask("", "Browser.resetPermissions", Json(in_context)); });
  if (!context.empty()) host.ask("", "Target.disposeBrowserContext", {{"browserContextId", context}});
}

// Whether the page answers at all.
bool examine_page(HostExaminer& host, const cdp::SessionId& page) {
  const bool answers = host.examine("snapshots and actions", "the main part of most tests",
                                    [&] { host.ask(page, "Runtime.evaluate", {{"expression", "1"}}); });
  if (!answers) {
    host.note("everything else of a page", false,
              "its page did not answer; check for an open dialog or a paused debugger");
    return false;
  }
  host.examine("screenshots", "screenshot",
               [&] { host.ask(page, "Page.captureScreenshot", {{"format", "jpeg"}, {"quality", 1}}); });
  host.examine("PDF", "pdf", [&] { host.ask(page, "Page.printToPDF"); });
  host.examine("routes", "route: answers from the test, requests that fail", [&] {
    host.ask(page, "Fetch.enable", {{"patterns", Json::array()}});
    host.ask(page, "Fetch.disable");
  });
  host.examine("cookies", "add_cookies, clear_cookies", [&] { host.ask(page, "Network.getAllCookies"); });
  host.examine("headers", "set_extra_headers",
               [&] { host.ask(page, "Network.setExtraHTTPHeaders", {{"headers", Json::object()}}); });
  host.examine("size", "set_viewport", [&] {
    host.ask(page, "Emulation.setDeviceMetricsOverride",
             {{"width", 0}, {"height", 0}, {"deviceScaleFactor", 0}, {"mobile", false}});
  });
  host.examine("media", "set_media: print, dark, reduced motion",
               [&] { host.ask(page, "Emulation.setEmulatedMedia", {{"media", ""}, {"features", Json::array()}}); });
  host.examine("offline", "set_offline", [&] {
    host.ask(page, "Network.emulateNetworkConditions",
             {{"offline", false}, {"latency", 0}, {"downloadThroughput", -1}, {"uploadThroughput", -1}});
  });
  host.examine("focus", "windows act as if they had the focus",
               [&] { host.ask(page, "Emulation.setFocusEmulationEnabled", {{"enabled", true}}); });
  host.examine("accessibility", "names as Chromium computes them",
               [&] { host.ask(page, "Accessibility.enable"), host.ask(page, "Accessibility.disable"); });
  return true;
}

// Chromium before version 90 or so ignores the parameter, and answers.
void examine_worlds(HostExaminer& host, const cdp::SessionId& page) {
  bool by_number = true;
  try {
    host.ask(page, "Runtime.evaluate", {{"expression", "1"}, {"uniqueContextId", "none"}});
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::ConnectionLost) throw;
    by_number = false;
  }
  host.note("worlds", true, by_number ? "by number: this Chromium has no unique ids" : "by unique id");
}

}  // namespace

HostReport examine_host(BrowserSession& browser, Deadline deadline) {
  BrowserSession::Impl& impl = *browser.impl_;
  if (!impl.adopts) throw Error(ErrorKind::Usage, "only an adopted browser can be examined as an application");
  const cdp::Connection::EngineLock lock(*impl.connection);
  HostExaminer host(*impl.connection, impl.version, deadline);
  HostReport report;
  report.version = impl.version;
  cdp::SessionId page;
  for (const Json& info : impl.open_pages(deadline)) {
    report.pages.push_back(describe_page(info));
    for (const auto& one : impl.adopted_context(info).pages()) {
      if (page.empty() && !one->closed()) page = one->session();
    }
  }
  examine_browser(host);
  host.note("popups", true, "Casement also controls windows that the application opens: expect_popup, find_page");
  if (page.empty()) {
    host.note("everything of a page", false, "no page is open");
  } else if (examine_page(host, page)) {
    examine_worlds(host, page);
  }
  host.note(
      "keys", browser_takes_keys(impl.version),
      browser_takes_keys(impl.version) ? "press, type" : "press, type: its page would accept no more input; use fill");
  report.abilities = host.take();
  return report;
}

}  // namespace casement
