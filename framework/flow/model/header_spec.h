// The one table of a flow's header: the keys there are, what each takes, and whether settings that
// stand in a document before the flow may have it, and what reads it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "casement/flow/steps/step_table.h"

namespace casement {

class FlowReader;

struct HeaderKey {
  enum class Where { Flow, FlowAndSettings };
  ArgSpec key;
  std::string_view example;
  void (FlowReader::*read)(const YamlEntry& entry, const ArgSpec& key) = nullptr;
  Where where = Where::FlowAndSettings;
};

std::span<const HeaderKey> header_table();
std::vector<std::string> header_names(HeaderKey::Where where);
// The row of a key that there is.
const HeaderKey& header_key(std::string_view name);
// What is said behind "unknown key WORD", also of what newcomers from elsewhere write.
std::string hint_for_header(std::string_view word, std::span<const std::string> known);

}  // namespace casement
