#include "casement/page/page_target.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <utility>

#include "casement/cdp/protocol_error.h"

namespace casement {

using cdp::Connection;

namespace {

// For what Chrome says after a navigation has failed.
constexpr std::chrono::seconds kSettleTimeout{2};

}  // namespace

PageTarget::PageTarget(Connection& connection, std::string target_id, cdp::SessionId session)
    : connection_(connection),
      target_id_(std::move(target_id)),
      session_(std::move(session)),
      frames_(target_id_, session_) {
  static const ContextOptions defaults;
  options_ = &defaults;
}

void PageTarget::set_opener(PageTarget& opener) {
  opener_ = opener.id();
  dialog_handler_ = opener.dialog_handler_;
  routes_ = opener.routes_;
  opener.popups_.add({0, this});
}

void PageTarget::set_context(std::string id, const ContextOptions& options,
                             const std::string& own_user_agent) {
  context_id_ = std::move(id);
  options_ = &options;
  own_user_agent_ = own_user_agent;
  base_url_ = options.base_url;
  routes_ = std::make_shared<RouteTable>(options.http_credentials);
}

std::set<cdp::SessionId> PageTarget::sessions() {
  std::set<cdp::SessionId> all;
  if (!closed_) all.insert(session_);
  for (const Frame* frame : frames_.all()) {
    if (!frame->session.empty()) all.insert(frame->session);
  }
  return all;
}

void send_and_await(Connection& connection, std::vector<cdp::Command> commands, Deadline deadline) {
  std::vector<cdp::Call> calls;
  for (cdp::Command& command : commands) calls.push_back(connection.send(std::move(command)));
  for (const cdp::Call& call : calls) {
    if (!connection.await(call, deadline)) {
      for (const cdp::Call& one : calls) connection.give_up(one);
      throw Error(ErrorKind::Timeout, "a frame did not take what it was told in time");
    }
    if (call.reply().error && !cdp::means_gone(*call.reply().error)) throw Error(*call.reply().error);
  }
}

void PageTarget::route(std::string glob, RouteHandler handler, Deadline deadline) {
  if (glob.empty()) throw Error(ErrorKind::Usage, "a route needs a pattern; \"*\" is every address");
  if (!handler) throw Error(ErrorKind::Usage, "a route needs a handler");
  const Connection::Turn turn(connection_);
  if (closed_) throw Error(ErrorKind::SessionClosed, "the page was closed");
  routes_->add(std::move(glob), std::move(handler));
  send_and_await(connection_, routes_->refresh(), deadline);
}

bool PageTarget::unroute(const std::string& glob, Deadline deadline) {
  const Connection::Turn turn(connection_);
  if (routes_->remove(glob) == 0) return false;
  send_and_await(connection_, routes_->refresh(), deadline);
  return true;
}

void PageTarget::save_download(const std::string& id, const std::string& path, Deadline deadline) {
  const Connection::Turn turn(connection_);
  if (find_download(id) == nullptr) {
    throw Error(ErrorKind::Usage, "the page has no download '" + id + "'");
  }
  const auto ended = [&] {
    const DownloadRecord* download = find_download(id);
    return download == nullptr || download->end_number != 0;
  };
  if (!connection_.pump_until(ended, deadline)) {
    throw Error(ErrorKind::Timeout,
                "the download of " + find_download(id)->url + " was not complete in time");
  }
  const DownloadRecord* download = find_download(id);
  if (download == nullptr) throw Error(ErrorKind::Usage, "the download '" + id + "' was forgotten");
  if (download->state == DownloadRecord::State::Failed) {
    throw Error(ErrorKind::Navigation,
                "the download of " + download->url + " failed: " + download->failure);
  }
  std::error_code error;
  std::filesystem::copy_file(download->path, path,
                             std::filesystem::copy_options::overwrite_existing, error);
  if (!error) return;
  const bool here = std::filesystem::exists(download->path);
  throw Error(ErrorKind::Environment,
              here ? "cannot write " + path + ": " + error.message()
                   : "the downloaded file is not on this machine: " + download->path);
}

void PageTarget::cancel_download(const std::string& id, Deadline deadline) {
  const Connection::Turn turn(connection_);
  const DownloadRecord* download = find_download(id);
  if (download == nullptr) {
    throw Error(ErrorKind::Usage, "the page has no download '" + id + "'");
  }
  if (download->end_number != 0) return;
  Json params{{"guid", id}};
  if (!context_id_.empty()) params["browserContextId"] = context_id_;
  try {
    connection_.call({"", "Browser.cancelDownload", std::move(params), nullptr}, deadline);
  } catch (const Error& error) {
    // It may have ended just before, which Chrome's next event tells; then there is nothing to cancel.
    const auto ended = [&] {
      download = find_download(id);
      return download == nullptr || download->end_number != 0;
    };
    if (error.kind() != ErrorKind::Protocol || !connection_.pump_until(ended, deadline)) throw;
  }
}

cdp::Command PageTarget::command(std::string method, Json params) const {
  return {session_, std::move(method), std::move(params), nullptr};
}

Deadline PageTarget::deadline(Milliseconds timeout) const {
  return Deadline::in(timeout.count() > 0 ? timeout : default_timeout_);
}

NavigationResult PageTarget::open(const std::string& url, LoadState wait_until, Deadline deadline) {
  const Connection::Turn turn(connection_);
  const auto started = Deadline::Clock::now();
  NavigationResult result;
  result.requested_url = url;
  const std::string before = frames_.main().loader_id;
  // The end of a navigation that has been refused may take the next one along, before the page is
  // asked whether it may be left.
  const auto& dialogs = dialogs_.entries();
  const auto newest = [&] { return dialogs.empty() ? EventNumber{} : dialogs.back().number; };
  bool may_be_taken_along = was_kept_last();
  Json answer;
  for (;;) {
    const EventNumber dialogs_before = newest();
    const cdp::Call call = connection_.send(command("Page.navigate", {{"url", url}}));
    if (!connection_.await(call, deadline)) {
      connection_.give_up(call);
      connection_.send(command("Page.stopLoading"));  // leave the page usable
      throw Error(ErrorKind::Timeout, fmt::format("{} did not answer in time", url));
    }
    answer = connection_.result(call, deadline);
    const std::string error = answer.value("errorText", std::string());
    if (error.empty()) break;
    // The answer comes first, then Page.frameNavigated of Chrome's error page.
    await_calm(deadline);
    const bool taken_along = std::exchange(may_be_taken_along, false) && error == "net::ERR_ABORTED" &&
                             !answer.value("isDownload", false) && newest() == dialogs_before && !closed_;
    if (!taken_along) throw Error(ErrorKind::Navigation, fmt::format("cannot open {}: {}", url, error));
  }
  return await_navigation(std::move(result), before, answer.value("loaderId", std::string()),
                          wait_until, deadline, started);
}

NavigationResult PageTarget::reload(LoadState wait_until, Deadline deadline) {
  const Connection::Turn turn(connection_);
  const auto started = Deadline::Clock::now();
  NavigationResult result;
  result.requested_url =
      frames_.main().unreachable_url.empty() ? frames_.main().url : frames_.main().unreachable_url;
  const std::string before = frames_.main().loader_id;
  const EventNumber mark = clock_.now();
  connection_.call(command("Page.reload"), deadline);
  const auto over = [&] {
    return closed_ || frames_.main().loader_id != before || was_kept_since(mark);
  };
  const bool ended = connection_.pump_until(over, deadline);
  if (closed_) throw Error(ErrorKind::SessionClosed, "the page was closed");
  if (was_kept_since(mark)) refuse_kept(result.requested_url, deadline);
  if (!ended) {
    connection_.send(command("Page.stopLoading"));
    throw Error(ErrorKind::Timeout, result.requested_url + " did not answer in time");
  }
  return await_navigation(std::move(result), before, frames_.main().loader_id, wait_until, deadline,
                          started);
}

std::optional<NavigationResult> PageTarget::go_in_history(int steps, LoadState wait_until,
                                                           Deadline deadline) {
  const auto started = Deadline::Clock::now();
  const Connection::Turn turn(connection_);
  const Json history = connection_.call(command("Page.getNavigationHistory"), deadline);
  const Json& entries = history.at("entries");
  const int index = history.value("currentIndex", 0) + steps;
  if (index < 0 || index >= static_cast<int>(entries.size())) return std::nullopt;
  const Json& entry = entries.at(static_cast<std::size_t>(index));
  NavigationResult result;
  result.requested_url = entry.value("url", std::string());
  const EventNumber mark = clock_.now();
  // Chrome tells nothing of a step that is done; that the history stands there is all there is.
  const auto arrived = [&] {
    const cdp::Call now = connection_.send(command("Page.getNavigationHistory"));
    if (!connection_.await(now, deadline)) return false;
    // While the page changes hands between two renderers it has no history to tell.
    return !now.reply().error && now.reply().result.value("currentIndex", -1) == index;
  };
  // Nor of one that the end of a refused navigation has taken along.
  bool may_be_taken_along = was_kept_last();
  const auto taken_along = [&] {
    return may_be_taken_along && !closed_ && !was_kept_since(mark) && !frames_.main().pending && !arrived();
  };
  // The history counts a step from when it begins: it may yet be refused.
  const auto reached = [&] {
    const Frame& main = frames_.main();
    if (closed_ || was_kept_since(mark)) return true;
    if (main.pending || !main.world) return false;
    return wait_until == LoadState::Committed ||
           (wait_until == LoadState::Loaded ? main.loaded : main.dom_ready);
  };
  for (;; may_be_taken_along = false) {
    connection_.call(command("Page.navigateToHistoryEntry", {{"entryId", entry.at("id")}}), deadline);
    while (!arrived() && !taken_along()) {
      const std::uint64_t before = frames_.revision();
      const auto news = [&] {
        return closed_ || was_kept_since(mark) || frames_.revision() != before;
      };
      const bool came = connection_.pump_until(news, deadline);
      if (closed_) throw Error(ErrorKind::SessionClosed, "the page was closed");
      if (was_kept_since(mark)) refuse_kept(result.requested_url, deadline);
      if (!came) {
        connection_.send(command("Page.stopLoading"));  // leave the page usable
        throw Error(ErrorKind::Timeout, result.requested_url + ", the next step in the page's history, "
                                                               "did not answer in time");
      }
    }
    if (!connection_.pump_until(reached, deadline)) {
      throw Error(ErrorKind::Timeout,
                  fmt::format("{}, a step in the page's history, was not {} in time",
                              result.requested_url,
                              wait_until == LoadState::Loaded ? "loaded" : "parsed"));
    }
    if (closed_) throw Error(ErrorKind::SessionClosed, "the page was closed");
    if (was_kept_since(mark)) refuse_kept(result.requested_url, deadline);
    if (!taken_along()) break;
  }
  complete(result, started);
  return result;
}

// The page asked whether it may be left, and was told that it may not.
bool PageTarget::was_kept_since(EventNumber mark) const {
  return dialogs_.find_since(mark, [](const DialogRecord& dialog) {
    return dialog.type == "beforeunload" && !dialog.accepted;
  }) != nullptr;
}

void PageTarget::await_calm(Deadline deadline) {
  connection_.pump_until([&] { return closed_ || (!frames_.main().pending && open_dialogs_ == 0); },
                         deadline.at_most(kSettleTimeout));
}

bool PageTarget::was_kept_last() const {
  const auto& dialogs = dialogs_.entries();
  return !dialogs.empty() && dialogs.back().type == "beforeunload" && !dialogs.back().accepted;
}

void PageTarget::refuse_kept(const std::string& url, Deadline deadline) {
  await_calm(deadline);
  // The page hears of the answer after Chrome; what it says then is the end of the navigation.
  const cdp::Call heard = connection_.send(command("Runtime.evaluate", {{"expression", "0"}}));
  if (!connection_.await(heard, deadline.at_most(kSettleTimeout))) connection_.give_up(heard);
  throw Error(ErrorKind::Navigation,
              fmt::format("cannot open {}: the page asked not to be left, and the dialog was dismissed", url));
}

NavigationResult PageTarget::await_navigation(NavigationResult result,
                                              const std::string& loader_before,
                                              const std::string& loader_id, LoadState wait_until,
                                              Deadline deadline, Deadline::Clock::time_point started) {
  const auto committed = [&] {
    const Frame& main = frames_.main();
    // A script of the new document may have gone on to another one; that one counts then.
    return main.loader_id == loader_id || (main.loader_id != loader_before && !main.pending);
  };
  const auto reached = [&] {
    if (closed_) return true;
    const Frame& main = frames_.main();
    if (!loader_id.empty() && !committed()) return false;
    if (wait_until == LoadState::Committed || loader_id.empty()) return true;
    return wait_until == LoadState::Loaded ? main.loaded : main.dom_ready;
  };
  if (!connection_.pump_until(reached, deadline)) {
    throw Error(ErrorKind::Timeout,
                fmt::format("{} answered, but its document was not {} in time", result.requested_url,
                            wait_until == LoadState::Loaded ? "loaded" : "parsed"));
  }
  if (closed_) throw Error(ErrorKind::SessionClosed, "the page was closed");
  complete(result, started);
  return result;
}

void PageTarget::complete(NavigationResult& result, Deadline::Clock::time_point started) const {
  const Frame& main = frames_.main();
  if (!main.unreachable_url.empty()) {
    throw Error(ErrorKind::Navigation,
                fmt::format("cannot open {}: {}", main.unreachable_url,
                            main.load_error.empty() ? "it cannot be reached" : main.load_error));
  }
  result.url = main.url;
  if (const DocumentResponse* response = navigations_.find(main.loader_id)) {
    result.status = response->status;
    result.content_type = response->content_type;
    result.redirects = response->redirects;
  }
  result.milliseconds =
      std::chrono::duration<double, std::milli>(Deadline::Clock::now() - started).count();
}

void PageTarget::settle_navigation(Deadline deadline) {
  const Connection::Turn turn(connection_);
  connection_.pump_until([&] { return closed_ || !frames_.main().pending; }, deadline);
}

bool PageTarget::await_loaded(Deadline deadline) {
  const Connection::Turn turn(connection_);
  return connection_.pump_until([&] { return closed_ || frames_.main().loaded; }, deadline);
}

bool PageTarget::any_request_in_flight() const {
  return network_.any_in_flight([this](const RequestRecord& record) {
    const Frame* frame = frames_.find(record.place.frame);
    if (frame == nullptr) return false;
    if (!record.is_navigation) return record.loader_id == frame->loader_id;
    // Of a navigation that was overtaken by another one nobody hears the end.
    return record.loader_id == frame->loader_id ||
           (frame->pending && frame->pending->loader_id == record.loader_id);
  });
}

bool PageTarget::await_network_idle(Milliseconds quiet, Deadline deadline) {
  const Connection::Turn turn(connection_);
  for (;;) {
    if (!connection_.pump_until([&] { return closed_ || !any_request_in_flight(); }, deadline)) {
      return false;
    }
    if (closed_) throw Error(ErrorKind::SessionClosed, "the page was closed");
    const Deadline calm = deadline.at_most(quiet);
    if (connection_.pump_until([&] { return closed_ || any_request_in_flight(); }, calm)) continue;
    // Nothing came: quiet for long enough, unless the caller's own deadline cut it short.
    return calm.when() < deadline.when() || deadline.is_never();
  }
}

Json PageTarget::evaluate(const std::string& expression, Deadline deadline) {
  const Connection::Turn turn(connection_);
  return evaluation_value(connection_.call(
      command("Runtime.evaluate", {{"expression", expression}, {"returnByValue", true},
                                   {"awaitPromise", true}, {"userGesture", true}}),
      deadline));
}

Json PageTarget::evaluate_apart(const std::string& expression, Deadline deadline) {
  const Connection::Turn turn(connection_);
  if (!await_world(target_id_, deadline)) {
    throw Error(ErrorKind::Timeout, "the page's document was not there in time");
  }
  return evaluation_value(connection_.call(
      command("Runtime.evaluate", {{"expression", expression}, {"returnByValue", true},
                                   {"uniqueContextId", frames_.main().world->unique_id}}),
      deadline));
}

std::string PageTarget::screenshot(Deadline deadline) {
  const Connection::Turn turn(connection_);
  // A document tells Page.frameNavigated before Chrome's browser process has put it into the old one's
  // place; until then there is no picture, and no event says when. Each try takes the document's own
  // answer to something, so that it is asked no faster than the two can answer.
  const Deadline settled = deadline.at_most(kSettleTimeout);
  for (;;) {
    try {
      const Json answer = connection_.call(
          command("Page.captureScreenshot", {{"format", "png"}, {"optimizeForSpeed", true}}), deadline);
      return answer.value("data", std::string());
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::FrameGone || settled.expired()) throw;
    }
    try {
      evaluate_apart("0", settled);
    } catch (const Error& error) {
      if (!cdp::means_gone(error)) throw;
    }
  }
}

void PageTarget::close(Deadline deadline) {
  const Connection::Turn turn(connection_);
  if (closed_) return;
  connection_.call({"", "Target.closeTarget", {{"targetId", target_id_}}, nullptr}, deadline);
  connection_.pump_until([&] { return closed_; }, deadline);
}

cdp::Command PageTarget::bridge_command_for(Frame& frame, const BridgeCall& call) {
  std::optional<int> after_ref;
  if (!std::exchange(frame.world->bridge_sent, true)) after_ref = frame.last_ref;
  // The document's address as it is now is what an old ref's error will name.
  if (!frame.documents.empty()) frame.documents.back().url = frame.url;
  const auto is_there = frame.world->bridge_there ? BridgeIsThere::Yes : BridgeIsThere::No;
  return bridge_command(frame.session, frame.world->unique_id, call, after_ref, is_there);
}

cdp::Call PageTarget::post_bridge(Frame& frame, const BridgeCall& call) {
  return connection_.send(bridge_command_for(frame, call));
}

bool PageTarget::await_world(const FrameId& frame_id, Deadline deadline) {
  const Connection::Turn turn(connection_);
  connection_.pump_until(
      [&] {
        const Frame* frame = frames_.find(frame_id);
        return closed_ || frame == nullptr || frame->world || frame->crashed;
      },
      deadline);
  const Frame* frame = frames_.find(frame_id);
  return frame != nullptr && frame->world.has_value();
}

Json PageTarget::call_bridge(const FrameId& frame_id, const BridgeCall& call, Deadline deadline) {
  const Connection::Turn turn(connection_);
  if (!await_world(frame_id, deadline)) {
    const Frame* frame = frames_.find(frame_id);
    if (closed_) throw Error(ErrorKind::SessionClosed, "the page was closed");
    if (frame == nullptr) throw Error(ErrorKind::FrameGone, "the frame was removed");
    if (frame->crashed) throw Error(ErrorKind::TargetCrashed, frame->url + " has crashed");
    throw Error(ErrorKind::Timeout, "the frame's document was not there in time");
  }
  Frame& asked = *frames_.find(frame_id);
  const std::uint64_t generation = asked.generation;
  const cdp::Call sent = post_bridge(asked, call);
  const auto replaced = [&] {
    const Frame* frame = frames_.find(frame_id);
    return frame == nullptr || frame->generation != generation;
  };
  // A process that the frame has left may never answer.
  connection_.pump_until([&] { return sent.done() || replaced(); }, deadline);
  if (!sent.done() && replaced()) {
    connection_.give_up(sent);
    throw Error(ErrorKind::FrameGone, "the frame's document went away during the call");
  }
  return evaluation_value(connection_.result(sent, deadline));
}

std::vector<cdp::Call> PageTarget::run_in_new_documents(std::string source,
                                                        const std::set<cdp::SessionId>& silent) {
  new_document_script_.arm(std::move(source));
  stops_after_input_ = false;
  std::set<cdp::SessionId> sessions;
  for (const Frame* frame : frames_.all()) sessions.insert(frame->session);
  sessions.erase("");
  std::vector<cdp::Call> calls;
  for (const cdp::SessionId& session : sessions) {
    const cdp::Call call = connection_.send(new_document_script_.install(session));
    if (!silent.contains(session)) calls.push_back(call);
  }
  return calls;
}

std::vector<cdp::Call> PageTarget::stop_running_in_new_documents() {
  std::vector<cdp::Call> calls;
  stops_after_input_ = input_under_way_.any();
  if (stops_after_input_) return calls;
  for (cdp::Command& command : new_document_script_.disarm()) {
    calls.push_back(connection_.send(std::move(command)));
  }
  return calls;
}

cdp::Call PageTarget::send_input(cdp::Command input) {
  return connection_.send(input_under_way_.count(std::move(input)));
}

void PageTarget::send_last_input(cdp::Command input) {
  if (closed_) return;
  if (input_under_way_.any()) {
    last_input_ = std::move(input);
  } else {
    send_input(std::move(input));
  }
}

cdp::Effects PageTarget::on_input_taken() {
  cdp::Effects effects;
  if (last_input_ && !closed_) {
    effects.commands.push_back(input_under_way_.count(*std::exchange(last_input_, std::nullopt)));
  } else if (std::exchange(stops_after_input_, false)) {
    effects.commands = new_document_script_.disarm();
  }
  return effects;
}

void PageTarget::note_frame_failure(const FrameFailure& failure) {
  for (FrameFailure& known : frame_failures_) {
    if (known.kind == failure.kind && known.owner_ref == failure.owner_ref &&
        known.url == failure.url) {
      return;
    }
  }
  frame_failures_.push_back(failure);
}

}  // namespace casement
