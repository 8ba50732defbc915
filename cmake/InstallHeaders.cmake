# Installs CASEMENT_ENTRY_HEADERS ("api/page.h", "testing.h") and every header of the project that
# these include, below CASEMENT_INCLUDEDIR. Included by install scripts.
cmake_policy(VERSION 3.25)
include(${CASEMENT_SOURCE_DIR}/cmake/CasementRoomNames.cmake)
casement_public_headers("${CASEMENT_ENTRY_HEADERS}" ${CASEMENT_SOURCE_DIR} headers)
foreach(header IN LISTS headers)
  casement_header_path(${header} path)
  get_filename_component(folder ${header} DIRECTORY)
  file(INSTALL ${CASEMENT_SOURCE_DIR}/${path}
    DESTINATION ${CMAKE_INSTALL_PREFIX}/${CASEMENT_INCLUDEDIR}/casement/${folder})
endforeach()
