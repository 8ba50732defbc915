// Puts variables into all the texts of a YAML tree, so that what reads the tree need not know of
// them. Any thread, but for the functions: see text_functions.h.
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
  // What is left out where it is missing, instead of being an error: it belongs to another place.
  enum class LeftOut { Nothing, UnsetEnvironment, UnsetEnvironmentAndUnknown };
  TextValues(FlowVariables variables, TextFunctions functions, LeftOut left_out = LeftOut::Nothing)
      : variables_(std::move(variables)), functions_(std::move(functions)), left_out_(left_out) {}
  // Who declares them, in messages.
  void set_owner(std::string owner) { owner_ = std::move(owner); }
  // Said of these variables, which have no value, where a text needs one.
  void set_failed(std::map<std::string, Error> failed) { failed_ = std::move(failed); }

  const FlowVariables& variables() const { return variables_; }

  // The tree, with each text as it was written but for its variables; quotes no longer matter to one
  // that had some. nullopt where a value is left out, or known only when a case runs. Throws
  // Error{Authoring} at the variable.
  std::optional<YamlNode> put_into(const YamlSource& source, const YamlNode& node) const;
  // The same for a map, which loses only the keys whose values have none.
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
