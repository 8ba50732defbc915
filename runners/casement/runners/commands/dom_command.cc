// `casement dom URL`: prints a page as a tree, for programs.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>

#include "casement/dom/compact_text.h"
#include "casement/dom/dom_snapshot.h"
#include "casement/reports/escape.h"
#include "casement/runners/command.h"
#include "casement/runners/inspected_page.h"
#include "casement/runners/number_range.h"
#include "casement/runners/one_of.h"

namespace casement::runners {
namespace {

using Place = DomJsonOptions::Place;

struct DomCommandOptions {
  LookOptions look;
  DomOptions dom;
  DomJsonOptions json;
  bool text = false;
  bool stats = false;
  bool full = false;
  bool no_offscreen = false;
  bool no_landmarks = false;
};

std::string row(std::string_view name, std::string_view value) {
  return fmt::format("{:<14}{}\n", name, value);
}

std::string sizes(std::size_t bytes) {
  return fmt::format("{} bytes, some {} tokens", bytes, bytes / 4);
}

std::string size_of(const DomSnapshot& dom, const DomJsonOptions& options) {
  std::size_t bytes = 0;
  dom.write_json(options, [&](std::string_view piece) { bytes += piece.size(); });
  return sizes(bytes);
}

void print_stats(const DomSnapshot& dom, DomJsonOptions options) {
  const DomContext& context = dom.context();
  const DomCounts& counts = dom.counts();
  options.form = DomJsonOptions::Form::Flat;
  const std::string flat = size_of(dom, options);
  options.form = DomJsonOptions::Form::Full;
  std::cout << row("page", reports::visible_line(context.url)) << row("title", reports::visible_line(context.title))
            << row("viewport", fmt::format("{}x{}, scrolled to {},{}", context.viewport_width, context.viewport_height,
                                           context.scroll_x, context.scroll_y))
            << row("elements", fmt::format("{}, {} visible, {} in the viewport, {} not read", counts.elements,
                                           counts.visible, counts.in_viewport, counts.unread))
            << row("interactive", std::to_string(counts.interactive))
            << row("frames", fmt::format("{} read, {} failed", counts.frames, dom.frame_failures().size()))
            << row("shadow roots", std::to_string(counts.shadow_roots)) << row("flat JSON", flat)
            << row("full JSON", size_of(dom, options)) << row("text", sizes(compact_text(dom).size()))
            << row("taken in", fmt::format("{:.1f} ms", counts.milliseconds));
}

int dom(DomCommandOptions options) {
  InspectedPage looked(options.look);
  options.json.form = options.full ? DomJsonOptions::Form::Full : DomJsonOptions::Form::Flat;
  options.json.offscreen = !options.no_offscreen;
  options.json.landmarks = !options.no_landmarks;
  options.dom.timeout = looked.deadline().remaining();
  const DomSnapshot taken = looked.page().dom(options.dom);
  if (options.text) {
    std::cout << compact_text(taken);
  } else if (options.stats) {
    print_stats(taken, options.json);
  } else {
    taken.write_json(options.json, [](std::string_view piece) { std::cout << piece; });
    std::cout << '\n';
  }
  std::cout.flush();
  tell_unread_frames(taken.frame_failures());
  return 0;
}

}  // namespace

void add_dom_command(CLI::App& app, Action& action) {
  auto options = std::make_shared<DomCommandOptions>();
  CLI::App* command = app.add_subcommand("dom", "Print the element tree of a page as JSON, for programs");
  add_look_options(*command, options->look);
  CLI::Option* const text = command->add_flag(
      "--text", options->text, "Print compact text instead of JSON: interactive elements and their surroundings");
  command->add_flag("--stats", options->stats, "Print counts and sizes instead of the tree")
      ->excludes(text)
      ->excludes("--json");
  text->excludes("--json");
  command->add_flag("--full", options->full, "Print every element with all its properties, without merging any");
  command->add_option("--within", options->dom.within, "Print only the element of this target and its content");
  command->add_flag("--values", options->json.values, "Print the values of controls, but never passwords");
  command->add_flag("--ids", options->json.ids, "Print an id also for elements that have a ref");
  command->add_flag("--boxes", options->json.boxes, "Print the bounding box of each element, in CSS pixels");
  command->add_flag("--hidden", options->dom.hidden, "Read the content of hidden elements too; --full prints it");
  command->add_flag("--listeners", options->dom.listeners, "Find elements with pointer event listeners");
  command->add_flag("--viewport-only", options->no_offscreen, "Leave out elements outside the viewport");
  command->add_flag("--viewport-first", options->json.viewport_first, "Print elements in the viewport first");
  command->add_flag("--dissolve-landmarks", options->no_landmarks,
                    "Print no landmarks; print the region of each element instead");
  constexpr int most = 1'000'000;
  take_range(command->add_option("--max-depth", options->json.max_depth, "Print this many levels; 0: all"), 0, most);
  take_range(command->add_option("--max-interactive", options->json.max_interactive,
                                 "Print this many interactive elements; 0: all"),
             0, most);
  const CLI::Validator places =
      one_of<Place>({{"inside", Place::Inside}, {"apart", Place::Apart}, {"without", Place::Without}});
  command->add_option("--frames", options->json.frames, "Print the content of frames here")->transform(places);
  command->add_option("--shadow", options->json.shadow, "Print the content of shadow roots here")->transform(places);
  command->callback([options, &action] { action = [options] { return dom(*options); }; });
}

}  // namespace casement::runners
