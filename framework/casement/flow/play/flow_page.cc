#include "casement/flow/play/flow_page.h"

#include "casement/flow/play/flow_application.h"

namespace casement {

ProgramResult FlowEnvironment::run_program(const ProgramRequest&) {
  throw Error(ErrorKind::Usage, "programs are not run here: 'casement run' and tests run them");
}

}  // namespace casement
