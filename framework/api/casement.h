// Everything that a program needs which drives pages and is no test: #include <casement/casement.h>.
#pragma once

#include "casement/api/awaited.h"
#include "casement/api/expect.h"
#include "casement/api/mouse.h"
#include "casement/api/page.h"
#include "casement/api/roles.h"
#include "casement/base/error.h"
#include "casement/base/json_value.h"
#include "casement/browser/browser.h"
#include "casement/find/frame_list.h"
#include "casement/find/frame_policy.h"
#include "casement/snapshot/diff.h"
#include "casement/snapshot/match.h"
#include "casement/snapshot/merged_tree.h"
#include "casement/structure/structure.h"
