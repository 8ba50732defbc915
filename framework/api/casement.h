// Everything that a program needs which drives pages and is no test: #include <casement/casement.h>.
#pragma once

#include "casement/api/expect.h"
#include "casement/api/page.h"
#include "casement/page/browser.h"
