// Stores the ids of a page's elements for each document. The ids of a document live as long as the document.
#pragma once

#include <map>
#include <vector>

#include "casement/browser/frames/per_frame.h"
#include "casement/browser/page/page_session.h"
#include "casement/browser/values/page_extension.h"
#include "casement/dom/document_ids.h"
#include "casement/snapshot/captured_frame.h"

namespace casement {

class PageIds : public PageExtension {
 public:
  explicit PageIds(PageSession& page) : documents_(page.frames()) {}

  // The ids by frame ordinal, for documents that were read and are still in their frames.
  static std::map<int, DocumentIds*> of(PageSession& page, const std::vector<CapturedFrame>& readings) {
    PageIds& ids = page.extension<PageIds>();
    std::map<int, DocumentIds*> found;
    for (const CapturedFrame& reading : readings) {
      const Frame* const frame = page.frames().find(reading.frame_id);
      if (frame != nullptr && frame->generation == reading.generation) found[reading.ordinal] = &ids.documents_[*frame];
    }
    return found;
  }

 private:
  PerDocument<DocumentIds> documents_;
};

}  // namespace casement
