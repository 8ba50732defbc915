// Judges XML by a program that is not ours.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <string>

#include "temp_folder.h"

namespace casement::reports {

// Runs xmllint (Debian package libxml2-utils) on `text`. `options` go before the file's name; its
// output is in `printed`. A missing xmllint is a failure.
inline testing::AssertionResult xmllint(const std::string& text, const std::string& options,
                                        std::string* printed = nullptr) {
  const TempFolder folder;
  const std::string path = (folder.path() / "text.xml").string();
  std::ofstream(path, std::ios::binary) << text;
  FILE* pipe = ::popen(("xmllint --nonet " + options + " '" + path + "' 2>&1").c_str(), "r");
  if (pipe == nullptr) return testing::AssertionFailure() << "cannot start a shell";
  std::string output;
  std::array<char, 4096> chunk{};
  while (const std::size_t size = std::fread(chunk.data(), 1, chunk.size(), pipe)) {
    output.append(chunk.data(), size);
  }
  const int status = ::pclose(pipe);
  if (printed != nullptr) *printed = output;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "xmllint: " << output;
}

// What an XPath expression gives on `text`.
inline std::string xpath(const std::string& text, const std::string& expression) {
  std::string printed;
  xmllint(text, "--xpath '" + expression + "'", &printed);
  while (!printed.empty() && printed.back() == '\n') printed.pop_back();
  return printed;
}

}  // namespace casement::reports
