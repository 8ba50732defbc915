// The folder for pictures that show how a page differs from an approved picture, if the expectation names no folder.
// Never the folder of the approved picture, which is among the sources.
#pragma once

#include <filesystem>
#include <functional>

namespace casement {

// Called on the thread of the expectation. Before `set_picture_folder`, returns CASEMENT_REPORT_DIR, or
// casement-reports in the working folder.
std::filesystem::path picture_folder();
// Applies to the whole program. Must be called before its first expectation.
void set_picture_folder(std::function<std::filesystem::path()> folder);

}  // namespace casement
