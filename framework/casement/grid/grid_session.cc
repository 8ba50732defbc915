#include "casement/grid/grid_session.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "casement/base/base64.h"
#include "casement/base/error.h"
#include "casement/base/file_text.h"
#include "casement/base/json.h"
#include "casement/base/system_message.h"
#include "casement/base/zip_file.h"
#include "casement/grid/queue_position.h"

namespace casement::grid {
namespace {

using std::chrono::seconds;

// The interval for polling the queue, and the time limit of each request.
constexpr seconds kQueueLook{2};

// A unique name for each request, to find it in the queue.
std::string session_name() {
  static std::atomic<int> number{0};
  std::random_device random;
  return "casement " + std::to_string(::getpid()) + "." + std::to_string(++number) + "." +
         std::to_string(random() % 100'000);
}

// Waits until the Grid answers, and meanwhile reports the position in the queue.
GridAnswer await_answer(SessionReaper& reaper, const GridAddress& grid, const std::string& name, const GridWait& wait) {
  bool asks_for_queue = wait.tell != nullptr && !name.empty();
  std::size_t told = 0;
  const Deadline end = Deadline::in(wait.patience + seconds(15));  // later than the reaper's own deadline
  for (;;) {
    std::array<pollfd, 2> waits{{{reaper.descriptor(), POLLIN, 0}, {wait.interrupted, POLLIN, 0}}};
    const Deadline next = asks_for_queue ? end.at_most(kQueueLook) : end;
    ::poll(waits.data(), waits.size(), next.poll_timeout());
    if (waits[1].revents != 0) {
      throw Error(ErrorKind::Interrupted, "the wait for a session of the Grid at " + grid.shown() + " was stopped");
    }
    if (waits[0].revents != 0) {
      if (auto answer = reaper.await_answer(end)) return *std::move(answer);
    }
    if (end.expired()) return {{}, "no answer within " + describe_duration(wait.patience)};
    if (!asks_for_queue || !next.expired()) continue;
    const auto position = queue_position(grid, name, Deadline::in(kQueueLook));
    asks_for_queue = position.has_value();
    if (position.value_or(0) == 0 || *position == told) continue;
    told = *position;
    wait.tell("waiting for a session of the Grid at " + grid.shown() + ": " + tell_position(told));
  }
}

}  // namespace

std::unique_ptr<GridSession> GridSession::open(const GridAddress& grid, const Wanted& wanted, const GridWait& wait) {
  Wanted named = wanted;
  if (named.name.empty()) named.name = session_name();
  const SessionBody body = session_body(named);
  auto reaper = std::make_unique<SessionReaper>(grid, body.json, wait.patience);
  const GridAnswer answer = await_answer(*reaper, grid, body.name, wait);
  std::unique_ptr<GridSession> session(new GridSession(grid, std::move(reaper)));
  session->info_ = read_session(grid, answer);
  if (session->info_.cdp_endpoint.empty()) {
    throw Error(ErrorKind::Environment,
                "the Grid at " + grid.shown() + " offers no access to the debugging protocol: its session (" +
                    session->info_.browser + ") has no se:cdp",
                {"start its nodes with --enable-cdp true, and use Chrome as the browser"});
  }
  return session;
}

GridSession::~GridSession() = default;

// Sends a zip archive of one file, in base64, as all WebDriver clients do.
std::string GridSession::bring_file(const std::string& path, Deadline deadline) {
  const std::optional<std::string> content = read_whole_file(path);
  if (!content) throw Error(ErrorKind::Usage, "cannot upload " + path + ": " + system_message(errno));
  const std::vector<ZippedFile> files{{std::filesystem::path(path).filename().string(), *content}};
  const std::string zip = zip_of(files);
  Json body = Json::object();
  body["file"] = encode_base64(zip);
  HttpCall call{"POST", grid_.headers, dump_json(body)};
  call.headers.emplace_back("Content-Type", "application/json; charset=utf-8");
  try {
    return read_sent_file(grid_, http_call(grid_.at("/session/" + info_.id + "/se/file"), call, deadline));
  } catch (const Error& error) {
    throw Error(error.kind(), "cannot upload " + path + ": " + error.message(), error.trail());
  }
}

std::string GridSession::explain_loss(Deadline deadline) {
  const std::string which = "session " + info_.id + " of the Grid at " + grid_.shown() + ": ";
  try {
    return which + name_loss(http_call(grid_.at("/session/" + info_.id + "/url"), {"GET", grid_.headers}, deadline));
  } catch (const Error& error) {
    return which + "the Grid does not answer either: " + error.message();
  }
}

}  // namespace casement::grid
