// Serves over HTTP until its input ends, and says where in its first line. For the protocol's official tests, which run
// against a server without a token.
#include <unistd.h>

#include <iostream>

#include "casement/mcp/http_transport.h"
#include "specs/mcp/everything/everything.h"

int main() {
  using namespace casement;
  mcp::Server server({"everything", "Everything", "1", "A bit of everything.", true, true, true});
  specs::add_plain_tools(server);
  specs::add_asking_tools(server);
  specs::add_resources(server);
  specs::add_prompts(server);
  const mcp::HttpTransport http(server, {});
  std::cout << http.url() << std::endl;
  char byte = 0;
  while (::read(0, &byte, 1) > 0) {
  }
  return 0;
}
