# CPack runs this before it makes Debian's packages: Debian wants manual pages to be compressed.
if(CPACK_GENERATOR STREQUAL "DEB")
  file(GLOB_RECURSE pages ${CPACK_TEMPORARY_DIRECTORY}/*.1)
  list(FILTER pages INCLUDE REGEX /man1/)
  foreach(page IN LISTS pages)
    execute_process(COMMAND gzip -9nf ${page} COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
endif()
