// What stands above may include what stands below.
#include "casement/base/low/low.h"
