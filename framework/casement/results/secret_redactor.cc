#include "casement/results/secret_redactor.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "casement/results/fields.h"
#include "casement/results/secret_matcher.h"
#include "casement/results/text_views.h"

namespace casement::results {
namespace {

using Origin = SecretMatcher::Origin;

constexpr std::string_view kMask = "•••";
constexpr std::size_t kMostEscapes = 8, kMostEncodings = 3;
constexpr std::size_t kPiece = std::size_t{1} << 20;  // a long text is read in pieces, which bounds the memory

// How many more readings may be taken of a text that is itself a reading.
struct Readings {
  std::size_t escapes = kMostEscapes, encodings = kMostEncodings;
  bool quoted_printable = true, parts = true;
  const char* signs = kAllEscapes;
};

class SecretSearch {
 public:
  explicit SecretSearch(const SecretMatcher& matcher) : matcher_(matcher), reach_(16 * matcher.longest() + 256) {}

  std::vector<TextRange> places(std::string_view text) { return search(text, Origin::Text, nullptr, Readings{}); }
  std::size_t reach() const { return reach_; }

 private:
  // All readings of the text, places in the text itself.
  std::vector<TextRange> search(std::string_view text, Origin origin, const std::vector<TextRange>* parts,
                                Readings left) const {
    std::vector<TextRange> found = matcher_.find(text, origin, parts);
    if (left.escapes > 0) {
      Readings inner = left;
      --inner.escapes;
      add_whole(without_escapes(text, reach_, left.signs), origin, inner, found);
      if (matcher_.has_escapes() && left.signs == kAllEscapes) add_escapes_of_one_kind(text, origin, inner, found);
    }
    if (left.quoted_printable) {
      Readings inner = left;
      inner.quoted_printable = false;
      add_whole(without_quoted_printable(text, reach_), origin, inner, found);
    }
    if (left.encodings > 0) add_encoded(text, left, found);
    if (left.parts) {
      left.parts = false;
      left.encodings = 0;
      add_parts(without_tags(text, reach_), left, found);
      add_parts(outline_texts(text), left, found);
      add_parts(member_texts(text), left, found);
    }
    return found;
  }

  // If a page escapes a secret that itself reads as an escape, the secret's own escapes of other kinds stay unchanged.
  void add_escapes_of_one_kind(std::string_view text, Origin origin, Readings left,
                               std::vector<TextRange>& found) const {
    for (const char* const sign : {"%", "\\", "&"}) {
      left.signs = sign;
      add_whole(without_escapes(text, reach_, sign), origin, left, found);
    }
  }

  void add_whole(const TextView& view, Origin origin, Readings left, std::vector<TextRange>& found) const {
    if (view.text.empty()) return;
    for (const TextRange& range : search(view.text, origin, nullptr, left)) found.push_back(outer(view, range));
  }

  void add_encoded(std::string_view text, Readings left, std::vector<TextRange>& found) const {
    --left.encodings;
    for (const TextView& view : out_of_base64(text)) {
      for (const TextRange& range : search(view.text, Origin::Base64, nullptr, left)) {
        // The characters next to it hold parts of the secret too.
        TextRange all = outer(view, range);
        while (all.end < text.size() && is_base64_character(text[all.end])) ++all.end;
        while (all.begin > 0 && is_base64_character(text[all.begin - 1])) --all.begin;
        found.push_back(all);
      }
    }
    for (const TextView& view : out_of_hexadecimal(text)) add_whole(view, Origin::Hexadecimal, left, found);
  }

  // Text between the parts of a secret is not masked.
  void add_parts(const TextView& view, Readings left, std::vector<TextRange>& found) const {
    if (view.text.empty()) return;
    for (const TextRange& range : search(view.text, Origin::Parts, &view.from, left)) {
      TextRange part = view.from[range.begin];
      for (std::size_t at = range.begin + 1; at < range.end; ++at) {
        if (view.from[at].begin != part.end) found.push_back(std::exchange(part, view.from[at]));
        part.end = view.from[at].end;
      }
      found.push_back(part);
    }
  }

  static TextRange outer(const TextView& view, const TextRange& range) {
    return {view.from[range.begin].begin, view.from[range.end - 1].end};
  }

  const SecretMatcher& matcher_;
  std::size_t reach_;
};

std::string with_masks(std::string_view text, std::vector<TextRange> places) {
  std::ranges::sort(places, {}, &TextRange::begin);
  std::string made;
  std::size_t copied = 0;
  for (auto place = places.begin(); place != places.end();) {
    TextRange whole = *place;
    while (++place != places.end() && place->begin < whole.end) whole.end = std::max(whole.end, place->end);
    made.append(text.substr(copied, whole.begin - copied)).append(kMask);
    copied = whole.end;
  }
  return made.append(text.substr(copied));
}

// An archive of `fields` that masks every text.
class MaskArchive {
 public:
  explicit MaskArchive(const SecretRedactor& redactor) : masker_(redactor) {}

  template <typename Value>
  void operator()(const char* name, Value& value) {
    if constexpr (std::is_same_v<Value, std::string>) {
      value = masker_.masked(value);
      if (std::string_view(name) == "media_type")
        is_picture_ = value.starts_with("image/") || value == "application/pdf";
    } else if constexpr (requires { value.has_value(); }) {
      if (value) (*this)(name, *value);
    } else if constexpr (requires { value.begin(); }) {
      for (auto& item : value) (*this)("", item);
    } else if constexpr (!std::is_arithmetic_v<Value> && !std::is_enum_v<Value>) {
      fields(*this, value);
    }
  }
  void bytes(const char*, std::string& value) {
    if (!is_picture_) value = masker_.masked(value);
  }

 private:
  const SecretRedactor& masker_;
  bool is_picture_ = false;
};

}  // namespace

SecretRedactor::SecretRedactor(std::vector<std::string> secrets) {
  std::erase_if(secrets, [](const std::string& secret) { return secret.empty(); });
  if (!secrets.empty()) matcher_ = std::make_shared<const SecretMatcher>(secrets);
}

std::string SecretRedactor::masked(std::string_view text) const {
  if (matcher_ == nullptr || text.size() < matcher_->shortest()) return std::string(text);
  SecretSearch search(*matcher_);
  std::vector<TextRange> places;
  for (std::size_t begin = 0; begin < text.size(); begin += kPiece) {
    // Each piece goes on into the next one, so that a secret between them is in one piece.
    for (const TextRange& range : search.places(text.substr(begin, kPiece + 4 * search.reach()))) {
      const auto offset = static_cast<std::uint32_t>(begin);
      places.push_back({range.begin + offset, range.end + offset});
    }
  }
  return places.empty() ? std::string(text) : with_masks(text, std::move(places));
}

void SecretRedactor::mask(Case& one) const {
  if (matcher_ == nullptr) return;
  MaskArchive archive(*this);
  fields(archive, one);
}

void SecretRedactor::mask(Step& step) const {
  if (matcher_ == nullptr) return;
  MaskArchive archive(*this);
  fields(archive, step);
}

}  // namespace casement::results
