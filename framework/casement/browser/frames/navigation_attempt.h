// One Navigator::open as a state machine, from Page.navigate to the new document: fed with the main
// frame's events and the answers, in their order. It decides whether the page has to be asked for
// once more, and only where something is known that took the last try along. Neither waits nor sends:
// NavigationNews feeds it while an open is under way, and the open reads its state.
//
// A document may set off a navigation of its own just before it is left, a competing navigation. Chrome lets that
// one win in two ways, above all where the page has just been touched:
//   Page.navigate, frameStartedNavigating of ours, its answer net::ERR_ABORTED, and before or after the
//   answer frameStartedNavigating of the competing one;
//   Page.navigate, frameStartedNavigating of ours and of the competing one, an answer with ours' loader,
//   frameNavigated of ours, frameNavigated of the competing one.
// A script of our own document that goes on is told after our frameNavigated: one renderer says both.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace casement {

class NavigationAttempt {
 public:
  enum class State {
    Retry,        // it is to be asked for, the first time too
    Requested,    // nothing is known yet
    Unanswered,   // another document came first, and may have taken the question along
    Aborted,      // Chrome has given it up; the reason may follow
    Committing,   // its document is on its way
    Superseding,  // its document has come, and one that the old document asked for is on its way as well
    Committed,
    Failed,
  };

  // `after_refusal`: the page refused to be left when that was last tried; the end of that navigation
  // may take this one along.
  NavigationAttempt(std::string url, bool after_refusal)
      : url_(std::move(url)), may_be_aborted_with_last_(after_refusal) {}

  State state() const { return state_; }
  // Of Aborted: nothing more is to come that would say why.
  bool is_settled() const { return !is_going_ && (!competing_url_.empty() || !is_requested_by_page_); }
  // Where the page went by itself in the last try; "" where it is not known to have done so.
  const std::string& competing_navigation() const { return competing_url_; }
  // Its document's; "" for a step within the document, and before the answer.
  const std::string& loader() const { return loader_; }
  // Failed: no document can come any more, and nothing else of the page.
  bool hangs() const { return hangs_; }
  // Failed: its answer is a file to download, and no document.
  bool is_download() const { return is_download_; }
  // Why it cannot be opened, in Chrome's words or for people.
  const std::string& failure() const { return failure_; }

  // Page.navigate goes out, while the document has asked for another one, or one is under way (its
  // loader; "" for none).
  void ask(bool is_asked_for, const std::string& under_way);
  // Its answer; the loader is "" for a step within the document, or where no request was sent.
  void on_answer(const std::string& loader, const std::string& error, bool is_download);
  // The answer is that the renderer has crashed. Once that is the old document's end, told only now,
  // and the page is asked again.
  bool forgives_crash();

  // Page.frameRequestedNavigation, Page.frameStartedNavigating, the Network.requestWillBeSent of a
  // document, Page.frameNavigated; then what ends a navigation without a document: Network.loadingFailed,
  // Page.downloadWillBegin of the newest, and Page.frameStoppedLoading, when nothing is under way.
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
  // It has asked, and Chrome takes no answer: its dialog stays, and nothing else can come.
  void on_unanswerable();
  void on_closed() { is_closed_ = true; }

  // What Unheard, Aborted or Contested waits for has come, or has had its time.
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
  // Where ours begins in what was heard before the answer; -1 where it was not heard to begin.
  int begin_of_own() const;
  void retry(bool may_be);
  void retry_after_competing_navigation();
  void fail(std::string why);

  const std::string url_;
  State state_ = State::Retry;
  std::string failure_;
  bool is_download_ = false;
  // Over all tries.
  // The end of what went before may take the next try along: of a navigation that the page refused, or of a competing
  // one's (seen: an abort right behind the commit of a competing one of another site, and nothing else).
  bool may_be_aborted_with_last_;
  bool may_crash_ = true;
  int left_ = 5;  // a page that goes on and on by itself is not fought for ever
  // Of the last try.
  std::vector<NavigationEvent> events_;  // before the answer, which names our loader
  std::set<std::string> requests_;       // loaders
  std::set<std::string> earlier_;        // loaders that began before ours
  std::string loader_;                   // loader
  std::string committed_;                // the newest loader of another document
  std::string competing_url_, competing_loader_;
  std::string error_;
  bool is_requested_by_page_ = false;
  bool is_going_ = false;
  bool beforeunload_dismissed_ = false;
  bool is_closed_ = false;
  bool hangs_ = false;
};

}  // namespace casement
