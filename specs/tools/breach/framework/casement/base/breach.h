// A room that includes what stands above it: the room rule has to say so.
#include "casement/browser/page.h"
