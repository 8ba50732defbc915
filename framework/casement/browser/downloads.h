// The files that a page and its frames have downloaded, or are downloading.
#pragma once

#include <string>

#include "casement/browser/event_log.h"
#include "casement/browser/page_records.h"
#include "casement/cdp/connection.h"

namespace casement {

// Of a page in an adopted browser, where to put downloads is up to the application: Casement sees none.
Error downloads_are_the_applications();

class Context;

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
  // for one that failed, Error{Environment} where the file cannot be written. Of a browser on another machine the file
  // is fetched over the protocol, by an empty page of `context`, which may be null.
  void save(const std::string& id, const std::string& path, Context* context, Deadline deadline);
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
