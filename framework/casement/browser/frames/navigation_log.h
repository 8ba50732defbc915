// Network data about the documents of navigations, by loader id: status, redirects, failure. Reducers fill the log;
// commits of frames and `open` read it.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "casement/cdp/message.h"

namespace casement {

// Prefix of the reason if a document must not be shown in the requesting frame.
inline constexpr const char* kRefused = "refused to be shown here: ";

struct DocumentResponse {  // the HTTP response of a document
  std::string url;
  int status = 0;  // 0 without HTTP
  std::string content_type;
  std::vector<std::string> redirects;
  std::string error;  // Chrome's net error text, "" if there was no error
};

class NavigationLog {
 public:
  // Three events of the Network domain; only events about documents count.
  void on_request(const Json& params);
  void on_response(const Json& params);
  void on_failed(const Json& params);

  // Null if the loader is unknown.
  const DocumentResponse* find(const std::string& loader_id) const;
  std::string error_of(const std::string& loader_id) const;

 private:
  DocumentResponse& entry(const std::string& loader_id);

  std::unordered_map<std::string, DocumentResponse> responses_;
  std::vector<std::string> order_;  // oldest first; the oldest are dropped first
};

}  // namespace casement
