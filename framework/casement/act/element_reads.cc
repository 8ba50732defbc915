#include "casement/act/element_reads.h"

#include <nlohmann/json.hpp>

namespace casement {
namespace {

// Calls a bridge function with the one element that the target names, and returns the answer.
Json read_of(PageSession& page, const Target& target, Deadline deadline, const char* function,
             const Json& more = Json::array()) {
  Json seen;
  retry_read(page, target, "read", deadline, [&](const ElementHandle& element) {
    Json arguments = Json::array({element.ref});
    for (const Json& argument : more) arguments.push_back(argument);
    seen = page.call_bridge(element.frame, {function, std::move(arguments)}, deadline);
    return seen.is_null() ? ActionOutcome::element_gone() : ActionOutcome::succeeded();
  });
  return seen;
}

}  // namespace

std::string read_text(PageSession& page, const Target& target, Deadline deadline) {
  return read_of(page, target, deadline, "inspect").value("text", std::string());
}

std::string read_value(PageSession& page, const Target& target, Deadline deadline) {
  const Json seen = read_of(page, target, deadline, "inspect");
  if (seen.at("value").is_null()) {
    throw Error(ErrorKind::Usage, target.text() + " is a control without a value");
  }
  return seen.at("value").get<std::string>();
}

std::optional<std::string> read_attribute(PageSession& page, const Target& target, const std::string& name,
                                          Deadline deadline) {
  const Json seen = read_of(page, target, deadline, "readAttribute", Json::array({name}));
  if (seen.at("value").is_null()) return std::nullopt;
  return seen.at("value").get<std::string>();
}

bool read_checked(PageSession& page, const Target& target, Deadline deadline) {
  const Json seen = read_of(page, target, deadline, "readChecked");
  if (seen.at("value").is_null()) {
    throw Error(ErrorKind::Usage,
                target.text() + " cannot be checked, because it is a " + seen.value("role", std::string()));
  }
  return seen.at("value").get<bool>();
}

std::string read_html(PageSession& page, const Target& target, Deadline deadline) {
  return read_of(page, target, deadline, "readHtml").at("value").get<std::string>();
}

Box read_box(PageSession& page, const Target& target, Deadline deadline) {
  Box box;
  retry_read(page, target, "measure", deadline, [&](const ElementHandle& element) {
    const cdp::Connection::EngineLock lock(page.connection());
    const Json seen = page.call_bridge(element.frame, {"readBox", Json::array({element.ref})}, deadline);
    if (seen.is_null()) return ActionOutcome::element_gone();
    box = in_main_viewport(page, element.frame, {box_around(seen.at("corners"))}, Clip::No, deadline).front();
    return ActionOutcome::succeeded();
  });
  return box;
}

int count_matches(PageSession& page, const Target& target, Deadline deadline) {
  const Json question = question_about(page, target, Json::object(), Unseen::LeftOut);
  return static_cast<int>(
      find_with_facts(page, target, question, deadline, WaitsForFrames::Always, deadline).found.size());
}

}  // namespace casement
