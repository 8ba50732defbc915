#include "casement/act/ref_boxes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace casement {
namespace {

struct Colour {
  std::uint8_t red, green, blue;
};

constexpr Colour kFrameColours[] = {{200, 0, 80}, {0, 90, 200},  {0, 130, 60}, {150, 60, 200},
                                    {190, 90, 0}, {0, 130, 140}, {120, 90, 60}};
constexpr Colour kPaper{255, 255, 255};

// The characters of refs, 3 × 5 dots each. Each number is a row of three dots.
struct Glyph {
  char character;
  std::array<std::uint8_t, 5> rows;
};
constexpr int kGlyphWidth = 3, kGlyphHeight = 5;
constexpr Glyph kGlyphs[] = {{'0', {7, 5, 5, 5, 7}}, {'1', {2, 6, 2, 2, 7}}, {'2', {7, 1, 7, 4, 7}},
                             {'3', {7, 1, 7, 1, 7}}, {'4', {5, 5, 7, 1, 1}}, {'5', {7, 4, 7, 1, 7}},
                             {'6', {7, 4, 7, 5, 7}}, {'7', {7, 1, 2, 2, 2}}, {'8', {7, 5, 7, 5, 7}},
                             {'9', {7, 5, 7, 1, 7}}, {'e', {0, 7, 7, 4, 7}}, {'f', {3, 2, 7, 2, 2}},
                             {'_', {0, 0, 0, 0, 7}}};

class Pen {
 public:
  Pen(Image& image, int unit) : image_(image), unit_(unit) {}

  void fill(int left, int top, int right, int bottom, Colour colour) {
    for (int y = std::max(top, 0); y < std::min(bottom, image_.height); ++y) {
      for (int x = std::max(left, 0); x < std::min(right, image_.width); ++x) {
        const auto at =
            (static_cast<std::size_t>(y) * static_cast<std::size_t>(image_.width) + static_cast<std::size_t>(x)) * 4;
        image_.rgba[at] = colour.red;
        image_.rgba[at + 1] = colour.green;
        image_.rgba[at + 2] = colour.blue;
        image_.rgba[at + 3] = 255;
      }
    }
  }

  void outline(int left, int top, int right, int bottom, Colour colour) {
    fill(left, top, right, top + unit_, colour);
    fill(left, bottom - unit_, right, bottom, colour);
    fill(left, top, left + unit_, bottom, colour);
    fill(right - unit_, top, right, bottom, colour);
  }

  // Draws a text on a filled background whose top left corner is given.
  void label(const std::string& text, int left, int top, Colour colour) {
    const int dot = 2 * unit_;
    const int width = static_cast<int>(text.size()) * (kGlyphWidth + 1) * dot + dot;
    fill(left, top, left + width, top + (kGlyphHeight + 2) * dot, colour);
    int x = left + dot;
    for (const char character : text) {
      glyph(character, x, top + dot, dot);
      x += (kGlyphWidth + 1) * dot;
    }
  }

 private:
  void glyph(char character, int left, int top, int dot) {
    for (const Glyph& known : kGlyphs) {
      if (known.character != character) continue;
      for (int row = 0; row < kGlyphHeight; ++row) {
        for (int column = 0; column < kGlyphWidth; ++column) {
          if ((known.rows[static_cast<std::size_t>(row)] & (4 >> column)) == 0) continue;
          const int x = left + column * dot, y = top + row * dot;
          fill(x, y, x + dot, y + dot, kPaper);
        }
      }
    }
  }

  Image& image_;
  int unit_;
};

}  // namespace

void draw_ref_boxes(Image& image, const std::vector<RefBox>& boxes, double scale) {
  Pen pen(image, std::max(1, static_cast<int>(std::lround(scale))));
  const auto round = [](double x) { return static_cast<int>(std::lround(x)); };
  const auto colour = [](const RefBox& box) {
    return kFrameColours[static_cast<std::size_t>(box.frame) % std::size(kFrameColours)];
  };
  const auto is_seen = [&](const RefBox& box) {
    return box.right > 0 && box.bottom > 0 && box.left < image.width && box.top < image.height;
  };
  for (const RefBox& box : boxes) {
    if (!is_seen(box)) continue;
    pen.outline(round(box.left), round(box.top), round(box.right), round(box.bottom), colour(box));
  }
  // Draws labels above all outlines.
  for (const RefBox& box : boxes) {
    if (!is_seen(box)) continue;
    pen.label(box.ref, std::max(0, round(box.left)), std::max(0, round(box.top)), colour(box));
  }
}

}  // namespace casement
