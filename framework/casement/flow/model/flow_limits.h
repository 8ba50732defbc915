// Limits what a flow may do on the machine if its author is not trusted, e.g. an agent that writes and runs flows.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace casement {

struct FlowLimits {
  std::vector<std::string> readable;  // folders and files; nothing outside of them is read
  std::string writable;               // the only folder to write files into
  std::string lifted_by;              // how a person lifts all limits: "--allow-run"

  // The reason why `key` may not start a program.
  std::string why_no_program(const std::string& key) const;
  // The reason why the environment may not be read.
  std::string why_no_environment() const;
};

// Why a path may not be read or written, for a message; nullopt if allowed. A null `limits` allows every path. Symbolic
// links are resolved; a path with a dangling link is refused.
std::optional<std::string> why_not_read(const FlowLimits* limits, const std::string& path);
std::optional<std::string> why_not_written(const FlowLimits* limits, const std::string& path);

}  // namespace casement
