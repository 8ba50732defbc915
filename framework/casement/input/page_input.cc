#include "casement/input/page_input.h"

#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "casement/browser/page/page_session.h"
#include "casement/input/click_guard_script.h"

namespace casement {

PageInput::PageInput(PageSession& page) : page_(page), has_drawn_(page.frames()) {
  page.events().on("Page.documentOpened", [this](const cdp::Event& event) {
    parked_guards_.on_document_opened(event.params.at("frame").value("id", FrameId()));
  });
}

PageInput& PageInput::of(PageSession& page) {
  return page.extension<PageInput>();
}

std::vector<cdp::Command> PageInput::begin_session(const cdp::SessionId& session) {
  if (!new_document_script_.armed()) return {};
  return {new_document_script_.install(session, page_.frames().world_name())};
}

std::vector<cdp::Call> PageInput::run_in_new_documents(std::string source, const std::set<cdp::SessionId>& silent) {
  new_document_script_.arm(std::move(source));
  stops_after_input_ = false;
  std::set<cdp::SessionId> sessions;
  for (const Frame* frame : page_.frames().all()) sessions.insert(frame->session);
  sessions.erase("");
  std::vector<cdp::Call> calls;
  for (const cdp::SessionId& session : sessions) {
    const cdp::Call call = page_.connection().send(new_document_script_.install(session, page_.frames().world_name()));
    if (!silent.contains(session)) calls.push_back(call);
  }
  return calls;
}

std::vector<cdp::Call> PageInput::stop_running_in_new_documents() {
  std::vector<cdp::Call> calls;
  stops_after_input_ = pending_.any();
  if (stops_after_input_) return calls;
  for (cdp::Command& command : new_document_script_.disarm()) {
    calls.push_back(page_.connection().send(std::move(command)));
  }
  return calls;
}

void PageInput::park_guards(ParkedClickGuards::Guards guards) {
  page_.connection().apply(parked_guards_.park(std::move(guards)));
}

// A document that begins before a removal is answered may have the guard, but is known by then.
cdp::Effects PageInput::remove_guards() {
  cdp::Effects effects;
  if (page_.closed()) return effects;
  effects.commands = new_document_script_.disarm();
  for (cdp::Command& removal : effects.commands) {
    removal.on_reply = {weak_.get(), &PageInput::on_guard_script_removed, removal.session};
  }
  return effects;
}

cdp::Effects PageInput::on_guard_script_removed(const cdp::Reply&, const cdp::SessionId& session) {
  cdp::Effects releases;
  if (new_document_script_.armed()) return releases;  // armed for another press
  for (const Frame* frame : page_.frames().all()) {
    if (frame->session != session || !frame->world) continue;
    releases.commands.push_back(click_guard_command(session, frame->world->unique_id, "release"));
  }
  return releases;
}

cdp::Call PageInput::send(cdp::Command input) {
  return page_.connection().send(pending_.track(std::move(input)));
}

void PageInput::send_last(cdp::Command input) {
  if (page_.closed()) return;
  if (pending_.any()) {
    last_input_ = std::move(input);
  } else {
    send(std::move(input));
  }
}

cdp::Effects PageInput::on_input_taken() {
  cdp::Effects effects;
  if (last_input_ && !page_.closed()) {
    effects.commands.push_back(pending_.track(*std::exchange(last_input_, std::nullopt)));
  } else if (std::exchange(stops_after_input_, false)) {
    effects.commands = new_document_script_.disarm();
  }
  return effects;
}

}  // namespace casement
