#include "casement/bridge/world_id.h"

#include <nlohmann/json.hpp>

namespace casement {
namespace {

// Never occurs in Chromium's own unique ids.
constexpr char kNumberMark = '#';

std::string world_id(const Json& message, const char* unique, const char* number) {
  std::string id = message.value(unique, std::string());
  return id.empty() ? kNumberMark + std::to_string(message.value(number, 0)) : id;
}

}  // namespace

std::string world_id_of(const Json& context) {
  return world_id(context, "uniqueId", "id");
}

std::string ended_world_id(const Json& params) {
  return world_id(params, "executionContextUniqueId", "executionContextId");
}

void address_world(Json& params, const std::string& world_id) {
  if (world_id.starts_with(kNumberMark)) {
    params["contextId"] = std::stoi(world_id.substr(1));
  } else {
    params["uniqueContextId"] = world_id;
  }
}

}  // namespace casement
