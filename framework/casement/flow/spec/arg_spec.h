// The type of one key: in a step's argument, in a flow's header or in casement.yaml. Data only; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace casement {

// A key of a map; the map is an argument or is inside an argument.
struct ArgSpec {
  enum class Shape {
    Text,
    OptionalText,
    Texts,    // a text counts as a list of one, except in headers and casement.yaml
    Pattern,  // a text, or an expression between slashes
    Target,
    Name,  // of a variable or a user
    Word,  // one of `words`
    Words,
    TrueOrWordsOrMap,
    Flag,
    Number,  // whole, from `least` to `most`
    Decimal,
    Duration,
    Point,  // { x: …, y: … }, each from `least` to `most`
    TextOrMap,
    Map,
    OptionalMap,
    AnyMap,
    Any,
    // Only in the header:
    Variables,  // names with texts or nothing
    Cases,
    Users,  // names with `use` or nothing
    Steps,
    Statuses,  // statuses of HTTP errors, each with one of `words`
    // Only in casement.yaml:
    MapOrMaps,  // a map, or a list of maps
    NamedMaps,  // names with maps
  };
  std::string_view name;
  Shape shape = Shape::Text;
  std::string_view help;  // a few words
  std::vector<std::string> words = {};
  double least = 0;
  double most = 0;                 // of a duration: milliseconds, or 0 for an hour
  std::vector<ArgSpec> keys = {};  // of a map; without keys, the map contains names with texts
  bool is_required = false;
  std::string_view default_value = "";  // as JSON; "" for none
  std::string_view only_with = "";      // another key that must be present too; "" for none
  std::string_view replaced_by = "";    // the key's new name; "" unless this name is old
};

ArgSpec needed(ArgSpec key);
ArgSpec only_beside(std::string_view other, ArgSpec key);
ArgSpec by_default(ArgSpec key, std::string_view otherwise);
ArgSpec old_name_of(std::string_view name, ArgSpec key);

}  // namespace casement
