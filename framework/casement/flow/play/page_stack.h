// The pages on which the steps of one case act in a real browser: the case's own page, and popups or further pages
// opened from there. Records which dialogs, popups and downloads were taken by earlier steps, so that each is expected
// once. Part of a FlowPage; for the runner's thread.
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

// A step's conditions for a dialog.
struct DialogFilter {
  TextPattern message = TextPattern::any();
  std::string type;  // "confirm"; "" for any
};
// A step's conditions for a download; the `url` "*" matches any address.
struct DownloadFilter {
  std::string url = "*";
  std::optional<TextPattern> name;  // as proposed by the page or the server
};

class PageStack {
 public:
  // `page` is the case's own page; its context must outlive this object.
  PageStack(Page page, ContextSession& context) : context_(context) {
    pages_.emplace_back(page);
    begin_action();
  }

  // The page on which steps act: the case's own, or the popup entered last.
  Page& page() { return pages_.back().page; }
  ContextSession& context() { return context_; }
  // page(), or if closed, the nearest open page before it: for evidence.
  Page& open_page();
  // Runs a call. If a popup was closed during the call, the error says how to continue.
  void run(const std::function<void(PageStack&)>& call);

  // Snapshots that steps have kept, by name.
  void keep(const std::string& name, Snapshot snapshot) { kept_[name] = std::move(snapshot); }
  const Snapshot* kept(const std::string& name) const {
    const auto found = kept_.find(name);
    return found == kept_.end() ? nullptr : &found->second;
  }

  // Marks the beginning of an action, from which on `await_navigation` looks for a navigation. Dialogs, downloads and
  // popups from before count too until a step takes them.
  void begin_action();
  EventNumber action_began() const { return pages_.back().action_began; }

  // Waits until the page has navigated to a matching address since begin_action(). Throws Error{Assertion} otherwise.
  void await_navigation(const std::string& url_glob, Milliseconds timeout);

  // Ignores frames which have failed so far, even if they fail again.
  void clear_frame_failures();
  std::vector<FrameFailure> without_cleared(std::vector<FrameFailure> failures) const;

  // Both wait for a dialog or download that no earlier step has taken, and take it. A timeout of 0 is the page's
  // default. Both throw Error{Assertion} with the dialogs or downloads seen instead. take_download() throws
  // Error{Usage} in an application, whose downloads are not recorded.
  DialogRecord take_dialog(const DialogFilter& filter, Milliseconds timeout);
  DownloadRecord take_download(const DownloadFilter& filter, Milliseconds timeout);
  // The record of the download after its end, or its newest record if the page closes first. Throws Error{Timeout} if
  // the download does not end in time.
  DownloadRecord await_end(const DownloadRecord& download, Milliseconds timeout);
  // Waits for a popup that no earlier step has taken. Later steps act on the popup.
  void enter_popup(const std::string& url_glob, Milliseconds timeout);

  // Waits for an open popup of this page and enters it, whether or not a step has entered it before; the newest of
  // several.
  void switch_to_popup(const std::string& url_glob, Milliseconds timeout);
  // Opens another page of the same user, at this address unless "", and enters the page.
  void open_page(const std::string& url, Milliseconds timeout);
  // Waits for an open page of this user with a matching address, and goes to it; to the newest of several. If steps
  // have entered the page before, forgets the pages entered from there.
  void switch_to_page(const std::string& url_glob, Milliseconds timeout);
  // Returns to the page from which the popup was entered. Both throw Error{Usage} on the case's own page.
  void leave_popup();
  void close_popup();

 private:
  struct Visit {
    explicit Visit(const Page& one) : page(one) {}
    Page page;
    EventNumber action_began = 0;
    std::string loader_id, url;  // of the main frame when the action began
  };
  void enter(Page page);
  PageSession* open_page_at(const std::string& url_glob);
  template <typename Entries>
  std::string tell_taken(const PageSession& page, const Entries& entries) const;
  void require_popup(std::string_view verb) const;

  ContextSession& context_;
  std::map<std::string, Snapshot> kept_;
  std::vector<Visit> pages_;  // each entered from the page before
  std::set<std::pair<const PageSession*, EventNumber>> taken_;
  std::set<std::pair<std::string, FrameFailure::Kind>> cleared_failures_;  // by URL and kind
};

}  // namespace casement
