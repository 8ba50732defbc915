// The one table of a flow's header: the keys there are, what each takes, and whether settings that
// stand in a document before the flow may have it. The loader and whatever describes the language
// read it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "casement/flow/steps/step_table.h"

namespace casement {

struct HeaderKey {
  enum class Where { Flow, FlowAndSettings };
  ArgSpec key;
  std::string_view example;
  Where where = Where::FlowAndSettings;
};

std::span<const HeaderKey> header_table();
std::vector<std::string> header_names(HeaderKey::Where where);
// Of `use`, and of each role.
const std::vector<ArgSpec>& use_keys();
// Of `frames`.
const std::vector<ArgSpec>& frame_keys();
// What is said behind "unknown key WORD", also of what newcomers from elsewhere write.
std::string hint_for_header(std::string_view word, std::span<const std::string> known);

}  // namespace casement
