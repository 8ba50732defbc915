#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "casement/reports/escape.h"
#include "casement/runners/command.h"
#include "casement/runners/inspected_page.h"

namespace casement::runners {
namespace {

struct SnapshotCommandOptions {
  LookOptions look;
  bool boxes = false;
  bool parked = false;
};

int snapshot(const SnapshotCommandOptions& options) {
  InspectedPage looked(options.look);
  SnapshotOptions snapshot_options;
  snapshot_options.boxes = options.boxes;
  snapshot_options.parked = options.parked;
  snapshot_options.timeout = looked.deadline().remaining();
  const Snapshot taken = looked.page().snapshot(snapshot_options);
  std::cout << (options.look.json ? taken.json() : taken.text());
  if (options.look.json) std::cout << '\n';
  std::cout.flush();
  tell_unread_frames(taken.frame_failures());
  return 0;
}

}  // namespace

void add_snapshot_command(CLI::App& app, Action& action) {
  auto options = std::make_shared<SnapshotCommandOptions>();
  CLI::App* command = app.add_subcommand("snapshot", "Print a page as text, with the content of every frame in place");
  add_look_options(*command, options->look);
  command->add_flag("--boxes", options->boxes, "Print the bounding box of each element, in CSS pixels");
  command->add_flag("--parked", options->parked,
                    "Print groups of elements that are placed off screen, such as closed menus");
  command->callback([options, &action] { action = [options] { return snapshot(*options); }; });
}

}  // namespace casement::runners
