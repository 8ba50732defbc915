#include "casement/find/frame_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "casement/find/dom_change_watcher.h"
#include "casement/frames/chosen_frame.h"
#include "casement/frames/frame_query.h"
#include "casement/target/ref.h"

namespace casement {
namespace {

FrameContents contents_in(const Json& answer) {
  FrameContents contents;
  for (const Json& frame : answer.at("frames")) {
    const int ref = frame.value("ref", 0);
    contents.highest_ref = std::max(contents.highest_ref, ref);
    if (frame.value("shown", false)) contents.owners.push_back({ref, frame.value("name", std::string())});
  }
  return contents;
}

FrameQueryResult ask_frames(PageSession& page, FrameQueryOptions::WaitForLoading wait, Deadline deadline) {
  FrameQueryOptions options;
  options.frame_timeout = page.frame_timeout();
  options.wait_for_loading = wait;
  return query_all_frames(
      page, {"listFrames"}, [](const FrameId&, Json& answer) { return contents_in(answer); }, options, deadline);
}

// Adds what the parent document reports about the element that holds the frame.
void add_owner(FrameInfo& info, const FrameResult& answer, const std::map<int, const FrameResult*>& by_ordinal) {
  if (answer.owner_ref == 0) return;
  const auto parent = by_ordinal.find(answer.parent_ordinal);
  if (parent == by_ordinal.end() || parent->second->value.is_null()) return;
  for (const Json& owner : parent->second->value.at("frames")) {
    if (owner.value("ref", 0) != answer.owner_ref) continue;
    info.owner_label = owner.value("label", std::string());
    info.owner_title = owner.value("title", std::string());
    info.owner_name = owner.value("name", std::string());
    info.owner_id = owner.value("id", std::string());
    if (info.name.empty()) info.name = owner.value("attribute", std::string());
  }
}

FrameInfo describe(const FrameResult& answer, const std::map<int, const FrameResult*>& by_ordinal) {
  FrameInfo info{answer};
  add_owner(info, answer, by_ordinal);
  if (answer.failure) {
    info.accessible = false;
    info.why_not = fmt::format("{}: {}", to_string(answer.failure->kind), answer.failure->message);
    if (!answer.failure->url.empty()) info.url = answer.failure->url;
  } else if (!answer.value.is_null()) {
    info.interactive_elements = answer.value.value("interactive", 0);
  }
  return info;
}

std::string label_of(const FrameInfo& frame) {
  std::string text = frame.ordinal == 0 ? "main" : std::to_string(frame.ordinal);
  for (const auto& [what, value] :
       {std::pair{"name", frame.name}, {"aria-label", frame.owner_label}, {"title", frame.owner_title}}) {
    if (!value.empty()) text += fmt::format(" {}={}", what, dump_json(Json(value)));
  }
  return text + " " + frame.url + (frame.accessible ? "" : " (" + frame.why_not + ")");
}

// The names of a frame, in the order of preference.
constexpr std::string FrameInfo::* kNames[] = {&FrameInfo::name, &FrameInfo::owner_label, &FrameInfo::owner_title,
                                               &FrameInfo::owner_name, &FrameInfo::owner_id};

bool is_named(const FrameInfo& frame, std::string_view name) {
  return std::any_of(std::begin(kNames), std::end(kNames), [&](auto member) { return frame.*member == name; });
}

const Frame& require_accessible(PageSession& page, const FrameInfo& info) {
  const Frame* frame = page.frames().find_ordinal(info.ordinal);
  if (info.accessible && frame != nullptr) return *frame;
  throw Error(ErrorKind::FrameGone, fmt::format("frame {} cannot be read: {}", label_of(info),
                                                frame == nullptr ? "it has been removed" : info.why_not));
}

}  // namespace

FrameList list_frames(PageSession& page, InaccessibleFrames inaccessible, Deadline deadline) {
  const cdp::Connection::EngineLock lock(page.connection());
  if (page.frame_settings().waits()) await_frames(page, page.frame_settings(), deadline);
  const FrameQueryResult expansion = ask_frames(page, FrameQueryOptions::WaitForLoading::Yes, deadline);
  std::map<int, const FrameResult*> by_ordinal;
  for (const FrameResult& answer : expansion.answers) by_ordinal[answer.ordinal] = &answer;
  FrameList list;
  const auto add = [&](FrameInfo info) {
    ++list.total;
    ++(info.accessible ? list.accessible : list.inaccessible);
    if (info.accessible || inaccessible == InaccessibleFrames::Listed) {
      list.frames.push_back(std::move(info));
    }
  };
  for (const FrameResult& answer : expansion.answers) add(describe(answer, by_ordinal));
  for (const FrameResult& answer : expansion.unseen) {
    FrameInfo info = describe(answer, by_ordinal);
    info.visible = info.accessible = false;
    const auto parent = by_ordinal.find(answer.parent_ordinal);
    const bool parent_failed = parent != by_ordinal.end() && parent->second->failure;
    info.why_not = parent_failed ? "the frame around it could not be read"
                                 : "hidden: its element is not shown, so it was not read";
    add(std::move(info));
  }
  return list;
}

FrameInfo find_frame(const FrameList& list, std::string_view selector) {
  if (selector == "main") selector = "0";
  int index = -1;
  const char* const end = selector.data() + selector.size();
  if (const auto [at, problem] = std::from_chars(selector.data(), end, index); problem == std::errc() && at == end) {
    for (const FrameInfo& frame : list.frames) {
      if (frame.ordinal == index) return frame;
    }
  }
  std::vector<std::string> lines;
  for (const auto member : kNames) {
    std::vector<const FrameInfo*> found;
    for (const FrameInfo& frame : list.frames) {
      if (!selector.empty() && frame.*member == selector) found.push_back(&frame);
    }
    if (found.size() == 1) return *found.front();
    if (found.empty()) continue;
    for (const FrameInfo* frame : found) lines.push_back(label_of(*frame));
    throw Error(ErrorKind::Ambiguous,
                fmt::format("{} frames are named '{}'; choose one by its index", found.size(), selector), lines);
  }
  for (const FrameInfo& frame : list.frames) lines.push_back(label_of(frame));
  throw Error(ErrorKind::NotFound, fmt::format("there is no frame '{}'", selector), lines);
}

FrameContent frame_content(PageSession& page, std::string_view selector, FrameContentKind kind, int max_length,
                           Deadline deadline) {
  if (max_length < 0)
    throw Error(ErrorKind::Usage,
                fmt::format("cannot return {} characters of a frame; ask for a number from 1", max_length));
  const cdp::Connection::EngineLock lock(page.connection());
  FrameContent result;
  result.frame = find_frame(list_frames(page, InaccessibleFrames::Listed, deadline), selector);
  const Frame& frame = require_accessible(page, result.frame);
  const Json answer = page.call_bridge(
      frame.id, {"content", Json::array({kind == FrameContentKind::Html ? "html" : "text", max_length})},
      deadline.at_most(page.frame_timeout()));
  result.content = answer.value("content", std::string());
  result.length = answer.value("length", 0LL);
  result.cut = result.length > max_length;
  return result;
}

FrameInfo switch_to_frame(PageSession& page, std::string_view selector, Deadline deadline) {
  const cdp::Connection::EngineLock lock(page.connection());
  const FrameInfo info = find_frame(list_frames(page, InaccessibleFrames::Listed, deadline), selector);
  const Frame& frame = require_accessible(page, info);
  ChosenFrame::of(page) = info.ordinal == 0 ? FrameId() : frame.id;
  page.connection().log().add("targets are searched in frame " + label_of(info));
  return info;
}

bool await_frames(PageSession& page, const FrameSettings& settings, Deadline deadline) {
  const cdp::Connection::EngineLock lock(page.connection());
  const Deadline own = deadline.at_most(settings.wait);
  DomChangeWatcher watch(page);
  do {
    watch.arm();
    FrameQueryResult seen;
    try {
      seen = ask_frames(page, FrameQueryOptions::WaitForLoading::No, deadline);
    } catch (const Error& error) {
      // A look that is cut off by the end of the wait proves nothing. The caller reports which frames are there.
      if (error.kind() == ErrorKind::Timeout && own.expired()) return false;
      throw;
    }
    std::map<int, const FrameResult*> by_ordinal;
    for (const FrameResult& answer : seen.answers) by_ordinal[answer.ordinal] = &answer;
    int count = 0;
    bool named = settings.wait_for_name.empty();
    for (const FrameResult& answer : seen.answers) {
      if (answer.ordinal == 0 || answer.failure || answer.pending) continue;
      ++count;
      named = named || is_named(describe(answer, by_ordinal), settings.wait_for_name);
    }
    if (named && count >= settings.wait_for_count) return true;
    watch.wait(own);
  } while (!own.expired() && !page.closed());
  return false;
}

}  // namespace casement
