#include "casement/expect/difference_places.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace casement {
namespace {

double area_of(const PictureElement& element) {
  return (element.right - element.left) * (element.bottom - element.top);
}

std::string count_pixels(std::size_t pixels) {
  return fmt::format("{} pixel{}", pixels, pixels == 1 ? "" : "s");
}

// Returns for each pixel the number of the smallest element there, from 1; 0 if there is no element. Precondition:
// `elements` is sorted, largest first.
std::vector<std::uint32_t> smallest_elements(const std::vector<PictureElement>& elements, int width, int height) {
  std::vector<std::uint32_t> owners(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const PictureElement& one = elements[i];
    const auto within = [](double at, int end) { return static_cast<int>(std::clamp(at, 0.0, double(end))); };
    const int left = within(std::floor(one.left), width), right = within(std::ceil(one.right), width);
    const int top = within(std::floor(one.top), height), bottom = within(std::ceil(one.bottom), height);
    for (int y = top; y < bottom && left < right; ++y) {
      const auto row = owners.begin() + static_cast<std::ptrdiff_t>(y) * width;
      std::fill(row + left, row + right, static_cast<std::uint32_t>(i + 1));
    }
  }
  return owners;
}

}  // namespace

std::vector<std::string> name_difference_places(const std::vector<std::uint8_t>& marks, int width,
                                                std::vector<PictureElement> elements, std::size_t most_lines) {
  if (width < 1 || marks.empty()) return {};
  const int height = static_cast<int>(marks.size() / static_cast<std::size_t>(width));
  // Of two elements with the same box, the inner one comes later, as in the document.
  std::ranges::stable_sort(elements, std::greater{}, area_of);
  const std::vector<std::uint32_t> owners = smallest_elements(elements, width, height);
  std::vector<std::size_t> pixels(elements.size() + 1);
  for (std::size_t i = 0; i < owners.size(); ++i) {
    if (marks[i] != 0) ++pixels[owners[i]];
  }
  std::vector<std::size_t> order;  // of the places that differ
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    if (pixels[i] > 0) order.push_back(i);
  }
  std::ranges::stable_sort(order, std::greater{}, [&](std::size_t i) { return pixels[i]; });
  std::vector<std::string> lines;
  std::size_t others = 0, other_pixels = 0;
  for (const std::size_t i : order) {
    if (lines.size() == most_lines) {
      ++others, other_pixels += pixels[i];
      continue;
    }
    const std::string where = i == 0 ? std::string("outside of every element") : "in " + elements[i - 1].name;
    lines.push_back(fmt::format("{} {}", count_pixels(pixels[i]), where));
  }
  if (others > 0)
    lines.push_back(fmt::format("{} in {} other place{}", count_pixels(other_pixels), others, others == 1 ? "" : "s"));
  return lines;
}

}  // namespace casement
