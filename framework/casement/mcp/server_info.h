// What a server is called, and which of its lists may change.
#pragma once

#include <string>

namespace casement::mcp {

struct ServerInfo {
  std::string name;
  std::string title;
  std::string version;
  std::string instructions;  // for the client's model; "" for none
  // Which lists may be other ones later; clients are told then.
  bool tools_change = false;
  bool prompts_change = false;
  bool resources_change = false;
};

}  // namespace casement::mcp
