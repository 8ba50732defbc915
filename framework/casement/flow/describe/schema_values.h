// Parts of the schemas of flows and of casement.yaml: a key of a table as JSON Schema. Used by both schemas alone.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "casement/flow/steps/step_table.h"

namespace casement::schema {

using Schema = nlohmann::ordered_json;

// The place of a key. Values of arguments and of filled maps (`use`, casement.yaml) may contain variables. A text
// counts as a list of one in arguments and beside steps.
enum class Place { Header, Filled, BesideStep, Argument };

Schema ref(std::string_view name);
Schema any_of(std::vector<Schema> schemas);
Schema list_of(Schema item);
Schema nothing();
Schema named(Schema value);
// `schema`; also a text with a variable, in places where variables are allowed.
Schema or_variable(Schema schema, Place place);
// A map with these keys; without keys, a map from names to texts.
Schema map_of(const std::vector<ArgSpec>& keys, Place place);
Schema value_of(const ArgSpec& key, Place place);
// The help text, followed by the examples as code.
std::string with_example(std::string_view help, std::string_view name, std::string_view example);
// Definitions of `text`, `variable`, `name`, `duration` and `use`, to which the other schemas refer.
Schema shared_definitions();

}  // namespace casement::schema
