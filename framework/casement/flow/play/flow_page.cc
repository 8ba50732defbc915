#include "casement/flow/play/flow_page.h"

#include "casement/flow/play/flow_application.h"

namespace casement {

ProgramResult FlowEnvironment::run_program(const ProgramRequest&) {
  throw Error(ErrorKind::Usage, "programs cannot run here; use 'casement run' or a test");
}

}  // namespace casement
