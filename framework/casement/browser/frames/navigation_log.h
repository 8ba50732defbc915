// What the network said of the documents that frames navigated to, by loader id: status, redirects,
// failure. Reducers fill it; a frame's commit and `open` read it.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "casement/cdp/message.h"

namespace casement {

// Begins what is said of a document that may not be shown where it was asked for.
inline constexpr const char* kRefused = "refused to be shown here: ";

struct DocumentResponse {  // the HTTP answer that a document came from
  std::string url;
  int status = 0;  // 0 where no HTTP was involved
  std::string content_type;
  std::vector<std::string> redirects;
  std::string error;  // Chrome's net error text, "" where there was none
};

class NavigationLog {
 public:
  // The three events of the Network domain, documents only; others are ignored.
  void on_request(const Json& params);
  void on_response(const Json& params);
  void on_failed(const Json& params);

  // Null where nothing is known of the loader.
  const DocumentResponse* find(const std::string& loader_id) const;
  std::string error_of(const std::string& loader_id) const;

 private:
  DocumentResponse& entry(const std::string& loader_id);

  std::unordered_map<std::string, DocumentResponse> responses_;
  std::vector<std::string> order_;  // oldest first, to forget by
};

}  // namespace casement
