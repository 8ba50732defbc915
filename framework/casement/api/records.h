// The records of a page and all its frames: `page.console()`, `page.dialogs()`, `page.downloads()` and
// `page.sockets()`. The newest 1,000 of each are kept.
#pragma once

#include <source_location>
#include <string>
#include <string_view>
#include <vector>

#include "casement/api/page.h"
#include "casement/browser/values/dialog_policy.h"

namespace casement {

// The console of a page: its lines, and the errors of its scripts.
class PageConsole {
 public:
  // The console of `page`.
  explicit PageConsole(const Page& page) : page_(page) {}

  std::vector<ConsoleLine> lines() const;  // oldest first
  // The same as text, such as "error: no stock".
  std::vector<std::string> texts() const;
  // Exceptions that no script caught, and rejected promises that no script handled.
  std::vector<PageError> errors() const;

 private:
  Page page_;
};

// Chrome's own dialogs: alert, confirm, prompt and beforeunload. Each is answered at once, in every frame and in popups
// opened later. By default a page may be left, and every other dialog is declined.
class PageDialogs {
 public:
  // The dialogs of `page`.
  explicit PageDialogs(const Page& page) : page_(page) {}

  std::vector<DialogRecord> all() const;  // oldest first, each with its answer
  // The same as text: "alert: Saved".
  std::vector<std::string> texts() const;
  void accept(Where where = Here::current()) const;  // every one; a prompt with its default
  // Accepts every one, and gives prompts this text.
  void accept(std::string_view prompt_text, Where where = Here::current()) const;
  void dismiss(Where where = Here::current()) const;  // declines every one
  // Asks `handler` about each; it must not call the page. Throws Error{Usage} for an empty function.
  void answer(DialogHandler handler) const;

 private:
  using Here = std::source_location;

  Page page_;
};

// Files that the page and its frames have downloaded, or are downloading.
class PageDownloads {
 public:
  // The downloads of `page`.
  explicit PageDownloads(const Page& page) : page_(page) {}

  std::vector<DownloadRecord> all() const;  // oldest first
  // Waits until the file is complete and copies it to `path`, replacing a file there. Throws Error{Usage} for a
  // download of another page, Error{Navigation} with the reason if the download failed, and Error{Environment} if the
  // file cannot be written.
  void save(const DownloadRecord& download, const std::string& path, const ActionOptions& options = {},
            Where where = Here::current()) const;
  // Ends a download before it is complete.
  void cancel(const DownloadRecord& download, Where where = Here::current()) const;

 private:
  using Here = std::source_location;

  Page page_;
};

// WebSockets and EventSources of the page, its frames, and its dedicated and shared workers. The newest 1,000 messages
// of the page are kept, at most 4 MiB, and of each message at most 64 KiB.
class PageSockets {
 public:
  // The sockets of `page`.
  explicit PageSockets(const Page& page) : page_(page) {}

  std::vector<SocketRecord> all() const;  // oldest first, each with its messages
  // The messages of all sockets in the order of their time.
  std::vector<SocketMessage> messages() const;

 private:
  Page page_;
};

inline PageConsole Page::console() const {
  return PageConsole(*this);
}

inline PageDialogs Page::dialogs() const {
  return PageDialogs(*this);
}

inline PageDownloads Page::downloads() const {
  return PageDownloads(*this);
}

inline PageSockets Page::sockets() const {
  return PageSockets(*this);
}

}  // namespace casement
