# Run by CPack before it packs: makes links in the root of each Debian package, to
# /usr/lib/nvptx-tensorcore. LLVM's tools have other names there, since Debian has its own.

if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()
set(Own "lib/nvptx-tensorcore") # below Usr

# LINK and TARGET are relative to Usr.
function(link_to TARGET LINK)
  get_filename_component(Folder "${Usr}/${LINK}" DIRECTORY)
  file(MAKE_DIRECTORY "${Folder}")
  file(RELATIVE_PATH Target "${Folder}" "${Usr}/${TARGET}")
  file(CREATE_LINK "${Target}" "${Usr}/${LINK}" SYMBOLIC)
endfunction()

# link_package(USR PACKAGE)
function(link_package Usr Package)
  file(GLOB Programs RELATIVE "${Usr}/${Own}/bin" "${Usr}/${Own}/bin/*")
  foreach(Program ${Programs})
    if(Program MATCHES "^(llc|opt|clang[+][+])$")
      link_to("${Own}/bin/${Program}" "bin/nvptxtc-${Program}")
    else()
      link_to("${Own}/bin/${Program}" "bin/${Program}")
    endif()
  endforeach()

  file(GLOB Libraries RELATIVE "${Usr}/${Own}/lib" "${Usr}/${Own}/lib/*.so*")
  foreach(Library ${Libraries})
    link_to("${Own}/lib/${Library}" "${CPACK_NVPTX_TC_LIB}/${Library}")
  endforeach()

  file(GLOB Pages "${Usr}/${Own}/share/man/man1/*.1")
  if(Pages)
    execute_process(COMMAND gzip -9n ${Pages} COMMAND_ERROR_IS_FATAL ANY)
  endif()
  file(GLOB Files RELATIVE "${Usr}/${Own}" "${Usr}/${Own}/include/*" "${Usr}/${Own}/share/*/*/*"
       "${Usr}/${Own}/lib/python3/dist-packages/*")
  foreach(File ${Files})
    link_to("${Own}/${File}" "${File}")
  endforeach()
  if(EXISTS "${Usr}/${Own}/lib/nvptx-tensorcore/include")
    link_to("${Own}/lib/nvptx-tensorcore/include" "include/nvptx-tensorcore")
  endif()

  if(EXISTS "${Usr}/${Own}/lib/cmake")
    # These find their prefix by their own path, which must not be a link.
    file(WRITE "${Usr}/${CPACK_NVPTX_TC_LIB}/cmake/nvptxtc/nvptxtcConfig.cmake"
         "include(/usr/${Own}/lib/cmake/nvptxtc/nvptxtcConfig.cmake)\n")
    file(WRITE "${Usr}/${CPACK_NVPTX_TC_LIB}/cmake/nvptxtc/nvptxtcConfigVersion.cmake"
         "include(/usr/${Own}/lib/cmake/nvptxtc/nvptxtcConfigVersion.cmake)\n")
  endif()
  file(GLOB Files RELATIVE "${Usr}/${Own}" "${Usr}/${Own}/lib/pkgconfig/*.pc")
  foreach(File ${Files})
    get_filename_component(Name "${File}" NAME)
    file(READ "${Usr}/${Own}/${File}" Description)
    string(REPLACE "\${pcfiledir}/../.." "/usr/${Own}" Description "${Description}")
    file(WRITE "${Usr}/${CPACK_NVPTX_TC_LIB}/pkgconfig/${Name}" "${Description}")
  endforeach()

  set(Documentation "${Usr}/share/doc/${Package}")
  file(MAKE_DIRECTORY "${Documentation}")
  file(COPY_FILE "${CPACK_NVPTX_TC_SOURCE}/NVPTXTensorCore/Package/copyright" "${Documentation}/copyright")
  file(COPY_FILE "${CPACK_NVPTX_TC_SOURCE}/CHANGELOG.md" "${Documentation}/changelog")
  execute_process(COMMAND gzip -9nf "${Documentation}/changelog" COMMAND_ERROR_IS_FATAL ANY)
endfunction()

foreach(Component ${CPACK_COMPONENTS_ALL})
  string(TOUPPER "${Component}" Upper)
  link_package("${CPACK_TEMPORARY_DIRECTORY}/${Component}/usr" "${CPACK_DEBIAN_${Upper}_PACKAGE_NAME}")
endforeach()
