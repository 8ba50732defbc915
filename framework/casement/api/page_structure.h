// Lists and their items: `page.structure()`. See casement/structure/structure.h, also for errors.
#pragma once

#include <source_location>
#include <string>

#include "casement/api/page.h"
#include "casement/structure/structure.h"

namespace casement {

class PageStructure {
 public:
  // The structure of `page`.
  explicit PageStructure(const Page& page) : page_(page) {}

  // The containers around an element of a snapshot.
  ContainerChain container(const std::string& ref, Where where = Here::current()) const;
  // How the children of the element's container at `level` are made.
  Pattern pattern(const std::string& ref, int level, const StructureLimits& limits = {},
                  Where where = Here::current()) const;
  // The content of that container.
  Anchors anchors(const std::string& ref, int level, const StructureLimits& limits = {},
                  Where where = Here::current()) const;

 private:
  using Here = std::source_location;

  Page page_;
};

inline PageStructure Page::structure() const {
  return PageStructure(*this);
}

}  // namespace casement
