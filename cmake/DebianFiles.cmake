# What Debian's policy wants in each package beside its content: the copyright, the changelog, and a compressed manual page.
find_program(CASEMENT_GZIP gzip)
set(debian_folder ${CMAKE_CURRENT_BINARY_DIR}/debian)
file(MAKE_DIRECTORY ${debian_folder})
file(WRITE ${debian_folder}/copyright
"Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Casement

Files: *
Copyright: 2026 the Casement maintainers
License: Apache-2.0
 On Debian systems, the full text of the Apache License 2.0 is in
 /usr/share/common-licenses/Apache-2.0.
")
file(WRITE ${debian_folder}/changelog
"casement (${PROJECT_VERSION}) unstable; urgency=medium

  * See CHANGELOG.md.

 -- ${CPACK_PACKAGE_CONTACT}  Sun, 01 Nov 2026 00:00:00 +0000
")
if(CASEMENT_GZIP)
  execute_process(COMMAND ${CASEMENT_GZIP} -9nkf ${debian_folder}/changelog)
endif()
foreach(pair IN ITEMS runtime:casement dev:libcasement-dev)
  string(REPLACE ":" ";" pair ${pair})
  list(GET pair 0 component)
  list(GET pair 1 package)
  install(FILES ${debian_folder}/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} COMPONENT ${component})
  if(CASEMENT_GZIP)
    install(FILES ${debian_folder}/changelog.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} COMPONENT ${component})
  endif()
endforeach()
