// What the verbs of one case act on in a real browser: the case's own page, or one of the popups
// that came of it; and what of its dialogs, popups and downloads an earlier step has taken, so that
// each is expected once. Lives in a FlowPage; the runner's thread.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "casement/api/mouse.h"
#include "casement/api/page.h"

namespace casement {

class ContextSession;

// What a step says of a dialog or a download that it expects.
struct DialogFilter {
  TextPattern message = TextPattern::any();
  std::string type;  // "confirm"; "" for any
};
// Of a download: "*" is any address.
struct DownloadFilter {
  std::string url = "*";
  std::optional<TextPattern> name;  // that the page or the server proposes
};

class PageStack {
 public:
  // `page` is the case's own, and its context outlives this.
  PageStack(Page page, ContextSession& context) : context_(context) {
    pages_.emplace_back(page);
    begin_action();
  }

  // The page that steps act on: the case's own, or the popup entered last.
  Page& page() { return pages_.back().page; }
  ContextSession& context() { return context_; }
  // The same, or where that was closed, the nearest one before it that is open: for evidence.
  Page& open_page();
  // A call of a page. One that was closed under a step says how to go on.
  void run(const std::function<void(PageStack&)>& call);

  // What steps kept of the page, by the names that they gave it.
  void keep(const std::string& name, Snapshot snapshot) { kept_[name] = std::move(snapshot); }
  const Snapshot* kept(const std::string& name) const {
    const auto found = kept_.find(name);
    return found == kept_.end() ? nullptr : &found->second;
  }

  // Waits look at what the page did from the last of these on.
  void begin_action();
  EventNumber action_began() const { return pages_.back().action_began; }

  // The page has gone to an address like this since then; throws Error{Assertion} where it has not.
  void await_navigation(const std::string& url_glob, Milliseconds timeout);

  // Frames of the page that failed so far do not count, whether or not they go on failing.
  void clear_frame_failures();
  std::vector<FrameFailure> without_cleared(std::vector<FrameFailure> failures) const;

  // Each waits for one that no earlier step has taken, and takes it. A timeout of 0 is the page's
  // default. Throw Error{Assertion} naming what there was instead.
  DialogRecord take_dialog(const DialogFilter& filter, Milliseconds timeout);
  DownloadRecord take_download(const DownloadFilter& filter, Milliseconds timeout);
  // Its last word. Throws Error{Timeout} where it does not come.
  DownloadRecord await_end(const DownloadRecord& download, Milliseconds timeout);
  // From now on steps act on it.
  void enter_popup(const std::string& url_glob, Milliseconds timeout);

  // One that was opened from this page and is open, entered before or not.
  void switch_to_popup(const std::string& url_glob, Milliseconds timeout);
  // Opens another page of the same user, at this address unless that is "", and goes on there.
  void open_page(const std::string& url, Milliseconds timeout);
  // Goes on in the page of this user that is at such an address, whoever opened it; the newest of several.
  void switch_to_page(const std::string& url_glob, Milliseconds timeout);
  // Back to the page that the popup was entered from. Throws Error{Usage} for the case's own page.
  void leave_popup();
  void close_popup();

 private:
  struct Visit {
    explicit Visit(const Page& one) : page(one) {}
    Page page;
    EventNumber action_began = 0;
    std::string loader_id, url;  // the main frame's when the action began
  };
  void enter(Page page);
  PageSession* open_page_at(const std::string& url_glob);
  template <typename Entries>
  std::string tell_taken(const PageSession& page, const Entries& entries) const;
  void require_popup(std::string_view verb) const;

  ContextSession& context_;
  std::map<std::string, Snapshot> kept_;
  std::vector<Visit> pages_;  // each entered from the one before
  std::set<std::pair<const PageSession*, EventNumber>> taken_;
  std::set<std::pair<std::string, FrameFailure::Kind>> cleared_failures_;  // by URL
};

}  // namespace casement
