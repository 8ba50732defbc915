// The files that a page and its frames have downloaded or are downloading.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "casement/browser/events/event_log.h"
#include "casement/browser/values/page_records.h"
#include "casement/cdp/connection.h"

namespace casement {

// The error for pages of an adopted browser: the application stores the downloads, and Casement cannot see them.
Error downloads_are_the_applications();

class Downloads {
 public:
  Downloads(cdp::Connection& connection, EventClock& clock, PlaceOf place_of);

  const EventLog<DownloadRecord>& log() const { return log_; }
  void set_context(std::string id) { context_id_ = std::move(id); }

  // Browser.downloadWillBegin from a frame of the page; the file will be `path`.
  void on_begins(const Json& params, std::string path);
  // Browser.downloadProgress; false if the download does not belong to the page.
  bool on_progress(const Json& params);

  // Waits until the download is complete and copies the file to `path`, replacing an existing file. Throws Error{Usage}
  // if the page has no download with this id, Error{Timeout} if the download does not end in time, Error{Navigation}
  // with the reason if the download failed, and Error{Environment} if the file cannot be written. `copy_far` copies the
  // file from the browser's machine; null if that is impossible.
  using FarCopy = std::function<void(const std::string& from, std::size_t size)>;
  void save(const std::string& id, const std::string& path, const FarCopy& copy_far, Deadline deadline);
  void cancel(const std::string& id, Deadline deadline);

 private:
  DownloadRecord* find(const std::string& id);
  bool has_ended(const std::string& id);  // or was dropped

  cdp::Connection& connection_;
  EventClock& clock_;
  PlaceOf place_of_;
  std::string context_id_;
  EventLog<DownloadRecord> log_;
};

}  // namespace casement
