#include "casement/flow/run/browser_flow_page.h"

#include <utility>

#include "casement/api/engine.h"
#include "casement/api/frames.h"
#include "casement/api/network.h"
#include "casement/api/page.h"
#include "casement/api/records.h"
#include "casement/browser/host/browser_session.h"
#include "casement/browser/page/page_session.h"
#include "casement/flow/model/flow.h"
#include "casement/flow/run/patience.h"
#include "casement/flow/steps/page_capture.h"
#include "casement/frames/sign_of_life.h"
#include "casement/trace/page_copier.h"

namespace casement {

ContextOptions options_of_page(const FlowCase& flow_case, const ContextOptions& said, const ContextOptions& visitor) {
  ContextOptions options = said == flow_case.options.of_project ? merged_options(said, visitor) : said;
  if (options.base_url.empty()) options.base_url = visitor.base_url;
  if (!flow_case.base_url.empty()) options.base_url = flow_case.base_url;
  return options;
}

BrowserFlowPage::BrowserFlowPage(BrowserSession& browser, ContextSession& context, PageSession& first, const Flow& flow,
                                 const ContextOptions& options, std::unique_ptr<CaseGuard> guard)
    : guard_(std::move(guard)),
      browser_(browser),
      context_(context),
      pages_(page_of(first), context_),
      frame_timeout_(flow.frame_timeout) {
  FrameSettings settings = flow.frames.settings.value_or(engine_of(page()).frame_settings());
  settings.wait = engine_of(page()).frame_settings().wait;
  settings.timeout = engine_of(page()).frame_settings().timeout;
  if (frame_timeout_.count() > 0) settings.timeout = frame_timeout_;
  settings.not_awaited = flow.frames.optional;
  page().frames().configure(settings);
  if (flow.timeout.count() > 0) page().set_default_timeout(flow.timeout);
  if (!options.default_url.empty()) page().open(options.default_url);
}

BrowserFlowPage::~BrowserFlowPage() {
  try {
    browser_.close_context(context_, Deadline::in(kContextTimeout));
  } catch (const Error&) {
    // A browser that has gone or hangs fails the next case that needs a context.
  }
}

void BrowserFlowPage::shorten_timeouts() {
  page().set_default_timeout(kLateEvidenceTimeout);
  frame_timeout_ = kLateEvidenceTimeout;
}

FlowPage::Seen BrowserFlowPage::see() {
  SnapshotOptions options;
  options.frame_timeout = frame_timeout_;
  Page open = pages_.open_page();
  require_answering(engine_of(open));
  const Snapshot snapshot = open.snapshot(options);
  Seen seen;
  seen.snapshot = snapshot.text();
  seen.frames = frames_of(snapshot);
  return seen;
}

std::string BrowserFlowPage::screenshot() {
  Page open = pages_.open_page();
  require_painted(engine_of(open));
  return open.screenshot();
}

std::vector<FrameFailure> BrowserFlowPage::frame_failures() {
  return pages_.without_cleared(of_all_pages<FrameFailure>([](Page& page) { return page.frames().failures(); }));
}
std::vector<ConsoleLine> BrowserFlowPage::console() {
  return of_all_pages<ConsoleLine>([](Page& page) { return page.console().lines(); });
}
std::vector<std::string> BrowserFlowPage::warnings() {
  return of_all_pages<std::string>([](Page& page) { return engine_of(page).notes().warnings; });
}
std::vector<std::string> BrowserFlowPage::missed_changes() {
  return of_all_pages<std::string>([](Page& page) { return engine_of(page).notes().missed_changes; });
}

std::vector<std::string> BrowserFlowPage::unused_routes() {
  return of_all_pages<std::string>([](Page& page) { return engine_of(page).routes().unused_lines(); });
}

void BrowserFlowPage::note_action(results::Step& step) {
  const ActionResult action = page().last_action();
  if ((action.attempts.empty() && !action.point) || action.time == last_action_) return;
  last_action_ = action.time;
  report_action(action, step);
}

std::vector<results::Request> BrowserFlowPage::requests() {
  return reported_requests(of_all_pages<RequestRecord>([](Page& page) { return page.network().requests(); }));
}

FlowPage::Look BrowserFlowPage::look(PageCopier& copier, Picture picture) {
  return look_at_page(pages_.open_page(), copier, picture, frame_timeout_);
}

bool BrowserFlowPage::ask_for_copy(PageCopier& copier, Milliseconds limit, PageCopier::Resources resources) {
  return copier.ask(engine_of(pages_.open_page()), limit, resources);
}

}  // namespace casement
