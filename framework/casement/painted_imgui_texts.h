// Reads the texts that Dear ImGui has drawn, for casement/painted_imgui.h.
#ifndef CASEMENT_PAINTED_IMGUI_TEXTS_H
#define CASEMENT_PAINTED_IMGUI_TEXTS_H

#ifdef IMGUI_VERSION
#include <imgui_internal.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace painted_imgui_detail {
// One line of text that a window has drawn.
struct Run {
  std::string text;
  ImRect box;
  ImGuiWindow* window;
  bool is_part;  // of an item: its label or its value
};

// Finds the glyph of a corner in the texture of the fonts.
class Glyphs {
 public:
  struct Glyph {
    const ImFontGlyph* glyph;
    float space;  // the width of a space in its font
  };

  const Glyph* at(const ImVec2& uv) const {
    const auto found = by_corner_.find(key(uv.x, uv.y));
    return found == by_corner_.end() ? nullptr : &found->second;
  }

#if IMGUI_VERSION_NUM >= 19200
  // Glyphs come, go and move in the texture at any time.
  void read(ImFontAtlas& atlas) {
    by_corner_.clear();
    if (atlas.Builder == nullptr) return;
    for (int i = 0; i < atlas.Builder->BakedPool.Size; ++i) add(atlas.Builder->BakedPool[i].Glyphs);
  }
#else
  void read(ImFontAtlas& atlas) {
    if (pixels_ == atlas.TexPixelsAlpha8 && !by_corner_.empty()) return;
    pixels_ = atlas.TexPixelsAlpha8;
    by_corner_.clear();
    for (const ImFont* const font : atlas.Fonts) add(font->Glyphs);
  }
#endif

 private:
  static uint64_t key(float u, float v) {
    return static_cast<uint64_t>(u * 65536) << 32 | static_cast<uint64_t>(v * 65536);
  }
  void add(const ImVector<ImFontGlyph>& glyphs) {
    float space = 4;
    for (const ImFontGlyph& glyph : glyphs)
      if (glyph.Codepoint == ' ') space = glyph.AdvanceX;
    for (const ImFontGlyph& glyph : glyphs)
      if (glyph.Visible) by_corner_.emplace(key(glyph.U0, glyph.V0), Glyph{&glyph, space});
  }

  std::unordered_map<uint64_t, Glyph> by_corner_;
#if IMGUI_VERSION_NUM < 19200
  const void* pixels_ = nullptr;
#endif
};

// Reads the texts of a window from its triangles: a glyph is two, with the corners 0 1 2 and 0 2 3.
inline void read_texts(ImGuiWindow* window, const Glyphs& glyphs, std::vector<Run>& runs) {
  const ImDrawList& list = *window->DrawList;
  const size_t first = runs.size();
  float pen = 0, line = 0;
  for (const ImDrawCmd& command : list.CmdBuffer) {
    const ImRect clip(command.ClipRect.x, command.ClipRect.y, command.ClipRect.z, command.ClipRect.w);
    const ImDrawIdx* index = list.IdxBuffer.Data + command.IdxOffset;
    const ImDrawIdx* const end = index + command.ElemCount;
    while (index + 6 <= end) {
      const unsigned corner = index[0];
      const bool is_quad = index[1] == corner + 1 && index[2] == corner + 2 && index[3] == corner &&
                           index[4] == corner + 2 && index[5] == corner + 3;
      const ImDrawVert* const at = list.VtxBuffer.Data + command.VtxOffset + corner;
      const Glyphs::Glyph* const found = is_quad ? glyphs.at(at[0].uv) : nullptr;
      index += found != nullptr ? 6 : 3;
      if (found == nullptr) continue;
      const ImFontGlyph* const glyph = found->glyph;
      const ImRect box(at[0].pos, at[2].pos);
      const float scale = glyph->X1 > glyph->X0 ? box.GetWidth() / (glyph->X1 - glyph->X0) : 1;
      const float begin = box.Min.x - glyph->X0 * scale, top = box.Min.y - glyph->Y0 * scale;
      const float spaces = (begin - pen) / (found->space * scale);
      if (!clip.Overlaps(box)) continue;
      // Inside of a text, gaps are whole spaces.
      const bool goes_on = spaces > -0.1f && spaces < 8.5f && std::fabs(spaces - std::round(spaces)) < 0.1f;
      if (runs.size() == first || std::fabs(top - line) > 1 || !goes_on)
        runs.push_back({"", box, window, false});
      else
        runs.back().text.append(static_cast<size_t>(spaces + 0.5f), ' ');
      char letter[5];
      ImTextCharToUtf8(letter, glyph->Codepoint);
      runs.back().text += letter;
      runs.back().box.Add(box);
      pen = begin + glyph->AdvanceX * scale;
      line = top;
    }
  }
}
}  // namespace painted_imgui_detail
#endif

#endif
