#include "casement/grid/queue_position.h"

#include <nlohmann/json.hpp>

#include "casement/base/error.h"
#include "casement/base/json.h"
#include "casement/base/json_shape.h"

namespace casement::grid {
namespace {

constexpr const char* kQuestion = R"({"query":"{ sessionsInfo { sessionQueueRequests } }"})";

// A request in the Grid's queue: its capabilities, or a list of alternatives.
bool has_name(const Json& request, const std::string& name) {
  if (request.is_array()) {
    for (const Json& one : request) {
      if (has_name(one, name)) return true;
    }
    return false;
  }
  if (!request.is_object()) return false;
  const auto found = request.find("se:name");
  return found != request.end() && found->is_string() && *found == name;
}

}  // namespace

std::optional<std::size_t> position_in(const std::string& body, const std::string& name) {
  try {
    const Json answer = parse_json(body);
    constexpr std::string_view kShape =
        "data!object data.sessionsInfo!object data.sessionsInfo.sessionQueueRequests!array";
    if (!wrong_shape(answer, kShape).empty()) return std::nullopt;
    std::size_t position = 0;
    for (const Json& written : answer["data"]["sessionsInfo"]["sessionQueueRequests"]) {
      ++position;
      // The Grid encodes each request as a string.
      if (has_name(written.is_string() ? parse_json(written.get<std::string>()) : written, name)) return position;
    }
    return 0;
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::optional<std::size_t> queue_position(const GridAddress& grid, const std::string& name, Deadline deadline) {
  try {
    HttpCall call{"POST", grid.headers, kQuestion, 4 * 1024 * 1024};
    call.headers.emplace_back("Content-Type", "application/json; charset=utf-8");
    const HttpReply reply = http_call(grid.at("/graphql"), call, deadline);
    return reply.status == 200 ? position_in(reply.body, name) : std::nullopt;
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::string tell_position(std::size_t position) {
  const std::size_t last = position % 10;
  const bool is_teen = position % 100 / 10 == 1;
  const char* const ending = is_teen ? "th" : last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th";
  return std::to_string(position) + ending + " in line";
}

}  // namespace casement::grid
