// A folder that includes one which FOLDERS names later: the room rule has to say so.
#include "casement/base/high/high.h"
