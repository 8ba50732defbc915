// A script that, while it is armed, every document of the page runs before anything of its own, in
// Casement's world and in whatever process the document begins. The caller holds the engine lock.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "casement/cdp/message.h"

namespace casement {

class NewDocumentScript {
 public:
  void arm(std::string source);
  bool armed() const { return armed_; }
  // The command that puts it into a session, to run in the world of this name; its answer says that no document there
  // can begin without. Precondition: armed().
  cdp::Command install(const cdp::SessionId& session, const std::string& world_name);
  // The commands that take it out of the sessions again. Where Chrome has yet to answer an install,
  // it is taken out once it has.
  std::vector<cdp::Command> disarm();

 private:
  cdp::Effects on_installed(const cdp::Reply& reply, const cdp::SessionId& session, int arming);

  WeakPtrFactory<NewDocumentScript> weak_{this};
  bool armed_ = false;
  int arming_ = 0;  // which one, so that a late answer to an older one is known
  std::string source_;
  std::vector<std::pair<cdp::SessionId, std::string>> installed_;  // with Chrome's identifier
};

}  // namespace casement
