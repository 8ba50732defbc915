#include "casement/browser/context/origin_storage.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>

#include "casement/bridge/bridge.h"
#include "casement/bridge/world_id.h"
#include "casement/browser/page/page_session.h"
#include "casement/cdp/protocol_error.h"

namespace casement {

std::string_view origin_storage_functions();  // js/origin_storage.js

namespace {

constexpr std::size_t kMostBytes = 8 * 1024 * 1024;   // of JSON for an origin
constexpr std::chrono::milliseconds kPatience{3000};  // with a database that a page holds back
constexpr const char* kStorageRoute = "*";

// Evaluates a call of the script in the frame. Empty if the document has gone.
std::optional<Json> call_storage_script(PageSession& page, const FrameId& id, const std::string& call,
                                        Deadline deadline) {
  const Frame* const frame = page.frames().find(id);
  if (frame == nullptr || !frame->world || frame->crashed) return std::nullopt;
  Json params{{"expression", fmt::format("(async () => {{\n{}\nreturn {};\n}})()", origin_storage_functions(), call)},
              {"returnByValue", true},
              {"awaitPromise", true}};
  address_world(params, frame->world->unique_id);
  try {
    return evaluation_value(
        page.connection().call({frame->session, "Runtime.evaluate", std::move(params), nullptr}, deadline));
  } catch (const Error& error) {
    if (cdp::means_gone(error) || cdp::means_no_document(error)) return std::nullopt;
    throw;
  }
}

StorageEntries entries_in(const Json& list) {
  StorageEntries entries;
  for (const Json& one : list)
    entries.emplace_back(one.at("name").get<std::string>(), one.at("value").get<std::string>());
  return entries;
}

Json entries_for_script(const StorageEntries& entries) {
  Json list = Json::array();
  for (const auto& [name, value] : entries) list.push_back({{"name", name}, {"value", value}});
  return list;
}

std::string name_of(const StoragePlace& place) {
  return place.top.empty() ? place.origin : fmt::format("{} in a frame of {}", place.origin, place.top);
}

// The child frame of the main frame, once its document of this origin is ready.
FrameId await_child(PageSession& page, const StoragePlace& place, Deadline deadline) {
  FrameId found;
  const auto is_there = [&] {
    for (const Frame* one : page.frames().all()) {
      if (one->parent.empty() || one->origin != place.origin || !one->world) continue;
      found = one->id;
      return true;
    }
    return page.closed();
  };
  if (!page.connection().pump_until(is_there, deadline))
    throw Error(ErrorKind::Timeout, fmt::format("an empty document of {} did not load in time", name_of(place)));
  if (page.closed()) throw page.end_error();
  return found;
}

}  // namespace

std::optional<StoragePlace> storage_place_of(const FrameSet& frames, const Frame& frame) {
  if (!frame.origin.starts_with("http")) return std::nullopt;
  StoragePlace place{frame.origin};
  const std::string& top = frames.main().origin;
  for (const Frame* one = &frame; one != nullptr && !one->parent.empty(); one = frames.find(one->parent)) {
    if (is_cross_site(*one, frames.find(one->parent))) place.top = top;
  }
  const bool can_be_restored = place.top.empty() || (top.starts_with("http") && top != frame.origin);
  return can_be_restored ? std::optional(place) : std::nullopt;
}

std::optional<OriginReading> read_origin_storage(PageSession& page, const FrameId& frame, const StoragePlace& place,
                                                 const StorageParts& parts, Deadline deadline) {
  const Json options{
      {"bytes", kMostBytes},
      {"patience", std::clamp<Milliseconds::rep>(deadline.remaining().count() / 3, 1, kPatience.count())},
      {"local", true},
      {"session", parts.session_storage},
      {"databases", parts.indexed_db},
      {"files", parts.files}};
  const std::optional<Json> text =
      call_storage_script(page, frame, fmt::format("readStorage({})", dump_json(options)), deadline);
  if (!text) return std::nullopt;
  const Json json = parse_json(text->get<std::string>());
  OriginReading reading{{place, entries_in(json.at("localStorage")), entries_in(json.at("sessionStorage")),
                         dump_json(json.at("indexedDB")), json.at("files")},
                        {}};
  for (const Json& one : json.at("left")) {
    reading.left.push_back(fmt::format("{}: {}", name_of(place), one.get<std::string>()));
  }
  return reading;
}

std::vector<std::string> write_origin_storage(PageSession& page, const FrameId& frame, const StoredOrigin& stored,
                                              Deadline deadline) {
  const std::string json =
      fmt::format(R"({{"localStorage": {}, "sessionStorage": {}, "indexedDB": {}, "files": {}}})",
                  dump_json(entries_for_script(stored.local_storage)),
                  dump_json(entries_for_script(stored.session_storage)), stored.indexed_db, dump_json(stored.files));
  // In the text of a script, a key "__proto__" would not be a key.
  const std::optional<Json> problems =
      call_storage_script(page, frame, fmt::format("writeStorage(JSON.parse({}))", dump_json(json)), deadline);
  if (!problems) return {name_of(stored.place) + ": its document went away"};
  std::vector<std::string> sentences;
  for (const Json& one : *problems)
    sentences.push_back(fmt::format("{}: {}", name_of(stored.place), one.get<std::string>()));
  return sentences;
}

void visit_storage_places(PageSession& page, const std::vector<StoragePlace>& places,
                          const std::function<void(const StoragePlace&, const FrameId&)>& visit, Deadline deadline) {
  if (places.empty()) return;
  const auto framed = std::make_shared<std::string>();  // the origin of the frame in the next page
  page.routes().add(
      kStorageRoute,
      [framed](const RouteRequest& request) {
        const bool holds_frame = request.place.main_frame && !framed->empty();
        return RouteAnswer::fulfil(
            {200,
             {},
             holds_frame ? "<!doctype html><iframe src=\"" + *framed + "/\"></iframe>" : "<!doctype html>",
             "text/html"});
      },
      deadline);
  for (const StoragePlace& place : places) {
    const bool is_framed = !place.top.empty();
    *framed = is_framed ? place.origin : "";
    page.navigator().open((is_framed ? place.top : place.origin) + "/", LoadState::DomReady, deadline);
    visit(place, is_framed ? await_child(page, place, deadline) : page.frames().main().id);
  }
}

}  // namespace casement
