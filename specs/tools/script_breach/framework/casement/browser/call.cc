// Calls what the room's script exposes: nothing else does.
const char* const call = "high";
