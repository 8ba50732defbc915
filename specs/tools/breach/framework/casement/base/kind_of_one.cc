// Breaks the room rule with the file beside it: both are one file in a unity build.
using Kind = int;
