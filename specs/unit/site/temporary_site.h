// A folder of files for one test, removed at its end.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace casement {

class TemporarySite {
 public:
  TemporarySite() {
    std::string name = (std::filesystem::temp_directory_path() / "casement-site-XXXXXX").string();
    if (!::mkdtemp(name.data())) throw std::runtime_error("cannot make " + name);
    folder_ = std::filesystem::canonical(name);
  }
  explicit TemporarySite(std::string_view site_yaml) : TemporarySite() { write("site.yaml", site_yaml); }
  ~TemporarySite() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  TemporarySite(const TemporarySite&) = delete;
  TemporarySite& operator=(const TemporarySite&) = delete;

  TemporarySite& write(const std::string& path, std::string_view text) {
    std::filesystem::create_directories((folder_ / path).parent_path());
    std::ofstream(folder_ / path, std::ios::binary) << text;
    return *this;
  }
  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
};

}  // namespace casement
