// A Navigator::open as a state machine, from Page.navigate to the new document. The inputs are the main frame's events
// and the answers, in order. The state machine decides whether the page must be requested again, and does so only if
// there is a known cause for the loss of the last try. No function waits or sends: NavigationNews feeds the events
// during an open, and the open reads the state.
//
// Just before a document is left, it may start a navigation of its own, a competing navigation. Chrome lets the
// competing navigation win in two ways, mostly if the page has just been touched:
//   Page.navigate, our frameStartedNavigating, the answer net::ERR_ABORTED, and before or after the answer the
//   competing frameStartedNavigating;
//   Page.navigate, our frameStartedNavigating and the competing one, an answer with our loader, our frameNavigated, the
//   competing frameNavigated.
// If a script of our own document navigates on, its events follow our frameNavigated, because one renderer sends both.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace casement {

class NavigationAttempt {
 public:
  enum class State {
    Retry,        // the page must be requested, also the first time
    Requested,    // no outcome is known yet
    Unanswered,   // another document arrived first, and the request may be lost
    Aborted,      // Chrome aborted the navigation; the reason may follow
    Committing,   // the document is on the way
    Superseding,  // the document arrived, and a document requested by the old document is on the way too
    Committed,
    Failed,
  };

  // `after_refusal`: the page refused to be left at the last try; the end of that navigation may abort this navigation.
  NavigationAttempt(std::string url, bool after_refusal)
      : url_(std::move(url)), may_be_aborted_with_last_(after_refusal) {}

  State state() const { return state_; }
  // Aborted: no further event will explain the abort.
  bool is_settled() const { return !is_going_ && (!competing_url_.empty() || !is_requested_by_page_); }
  // The target of the page's own navigation in the last try; "" if there was no known one.
  const std::string& competing_navigation() const { return competing_url_; }
  // The document's loader; "" for a step within the document, and before the answer.
  const std::string& loader() const { return loader_; }
  // Failed: neither a document nor any other answer can come from the page any more.
  bool hangs() const { return hangs_; }
  // Failed: the answer is a file to download.
  bool is_download() const { return is_download_; }
  // Why the address cannot be opened, in Chrome's words or as a sentence.
  const std::string& failure() const { return failure_; }

  // Starts a try with Page.navigate. `is_asked_for`: the document has requested another navigation. `under_way`: the
  // loader of a pending navigation, "" for none.
  void ask(bool is_asked_for, const std::string& under_way);
  // The answer; the loader is "" for a step within the document, or if no request was sent.
  void on_answer(const std::string& loader, const std::string& error, bool is_download);
  // Called if the answer is a renderer crash. True once, because a late report of the old document's crash is possible:
  // then the page is requested again.
  bool forgives_crash();

  // Page.frameRequestedNavigation, Page.frameStartedNavigating, Network.requestWillBeSent for a document,
  // Page.frameNavigated; then the ends without a document: Network.loadingFailed, Page.downloadWillBegin of the newest
  // navigation, and Page.frameStoppedLoading if no navigation is pending.
  void on_asked_for() { handle({NavigationEvent::AskedFor}); }
  void on_begun(const std::string& loader, const std::string& url) { handle({NavigationEvent::Begun, loader, url}); }
  void on_request(const std::string& loader) { requests_.insert(loader); }
  void on_committed(const std::string& loader, const std::string& url) {
    handle({NavigationEvent::Committed, loader, url});
  }
  void on_lost(const std::string& loader) { handle({NavigationEvent::Lost, loader}); }
  void on_download() { handle({NavigationEvent::Lost}); }
  void on_stopped() { handle({NavigationEvent::Stopped}); }
  // A beforeunload dialog of the page was dismissed.
  void on_beforeunload_dismissed() { beforeunload_dismissed_ = true; }
  // A beforeunload dialog opened, but Chrome accepts no answer: the dialog remains, and no event can follow.
  void on_unanswerable();
  void on_closed() { is_closed_ = true; }

  // Unanswered, Aborted or Superseding: the awaited events have arrived, or their time is over.
  void settle();

 private:
  struct NavigationEvent {
    enum What { AskedFor, Begun, Committed, Lost, Stopped } what;
    std::string loader = {};
    std::string url = {};
  };
  void handle(NavigationEvent news);
  void handle_aborted(const NavigationEvent& news);
  void handle_committing(const NavigationEvent& news);
  // The index of our begin event among the events before the answer; -1 if there is none.
  int begin_of_own() const;
  void retry(bool may_be);
  void retry_after_competing_navigation();
  void fail(std::string why);

  const std::string url_;
  State state_ = State::Retry;
  std::string failure_;
  bool is_download_ = false;
  // Over all tries.
  // The end of an earlier navigation may abort the next try: a navigation that the page refused, or a competing one
  // (observed: only an abort right after the commit of a competing navigation to another site).
  bool may_be_aborted_with_last_;
  bool may_crash_ = true;
  int left_ = 5;  // limit, because a page may navigate by itself endlessly
  // In the last try.
  std::vector<NavigationEvent> events_;  // before the answer, which contains our loader
  std::set<std::string> requests_;       // loaders
  std::set<std::string> earlier_;        // loaders that began before our loader
  std::string loader_;                   // of our document
  std::string committed_;                // the newest committed loader that is not ours
  std::string competing_url_, competing_loader_;
  std::string error_;
  bool is_requested_by_page_ = false;
  bool is_going_ = false;
  bool beforeunload_dismissed_ = false;
  bool is_closed_ = false;
  bool hangs_ = false;
};

}  // namespace casement
