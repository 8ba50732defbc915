// Markdown tables of the keys of flows, casement.yaml and site.yaml, from the tables that the program reads them with.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "casement/flow/spec/arg_spec.h"
#include "casement/flow/steps/expect_keys.h"
#include "casement/site/site_keys.h"

namespace casement::specs {

// Step: in a step or beside it. Setting: in a flow's header or in casement.yaml, which require a list for several
// texts.
enum class KeyPlace { Step, Setting };

// "`a`, `b` or `c`", with "or" as the last word.
std::string joined(const std::vector<std::string>& words, std::string_view last);
// The text with its bars escaped, because a bar ends a cell.
std::string cell(std::string_view text);
// " E.g. `name: example`", for each example.
std::string examples_of(std::string_view name, std::string_view example);
// The type of the key's value, in a few words.
std::string value_of(const ArgSpec& key, KeyPlace place = KeyPlace::Step);
// The key's help, and what else is known about the key.
std::string meaning_of(const ArgSpec& key);

std::string table_of_step_options();
std::string table_of_expectations(std::span<const ExpectRow> rows);
std::string table_of_header();
std::string table_of_project();
// The table of a map, with the keys of its maps.
std::string table_of_map(const std::vector<ArgSpec>& keys, KeyPlace place);
std::string table_of_site(std::span<const site::SiteKey> keys);

}  // namespace casement::specs
