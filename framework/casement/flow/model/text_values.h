// Puts variables into all texts of a YAML tree, so that readers of the tree need not know about variables. Any thread,
// except for the functions: see text_functions.h.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "casement/base/error.h"
#include "casement/flow/model/variables.h"
#include "casement/yaml/yaml_source.h"

namespace casement {

class TextValues {
 public:
  // Missing values for which put_into() returns nullopt instead of throwing, because they may be set elsewhere.
  enum class LeftOut { Nothing, UnsetEnvironment, UnsetEnvironmentAndUnknown };
  TextValues(FlowVariables variables, TextFunctions functions, LeftOut left_out = LeftOut::Nothing)
      : variables_(std::move(variables)), functions_(std::move(functions)), left_out_(left_out) {}
  // The owner of the variables in messages: "the flow", or casement.yaml.
  void set_owner(std::string owner) { owner_ = std::move(owner); }
  // Errors to throw if a text uses one of these variables, which have no value.
  void set_failed(std::map<std::string, Error> failed) { failed_ = std::move(failed); }

  const FlowVariables& variables() const { return variables_; }

  // The tree with variables put into its texts. A text with variables counts as unquoted afterwards. Returns nullopt if
  // a value is left out, or is known only when a case runs. Throws Error{Authoring} at the variable.
  std::optional<YamlNode> put_into(const YamlSource& source, const YamlNode& node) const;
  // The same for a map, which loses only the keys without a value.
  std::optional<YamlEntry> put_into_each(const YamlSource& source, const YamlEntry& entry) const;

 private:
  std::optional<std::string> put_into_text(const YamlSource& source, const YamlNode& node) const;

  FlowVariables variables_;
  TextFunctions functions_;
  LeftOut left_out_;
  std::string owner_ = "the flow";
  std::map<std::string, Error> failed_;
};

}  // namespace casement
