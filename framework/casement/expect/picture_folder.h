// Where pictures go that say how a page differs from an approved one, while the expectation does not say where: never
// beside the approved one, which stands among the sources.
#pragma once

#include <filesystem>
#include <functional>

namespace casement {

// Asked on the thread of the expectation. Until `set_picture_folder` it is CASEMENT_REPORT_DIR, or casement-reports in
// the working folder.
std::filesystem::path picture_folder();
// For the whole program; before its first expectation.
void set_picture_folder(std::function<std::filesystem::path()> folder);

}  // namespace casement
