# find_package(nvptxtc) makes the target nvptxtc::nvptxtc.
include("${CMAKE_CURRENT_LIST_DIR}/nvptxtcTargets.cmake")
