#include "casement/browser/page/downloads.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "casement/base/file_system.h"
#include "casement/base/system_message.h"
#include "casement/base/time_limit.h"

namespace casement {

Error downloads_are_the_applications() {
  return Error(ErrorKind::Environment,
               "the application handles the downloads of an adopted page itself, so a test cannot wait for them");
}

Downloads::Downloads(cdp::Connection& connection, EventClock& clock, PlaceOf place_of)
    : connection_(connection), clock_(clock), place_of_(std::move(place_of)), log_(clock) {}

void Downloads::on_begins(const Json& params, std::string path) {
  DownloadRecord download;
  download.id = params.value("guid", std::string());
  download.url = params.value("url", std::string());
  download.suggested_name = params.value("suggestedFilename", std::string());
  download.place = place_of_("", params.value("frameId", FrameId()));
  download.path = std::move(path);
  log_.add(std::move(download));
}

DownloadRecord* Downloads::find(const std::string& id) {
  for (DownloadRecord& download : log_.entries()) {
    if (download.id == id) return &download;
  }
  return nullptr;
}

bool Downloads::has_ended(const std::string& id) {
  const DownloadRecord* download = find(id);
  return download == nullptr || download->end_number != 0;
}

bool Downloads::on_progress(const Json& params) {
  DownloadRecord* download = find(params.value("guid", std::string()));
  if (download == nullptr) return false;
  download->received_bytes = params.value("receivedBytes", 0.0);
  download->total_bytes = params.value("totalBytes", 0.0);
  const std::string state = params.value("state", std::string());
  if (state == "inProgress" || download->end_number != 0) return true;
  download->end_number = clock_.tick();
  download->state = state == "completed" ? DownloadRecord::State::Complete : DownloadRecord::State::Failed;
  // Chrome reports all other ends with the same word.
  if (state != "completed") download->failure = "the download was cancelled, or its connection was cut";
  return true;
}

void Downloads::save(const std::string& id, const std::string& path, const FarCopy& copy_far, Deadline deadline) {
  const auto began = Deadline::Clock::now();
  const cdp::Connection::EngineLock lock(connection_);
  if (find(id) == nullptr) {
    throw Error(ErrorKind::Usage, "the page has no download '" + id + "'");
  }
  if (!connection_.pump_until([&] { return has_ended(id); }, deadline)) {
    throw Error(ErrorKind::Timeout,
                fmt::format("the download of {} did not complete {}", find(id)->url, describe_limit(deadline, began)));
  }
  const DownloadRecord* download = find(id);
  if (download == nullptr)
    throw Error(ErrorKind::Usage, "the download '" + id + "' is no longer in the log of the page");
  if (download->state == DownloadRecord::State::Failed) {
    throw Error(ErrorKind::Navigation, "the download of " + download->url + " failed: " + download->failure);
  }
  std::error_code error;
  std::filesystem::copy_file(download->path, path, std::filesystem::copy_options::overwrite_existing, error);
  if (!error) return;
  if (path_exists(download->path) || copy_far == nullptr) {
    throw Error(ErrorKind::Environment, "cannot write " + path + ": " + system_message(error));
  }
  copy_far(download->path, static_cast<std::size_t>(download->received_bytes));
}

void Downloads::cancel(const std::string& id, Deadline deadline) {
  const cdp::Connection::EngineLock lock(connection_);
  const DownloadRecord* download = find(id);
  if (download == nullptr) {
    throw Error(ErrorKind::Usage, "the page has no download '" + id + "'");
  }
  if (download->end_number != 0) return;
  Json params{{"guid", id}};
  if (!context_id_.empty()) params["browserContextId"] = context_id_;
  try {
    connection_.call({"", "Browser.cancelDownload", std::move(params), nullptr}, deadline);
  } catch (const Error& error) {
    // The download may have just ended, and Chrome's next event will report this; then there is nothing to cancel.
    if (error.kind() != ErrorKind::Protocol || !connection_.pump_until([&] { return has_ended(id); }, deadline)) throw;
  }
}

}  // namespace casement
