#include "casement/act/still_page.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string_view>

#include "casement/cdp/protocol_error.h"
#include "casement/find/find_elements.h"

namespace casement {
namespace {

constexpr std::chrono::seconds kPutBack{2};

// Whether a picture can do without the document, because it has gone or does not answer in time.
bool goes_without(const Error& error) {
  return cdp::means_gone(error) || error.kind() == ErrorKind::Timeout;
}

// Returns the refs of all matching elements, by frame.
std::map<FrameId, std::vector<int>> refs_of_all(PageSession& page, const Target& target, std::string_view purpose,
                                                Deadline deadline) {
  const SearchResult result = find_elements(page, target, deadline);
  if (result.found.empty()) {
    throw Error(ErrorKind::NotFound, fmt::format("nothing matches {}, which '{}' names", target.text(), purpose));
  }
  std::map<FrameId, std::vector<int>> refs;
  for (const ElementHandle& element : result.found) refs[element.frame].push_back(element.ref);
  return refs;
}

}  // namespace

std::vector<StillPage::Document> StillPage::documents() const {
  std::vector<Document> documents;
  for (const Frame* frame : page_.frames().all()) {
    if (frame->world && !frame->crashed) documents.emplace_back(frame->id, frame->generation);
  }
  return documents;
}

std::vector<std::string> StillPage::settle(Deadline deadline) {
  std::vector<std::string> awaited;
  {
    const cdp::Connection::EngineLock lock(page_.connection());
    const Json question{{"animations", options_.animations}, {"caret", options_.caret}, {"whole", options_.whole}};
    std::map<Document, cdp::Call> asked;
    for (const Document& document : documents()) {
      // A document that did not answer before is not asked again.
      if (const auto known = settled_.find(document); known != settled_.end() && !known->second) continue;
      const Frame& frame = *page_.frames().find(document.first);
      asked.emplace(document, page_.post_bridge(frame, {"standStill", Json::array({question})}));
    }
    const Deadline by = deadline.at_most(page_.frame_timeout());
    for (const auto& [document, call] : asked) {
      try {
        for (const Json& one : page_.bridge_answer(document.first, document.second, call, by)) {
          awaited.push_back(one.get<std::string>());
        }
        settled_[document] = true;
      } catch (const Error& error) {
        // If the caller's deadline has passed, the frame may not be at fault. The main document is never skipped.
        if (!goes_without(error) || deadline.expired() || document.first == page_.frames().main().id) throw;
        settled_[document] = false;
      }
    }
  }
  for (const Target& target : options_.hide) {
    for (const auto& [frame, refs] : refs_of_all(page_, target, "hide", deadline)) {
      page_.call_bridge(frame, {"hideForPicture", Json::array({refs})}, deadline);
    }
  }
  return awaited;
}

StillPage::~StillPage() {
  try {
    const cdp::Connection::EngineLock lock(page_.connection());
    if (page_.closed()) return;
    const Deadline by = Deadline::in(kPutBack);
    std::vector<std::pair<Document, cdp::Call>> asked;
    for (const Document& document : documents()) {
      if (!settled_.contains(document)) continue;
      asked.emplace_back(document,
                         page_.post_bridge(*page_.frames().find(document.first), {"moveAgain", Json::array()}));
    }
    for (const auto& [document, call] : asked) {
      if (!settled_.at(document)) continue;  // runs moveAgain when it can
      try {
        page_.bridge_answer(document.first, document.second, call, by);
      } catch (const Error& error) {
        if (!goes_without(error)) throw;
      }
    }
  } catch (const Error&) {
    // The page or its browser has gone, and nothing is left to restore.
  }
}

std::vector<Box> boxes_of_all(PageSession& page, const Target& target, std::string_view purpose, Deadline deadline) {
  std::vector<Box> all;
  const auto by_frame = refs_of_all(page, target, purpose, deadline);
  const cdp::Connection::EngineLock lock(page.connection());
  for (const auto& [frame, refs] : by_frame) {
    std::vector<Box> boxes;
    for (const Json& corners : page.call_bridge(frame, {"boxesForPicture", Json::array({refs})}, deadline)) {
      boxes.push_back(box_around(corners));
    }
    for (const Box& box : in_main_viewport(page, frame, std::move(boxes), Clip::ToFrames, deadline)) {
      if (!box.empty()) all.push_back(box);
    }
  }
  return all;
}

}  // namespace casement
