// What the benchmarks share: the bench site, one Chrome, a page for each address.
#pragma once

#include <cstdlib>
#include <map>
#include <memory>
#include <string>

#include "casement/api/engine.h"
#include "casement/api/page.h"
#include "casement/browser/context/context_session.h"
#include "casement/browser/host/browser_session.h"
#include "casement/site/site_server.h"

namespace casement::bench {

class Stage {
 public:
  Stage() : site_(site_folder()), browser_(BrowserSession::launch(options(), patience())) {}

  // The page at this address, or at this path of bench.test, opened once.
  Page& page(const std::string& path) {
    auto& page = pages_[path];
    if (!page) page = std::make_unique<Page>(fresh_page(path));
    return *page;
  }
  // A page of its own context that has just been loaded.
  Page fresh_page(const std::string& path) {
    Page page = page_of(new_context().new_page(patience()));
    const std::string address = path.starts_with('/') ? "http://bench.test" + path : path;
    page.open(address, {LoadState::Loaded, std::chrono::seconds(60)});
    page.set_default_timeout(std::chrono::seconds(60));
    page.evaluate("typeof ready === 'undefined' ? 0 : ready");
    return page;
  }
  SiteServer& site() { return site_; }
  BrowserSession& browser() { return *browser_; }
  ContextSession& new_context() { return browser_->new_context({}, patience()); }
  void close(ContextSession& context) { browser_->close_context(context, patience()); }

  LaunchOptions options() const {
    LaunchOptions options;
    options.host_resolver_rules = site_.host_resolver_rules();
    return options;
  }

  // pages/bench, or the copy of it with what is fetched only when asked for (specs/bench/compare).
  static std::string site_folder() {
    const char* given = std::getenv("CASEMENT_BENCH_SITE");
    return given != nullptr ? given : CASEMENT_SOURCE_DIR "/pages/bench";
  }

  static Stage& shared() {
    static Stage stage;
    return stage;
  }

 private:
  static Deadline patience() { return Deadline::in(std::chrono::seconds(60)); }

  SiteServer site_;
  std::unique_ptr<BrowserSession> browser_;
  std::map<std::string, std::unique_ptr<Page>> pages_;
};

}  // namespace casement::bench
