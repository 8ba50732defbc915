#include "casement/browser/page/page_bridge.h"

#include <nlohmann/json.hpp>

#include "casement/browser/page/internals_query.h"
#include "casement/browser/page/page_session.h"

namespace casement {

void PageBridge::register_events(EventTable& events) {
  events.on("Runtime.bindingCalled", [this](const cdp::Event& event) {
    const Json& p = event.params;
    if (p.value("name", std::string()) != kBridgeBinding) return cdp::Effects{};
    return on_news(event.session, p.value("executionContextId", 0), p.value("payload", ""));
  });
}

cdp::Call PageBridge::post(const Frame& frame, const BridgeCall& call) {
  cdp::Connection& connection = page_.connection();
  const std::optional<int> after_ref = page_.frames().on_bridge_called(frame);
  const std::string& world = frame.world->unique_id;
  if (!frame.world->bridge) {
    for (cdp::Command& command : bring(frame)) connection.send(std::move(command));
  }
  const bool is_first = after_ref.has_value();
  if (frame.world->bridge == BridgePart::Core && !(is_first && core_answers(call))) {
    page_.frames().on_bridge_there(frame.session, frame.world->context_id, BridgePart::Whole);
    connection.send(bridge_rest_for_document(frame.session, world));
  }
  return connection.send(bridge_command(frame.session, world, call, after_ref));
}

std::vector<cdp::Command> PageBridge::bring(const Frame& frame) {
  page_.frames().on_bridge_there(frame.session, frame.world->context_id, BridgePart::Core);
  std::vector<cdp::Command> commands{bridge_core_for_document(frame.session, frame.world->unique_id)};
  // A session that needs the bridge for a second document will need it for others.
  if (frame.session != page_.session() && ++brought_[frame.session] == 2) {
    commands.push_back(bridge_for_new_documents(frame.session, page_.frames().world_name()));
  }
  return commands;
}

cdp::Effects PageBridge::on_news(const cdp::SessionId& session, int context_id, const std::string& news) {
  cdp::Effects effects;
  if (news.empty()) {
    page_.frames().on_bridge_there(session, context_id, BridgePart::Whole);
    return effects;
  }
  const Frame* frame = page_.frames().frame_of_world(session, context_id);
  if (frame == nullptr) return effects;
  if (news == kBridgeWanted) {
    if (!frame->world->bridge) effects.commands = bring(*frame);
  } else if (constexpr std::string_view kSheets = "sheets "; news.starts_with(kSheets)) {
    effects = foreign_sheets_.ask(*frame, page_.network(), Json::parse(news.substr(kSheets.size()), nullptr, false));
  } else if (constexpr std::string_view kMarker = "marker "; news.starts_with(kMarker)) {
    effects.commands = marker_boxes_.ask(*frame, Json::parse(news.substr(kMarker.size()), nullptr, false));
  } else if (std::optional<cdp::Command> first = InternalsQueries::of(page_).begin(*frame)) {
    effects.commands.push_back(std::move(*first));
  }
  return effects;
}

}  // namespace casement
