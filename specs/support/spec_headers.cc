// Nothing but a place for the headers that all specs share; see specs/CMakeLists.txt.
