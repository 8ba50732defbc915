// The files that a page and its frames have downloaded, or are downloading.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "casement/browser/events/event_log.h"
#include "casement/browser/values/page_records.h"
#include "casement/cdp/connection.h"

namespace casement {

// Of a page in an adopted browser, where to put downloads is up to the application: Casement sees none.
Error downloads_are_the_applications();

class Downloads {
 public:
  Downloads(cdp::Connection& connection, EventClock& clock, PlaceOf place_of);

  const EventLog<DownloadRecord>& log() const { return log_; }
  void set_context(std::string id) { context_id_ = std::move(id); }

  // Browser.downloadWillBegin of one of the page's frames; the file will be `path`.
  void on_begins(const Json& params, std::string path);
  // Browser.downloadProgress of a download of the page; false where it is none.
  bool on_progress(const Json& params);

  // Waits until the download is complete and copies it to `path`, over what may be there. Throws
  // Error{Usage} for an id that is none of the page's downloads, Error{Navigation} with the reason
  // for one that failed, Error{Environment} where the file cannot be written. `copy_far` copies one that is on another
  // machine, the browser's; null where nobody can.
  using FarCopy = std::function<void(const std::string& from, std::size_t size)>;
  void save(const std::string& id, const std::string& path, const FarCopy& copy_far, Deadline deadline);
  void cancel(const std::string& id, Deadline deadline);

 private:
  DownloadRecord* find(const std::string& id);
  bool has_ended(const std::string& id);  // or was forgotten

  cdp::Connection& connection_;
  EventClock& clock_;
  PlaceOf place_of_;
  std::string context_id_;
  EventLog<DownloadRecord> log_;
};

}  // namespace casement
