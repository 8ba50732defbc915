// The one table of a flow's header: the keys there are, what each takes, what reads it, and whether the settings that
// may stand in a document before the flow may have it.
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

// What the readers of header keys fill in, with what they need for it.
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
// The row of a key that there is.
const HeaderKey& header_key(std::string_view name);
// What a message says after "unknown key WORD", also for the names that other tools have for our keys.
std::string hint_for_header(std::string_view word, std::span<const std::string> known);

}  // namespace casement
