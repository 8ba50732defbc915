# Every library the project uses, found once. All of them are Debian packages; see setup.sh.
if(POLICY CMP0167)  # CMake 3.30: Boost's own package file instead of CMake's module
  cmake_policy(SET CMP0167 NEW)
endif()
find_package(Threads REQUIRED)
find_package(Boost 1.81 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(yaml-cpp 0.7 REQUIRED)
if(TARGET yaml-cpp::yaml-cpp AND NOT TARGET yaml-cpp)  # yaml-cpp 0.8 has no other name
  add_library(yaml-cpp INTERFACE IMPORTED)
  set_target_properties(yaml-cpp PROPERTIES INTERFACE_LINK_LIBRARIES yaml-cpp::yaml-cpp)
endif()
find_package(fmt 9 REQUIRED)
find_package(PNG 1.6 REQUIRED)
if(CASEMENT_PROGRAM)
  find_package(CLI11 2.1 REQUIRED)
endif()
if((CASEMENT_TESTING OR CASEMENT_SPECS) AND NOT TARGET GTest::gmock)  # a parent project may have its own
  find_package(GTest 1.12 REQUIRED)
endif()
find_package(PkgConfig REQUIRED)
find_package(OpenSSL 3 REQUIRED COMPONENTS Crypto SSL)
pkg_check_modules(websockets REQUIRED IMPORTED_TARGET libwebsockets>=4.1)
pkg_check_modules(pcre2 REQUIRED IMPORTED_TARGET libpcre2-8>=10.40)
