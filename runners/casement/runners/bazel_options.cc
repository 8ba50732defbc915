#include "casement/runners/bazel_options.h"

#include <fmt/format.h>

#include <chrono>

namespace casement::runners {

void take_from_bazel(RunOptions& options) {
  options.bazel = bazel_test();
  const BazelTest& bazel = options.bazel;
  std::string folder = bazel.outputs_folder;
  if (folder.empty() && !bazel.temporary_folder.empty()) folder = bazel.temporary_folder + "/casement-reports";
  if (!options.has_report_folder && !folder.empty()) {
    options.report_folder = folder;
    options.has_report_folder = true;
  }
  // Not among the reports, which Bazel stores: the files may contain a sign-in.
  if (!bazel.temporary_folder.empty()) options.files_of_bazel = bazel.temporary_folder + "/casement-files";
  if (bazel.stops_at_first_failure) options.max_failures = 1;
  if (options.seed == 0) options.seed = bazel.seed;
  if (bazel.timeout_seconds > 0) {
    const int own = bazel.own_timeout_seconds();
    options.outer_deadline = Deadline::in(std::chrono::seconds(own));
    options.outer_deadline_name =
        fmt::format("{} s, because Bazel ends the test after TEST_TIMEOUT, {} s", own, bazel.timeout_seconds);
  }
  options.rerun.bazel_target = bazel.target;
}

}  // namespace casement::runners
