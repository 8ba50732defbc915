# Writes casement-VERSION.tar.gz and casement-VERSION.tar.gz.sha256 into FOLDER. The same commit always gives the same bytes.
#   cmake -DGIT=git -DSOURCE=. -DVERSION=0.1.0 -DFOLDER=build/release -P cmake/ReleaseArchive.cmake
include(${CMAKE_CURRENT_LIST_DIR}/ReleaseVersion.cmake)
casement_check_version(${SOURCE} ${VERSION})

function(git)
  execute_process(COMMAND ${GIT} -C ${SOURCE} ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE said RESULT_VARIABLE result
    OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "release: git ${ARGN} failed: ${said}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

git(status --porcelain)
if(output)
  message(FATAL_ERROR "release: the archive holds what is committed; commit or remove these first:\n${output}")
endif()
set(name casement-${VERSION})
set(archive ${FOLDER}/${name}.tar.gz)
file(MAKE_DIRECTORY ${FOLDER})
git(archive --format=tar.gz --prefix=${name}/ --output=${archive} HEAD)
file(SHA256 ${archive} sum)
file(WRITE ${archive}.sha256 "${sum}  ${name}.tar.gz\n")
message(STATUS "${archive}\nSHA-256 ${sum}")
