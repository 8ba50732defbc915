// The application of docs/applications.md, as casement_add_app_tests would name it: a window of Qt's.
#include <cstdlib>

namespace {

bool name_application() {
  ::setenv("CASEMENT_APPLICATION", CASEMENT_SOURCE_DIR "/specs/applications/qt_host.py", 1);
  ::setenv("CASEMENT_APPLICATION_ARGUMENTS",
           "[\"6\", \"file://" CASEMENT_SOURCE_DIR "/specs/applications/orders.html\"]", 1);
  ::setenv("QT_QPA_PLATFORM", "offscreen", 1);
  ::setenv("QTWEBENGINE_DISABLE_SANDBOX", "1", 1);
  return true;
}

[[maybe_unused]] const bool is_named = name_application();

}  // namespace
