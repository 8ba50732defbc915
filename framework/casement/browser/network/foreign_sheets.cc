#include "casement/browser/network/foreign_sheets.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "casement/bridge/bridge.h"
#include "casement/browser/frames/frame.h"
#include "casement/browser/network/network_log.h"

namespace casement {
namespace {

// In bytes. For a longer text, copying takes the page longer than the text saves.
constexpr std::size_t kLongestSheetText = 4 * 1024 * 1024;
// Per answer to the bridge; a page with more sheets is read the slow way.
constexpr std::size_t kMostSheets = 200;
// Frames load together, and readings usually follow at once. The delay lets the answers to readings pass before the
// texts.
constexpr std::chrono::milliseconds kFirstQuestionFirst{100};

// The id of the request whose response contains every sheet with this address in the frame's document; "" if there is
// none, or if several responses are possible.
std::string request_of_sheet(const NetworkLog& network, const Frame& frame, const std::string& address) {
  std::string fetched, reused;
  for (const RequestRecord& record : network.log().entries()) {
    if (record.resource_type != "stylesheet" || record.loader_id != frame.loader_id || record.place.frame != frame.id ||
        record.url.substr(0, record.url.find('#')) != address) {
      continue;
    }
    std::string& id = record.from_memory_cache ? reused : fetched;
    if (!record.from_memory_cache && !id.empty() && id != record.id) return "";
    id = record.id;
  }
  return fetched.empty() ? reused : fetched;
}

}  // namespace

cdp::Effects ForeignSheets::ask(const Frame& frame, const NetworkLog& network, const Json& named) {
  std::vector<cdp::Command> commands;
  if (!named.is_array()) return {};
  Json without_text = Json::array();  // numbers of sheets
  for (const Json& entry : named) {
    if (!entry.is_array() || entry.size() != 2 || !entry[0].is_string() || !entry[1].is_array()) continue;
    const auto address = entry[0].get<std::string>();
    Asker asker{frame.session, frame.world->unique_id, entry[1]};
    std::string request;
    if (commands.size() < kMostSheets) {
      request = request_of_sheet(network, frame, address.substr(0, address.find('#')));
    }
    if (request.empty()) {
      without_text.insert(without_text.end(), asker.numbers.begin(), asker.numbers.end());
      continue;
    }
    commands.push_back({frame.session,
                        "Network.getResponseBody",
                        {{"requestId", std::move(request)}},
                        {weak_.get(), &ForeignSheets::on_text, std::move(asker)}});
  }
  // Report missing texts too, because the bridge names each sheet only once.
  if (!without_text.empty()) {
    const BridgeCall call{"learnSheet", Json::array({std::move(without_text), nullptr})};
    commands.push_back(bridge_command(frame.session, frame.world->unique_id, call, std::nullopt));
  }
  cdp::Effects effects;
  if (frame.parent.empty()) {
    effects.commands = std::move(commands);
  } else {
    effects.scheduled.push_back({Deadline::in(kFirstQuestionFirst), std::move(commands)});
  }
  return effects;
}

cdp::Effects ForeignSheets::on_text(const cdp::Reply& reply, const Asker& asker) {
  Json text;  // null if unknown
  if (!reply.error && !reply.result.value("base64Encoded", false)) text = reply.result.value("body", std::string());
  if (text.is_string() && text.get_ref<const std::string&>().size() > kLongestSheetText) text = nullptr;
  const BridgeCall call{"learnSheet", Json::array({asker.numbers, std::move(text)})};
  return {{bridge_command(asker.session, asker.world_id, call, std::nullopt)}, {}, {}};
}

}  // namespace casement
