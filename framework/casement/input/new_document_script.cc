#include "casement/input/new_document_script.h"

#include <nlohmann/json.hpp>

namespace casement {
namespace {

cdp::Command removal(const cdp::SessionId& session, const std::string& identifier) {
  return {session, "Page.removeScriptToEvaluateOnNewDocument", {{"identifier", identifier}}, nullptr};
}

}  // namespace

void NewDocumentScript::arm(std::string source) {
  source_ = std::move(source);
  armed_ = true;
  ++arming_;
}

cdp::Command NewDocumentScript::install(const cdp::SessionId& session, const std::string& world_name) {
  return {session,
          "Page.addScriptToEvaluateOnNewDocument",
          {{"source", source_}, {"worldName", world_name}},
          {weak_.get(), &NewDocumentScript::on_installed, session, arming_}};
}

cdp::Effects NewDocumentScript::on_installed(const cdp::Reply& reply, const cdp::SessionId& session, int arming) {
  if (reply.error) return {};  // the session is gone
  std::string identifier = reply.result.value("identifier", std::string());
  if (!armed_ || arming != arming_) return {{removal(session, identifier)}, {}, {}};
  installed_.emplace_back(session, std::move(identifier));
  return {};
}

std::vector<cdp::Command> NewDocumentScript::disarm() {
  armed_ = false;
  std::vector<cdp::Command> commands;
  for (const auto& [session, identifier] : std::exchange(installed_, {})) {
    commands.push_back(removal(session, identifier));
  }
  return commands;
}

}  // namespace casement
