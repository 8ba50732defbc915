#include "specs/support/script_scope.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "casement/api/engine.h"
#include "casement/bridge/world_id.h"
#include "casement/browser/page/page_session.h"

namespace casement::specs {
namespace {

Json ask(PageSession& page, const char* method, Json params) {
  cdp::Connection& connection = page.connection();
  return connection.result(connection.send({page.session(), method, std::move(params), nullptr}),
                           Deadline::in(std::chrono::seconds(20)));
}

Json properties(PageSession& page, const std::string& object_id) {
  return ask(page, "Runtime.getProperties", {{"objectId", object_id}, {"ownProperties", true}});
}

const Json& named(const Json& properties, const std::string& name) {
  for (const Json& property : properties) {
    if (property.at("name") == name) return property;
  }
  throw std::logic_error("the page script has no " + name);
}

// The variables of the function scope that every exposed function closes over.
Json script_variables(PageSession& page) {
  Json params{{"expression", "casement.elementOf"}};
  address_world(params, page.frames().main().world->unique_id);
  const Json function = ask(page, "Runtime.evaluate", std::move(params));
  const Json about = properties(page, function.at("result").at("objectId"));
  const Json scopes = properties(page, named(about.at("internalProperties"), "[[Scopes]]").at("value").at("objectId"));
  return properties(page, named(scopes.at("result"), "0").at("value").at("objectId")).at("result");
}

}  // namespace

Json call_in_script_scope(Page& page, const std::string& function, const Json& arguments) {
  PageSession& target = engine_of(page);
  const cdp::Connection::EngineLock lock(target.connection());
  const std::size_t begin = function.find('{') + 1;
  const std::string names = function.substr(begin, function.find('}') - begin);
  const Json variables = script_variables(target);
  Json all = Json::array();
  std::istringstream parts(names);
  for (std::string part; std::getline(parts, part, ',');) {
    const std::size_t first = part.find_first_not_of(" \n");
    const std::string name = part.substr(first, part.find_last_not_of(" \n") + 1 - first);
    const Json& value = named(variables, name).at("value");
    all.push_back(value.contains("objectId") ? Json{{"objectId", value["objectId"]}}
                                             : Json{{"value", value.at("value")}});
  }
  for (const Json& argument : arguments) all.push_back(argument);
  return evaluation_value(
      ask(target, "Runtime.callFunctionOn",
          {{"functionDeclaration",
            fmt::format("function ({}, ...others) {{ return ({})({{{}}}, ...others); }}", names, function, names)},
           {"arguments", std::move(all)},
           {"executionContextId", target.frames().main().world->context_id},
           {"returnByValue", true}}));
}

}  // namespace casement::specs
