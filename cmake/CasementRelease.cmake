# The target `release`: an archive of the committed source, and the file with its checksum.
find_package(Git QUIET)
if(PROJECT_IS_TOP_LEVEL AND GIT_FOUND)
  add_custom_target(release
    COMMAND ${CMAKE_COMMAND} -DGIT=${GIT_EXECUTABLE} -DSOURCE=${PROJECT_SOURCE_DIR} -DVERSION=${PROJECT_VERSION}
            -DFOLDER=${PROJECT_BINARY_DIR}/release -P ${CMAKE_CURRENT_LIST_DIR}/ReleaseArchive.cmake
    VERBATIM)
endif()
