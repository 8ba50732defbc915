#include "casement/grid/session_reaper.h"

#include <cerrno>
#include <chrono>
#include <nlohmann/json.hpp>
#include <tuple>

#include "casement/base/error.h"
#include "casement/base/helper_process.h"
#include "casement/base/json.h"
#include "casement/base/json_shape.h"
#include "casement/process/limits.h"

namespace casement::grid {
namespace {

using std::chrono::seconds;

// For a Grid to end a session, because Chrome has to close.
constexpr seconds kDeletePatience{30};
// Added to the patience, so that an answer at the Grid's own time limit is received.
constexpr seconds kLateAnswer{10};
constexpr seconds kEndPatience{10};
constexpr std::size_t kLongestAnswer = 16 * 1024 * 1024;

// The id in the answer to POST /session: value.sessionId (W3C WebDriver section 8.1), or the field of older drivers.
std::string session_id_in(const std::string& body) {
  try {
    const Json answer = parse_json(body);
    if (wrong_shape(answer, "value!object value.sessionId!string").empty()) return answer["value"]["sessionId"];
    if (wrong_shape(answer, "sessionId!string").empty()) return answer["sessionId"];
  } catch (const std::exception&) {
    // Not a session: the caller reports the raw answer.
  }
  return "";
}

// The work of the reaper's process.
class SessionRequest {
 public:
  SessionRequest(const GridAddress& grid, const std::string& body, Milliseconds patience)
      : grid_(grid), body_(body), patience_(patience) {}

  void run(UniqueFd socket, const UniqueFd& owner) {
    MessageSocket asker(std::move(socket));
    const std::string session = ask(asker);
    await_owner(asker.descriptor(), owner);
    if (!session.empty()) asker.send({{"ended", remove(session)}});
  }

 private:
  // Returns the session's id, "" for none.
  std::string ask(MessageSocket& asker) {
    Json told;
    std::string session;
    try {
      HttpCall call{"POST", grid_.headers, body_, kLongestAnswer};
      // A Grid refuses JSON without this header.
      call.headers.emplace_back("Content-Type", "application/json; charset=utf-8");
      call.headers.emplace_back("Accept", "application/json");
      const HttpReply reply = http_call(grid_.at("/session"), call, Deadline::in(patience_ + kLateAnswer));
      if (reply.status == 200) session = session_id_in(reply.body);
      told = {{"status", reply.status}, {"body", reply.body}};
    } catch (const std::exception& error) {
      told = {{"status", 0}, {"failure", error.what()}};
    }
    asker.send(told);
    return session;
  }

  bool remove(const std::string& session) {
    try {
      const HttpReply reply = http_call(grid_.at("/session/" + session), {"DELETE", grid_.headers, "", kLongestAnswer},
                                        Deadline::in(kDeletePatience));
      return reply.status == 200 || reply.status == 404;  // 404: the session had ended before
    } catch (const std::exception&) {
      return false;
    }
  }

  const GridAddress& grid_;
  const std::string& body_;
  Milliseconds patience_;
};

}  // namespace

SessionReaper::SessionReaper(const GridAddress& grid, const std::string& body, Milliseconds patience) {
  UniqueFd mine, its;
  std::tie(mine, its) = socket_pair();
  if (!mine) throw environment_error("cannot make a socket", errno);
  const HelperOptions options{.parent = HelperOptions::Parent::Nobody, .leaves_folder = true, .keeps = {&its}};
  const auto work = [&](UniqueFd owner) { SessionRequest(grid, body, patience).run(std::move(its), owner); };
  if (start_helper(options, work) < 0) throw environment_error("cannot make a process", errno);
  socket_ = MessageSocket(std::move(mine));
}

SessionReaper::~SessionReaper() {
  end(Deadline::in(kEndPatience));
}

std::optional<Json> SessionReaper::receive(Deadline deadline) {
  while (is_readable(socket_.descriptor(), deadline)) {
    const auto messages = socket_.receive();
    if (!messages) return Json();
    if (!messages->empty()) return messages->front();
  }
  return std::nullopt;
}

std::optional<GridAnswer> SessionReaper::await_answer(Deadline deadline) {
  const std::optional<Json> told = receive(deadline);
  if (!told) return std::nullopt;
  is_answered_ = true;
  if (told->is_null()) confirmed_ = true;
  if (confirmed_) return GridAnswer{{}, "the process that started the request has ended"};
  GridAnswer answer;
  answer.reply.status = told->value("status", 0);
  answer.reply.body = told->value("body", std::string());
  answer.failure = told->value("failure", std::string());
  return answer;
}

bool SessionReaper::end(Deadline deadline) noexcept {
  if (confirmed_) return *confirmed_;
  socket_.finish_sending();
  if (!is_answered_) return false;
  try {
    const std::optional<Json> told = receive(deadline);
    if (told) confirmed_ = told->is_null() || told->value("ended", true);
    return confirmed_.value_or(false);
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace casement::grid
