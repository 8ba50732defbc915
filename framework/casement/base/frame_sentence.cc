#include "casement/base/frame_sentence.h"

#include <fmt/format.h>

namespace casement {

std::string to_text(const FrameSentence& sentence) {
  std::string text = fmt::format("frame {}", sentence.owner_ref);
  if (!sentence.frame_name.empty()) text += fmt::format(" \"{}\"", sentence.frame_name);
  text += fmt::format(" → {}: {}", sentence.url.empty() ? "(no URL)" : sentence.url, sentence.kind);
  if (!sentence.message.empty()) text += fmt::format(": {}", sentence.message);
  return text;
}

}  // namespace casement
