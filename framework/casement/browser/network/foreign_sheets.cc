#include "casement/browser/network/foreign_sheets.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "casement/bridge/bridge.h"
#include "casement/browser/frames/frame.h"
#include "casement/browser/network/network_log.h"

namespace casement {
namespace {

// In bytes. To copy a longer one takes the page longer than it saves.
constexpr std::size_t kLongestSheetText = 4 * 1024 * 1024;
// In one answer to the bridge; a page that links more is read the slow way.
constexpr std::size_t kMostSheets = 200;
// Frames load together, and somebody mostly asks about all of them then. Their texts would stand in the way of the
// answers.
constexpr std::chrono::milliseconds kFirstQuestionFirst{100};

// The request whose answer is the text of every sheet of this address in the frame's document; "" where there is none,
// or where several answers could be meant.
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
  Json without_text = Json::array();  // numbers
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
  // The bridge does not name a sheet again that it waits for.
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
  Json text;  // null where it is not known
  if (!reply.error && !reply.result.value("base64Encoded", false)) text = reply.result.value("body", std::string());
  if (text.is_string() && text.get_ref<const std::string&>().size() > kLongestSheetText) text = nullptr;
  const BridgeCall call{"learnSheet", Json::array({asker.numbers, std::move(text)})};
  return {{bridge_command(asker.session, asker.world_id, call, std::nullopt)}, {}, {}};
}

}  // namespace casement
