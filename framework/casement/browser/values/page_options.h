// Plain values that a caller gives a page, and gets back.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "casement/base/deadline.h"

namespace casement {

enum class LoadState { Committed, DomReady, Loaded };

struct OpenOptions {  // of open, reload, back and forward
  LoadState wait_until = LoadState::DomReady;
  Milliseconds timeout{0};  // 0: the page's default
};

struct NavigationResult {  // how a navigation went
  std::string requested_url;
  std::string url;
  std::string title;  // "" also where the document did not answer in time
  int status = 0;     // 0 where no HTTP response was involved
  std::string content_type;
  std::vector<std::string> redirects;
  double milliseconds = 0;
};

struct HarOptions {                      // of record_har
  bool bodies = false;                   // the bodies of answers too; they may hold what nobody else is to read
  std::size_t longest_body = 1'048'576;  // bytes; longer ones are left out, and the archive says so
};

struct PdfOptions {  // of pdf
  bool landscape = false;
  bool background = true;     // with background colours and pictures
  double scale = 1;           // 0.1 to 2
  double paper_width = 8.27;  // inches; A4
  double paper_height = 11.7;
};

}  // namespace casement
