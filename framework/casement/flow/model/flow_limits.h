// What the flows of whoever is not trusted with the machine may do on it: an agent's, which writes and runs them
// itself.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace casement {

struct FlowLimits {
  std::vector<std::string> readable;  // folders and files; what is neither one of these nor in one is not read
  std::string writable;               // the folder that files are written into
  std::string lifted_by;              // what a person does to lift all limits: "--allow-run"

  // The reason for whoever starts a program by this key.
  std::string why_no_program(const std::string& key) const;
  // The same for whoever reads the environment.
  std::string why_no_environment() const;
};

// Why a path may not be read or written, for a message; none where it may: anywhere, where `limits` is null. Links are
// followed as far as they go.
std::optional<std::string> why_not_read(const FlowLimits* limits, const std::string& path);
std::optional<std::string> why_not_written(const FlowLimits* limits, const std::string& path);

}  // namespace casement
