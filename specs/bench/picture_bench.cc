// How long two pictures of 1280 × 720 pixels take to be compared: no browser.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <random>

#include "casement/base/image.h"
#include "casement/expect/image_compare.h"

namespace casement::bench {
namespace {

constexpr int kWidth = 1280, kHeight = 720;

// Lines of small dark boxes on white with softened edges, as text looks; `shift` moves them to the right.
Image page_of_text(int shift) {
  Image image{kWidth, kHeight, std::vector<std::uint8_t>(4 * kWidth * kHeight, 255)};
  std::mt19937 random(7);
  for (int line = 20; line + 20 < kHeight; line += 18) {
    for (int x = 20 + shift; x + 12 < kWidth; x += 9) {
      const auto width = static_cast<int>(random() % 6) + 2, height = static_cast<int>(random() % 7) + 5;
      for (int dy = 0; dy < height; ++dy) {
        for (int dx = 0; dx < width; ++dx) {
          const bool edge = dx == 0 || dy == 0 || dx == width - 1 || dy == height - 1;
          const std::size_t at = 4 * static_cast<std::size_t>((line + dy) * kWidth + x + dx);
          std::fill_n(image.rgba.begin() + static_cast<std::ptrdiff_t>(at), 3,
                      static_cast<std::uint8_t>(edge ? 90 + random() % 120 : 30));
        }
      }
    }
  }
  return image;
}

Image noise() {
  Image image{kWidth, kHeight, std::vector<std::uint8_t>(4 * kWidth * kHeight, 255)};
  std::mt19937 random(11);
  for (std::size_t at = 0; at < image.rgba.size(); ++at) {
    if (at % 4 != 3) image.rgba[at] = static_cast<std::uint8_t>(random());
  }
  return image;
}

void compare(benchmark::State& state, const Image& expected, const Image& actual, const PictureOptions& options) {
  std::size_t pixels = 0;
  for (auto _ : state) pixels = compare_images(expected, actual, options).pixels;
  state.counters["pixels"] = static_cast<double>(pixels);
}

const PictureOptions kPerceptual{.compare = "perceptual"};

void equal(benchmark::State& state) {
  compare(state, page_of_text(0), page_of_text(0), {});
}
void different_exact(benchmark::State& state) {
  compare(state, page_of_text(0), page_of_text(1), {});
}
void different_perceptual(benchmark::State& state) {
  compare(state, page_of_text(0), page_of_text(1), kPerceptual);
}
void another_page_perceptual(benchmark::State& state) {
  compare(state, page_of_text(0), noise(), kPerceptual);
}
void equal_with_decoding(benchmark::State& state) {
  const std::string png = encode_png(page_of_text(0));
  const Image expected = page_of_text(0);
  for (auto _ : state) benchmark::DoNotOptimize(compare_images(expected, decode_png(png)).same);
}
BENCHMARK(equal)->Unit(benchmark::kMillisecond);
BENCHMARK(equal_with_decoding)->Unit(benchmark::kMillisecond);
BENCHMARK(different_exact)->Unit(benchmark::kMillisecond);
BENCHMARK(different_perceptual)->Unit(benchmark::kMillisecond);
BENCHMARK(another_page_perceptual)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace casement::bench

BENCHMARK_MAIN();
