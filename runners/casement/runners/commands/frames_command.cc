// `casement frames URL`: prints the tree of a page's frames, with the reason for each frame that was not read.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "casement/api/frames.h"
#include "casement/find/frame_list.h"
#include "casement/reports/escape.h"
#include "casement/runners/colours.h"
#include "casement/runners/command.h"
#include "casement/runners/inspected_page.h"

namespace casement::runners {
namespace {

using nlohmann::json;
using reports::visible_line;

std::string quoted(const std::string& text) {
  return '"' + visible_line(text) + '"';
}

// Shows a frame at its place in the tree; its children are indented further.
std::string line_of(const FrameInfo& frame) {
  std::string line = std::string(static_cast<std::size_t>(frame.depth) * 2, ' ');
  const bool colours = has_colours(STDOUT_FILENO);
  line += frame.accessible ? painted("✓", Ink::Green, colours) : frame.visible ? painted("✗", Ink::Red, colours) : "–";
  line += ' ';
  line += frame.label();
  const std::string& name = frame.display_name();
  if (!name.empty()) line += ' ' + quoted(name);
  if (frame.owner_ref != 0) line += fmt::format(" [ref={}]", frame.owner());
  if (frame.cross_site) line += " [cross-site]";
  line += " → " + (frame.url.empty() ? "(no address)" : visible_line(frame.url));
  if (frame.status >= 400) line += fmt::format(" [status={}]", frame.status);
  if (!frame.why_not.empty()) line += ": " + visible_line(frame.why_not);
  return line + '\n';
}

json to_json(const FrameInfo& frame) {
  return {{"index", frame.ordinal},
          {"parent", frame.parent_ordinal},
          {"depth", frame.depth},
          {"owner_ref", frame.owner()},
          {"name", frame.name},
          {"label", frame.owner_label},
          {"title", frame.owner_title},
          {"accessible_name", frame.owner_name},
          {"id", frame.owner_id},
          {"url", frame.url},
          {"cross_site", frame.cross_site},
          {"status", frame.status},
          {"visible", frame.visible},
          {"accessible", frame.accessible},
          {"why_not", frame.why_not},
          {"interactive_elements", frame.interactive_elements}};
}

int print_frames(const LookOptions& options) {
  InspectedPage looked(options);
  looked.page().set_default_timeout(std::max(looked.deadline().remaining(), Milliseconds{1}));
  const FrameList list = looked.page().frames().list();
  if (options.json) {
    json listed = {{"total", list.total},
                   {"accessible", list.accessible},
                   {"inaccessible", list.inaccessible},
                   {"frames", json::array()}};
    for (const FrameInfo& frame : list.frames) listed["frames"].push_back(to_json(frame));
    std::cout << listed.dump(1, ' ', true, json::error_handler_t::replace) << std::endl;
    return 0;
  }
  std::string text;
  for (const FrameInfo& frame : list.frames) text += line_of(frame);
  text += fmt::format("{} {}, {} read\n", list.total, list.total == 1 ? "frame" : "frames", list.accessible);
  std::cout << text << std::flush;
  return 0;
}

}  // namespace

void add_frames_command(CLI::App& app, Action& action) {
  auto options = std::make_shared<LookOptions>();
  CLI::App* command = app.add_subcommand("frames", "Print the frame tree of a page, and why frames could not be read");
  add_look_options(*command, *options);
  command->callback([options, &action] { action = [options] { return print_frames(*options); }; });
}

}  // namespace casement::runners
