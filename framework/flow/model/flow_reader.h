// Reads a flow but for its cases: the header by the rows of header_table(), the steps by the step table. Used by the
// loader and that table alone.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "casement/flow/model/authoring_errors.h"
#include "casement/flow/model/context_options_reader.h"
#include "casement/flow/model/flow.h"
#include "casement/flow/model/header_spec.h"

namespace casement {

class FlowReader {
 public:
  // Loads the flow that a `run` step of `caller` names; null where that has failed.
  using LoadCalled = std::function<std::shared_ptr<const Flow>(const YamlSource& caller, const YamlNode& path)>;

  // What is wrong goes into `errors`, which must outlive the reader.
  FlowReader(std::shared_ptr<const YamlSource> source, std::shared_ptr<const Project> project, AuthoringErrors& errors,
             LoadCalled load_called);
  // Of a flow that others run the first says these.
  void begin_with_project();
  Flow read();

  // What the rows of header_table() are read by.
  void read_name(const YamlEntry& entry, const ArgSpec& key);
  void read_site(const YamlEntry& entry, const ArgSpec& key);
  void read_base_url(const YamlEntry& entry, const ArgSpec& key);
  void read_tag_list(const YamlEntry& entry, const ArgSpec& key);
  void read_variables(const YamlEntry& entry, const ArgSpec& key);
  void read_secrets(const YamlEntry& entry, const ArgSpec& key);
  void read_roles(const YamlEntry& entry, const ArgSpec& key);
  void read_frames_of_flow(const YamlEntry& entry, const ArgSpec& key);
  void read_timeout(const YamlEntry& entry, const ArgSpec& key);
  void read_case_timeout(const YamlEntry& entry, const ArgSpec& key);
  void read_retries(const YamlEntry& entry, const ArgSpec& key);
  void check_line(const YamlEntry& entry, const ArgSpec& key);      // what it says goes to the cases
  void leave_to_cases(const YamlEntry& entry, const ArgSpec& key);  // which case_reader reads
  void read_before(const YamlEntry& entry, const ArgSpec& key);
  void read_steps(const YamlEntry& entry, const ArgSpec& key);
  void read_after(const YamlEntry& entry, const ArgSpec& key);

 private:
  void read_keys(const YamlNode& map, HeaderKey::Where where);
  void read_key(const YamlEntry& entry);
  void declare_variables_of_project();
  std::vector<FlowStep> load_steps(const YamlEntry& entry);
  [[noreturn]] void fail(const YamlNode& node, std::string_view message) const;

  std::shared_ptr<const YamlSource> source_;
  AuthoringErrors& errors_;
  LoadCalled load_called_;
  Flow flow_;
};

}  // namespace casement
