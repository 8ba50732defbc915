#include "casement/browser/frames/navigation_log.h"

namespace casement {
namespace {

// Far more than the documents that one page loads at a time; older entries are no longer needed.
constexpr std::size_t kCapacity = 2000;

}  // namespace

DocumentResponse& NavigationLog::entry(const std::string& loader_id) {
  const auto [found, added] = responses_.try_emplace(loader_id);
  if (added) {
    order_.push_back(loader_id);
    if (order_.size() > kCapacity) {
      for (std::size_t i = 0; i < kCapacity / 2; ++i) responses_.erase(order_[i]);
      order_.erase(order_.begin(), order_.begin() + kCapacity / 2);
    }
  }
  return found->second;
}

void NavigationLog::on_request(const Json& params) {
  // The request of a navigation has the loader's id as its id; requests of resources do not.
  const std::string id = params.value("requestId", std::string());
  if (params.value("loaderId", std::string()) != id) return;
  DocumentResponse& document = entry(id);
  if (params.contains("redirectResponse")) {
    document.redirects.push_back(params["redirectResponse"].value("url", std::string()));
  }
  document.url = params.at("request").value("url", std::string());
}

void NavigationLog::on_response(const Json& params) {
  const std::string id = params.value("requestId", std::string());
  if (params.value("loaderId", std::string()) != id) return;
  DocumentResponse& document = entry(id);
  const Json& response = params.at("response");
  document.url = response.value("url", document.url);
  // Chrome synthesises a response for data:, blob: and file:.
  document.status = document.url.starts_with("http") ? response.value("status", 0) : 0;
  document.content_type = response.value("mimeType", std::string());
}

void NavigationLog::on_failed(const Json& params) {
  if (params.value("type", std::string()) != "Document") return;
  entry(params.value("requestId", std::string())).error = params.value("errorText", std::string());
}

const DocumentResponse* NavigationLog::find(const std::string& loader_id) const {
  const auto found = responses_.find(loader_id);
  return found == responses_.end() ? nullptr : &found->second;
}

std::string NavigationLog::error_of(const std::string& loader_id) const {
  const DocumentResponse* response = find(loader_id);
  return response == nullptr ? "" : response->error;
}

}  // namespace casement
