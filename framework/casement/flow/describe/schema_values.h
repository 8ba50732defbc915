// What the schemas of flows and of casement.yaml are made of: a key of a table as JSON Schema. Used
// by those two alone.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "casement/flow/steps/step_table.h"

namespace casement::schema {

using Schema = nlohmann::ordered_json;

// Variables are put into arguments, where a list of one may be a text, and into what is filled: `use` and
// casement.yaml.
enum class Place { Header, Filled, BesideStep, Argument };

Schema ref(std::string_view name);
Schema any_of(std::vector<Schema> schemas);
Schema list_of(Schema item);
Schema nothing();
Schema named(Schema value);
// `schema`, or where variables are put in a text with one.
Schema or_variable(Schema schema, Place place);
// A map with these keys, names with texts where there are none.
Schema map_of(const std::vector<ArgSpec>& keys, Place place);
Schema value_of(const ArgSpec& key, Place place);
// The help, with the examples as code behind it.
std::string with_example(std::string_view help, std::string_view name, std::string_view example);
// `text`, `variable`, `name`, `duration` and `use`, which the others refer to.
Schema shared_definitions();

}  // namespace casement::schema
