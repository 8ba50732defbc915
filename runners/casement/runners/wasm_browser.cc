#include "casement/runners/wasm_browser.h"

#include <chrono>
#include <cstdlib>

#include "casement/process/browser_lease.h"
#include "casement/process/launch_options.h"
#include "casement/runners/run_options.h"
#include "casement/wasm/program_page.h"

namespace casement::runners {

std::unique_ptr<BrowserSession> browser_for_wasm(bool headed) {
  LaunchOptions options;
  options.headed = headed;
  const char* const shared = std::getenv(kSharedBrowserVariable);
  if (headed || shared == nullptr || *shared == '\0') {
    options.browser = find_browser_for(headed);
    options.extra_arguments = {wasm::kCheckedMemory};
  }
  const Deadline start = Deadline::patient(std::chrono::seconds(30));
  return headed ? BrowserSession::launch(options, start) : BrowserSession::obtain(options, start);
}

}  // namespace casement::runners
