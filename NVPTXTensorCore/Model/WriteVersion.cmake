# Writes the version and the commit, for Version.cpp. Outside of a git checkout the commit is empty. A
# file that would not change keeps its time of modification.
#
#   cmake -DFILE=OUTPUT -DVERSION=0.1 -DSOURCE=CHECKOUT -DNAME_COMMIT=ON -P WriteVersion.cmake

cmake_minimum_required(VERSION 3.25)
set(COMMIT "")
find_program(GIT git)
if(NAME_COMMIT AND GIT)
  execute_process(COMMAND "${GIT}" -C "${SOURCE}" rev-parse --show-toplevel --short=12 HEAD
                  OUTPUT_VARIABLE LINES RESULT_VARIABLE RESULT ERROR_QUIET)
  # The checkout may be that of another project, in which this one's source was unpacked.
  if(RESULT EQUAL 0 AND LINES MATCHES "^([^\n]+)\n([0-9a-f]+)\n$")
    set(COMMIT "${CMAKE_MATCH_2}")
    file(REAL_PATH "${CMAKE_MATCH_1}" TOP)
    file(REAL_PATH "${SOURCE}" SOURCE)
    if(NOT TOP STREQUAL SOURCE)
      set(COMMIT "")
    endif()
  endif()
endif()
file(CONFIGURE OUTPUT "${FILE}" @ONLY CONTENT "#define PROJECT_VERSION \"${VERSION}\"
#define PROJECT_COMMIT \"${COMMIT}\"
")
