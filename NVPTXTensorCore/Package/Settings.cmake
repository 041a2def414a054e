# What CPack asks for when it runs: the version, which follows the commit, and the Debian packages.
#
# Each commit has a greater version than those before it, 0.1+git20261127.904 with the day and the
# number of commits. A release, which has no git checkout, is 0.1. A package for an older Debian is the
# smaller one, so that it is replaced when the system is upgraded.

set(Version "${CPACK_NVPTX_TC_VERSION}")
find_program(GIT git)
if(GIT)
  foreach(Question "rev-parse;--show-prefix" "log;-1;--format=%cd;--date=format:%Y%m%d" "rev-list;--count;HEAD")
    list(POP_FRONT Question Command)
    execute_process(COMMAND "${GIT}" -C "${CPACK_NVPTX_TC_SOURCE}" ${Command} ${Question}
                    OUTPUT_VARIABLE Answer_${Command} RESULT_VARIABLE Fault
                    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endforeach()
  # With a prefix, the checkout is that of another project, in which this one's source was unpacked.
  if(NOT Fault AND Answer_rev-parse STREQUAL "")
    string(APPEND Version "+git${Answer_log}.${Answer_rev-list}")
  endif()
endif()
set(Debian "")
if(EXISTS /etc/os-release)
  file(STRINGS /etc/os-release Lines REGEX "^(ID|VERSION_ID)=")
  list(TRANSFORM Lines REPLACE "^[A-Z_]+=\"?([^\"]*)\"?$" "\\1")
  list(SORT Lines ORDER DESCENDING) # the name is before the number
  string(REPLACE ";" "" Debian "${Lines}")
endif()

set(CPACK_PACKAGE_VERSION "${Version}")
set(CPACK_PACKAGE_CONTACT "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
if("$ENV{DEBEMAIL}" STREQUAL "")
  set(CPACK_PACKAGE_CONTACT "NVPTXTensorCore <unknown@unknown.invalid>")
endif()
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)

if(NOT CPACK_GENERATOR STREQUAL "DEB")
  cmake_host_system_information(RESULT Machine QUERY OS_PLATFORM)
  set(CPACK_PACKAGE_FILE_NAME "nvptx-tensorcore-${Version}-${Debian}-${Machine}")
  set(CPACK_PACKAGING_INSTALL_PREFIX "/")
  return()
endif()

string(REGEX REPLACE "^([a-z]+)([0-9]+)$" "~deb\\2" Suffix "${Debian}")
set(CPACK_DEBIAN_PACKAGE_VERSION "${Version}${Suffix}")
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr/lib/nvptx-tensorcore)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_HOMEPAGE "$ENV{NVPTX_TC_HOMEPAGE}")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${CPACK_NVPTX_TC_LIBRARIES}"
    "${CPACK_NVPTX_TC_LIBRARIES}/ptx-run")

# debian(COMPONENT NAME SECTION SUMMARY DESCRIPTION DEPENDS RECOMMENDS)
macro(debian Component Name Section Summary Description Depends Recommends)
  set(CPACK_DEBIAN_${Component}_PACKAGE_NAME ${Name})
  set(CPACK_DEBIAN_${Component}_PACKAGE_SECTION ${Section})
  set(CPACK_DEBIAN_${Component}_DESCRIPTION "${Summary}\n${Description}")
  set(CPACK_DEBIAN_${Component}_PACKAGE_DEPENDS "${Depends}")
  set(CPACK_DEBIAN_${Component}_PACKAGE_RECOMMENDS "${Recommends}")
  # The one package of former versions.
  set(CPACK_DEBIAN_${Component}_PACKAGE_BREAKS "nvptx-tensorcore")
  set(CPACK_DEBIAN_${Component}_PACKAGE_REPLACES "nvptx-tensorcore")
endmacro()

set(Same "(= ${CPACK_DEBIAN_PACKAGE_VERSION})")
set(LLVM "(>= 1:${CPACK_NVPTX_TC_LLVM})")
debian(TOOLS nvptx-tensorcore-tools devel "CUDA kernels for tensor cores: compiler, emulator, questions"
  "llc, opt and clang++ with all tensor-core instructions of NVIDIA's GPUs,\nptx-run, which runs and checks \
kernels without a GPU, mma-explain\nand mma-conformance."
  "nvptx-tensorcore-plugins ${Same}, clang-22 ${LLVM}" "clang-tools-22, nvptx-tensorcore-doc")
debian(PLUGINS nvptx-tensorcore-plugins devel "LLVM's NVPTX target with all tensor-core instructions"
  "Plug-ins for llc-22, opt-22 and clang-22, and the headers for CUDA C++."
  "" "llvm-22 ${LLVM}, clang-22 ${LLVM}")
debian(LIBRARY nvptx-tensorcore-library libdevel "compiler of LLVM IR to PTX, and emulator, as C libraries"
  "libnvptxtc.so, libptxemu.so and libnvvm.so.4 with their headers." "" "")
debian(PYTHON python3-nvptxtc python "compiler of LLVM IR to PTX, and emulator, for Python"
  "The modules nvptxtc and nvptxtc.run, and a plug-in of pytest."
  "nvptx-tensorcore-library ${Same}, python3" "python3-numpy")
debian(DOCUMENTATION nvptx-tensorcore-doc doc "documentation and examples of NVPTXTensorCore"
  "Web pages, the catalogue of all instructions, and example kernels." "" "")
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)
set(Folder "${CPACK_NVPTX_TC_SOURCE}/NVPTXTensorCore/Package")
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA "${Folder}/prerm")
foreach(Component PLUGINS LIBRARY)
  set(CPACK_DEBIAN_${Component}_PACKAGE_CONTROL_EXTRA "${Folder}/triggers")
endforeach()
