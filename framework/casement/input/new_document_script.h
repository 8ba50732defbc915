// A script that every new document of the page runs first while the script is armed, in Casement's world and in
// whatever process the document begins. The caller holds the engine lock.
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
  // Returns the command that installs the script in a session, to run in the world of this name. After the command is
  // answered, no document of the session begins without the script. Precondition: armed().
  cdp::Command install(const cdp::SessionId& session, const std::string& world_name);
  // Returns the commands that remove the script from the sessions. An installation that Chrome has not answered yet is
  // removed after the answer.
  std::vector<cdp::Command> disarm();

 private:
  cdp::Effects on_installed(const cdp::Reply& reply, const cdp::SessionId& session, int arming);

  WeakPtrFactory<NewDocumentScript> weak_{this};
  bool armed_ = false;
  int arming_ = 0;  // number of the last arming, to recognise late answers to older ones
  std::string source_;
  std::vector<std::pair<cdp::SessionId, std::string>> installed_;  // with Chrome's identifier of the script
};

}  // namespace casement
