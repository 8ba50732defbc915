// The kept inputs of the fuzz targets: specs/fuzz/seeds/NAME.txt, a line each. In a line \n, \r, \\ and \xHH stand for
// what they do in C++; one that begins with "# " says what the next are there for. ctest asks them, and libFuzzer
// begins with them (unpack_seeds).
#pragma once

#include <algorithm>
#include <charconv>
#include <fstream>
#include <string>
#include <vector>

namespace casement::fuzz {

inline std::string decoded_seed(const std::string& line) {
  std::string seed;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] != '\\' || at + 1 == line.size()) {
      seed += line[at];
      continue;
    }
    switch (const char kind = line[++at]) {
      case 'n':
        seed += '\n';
        break;
      case 'r':
        seed += '\r';
        break;
      case 'x': {
        unsigned byte = 0;
        std::from_chars(line.data() + at + 1, line.data() + std::min(at + 3, line.size()), byte, 16);
        seed += static_cast<char>(byte);
        at += 2;
        break;
      }
      default:
        seed += kind;
    }
  }
  return seed;
}

inline std::vector<std::string> kept_seeds(const std::string& name) {
  std::ifstream file(CASEMENT_SOURCE_DIR "/specs/fuzz/seeds/" + name + ".txt", std::ios::binary);
  std::vector<std::string> seeds;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && !line.starts_with("# ")) seeds.push_back(decoded_seed(line));
  }
  return seeds;
}

}  // namespace casement::fuzz
