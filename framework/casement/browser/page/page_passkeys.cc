#include "casement/browser/page/page_passkeys.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "casement/browser/page/page_session.h"

namespace casement {

PagePasskeys::PagePasskeys(PageSession& page) : page_(page), store_(page.environment().passkeys) {
  store_->begin(*this);
  page.events().on("WebAuthn.credentialAdded", [this](const cdp::Event& event) { return on_changed(event); });
  page.events().on("WebAuthn.credentialAsserted", [this](const cdp::Event& event) { return on_changed(event); });
  page.events().on("WebAuthn.credentialUpdated", [this](const cdp::Event& event) { return on_changed(event); });
  page.events().on("WebAuthn.credentialDeleted", [this](const cdp::Event& event) { return on_deleted(event); });
}

PagePasskeys::~PagePasskeys() {
  store_->end(*this);
}

std::vector<cdp::Command> PagePasskeys::begin_session(const cdp::SessionId& session) {
  if (session != page_.session()) return {};  // frames of all processes use the page's authenticator
  const Json options{{"protocol", "ctap2"},
                     {"ctap2Version", "ctap2_1"},
                     {"transport", "internal"},
                     {"hasResidentKey", true},
                     {"hasUserVerification", true},
                     {"isUserVerified", true},
                     {"automaticPresenceSimulation", true}};
  return {{session, "WebAuthn.enable", {{"enableUI", false}}, nullptr},
          {session,
           "WebAuthn.addVirtualAuthenticator",
           {{"options", options}},
           {weak_.get(), &PagePasskeys::on_authenticator}}};
}

cdp::Effects PagePasskeys::on_authenticator(const cdp::Reply& reply) {
  if (reply.error) {
    if (reply.error->kind() == ErrorKind::Protocol || reply.error->kind() == ErrorKind::Environment)
      page_.notes().option_errors.push_back("passkeys: " + reply.error->message());
    return {};
  }
  authenticator_ = reply.result.value("authenticatorId", std::string());
  cdp::Effects effects;
  for (const Passkey& one : store_->all()) std::ranges::move(addition(one), std::back_inserter(effects.commands));
  return effects;
}

std::vector<cdp::Command> PagePasskeys::addition(const Passkey& passkey) const {
  if (authenticator_.empty() || page_.closed()) return {};
  return {{page_.session(),
           "WebAuthn.addCredential",
           {{"authenticatorId", authenticator_}, {"credential", chrome_credential(passkey)}},
           nullptr}};
}

std::vector<cdp::Command> PagePasskeys::removal(const std::string& id) {
  if (authenticator_.empty() || page_.closed()) return {};
  ++removals_[id];
  return {{page_.session(),
           "WebAuthn.removeCredential",
           {{"authenticatorId", authenticator_}, {"credentialId", chrome_credential_id(id)}},
           {weak_.get(), &PagePasskeys::on_removed, id}}};
}

cdp::Effects PagePasskeys::on_removed(const cdp::Reply& reply, const std::string& id) {
  if (reply.error) forget_removal(id);  // no event follows
  return {};
}

bool PagePasskeys::forget_removal(const std::string& id) {
  const auto ours = removals_.find(id);
  if (ours == removals_.end()) return false;
  if (--ours->second == 0) removals_.erase(ours);
  return true;
}

cdp::Effects PagePasskeys::on_changed(const cdp::Event& event) {
  const Passkey passkey = passkey_of(event.params.value("credential", Json::object()));
  if (removals_.contains(passkey.id)) return {};  // it is being replaced
  return {store_->put(passkey, this), {}, {}};
}

cdp::Effects PagePasskeys::on_deleted(const cdp::Event& event) {
  const std::string id = passkey_id_of(event.params.value("credentialId", std::string()));
  if (forget_removal(id)) return {};
  return {store_->remove(id, this), {}, {}};
}

}  // namespace casement
