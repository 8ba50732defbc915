// The passkeys of a context's virtual authenticator.
#include <fmt/format.h>

#include <utility>

#include "casement/browser/context/context_session.h"
#include "casement/browser/page/page_session.h"
#include "casement/browser/page/passkey_store.h"

namespace casement {
namespace {

PasskeyStore& store_of(const PageEnvironment& environment) {
  if (environment.passkeys == nullptr)
    throw Error(ErrorKind::Usage,
                "the context has no virtual authenticator; set `passkeys` in its options (ContextOptions::passkeys)");
  return *environment.passkeys;
}

}  // namespace

std::vector<Passkey> ContextSession::passkeys() {
  const cdp::Connection::EngineLock lock(connection_);
  return store_of(environment_).all();
}

Passkey ContextSession::add_passkey(Passkey passkey, Deadline deadline) {
  const cdp::Connection::EngineLock lock(connection_);
  PasskeyStore& store = store_of(environment_);
  passkey = complete_passkey(std::move(passkey));
  try {
    send_and_await(connection_, store.put(passkey), deadline);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::Protocol) throw;
    // Authenticators that have rejected the passkey reject its removal too.
    for (cdp::Command& command : store.remove(passkey.id)) connection_.send(std::move(command));
    throw Error(ErrorKind::Usage,
                fmt::format("Chrome rejected the passkey for '{}': {}", passkey.rp_id, error.message()));
  }
  return passkey;
}

bool ContextSession::remove_passkey(const std::string& id, Deadline deadline) {
  const cdp::Connection::EngineLock lock(connection_);
  PasskeyStore& store = store_of(environment_);
  if (!store.contains(id)) return false;
  send_and_await(connection_, store.remove(id), deadline);
  return true;
}

}  // namespace casement
