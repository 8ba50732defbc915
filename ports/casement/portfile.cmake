# The archive of `cmake --build … --target release`. In a registry of your own, write vcpkg_download_distfile() with its URL
# and SHA512 here.
if(NOT EXISTS "$ENV{CASEMENT_ARCHIVE}")
  message(FATAL_ERROR "casement: set CASEMENT_ARCHIVE to the path of casement-${VERSION}.tar.gz (docs/packages.md)")
endif()
set(archive $ENV{CASEMENT_ARCHIVE})
vcpkg_extract_source_archive(SOURCE_PATH ARCHIVE ${archive})

vcpkg_check_features(OUT_FEATURE_OPTIONS feature_options FEATURES
  program CASEMENT_PROGRAM
  testing CASEMENT_TESTING)
vcpkg_find_acquire_program(PKGCONFIG)

# The option `shared` of Conan is the triplet here: vcpkg sets BUILD_SHARED_LIBS from it.
vcpkg_cmake_configure(SOURCE_PATH ${SOURCE_PATH}
  OPTIONS ${feature_options} -DCASEMENT_SPECS=OFF -DCASEMENT_INSTALL=ON "-DPKG_CONFIG_EXECUTABLE=${PKGCONFIG}")
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME Casement CONFIG_PATH lib/cmake/Casement)
vcpkg_fixup_pkgconfig()
if("program" IN_LIST FEATURES)
  vcpkg_copy_tools(TOOL_NAMES casement AUTO_CLEAN)
endif()

file(REMOVE_RECURSE ${CURRENT_PACKAGES_DIR}/debug/include ${CURRENT_PACKAGES_DIR}/debug/share)
file(INSTALL ${CMAKE_CURRENT_LIST_DIR}/usage DESTINATION ${CURRENT_PACKAGES_DIR}/share/${PORT})
vcpkg_install_copyright(FILE_LIST ${SOURCE_PATH}/LICENSE)
