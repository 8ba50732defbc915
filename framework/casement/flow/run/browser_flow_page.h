// The page of a case or user in a real browser: the first page of a context, and the popups opened from there. For the
// runner's thread; used by BrowserFlowEnvironment alone.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "casement/api/engine.h"
#include "casement/browser/context/context_session.h"
#include "casement/flow/play/flow_page.h"
#include "casement/flow/play/page_stack.h"

namespace casement {

class BrowserSession;
class PageSession;

// Returns `said` (the options of the flow) if different from the project's; otherwise the project's, overridden by the
// visitor's. The base URL comes from the case, otherwise from these options, otherwise from the visitor.
ContextOptions options_of_page(const FlowCase& flow_case, const ContextOptions& said, const ContextOptions& visitor);

// The application of a case's page: lives as long as the page, and ends after the page.
class CaseGuard {
 public:
  virtual ~CaseGuard() = default;
};

class BrowserFlowPage : public FlowPage {
 public:
  // `first` is a page of `context`. The destructor closes the context.
  BrowserFlowPage(BrowserSession& browser, ContextSession& context, PageSession& first, const Flow& flow,
                  const ContextOptions& options, std::unique_ptr<CaseGuard> guard = nullptr);
  ~BrowserFlowPage() override;

  void shorten_timeouts() override;
  // The clipboard belongs to the browser, which earlier cases also used, not to a context.
  void empty_clipboard() { page().set_clipboard(""); }

  void act(const PageCall& call) override { pages_.run(call); }
  bool shows_now(const Target& target) override { return page().shows(target); }
  Seen see() override;
  std::string screenshot() override;
  std::vector<FrameFailure> frame_failures() override;
  std::vector<ConsoleLine> console() override;
  std::vector<std::string> warnings() override;
  std::vector<std::string> missed_changes() override;
  void note_action(results::Step& step) override;
  std::vector<std::string> unused_routes() override;
  std::vector<results::Request> requests() override;
  Look look(PageCopier& copier, Picture picture) override;
  bool ask_for_copy(PageCopier& copier, Milliseconds limit, PageCopier::Resources resources) override;

 private:
  Page& page() { return pages_.page(); }
  // Includes popups and closed pages.
  template <typename Entry, typename Ask>
  std::vector<Entry> of_all_pages(const Ask& ask) const {
    std::vector<Entry> all;
    for (const auto& target : context_.pages()) {
      Page one = page_of(*target);
      for (Entry& entry : ask(one)) all.push_back(std::move(entry));
    }
    return all;
  }

  std::unique_ptr<CaseGuard> guard_;  // destroyed last
  BrowserSession& browser_;
  ContextSession& context_;
  PageStack pages_;
  Milliseconds frame_timeout_;
  std::chrono::system_clock::time_point last_action_;
};

}  // namespace casement
