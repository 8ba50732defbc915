// What is told here is none of it. Words that stand first say who acts.
#pragma once

// One that is kept stays so. It is told where it was asked for.
int talk();
