#include "casement/flow/load/old_keys.h"

#include <fmt/format.h>

#include "casement/flow/load/header_spec.h"

namespace casement {

std::vector<FlowRemark> old_keys(const Flow& flow) {
  std::vector<FlowRemark> remarks;
  for (const YamlNode* document : {flow.source->settings(), &flow.source->root()}) {
    if (document == nullptr) continue;
    for (const HeaderKey& row : header_table()) {
      const YamlEntry* const entry = row.key.replaced_by.empty() ? nullptr : document->find(row.key.name);
      if (entry == nullptr) continue;
      remarks.push_back({{flow.file, entry->key.place.line, entry->key.place.column},
                         fmt::format("'{}' is the old name of '{}'", row.key.name, row.key.replaced_by),
                         fmt::format("rename the key to '{}'", row.key.replaced_by)});
    }
  }
  return remarks;
}

}  // namespace casement
