// Reads casement.yaml by the rows of project_table(): the file, overridden by an environment and a project. Used by the
// file's reader and the table alone.
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
  // Errors go into `errors`, which must outlive this object.
  ProjectLayers(std::shared_ptr<const YamlSource> source, AuthoringErrors& errors);
  // Call read_variables() for all maps before anything else; a later map overrides an earlier one.
  void read_variables(const YamlNode& map);
  // Sets the values of variables in texts. choose_values(): for a run, with everything chosen. guess_values(): to check
  // a file, with the values known before a run; `names` are all variables of the file.
  void choose_values(const FlowVariables& of_run, const FlowVariables& environment);
  void guess_values(const FlowVariables& environment, const std::vector<std::string>& names);
  // Overrides the settings with those in `map`. `what` names the map in messages about unknown keys.
  void read(const YamlNode& map, ProjectKey::Where where, std::string_view what);
  Project take() { return std::move(project_); }

  // The readers in the rows of project_table().
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
  void read_logs_of_project(const YamlEntry& entry, const ArgSpec& key);
  void read_set_up(const YamlEntry& entry, const ArgSpec& key);
  void read_tear_down(const YamlEntry& entry, const ArgSpec& key);
  void read_report_folder(const YamlEntry& entry, const ArgSpec& key);
  void read_browser(const YamlEntry& entry, const ArgSpec& key);
  void read_reporters(const YamlEntry& entry, const ArgSpec& key);
  // Reads nothing: variables and sets are read before their users, environments and projects when they are chosen.
  void leave(const YamlEntry& entry, const ArgSpec& key);

 private:
  const YamlSource& source() const { return *project_.source; }
  void read_sets(const YamlEntry& entry);
  void read_flows_around(const YamlEntry& entry, std::vector<std::string>& files);

  AuthoringErrors& errors_;
  Project project_;
  TextValues values_{{}, {}};  // for settings that are the same for every flow
  TextValues of_cases_{{}, {}};
};

}  // namespace casement
