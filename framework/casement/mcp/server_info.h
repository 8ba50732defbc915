// The name of a server, and the lists that may change.
#pragma once

#include <string>

namespace casement::mcp {

struct ServerInfo {
  std::string name;
  std::string title;
  std::string version;
  std::string instructions;  // for the client's model; "" for none
  // The lists that may change later; clients are notified of changes.
  bool tools_change = false;
  bool prompts_change = false;
  bool resources_change = false;
};

}  // namespace casement::mcp
