// A worker of a page: `page.workers()`, `page.worker(glob)`, `page.next_worker(glob)`.
#pragma once

#include <source_location>
#include <string>
#include <string_view>
#include <utility>

#include "casement/api/page.h"
#include "casement/browser/values/page_records.h"

namespace casement {

class PageWorker {
 public:
  using Kind = WorkerRecord::Kind;  // Dedicated, Shared or Service

  // A worker of `page`.
  PageWorker(const Page& page, WorkerRecord record) : page_(page), record_(std::move(record)) {}

  const std::string& url() const { return record_.url; }  // of its script, or of the document for a blob
  Kind kind() const { return record_.kind; }              // dedicated to its page, shared, or a service worker
  bool closed() const;                                    // by itself, by its page, or by the browser
  // The value of an expression in the worker's global scope; see Page::evaluate. Throws Error{SessionClosed} if the
  // worker has ended, and Error{Evaluation}.
  JsonValue evaluate(std::string_view expression, const ActionOptions& options = {},
                     Where where = Here::current()) const;

 private:
  using Here = std::source_location;

  Page page_;
  WorkerRecord record_;
};

}  // namespace casement
