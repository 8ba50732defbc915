#include "casement/base/error_json.h"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace casement {

Json error_to_json(const Error& error) {
  Json json{{"kind", static_cast<int>(error.kind())}, {"problem", error.problem()}, {"trail", error.trail()}};
  if (const auto& place = error.place()) {
    json["place"] = {{"file", place->file}, {"line", place->line}, {"column", place->column}};
  }
  return json;
}

Error error_from_json(const Json& json) {
  const auto kind = static_cast<ErrorKind>(json.at("kind").get<int>());
  const auto problem = json.at("problem").get<std::string>();
  auto trail = json.at("trail").get<std::vector<std::string>>();
  const auto place = json.find("place");
  if (place == json.end()) return Error(kind, problem, std::move(trail));
  return Error(
      kind,
      SourcePlace{place->at("file").get<std::string>(), place->at("line").get<int>(), place->at("column").get<int>()},
      problem, std::move(trail));
}

}  // namespace casement
