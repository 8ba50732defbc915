// A header for the check of comments: this paragraph is of no class.
#pragma once

struct Undocumented {
  int number = 0;
};
