// A document of a trace, put together from its copies (framework/casement/trace/js/dom_copy.js).
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "casement/base/json.h"

namespace casement::reports {

struct CopiedDocument {
  struct Sheet {
    std::string text;
    std::string url;            // of a sheet of another origin, whose text is a resource; then `text` is ""
    std::uint64_t version = 0;  // differs from the version of each other text
  };

  std::map<int, Json> nodes;
  std::map<int, Sheet> sheets;
  int root = 0;
  Json facts;  // all other members of the newest copy

  void apply(const Json& copy);

 private:
  std::uint64_t versions_ = 0;
};

}  // namespace casement::reports
