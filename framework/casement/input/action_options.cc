#include "casement/input/action_options.h"

namespace casement {

OptionNames::OptionNames(const char* name) : names{name} {}
OptionNames::OptionNames(const std::string& name) : names{name} {}
OptionNames::OptionNames(const std::vector<std::string>& all) : names(all) {}
OptionNames::OptionNames(std::initializer_list<std::string> all) : names(all) {}

}  // namespace casement
