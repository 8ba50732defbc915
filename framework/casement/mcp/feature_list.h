// The tools, resources and prompts of a server, and the answers to requests about them. Rows are added before the first
// request; requests may be answered on several threads at once.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "casement/mcp/features.h"
#include "casement/mcp/server_request.h"
#include "casement/mcp/signed_state.h"

namespace casement::mcp {

class FeatureList {
 public:
  void add(Tool tool) { tools_.push_back(std::move(tool)); }
  void add(Resource resource) { resources_.push_back(std::move(resource)); }
  void add(ResourceTemplate one) { templates_.push_back(std::move(one)); }
  void add(Prompt prompt) { prompts_.push_back(std::move(prompt)); }

  const std::vector<Tool>& tools() const { return tools_; }
  bool has_resources() const { return !resources_.empty() || !templates_.empty(); }
  bool has_prompts() const { return !prompts_.empty(); }
  bool has_completions() const { return !prompts_.empty() || !templates_.empty(); }

  // Each returns the result of the method with its name. Throws RpcError.
  Json list_tools(ServerRequest& request);
  Json call_tool(ServerRequest& request);
  Json list_resources(ServerRequest& request);
  Json list_templates(ServerRequest& request);
  Json read_resource(ServerRequest& request);
  Json list_prompts(ServerRequest& request);
  Json get_prompt(ServerRequest& request);
  Json complete(ServerRequest& request);

 private:
  // Passes the answers in a repeated request to the call.
  void take_responses(ServerRequest& request, const std::string& purpose) const;
  Json input_required(const ServerRequest& request, const InputRequired& required, const std::string& purpose) const;

  std::vector<Tool> tools_;
  std::vector<Resource> resources_;
  std::vector<ResourceTemplate> templates_;
  std::vector<Prompt> prompts_;
  const SignedState state_;
};

}  // namespace casement::mcp
