// Tools for listing, reading and selecting frames.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "casement/agent/agent_tools.h"
#include "casement/api/frames.h"
#include "casement/find/frame_list.h"

namespace casement {
namespace {

AgentAnswer list(const ToolCall& call) {
  const FrameList frames = call.page().page().frames().list();
  AgentAnswer answer;
  answer.says = fmt::format("{} frames, {} cannot be read", frames.total, frames.inaccessible);
  answer.data["total"] = frames.total;
  answer.data["inaccessible"] = frames.inaccessible;
  for (const FrameInfo& one : frames.frames) {
    const std::string& name = !one.name.empty() ? one.name : !one.owner_name.empty() ? one.owner_name : one.owner_id;
    answer.page_says += fmt::format("{}{} {} {} {}{}\n", std::string(static_cast<std::size_t>(one.depth) * 2, ' '),
                                    one.ordinal, one.owner_ref == 0 ? "main" : one.owner(), dump_json(name),
                                    dump_json(one.url), one.accessible ? "" : " " + one.why_not);
  }
  return answer;
}

AgentAnswer content(const ToolCall& call) {
  const FrameContentKind kind = call.text("type", "text") == "html" ? FrameContentKind::Html : FrameContentKind::Text;
  const FrameContent found =
      call.page().page().frames().content(call.text("selector"), kind, call.number("max_length", 100'000));
  AgentAnswer answer;
  answer.data["length"] = found.length;
  answer.data["cut"] = found.cut;
  answer.page_says = found.content;
  return answer;
}

AgentAnswer switch_to(const ToolCall& call) {
  const FrameInfo frame = call.page().page().frames().switch_to(call.text("selector"));
  AgentAnswer answer;
  answer.says = fmt::format("descriptions now search frame {} and its frames, until \"main\" is chosen", frame.ordinal);
  answer.data["index"] = frame.ordinal;
  return answer;
}

}  // namespace

std::vector<AgentTool> frame_tools() {
  using enum AgentTool::Tells;
  constexpr std::string_view selector =
      R"("selector":{"type":"string","description":"main, an index, or a frame's name, label or title"})";
  return {
      {"list_frames",
       "The page's frames, and why some cannot be read",
       "",
       {},
       {true},
       list,
       Text,
       R"("total":{"type":"integer"},"inaccessible":{"type":"integer"})"},
      {"get_frame_content",
       "A frame's text or markup",
       R"("selector":{"type":"string"},"type":{"enum":["text","html"]},"max_length":{"type":"integer","minimum":1})",
       {"selector"},
       {true},
       content,
       Text,
       R"("length":{"type":"integer"},"cut":{"type":"boolean"})"},
      {"switch_to_frame",
       "Searches descriptions in one frame from now on",
       selector,
       {"selector"},
       {false, false, true, false},
       switch_to,
       Nothing,
       R"("index":{"type":"integer"})"},
  };
}

}  // namespace casement
