#include <CLI/CLI.hpp>
#include <functional>
#include <iostream>
#include <memory>
#include <string>

#include "casement/base/error.h"
#include "casement/base/file_text.h"
#include "casement/reports/trace_text.h"
#include "casement/runners/command.h"

namespace casement::runners {
namespace {

using reports::TraceText;

struct TraceOptions {
  std::string file;
  std::size_t step = 0;
  bool before = false;

  TraceText::Moment moment() const { return before ? TraceText::Moment::Before : TraceText::Moment::After; }
};

int print_trace(const TraceOptions& options, const std::function<std::string(const TraceText&)>& text) {
  const std::optional<std::string> page = read_whole_file(options.file);
  if (!page) throw Error(ErrorKind::Usage, "cannot read the trace " + options.file);
  std::cout << text(TraceText(*page)) << std::flush;
  return 0;
}

}  // namespace

void add_trace_command(CLI::App& app, Action& action) {
  CLI::App* trace = app.add_subcommand("trace", "Print what a trace recorded of a case");
  trace->require_subcommand(1);
  auto options = std::make_shared<TraceOptions>();
  const auto add = [&](const char* name, const char* what, std::string (*text)(const TraceText&, const TraceOptions&)) {
    CLI::App* made = trace->add_subcommand(name, what);
    made->add_option("file", options->file, "The trace: NAME-trace.html in the attachments of a report")->required();
    made->callback([options, text, &action] {
      action = [options, text] {
        return print_trace(*options, [&](const TraceText& read) { return text(read, *options); });
      };
    });
    return made;
  };
  const auto add_step = [&](CLI::App* command) {
    command->add_option("step", options->step, "The number of the step; default: the failed step, or the last");
    return command;
  };
  const auto add_moment = [&](CLI::App* command) {
    command->add_flag("--before", options->before, "Print the page before the step, not after it");
  };
  add("list", "Print the steps with their numbers",
      [](const TraceText& read, const TraceOptions&) { return read.list(); });
  add_step(add("step", "Print the facts of a step",
               [](const TraceText& read, const TraceOptions& given) { return read.step(given.step); }));
  add_moment(add_step(
      add("dom", "Print the DOM of all frames at a step",
          [](const TraceText& read, const TraceOptions& given) { return read.dom(given.step, given.moment()); })));
  add_moment(add_step(add("text", "Print the snapshot at a step", [](const TraceText& read, const TraceOptions& given) {
    return read.text(given.step, given.moment());
  })));
  add("network", "Print the requests of the pages",
      [](const TraceText& read, const TraceOptions&) { return read.network(); });
  add("console", "Print what the pages wrote to the console",
      [](const TraceText& read, const TraceOptions&) { return read.console(); });
  add("errors", "Print why the case failed", [](const TraceText& read, const TraceOptions&) { return read.errors(); });
}

}  // namespace casement::runners
