// What people are told of a search that has not found one element.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "casement/base/quoted.h"
#include "casement/browser/internals_query.h"
#include "casement/find/capture.h"
#include "casement/find/find_elements.h"
#include "casement/find/frame_notes.h"
#include "casement/find/patience.h"
#include "casement/find/target_query.h"

namespace casement {
namespace {

std::string describe(const Json& element) {
  if (element.is_null()) return "(gone)";
  std::string text = element.value("role", std::string());
  if (text.empty() || text == "generic" || text == "none" || text == "paragraph") text = "text";
  std::string name = element.value("name", std::string());
  if (name.empty()) name = element.value("text", std::string());
  if (!name.empty()) text += " " + json_quoted(name);
  if (const auto context = element.find("context"); context != element.end() && !context->is_null()) {
    text += fmt::format(" inside {} {}", context->value("role", std::string()),
                        json_quoted(context->value("name", std::string())));
  }
  return text;
}

// A line of each closed list that has the option which is meant.
std::vector<std::string> closed_lists_offering(PageSession& page, const Target& target) {
  std::vector<std::string> lines;
  if (target.is_ref() || target.step().kind != TargetStep::Kind::Role || target.step().role != "option") return lines;
  const cdp::Connection::EngineLock lock(page.connection());
  const Json name = query_of(target, "").at("step").value("name", Json());
  std::vector<FrameId> frames;
  for (const Frame* frame : page.frames().all()) {
    if (frame->world && frame->world->bridge_sent) frames.push_back(frame->id);
  }
  for (const FrameId& frame : frames) {
    try {
      const Json lists =
          page.call_bridge(frame, {"closedListsOffering", Json::array({name})}, Deadline::in(kEvidenceTimeout));
      for (const Json& list : lists)
        lines.push_back(fmt::format("{} has it in its closed list: `select` chooses it", list.get<std::string>()));
    } catch (const Error&) {  // it does not answer, or has gone
    }
  }
  return lines;
}

}  // namespace

void throw_ambiguous(PageSession& page, const Target& target, const std::vector<ElementHandle>& found,
                     Deadline deadline) {
  constexpr std::size_t kMostListed = 10;
  std::vector<std::string> lines;
  std::set<std::string> descriptions;
  for (const ElementHandle& one : found) {
    if (lines.size() == kMostListed) break;
    std::string line;
    try {
      const Json described =
          page.call_bridge(one.frame, {"describeRefs", Json::array({Json::array({one.ref})})}, deadline);
      line += describe(described.at(0));
    } catch (const Error&) {
      line += "(its frame has gone)";
    }
    const cdp::Connection::EngineLock lock(page.connection());
    if (const Frame* frame = page.frames().find(one.frame); frame != nullptr && one.frame_ordinal > 0) {
      line += " in iframe " + json_quoted(FrameNotes::of(page).frames[*frame].owner_name);
    }
    descriptions.insert(line);
    lines.push_back(one.ref_text() + "  " + line);
  }
  // Where no words tell one from another, its number does.
  const bool have_numbers = descriptions.size() == 1 && !target.is_ref() && !target.step().nth;
  for (std::size_t i = 0; i < lines.size() && have_numbers; ++i) lines[i] += fmt::format(" #{}", i + 1);
  if (found.size() > lines.size()) lines.push_back(fmt::format("and {} more", found.size() - lines.size()));
  throw Error(ErrorKind::Ambiguous, fmt::format("{} matches {} elements; say which", target.text(), found.size()),
              lines);
}

std::vector<std::string> tell_of_page(PageSession& page) {
  const cdp::Connection::EngineLock lock(page.connection());
  std::vector<std::string> lines;
  const Frame& main = page.frames().main();
  if (main.status >= 400) lines.push_back(fmt::format("{} was answered with {}", main.url, main.status));
  return lines;
}

std::vector<std::string> explain_no_match(PageSession& page, const Target& target) {
  std::vector<std::string> lines = tell_of_page(page);
  try {
    SnapshotOptions options;
    options.frame_timeout = page.frame_timeout();
    const Snapshot seen = capture_snapshot(page, options, Deadline::in(kEvidenceTimeout));
    try {
      seen.ref(target);
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::NotFound) {
        // What is missing around it, where it is not the element alone.
        const std::string alone = "nothing matches " + target.text() + ": ";
        if (error.message().starts_with(alone)) lines.push_back(error.message().substr(alone.size()));
        lines.insert(lines.end(), error.trail().begin(), error.trail().end());
      }
    }
  } catch (const Error& error) {
    lines.push_back(std::string("the page could not be read: ") + error.message());
  }
  const std::vector<std::string> lists = closed_lists_offering(page, target);
  lines.insert(lines.begin(), lists.begin(), lists.end());
  return lines;
}

}  // namespace casement
