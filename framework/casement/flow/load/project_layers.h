// Reads casement.yaml by the rows of project_table(): the file, and over it what an environment and a project say. Used
// by the file's reader and that table alone.
#pragma once

#include <memory>
#include <string_view>

#include "casement/flow/load/project_table.h"
#include "casement/flow/model/authoring_errors.h"
#include "casement/flow/model/project.h"
#include "casement/flow/model/text_values.h"

namespace casement {

class ProjectLayers {
 public:
  // What is wrong goes into `errors`, which must outlive this.
  ProjectLayers(std::shared_ptr<const YamlSource> source, AuthoringErrors& errors);
  // Of all maps, the later over the earlier, before anything else is read.
  void read_variables(const YamlNode& map);
  // What texts are given: all that was chosen, or of a file that is checked what can be known; `names` are those of all
  // variables that there are.
  void choose_values(const FlowVariables& of_run, const FlowVariables& environment);
  void guess_values(const FlowVariables& environment, const std::vector<std::string>& names);
  // Puts what a map says over what there is. `what` in messages, for unknown keys.
  void read(const YamlNode& map, ProjectKey::Where where, std::string_view what);
  Project take() { return std::move(project_); }

  // What the rows of project_table() are read by.
  void read_base_url(const YamlEntry& entry, const ArgSpec& key);
  void read_site(const YamlEntry& entry, const ArgSpec& key);
  void read_use_of_project(const YamlEntry& entry, const ArgSpec& key);
  void read_secrets(const YamlEntry& entry, const ArgSpec& key);
  void read_tag_list(const YamlEntry& entry, const ArgSpec& key);
  void read_frames_of_project(const YamlEntry& entry, const ArgSpec& key);
  void read_case_timeout(const YamlEntry& entry, const ArgSpec& key);
  void read_timeout(const YamlEntry& entry, const ArgSpec& key);
  void read_retries(const YamlEntry& entry, const ArgSpec& key);
  void read_servers_of_project(const YamlEntry& entry, const ArgSpec& key);
  void read_set_up(const YamlEntry& entry, const ArgSpec& key);
  void read_tear_down(const YamlEntry& entry, const ArgSpec& key);
  void read_report_folder(const YamlEntry& entry, const ArgSpec& key);
  void read_reporters(const YamlEntry& entry, const ArgSpec& key);
  // Variables and sets are read before what uses them, environments and projects when they are chosen.
  void leave(const YamlEntry& entry, const ArgSpec& key);

 private:
  const YamlSource& source() const { return *project_.source; }
  void read_sets(const YamlEntry& entry);
  void read_flows_around(const YamlEntry& entry, std::vector<std::string>& files);

  AuthoringErrors& errors_;
  Project project_;
  TextValues values_{{}, {}};  // for what is the same for every flow
  TextValues of_cases_{{}, {}};
};

}  // namespace casement
