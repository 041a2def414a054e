# The tools with the target linked in, and LLVM's archives in the place of its library: they start in a
# third of the time that a plug-in in a 129 MB library takes. Without the archives
# (Library/CMakeLists.txt) they are launchers of the stock tools.

if(NOT TARGET TensorCoreStatic)
  target_link_libraries(tool-clangxx PRIVATE $<TARGET_FILE:TensorCoreModel> "${CLANG_CPP}" LLVM)
  set_target_properties(tool-clangxx PROPERTIES INSTALL_RPATH "${LLVM_LIBRARY_DIR}")
  return()
endif()

# What all of them have. LLVM's BOLT puts the code in the order in which it is executed: a small module
# takes 0.7 of the time, a large one 0.85.
find_file(BOLT_RUNTIME libbolt_rt_instr.a HINTS "${LLVM_LIBRARY_DIR}" NO_DEFAULT_PATH)
if(EXISTS "${LLVM_TOOLS_BINARY_DIR}/llvm-bolt" AND BOLT_RUNTIME AND CMAKE_BUILD_TYPE STREQUAL "Release"
   AND CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  set(HAS_BOLT ON)
else()
  set(HAS_BOLT OFF)
endif()
option(NVPTX_TC_BOLT "Order the code of llc, opt and clang++ by BOLT, which takes three minutes" ${HAS_BOLT})
foreach(TOOL llc opt clangxx)
  target_link_options(tool-${TOOL} PRIVATE -no-pie -Wl,-O1)
  if(NVPTX_TC_BOLT)
    target_link_options(tool-${TOOL} PRIVATE -Wl,--emit-relocs -Wl,-z,now)
    add_custom_command(TARGET tool-${TOOL} POST_BUILD VERBATIM
      COMMAND "${Python3_EXECUTABLE}" "${CMAKE_SOURCE_DIR}/scripts/generate" code-layout
              --build-dir "${CMAKE_BINARY_DIR}" --llvm-tools "${LLVM_TOOLS_BINARY_DIR}" "$<TARGET_FILE:tool-${TOOL}>")
  else()
    target_link_options(tool-${TOOL} PRIVATE -Wl,-s)
  endif()
endforeach()
# It learns the order from the examples, of which clang++ makes modules for the others.
add_dependencies(tool-clangxx NVPTXTensorCore NVPTXTensorCoreCUDA)
add_dependencies(tool-llc tool-clangxx)
add_dependencies(tool-opt tool-clangxx)

# clang++: clang's driver, and its front end for the jobs of devices. Archives that nobody asks for a
# symbol stay out.
file(GLOB CLANG_ARCHIVES "${LLVM_LIBRARY_DIR}/libclang*.a")
execute_process(COMMAND "${LLVM_TOOLS_BINARY_DIR}/llvm-config" --link-static --libfiles all
                OUTPUT_VARIABLE ARCHIVES OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(ARCHIVES)
list(FILTER ARCHIVES EXCLUDE REGEX "/libPolly") # which is for CPUs, and a package of its own
target_sources(tool-clangxx PRIVATE
  FrontEnd/CUDAAttributes.cpp FrontEnd/TargetName.cpp Plugin/FrontEndStubs.cpp Plugin/ToolMemory.cpp)
target_compile_definitions(tool-clangxx PRIVATE HAS_STATIC_TARGET)
target_link_libraries(tool-clangxx PRIVATE
  TensorCoreStatic -Wl,--start-group ${CLANG_ARCHIVES} ${ARCHIVES} -Wl,--end-group)
add_dependencies(tool-clangxx TensorCoreIR)

# llc and opt: LLVM's own programs, from its source.
if(NOT EXISTS "${NVPTX_TC_LLVM_SOURCE}/llvm/tools/opt/optdriver.cpp")
  message(STATUS "${NVPTX_TC_LLVM_SOURCE} has no llvm/tools (scripts/fetch-llvm-source fetches them): "
                 "llc and opt will be the stock ones with the plug-in")
  return()
endif()

# The targets that InitializeAllTargets() and its like initialise: NVPTX alone, and no native one.
set(STATIC_INCLUDE "${CMAKE_CURRENT_BINARY_DIR}/static-tools/include")
set(CONFIG "${STATIC_INCLUDE}/llvm/Config")
foreach(LIST Targets AsmPrinters AsmParsers Disassemblers)
  file(READ "${LLVM_INCLUDE_DIRS}/llvm/Config/${LIST}.def" TEXT)
  string(REGEX REPLACE "\nLLVM_[A-Z_]+\\([A-Za-z0-9]+\\)" "" TEXT "${TEXT}")
  if(LIST STREQUAL Targets)
    string(REPLACE "\n#undef" "\nLLVM_TARGET(NVPTX)\n#undef" TEXT "${TEXT}")
  elseif(LIST STREQUAL AsmPrinters)
    string(REPLACE "\n#undef" "\nLLVM_ASM_PRINTER(NVPTX)\n#undef" TEXT "${TEXT}")
  endif()
  file(CONFIGURE OUTPUT "${CONFIG}/${LIST}.def" CONTENT "${TEXT}" @ONLY)
endforeach()
file(CONFIGURE OUTPUT "${CONFIG}/llvm-config.h" CONTENT "#include_next \"llvm/Config/llvm-config.h\"
#undef LLVM_NATIVE_TARGET
#undef LLVM_NATIVE_ASMPRINTER
#undef LLVM_NATIVE_ASMPARSER
#undef LLVM_NATIVE_DISASSEMBLER
")

# Nor Polly, which is for CPUs.
file(CONFIGURE OUTPUT "${STATIC_INCLUDE}/llvm/Support/Extension.def"
     CONTENT "#undef HANDLE_EXTENSION\n")

# add_static_tool(NAME SOURCES COMPONENTS): links one into its launcher.
function(add_static_tool NAME SOURCES COMPONENTS)
  list(TRANSFORM SOURCES PREPEND "${NVPTX_TC_LLVM_SOURCE}/llvm/tools/${NAME}/")
  add_library(static-${NAME} OBJECT ${SOURCES})
  target_include_directories(static-${NAME} BEFORE PRIVATE "${STATIC_INCLUDE}")
  target_compile_options(static-${NAME} PRIVATE -w)
  target_compile_definitions(static-${NAME} PRIVATE main=runLLVMTool
    parseIRFile=parseAnyIRFile verifyModule=verifyUnlessParsed)

  execute_process(COMMAND "${LLVM_TOOLS_BINARY_DIR}/llvm-config" --link-static --libfiles ${COMPONENTS}
                  OUTPUT_VARIABLE ARCHIVES OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(ARCHIVES)
  target_sources(tool-${NAME} PRIVATE
    Plugin/StaticTool.cpp Plugin/ToolMemory.cpp $<TARGET_OBJECTS:static-${NAME}>)
  target_compile_definitions(tool-${NAME} PRIVATE HAS_STATIC_TOOL)
  target_link_libraries(tool-${NAME} PRIVATE TensorCoreStatic ${ARCHIVES})
  add_dependencies(tool-${NAME} TensorCoreIR TensorCoreModel)
endfunction()

add_static_tool(llc "llc.cpp;NewPMDriver.cpp"
  "analysis;asmparser;asmprinter;codegen;codegentypes;core;irprinter;irreader;mc;mirparser;passes;remarks;scalaropts;selectiondag;support;target;targetparser;transformutils;vectorize")
add_static_tool(opt "opt.cpp;optdriver.cpp;NewPMDriver.cpp"
  "aggressiveinstcombine;analysis;asmparser;asmprinter;bitwriter;cfguard;codegen;core;coroutines;instcombine;instrumentation;ipo;irprinter;irreader;mc;objcarcopts;passes;remarks;scalaropts;selectiondag;support;target;targetparser;transformutils;vectorize")
