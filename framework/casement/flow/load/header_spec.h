// The table of all keys in a flow's header: what each key takes, which function reads the key, and whether the key is
// allowed in the settings document before the flow.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "casement/flow/model/authoring_errors.h"
#include "casement/flow/model/flow.h"
#include "casement/flow/steps/step_table.h"

namespace casement {

// The flow to fill in, and the inputs of the key readers.
struct HeaderReading {
  Flow& flow;
  const YamlSource& source;
  AuthoringErrors& errors;
  std::function<std::vector<FlowStep>(const YamlEntry& entry)> load_steps;
};

struct HeaderKey {
  enum class Where { Flow, FlowAndSettings };
  ArgSpec key;
  std::string_view example;
  // Throws Error{Authoring}.
  void (*read)(HeaderReading& header, const YamlEntry& entry, const ArgSpec& key) = nullptr;
  Where where = Where::FlowAndSettings;
  bool starts_program = false;
};

std::span<const HeaderKey> header_table();
std::vector<std::string> header_names(HeaderKey::Where where);
// The row of `name`, which must exist.
const HeaderKey& header_key(std::string_view name);
// The hint after "unknown key WORD" in a message. Also knows how other tools name our keys.
std::string hint_for_header(std::string_view word, std::span<const std::string> known);

}  // namespace casement
