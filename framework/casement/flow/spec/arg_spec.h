// What one key takes: of a step's argument, of a flow's header, of casement.yaml. Data only; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace casement {

// One key of an argument that is a map, or of a map in it.
struct ArgSpec {
  enum class Shape {
    Text,
    OptionalText,
    Texts,    // a text counts as a list of one, but not in the header
    Pattern,  // a text, or an expression between slashes
    Target,
    Name,  // of a variable or a role
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
    // Of the header alone:
    Variables,  // names with texts or nothing
    Cases,
    Roles,  // names with `use` or nothing
    Steps,
    Statuses,  // statuses of HTTP errors, each with one of `words`
    // Of casement.yaml alone:
    MapOrMaps,  // a map, or a list of such
    NamedMaps,  // names with maps
  };
  std::string_view name;
  Shape shape = Shape::Text;
  std::string_view help;  // a few words
  std::vector<std::string> words = {};
  double least = 0;
  double most = 0;
  std::vector<ArgSpec> keys = {};  // of a map; without any it holds names with texts
  bool is_required = false;
  std::string_view default_value = "";  // as JSON: what it is where it is not given; "" for nothing
  std::string_view only_with = "";      // the key without which it says nothing; "" for none
};

ArgSpec needed(ArgSpec key);
ArgSpec only_beside(std::string_view other, ArgSpec key);
ArgSpec by_default(ArgSpec key, std::string_view otherwise);

}  // namespace casement
