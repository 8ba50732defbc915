// Reads a flow except its cases: the header by the rows of header_table(), the steps by the step table. Used by the
// loader alone.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "casement/flow/load/header_spec.h"
#include "casement/flow/model/authoring_errors.h"
#include "casement/flow/model/flow.h"

namespace casement {

class FlowReader {
 public:
  // Loads the flow at the path in a `run` step of `caller`. Returns null if the flow has errors; throws
  // Error{Authoring} at a wrong path.
  using LoadCalled = std::function<std::shared_ptr<const Flow>(const YamlSource& caller, const YamlNode& path)>;

  // Errors go into `errors`, which must outlive the reader.
  FlowReader(std::shared_ptr<const YamlSource> source, std::shared_ptr<const Project> project, AuthoringErrors& errors,
             LoadCalled load_called, std::shared_ptr<const FlowLimits> limits);
  // Starts from the project's settings. Not for called flows: the settings of the first flow apply to them.
  void begin_with_project();
  Flow read();

 private:
  void read_keys(const YamlNode& map, HeaderKey::Where where);
  void declare_variables_of_project();
  [[noreturn]] void fail(const YamlNode& node, std::string_view message) const;

  std::shared_ptr<const YamlSource> source_;
  AuthoringErrors& errors_;
  LoadCalled load_called_;
  Flow flow_;
};

}  // namespace casement
