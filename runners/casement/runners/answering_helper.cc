#include "casement/runners/answering_helper.h"

#include <cerrno>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>

#include "casement/base/error.h"
#include "casement/base/error_json.h"
#include "casement/base/system_message.h"

namespace casement::runners {

AnsweringHelper start_answering_helper(const std::string& failure, HelperOptions::Output output,
                                       const std::function<void(MessageSocket& starter)>& body) {
  UniqueFd mine, its;
  std::tie(mine, its) = socket_pair();
  const auto work = [&](UniqueFd) {
    MessageSocket starter(std::move(its));
    try {
      body(starter);
    } catch (const Error& error) {
      starter.send({{"failed", error_to_json(error)}});
    } catch (const std::exception& error) {
      starter.send({{"failed", error_to_json({ErrorKind::Internal, error.what()})}});
    }
  };
  const pid_t process = mine ? start_helper({.output = output, .keeps = {&its}}, work) : -1;
  if (process < 0) throw Error(ErrorKind::Environment, failure + ": " + system_message(errno));
  return {process, MessageSocket(std::move(mine))};
}

nlohmann::json await_first_message(AnsweringHelper& helper) {
  while (const auto messages = helper.socket.receive()) {
    for (const nlohmann::json& message : *messages) {
      if (const auto error = message.find("failed"); error != message.end()) throw Error(error_from_json(*error));
      return message;
    }
  }
  return {};
}

}  // namespace casement::runners
