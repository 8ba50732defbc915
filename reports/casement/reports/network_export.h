// Exports the requests of a trace as Playwright's trace.network. For this room's own sources.
#pragma once

#include <map>
#include <set>
#include <string>

#include "casement/base/json.h"
#include "casement/reports/export_files.h"

namespace casement::reports {

class NetworkExport {
 public:
  // `trace` and `files` must outlive the object.
  NetworkExport(const Json& trace, const ExportClock& clock, const std::string& page, ExportFiles& files);

  // Returns one line for each request. Adds their bodies to the files, and a request for each resource without one.
  std::string lines();

 private:
  struct Resource {
    std::string file, type;
    std::size_t bytes = 0;
  };
  void add(Json entry, double began);

  const Json& trace_;
  ExportClock clock_;
  std::string page_;
  ExportFiles& files_;
  std::map<std::string, Resource> resources_;  // by URL
  std::set<std::string> used_;                 // URLs of resources
  std::string lines_;
};

}  // namespace casement::reports
