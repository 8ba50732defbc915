# What users get of the build tree: one library Casement::casement, the GoogleTest side
# Casement::testing, the program Casement::runner. Installed they are the components of
# find_package(Casement), two pkg-config modules and two Debian packages.
#
# The rooms stay libraries of their own for the specs; for users their objects are joined, so that
# there is one thing to link, whose order does not matter.
include(GNUInstallDirs)

set(library_rooms ${CASEMENT_ROOM_NAMES})
list(REMOVE_ITEM library_rooms fixtures runners)
set(library_objects)
foreach(room IN LISTS library_rooms)
  if(TARGET casement_${room})
    list(APPEND library_objects $<TARGET_OBJECTS:casement_${room}>)
  endif()
endforeach()

add_library(casement_library ${library_objects})  # static, or shared with BUILD_SHARED_LIBS
add_library(Casement::casement ALIAS casement_library)
set_target_properties(casement_library PROPERTIES
  OUTPUT_NAME casement EXPORT_NAME casement LINKER_LANGUAGE CXX
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
target_compile_features(casement_library INTERFACE cxx_std_20)
target_include_directories(casement_library INTERFACE
  "$<BUILD_INTERFACE:${CASEMENT_INCLUDE_ROOTS}>" $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_libraries(casement_library
  PUBLIC nlohmann_json::nlohmann_json Threads::Threads
  PRIVATE fmt::fmt yaml-cpp PNG::PNG OpenSSL::SSL OpenSSL::Crypto PkgConfig::websockets PkgConfig::pcre2)
if(CASEMENT_SANITIZE)
  target_link_options(casement_library PUBLIC -fsanitize=${CASEMENT_SANITIZE})
endif()
if(BUILD_SHARED_LIBS)
  # Only names of this project leave the library, so that another yaml-cpp or fmt in the user's
  # program never meets ours.
  set(exported_names ${CMAKE_CURRENT_SOURCE_DIR}/cmake/exported_names.map)
  target_link_options(casement_library PRIVATE -Wl,--version-script=${exported_names} -Wl,--no-undefined)
  set_property(TARGET casement_library PROPERTY LINK_DEPENDS ${exported_names})
endif()

# Always static: gtest is, and there can be only one gtest in a program.
if(CASEMENT_TESTING)
  add_library(casement_testing STATIC $<TARGET_OBJECTS:casement_fixtures>)
  add_library(Casement::testing ALIAS casement_testing)
  set_target_properties(casement_testing PROPERTIES EXPORT_NAME testing LINKER_LANGUAGE CXX)
  target_link_libraries(casement_testing PUBLIC casement_library GTest::gmock GTest::gtest PRIVATE fmt::fmt)
endif()

if(NOT CASEMENT_INSTALL)
  return()
endif()

# Installs the headers that users include, and those which these include.
install(CODE "
  set(CASEMENT_SOURCE_DIR \"${CMAKE_CURRENT_SOURCE_DIR}\")
  set(CASEMENT_ENTRY_HEADERS \"${CASEMENT_ENTRY_HEADERS}\")
  set(CASEMENT_INCLUDEDIR \"${CMAKE_INSTALL_INCLUDEDIR}\")
  include(\"${CMAKE_CURRENT_SOURCE_DIR}/cmake/InstallHeaders.cmake\")" COMPONENT dev)

install(TARGETS casement_library EXPORT Casement-casement
  ARCHIVE COMPONENT dev LIBRARY COMPONENT runtime NAMELINK_COMPONENT dev)
set(exported_components casement)
if(CASEMENT_TESTING)
  install(TARGETS casement_testing EXPORT Casement-testing ARCHIVE COMPONENT dev)
  list(APPEND exported_components testing)
endif()
if(CASEMENT_PROGRAM)
  install(TARGETS casement EXPORT Casement-runner RUNTIME COMPONENT runtime)
  list(APPEND exported_components runner)
endif()

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Casement)
foreach(component IN LISTS exported_components)
  install(EXPORT Casement-${component} NAMESPACE Casement::
    DESTINATION ${package_folder} COMPONENT dev)
endforeach()

include(CMakePackageConfigHelpers)
if(BUILD_SHARED_LIBS)
  set(CASEMENT_IS_STATIC OFF)
else()
  set(CASEMENT_IS_STATIC ON)
endif()
configure_package_config_file(cmake/CasementConfig.cmake.in
  ${CMAKE_CURRENT_BINARY_DIR}/CasementConfig.cmake INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/CasementConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
# A build for Emscripten uses only the program, which runs on the machine that builds.
file(APPEND ${CMAKE_CURRENT_BINARY_DIR}/CasementConfigVersion.cmake
  "if(CMAKE_SYSTEM_NAME STREQUAL \"Emscripten\")\n  set(PACKAGE_VERSION_UNSUITABLE FALSE)\nendif()\n")
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/CasementConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/CasementConfigVersion.cmake
  cmake/CasementTests.cmake cmake/CasementAppTests.cmake cmake/CasementTestProperties.cmake cmake/CasementStartServers.cmake cmake/CasementListFlows.cmake cmake/CasementListSpecs.cmake cmake/CasementWasmTests.cmake cmake/CasementListWasmTests.cmake
  cmake/CasementFailedTest.cmake
  DESTINATION ${package_folder} COMPONENT dev)

set(CASEMENT_PC_REQUIRES "nlohmann_json")
if(CASEMENT_IS_STATIC)
  set(CASEMENT_PC_REQUIRES "nlohmann_json fmt yaml-cpp libpng libssl libcrypto libwebsockets libpcre2-8")
endif()
set(pc_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH CASEMENT_PC_UP /prefix/${pc_folder} /prefix)  # so that the files can be moved
string(REGEX REPLACE "/$" "" CASEMENT_PC_UP ${CASEMENT_PC_UP})
foreach(module IN ITEMS casement casement-testing)
  if(module STREQUAL casement OR CASEMENT_TESTING)
    configure_file(cmake/${module}.pc.in ${CMAKE_CURRENT_BINARY_DIR}/${module}.pc @ONLY)
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${module}.pc
      DESTINATION ${pc_folder} COMPONENT dev)
  endif()
endforeach()
# Beside the documents, which are in docs/ in the source.
foreach(page IN ITEMS README.md CHANGELOG.md)
  file(READ ${page} text)
  string(REPLACE "](docs/" "](" text "${text}")
  string(REPLACE "[docs/" "[" text "${text}")
  string(REPLACE "[CONTRIBUTING.md](CONTRIBUTING.md)" "CONTRIBUTING.md, in the source," text "${text}")
  string(REPLACE "command-line runner for YAML flows. Nothing else is needed: no Node, no Java, no chromedriver.\n"
    "command-line runner for YAML flows. Nothing else is needed: no Node, no Java, no chromedriver.\n
**With an installed Casement, begin with the [tutorial](tutorial.md).** `./run`, `./test`, `pages/` and `specs/` below are in the source.\n"
    text "${text}")
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/share/casement/${page} CONTENT "${text}" @ONLY)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page})
  install(FILES ${PROJECT_BINARY_DIR}/share/casement/${page} DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime)
endforeach()
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime)
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime
  FILES_MATCHING PATTERN example EXCLUDE PATTERN build EXCLUDE PATTERN "*.md"
  PATTERN "*.png" REGEX "/docs/(own_server|shop|qt_application)/")
if(CASEMENT_PROGRAM)  # what `casement schema` prints, where editors can be pointed to
  install(FILES ${PROJECT_BINARY_DIR}/share/casement/flow.schema.json ${PROJECT_BINARY_DIR}/share/casement/site.schema.json
    ${PROJECT_BINARY_DIR}/share/casement/project.schema.json
    ${PROJECT_BINARY_DIR}/share/casement/dom.schema.json
    DESTINATION ${CMAKE_INSTALL_DATADIR}/casement COMPONENT runtime)
  install(FILES ${PROJECT_BINARY_DIR}/share/casement/casement.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT runtime)
  # Where the shells look; Debian's zsh has a folder of its own for packages.
  foreach(place IN ITEMS bash-completion/completions/casement zsh/site-functions/_casement zsh/vendor-completions/_casement
                         fish/vendor_completions.d/casement.fish)
    cmake_path(GET place FILENAME file)
    cmake_path(GET place PARENT_PATH folder)
    install(FILES ${PROJECT_BINARY_DIR}/share/casement/${file} DESTINATION ${CMAKE_INSTALL_DATADIR}/${folder} COMPONENT runtime)
  endforeach()
endif()

# Two Debian packages: `casement` runs flows, `libcasement-dev` is for C++ and CMake.
set(CPACK_PACKAGE_NAME casement)
set(CPACK_PACKAGE_CONTACT "Casement maintainers <casement@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_COMPONENTS_ALL runtime dev)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME casement)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS "chromium-headless-shell | chromium | google-chrome-stable")
set(CPACK_DEBIAN_DEV_PACKAGE_NAME libcasement-dev)
set(CPACK_DEBIAN_RUNTIME_DESCRIPTION "test web pages in a headless browser
Casement runs flows, which are tests in YAML, in a headless Chrome. It
reads and uses all frames of a page, and writes reports for people and
build servers.")
set(CPACK_DEBIAN_DEV_DESCRIPTION "test web pages in a headless browser - C++ library
Casement's library for C++20, its fixtures for GoogleTest, and its
functions for CMake, with which ctest runs flows and specs.")
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "casement (= ${PROJECT_VERSION}), nlohmann-json3-dev, libgtest-dev, libgmock-dev")
if(CASEMENT_IS_STATIC)
  string(APPEND CPACK_DEBIAN_DEV_PACKAGE_DEPENDS ", libfmt-dev, libyaml-cpp-dev, libpng-dev, libssl-dev, libwebsockets-dev, libpcre2-dev, pkg-config")
endif()
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_SOURCE_DIR}/cmake/CompressManual.cmake)
include(DebianFiles)
set(CPACK_GENERATOR "DEB;TGZ")
include(CPack)
