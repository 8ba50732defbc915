// Reads the protocol's events about navigations of the page's frames. Passes the events to the frames, to the log of
// documents, and to the Page.navigate in progress.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "casement/browser/events/event_table.h"
#include "casement/browser/frames/frame_tree.h"
#include "casement/browser/frames/navigation_log.h"
#include "casement/browser/page/dialogs.h"

namespace casement {

class NavigationAttempt;
class PageSession;

class NavigationNews {
 public:
  // `page` must already have its frames.
  explicit NavigationNews(PageSession& page);

  void register_events(EventTable& events);
  void on_leaving(Dialogs::Leaving leaving);
  void on_page_closed();

  // The network responses of documents.
  const NavigationLog& log() const { return log_; }
  // Web origins that the page's frames have shown.
  const std::set<std::string>& origins() const { return origins_; }
  // Whether Chrome reports each start of a navigation (Page.frameStartedNavigating); Chromium 102 does not.
  bool reports_starts() const { return reports_starts_; }
  // Counts commits, navigations within a document, and starts that Chrome does not report, in all frames, because a
  // history step may change any frame.
  std::uint64_t moves() const { return moves_; }

  // Passes events to `attempt` during the life of this object.
  class Feed {
   public:
    Feed(NavigationNews& news, NavigationAttempt& attempt) : news_(news) { news_.attempt_ = &attempt; }
    ~Feed() { news_.attempt_ = nullptr; }
    Feed(const Feed&) = delete;
    Feed& operator=(const Feed&) = delete;

   private:
    NavigationNews& news_;
  };

 private:
  // Register the handlers for the attempt in progress, and for the frames.
  void register_attempt(EventTable& events);
  void register_frames(EventTable& events);
  // `params`: from Network.requestWillBeSent.
  void on_document_requested(const Json& params);
  std::string requested_loader_of(const Json& committed);

  PageSession& page_;
  FrameTree& frames_;
  NavigationLog log_;
  NavigationAttempt* attempt_ = nullptr;
  std::set<std::string> origins_;
  bool reports_starts_ = false;
  std::uint64_t moves_ = 0;
};

}  // namespace casement
