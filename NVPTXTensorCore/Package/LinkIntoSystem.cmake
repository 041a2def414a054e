# Run by CPack before it packs: makes links in the package's root, to /usr/lib/nvptx-tensorcore.
# LLVM's tools have other names there, since Debian has its own.

set(Usr "${CPACK_TEMPORARY_DIRECTORY}/usr")
set(Own "lib/nvptx-tensorcore") # below Usr

# LINK and TARGET are relative to Usr.
function(link_to TARGET LINK)
  get_filename_component(Folder "${Usr}/${LINK}" DIRECTORY)
  file(MAKE_DIRECTORY "${Folder}")
  file(RELATIVE_PATH Target "${Folder}" "${Usr}/${TARGET}")
  file(CREATE_LINK "${Target}" "${Usr}/${LINK}" SYMBOLIC)
endfunction()

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

file(GLOB Files RELATIVE "${Usr}/${Own}" "${Usr}/${Own}/include/*" "${Usr}/${Own}/share/*/*/*"
     "${Usr}/${Own}/lib/python3/dist-packages/*")
foreach(File ${Files})
  link_to("${Own}/${File}" "${File}")
endforeach()
link_to("${Own}/lib/nvptx-tensorcore/include" "include/nvptx-tensorcore")

# These find their prefix by their own path, which must not be a link.
file(WRITE "${Usr}/${CPACK_NVPTX_TC_LIB}/cmake/nvptxtc/nvptxtcConfig.cmake"
     "include(/usr/${Own}/lib/cmake/nvptxtc/nvptxtcConfig.cmake)\n")
file(WRITE "${Usr}/${CPACK_NVPTX_TC_LIB}/cmake/nvptxtc/nvptxtcConfigVersion.cmake"
     "include(/usr/${Own}/lib/cmake/nvptxtc/nvptxtcConfigVersion.cmake)\n")
file(GLOB Files RELATIVE "${Usr}/${Own}" "${Usr}/${Own}/lib/pkgconfig/*.pc")
foreach(File ${Files})
  get_filename_component(Name "${File}" NAME)
  file(READ "${Usr}/${Own}/${File}" Description)
  string(REPLACE "\${pcfiledir}/../.." "/usr/${Own}" Description "${Description}")
  file(WRITE "${Usr}/${CPACK_NVPTX_TC_LIB}/pkgconfig/${Name}" "${Description}")
endforeach()

file(COPY_FILE "${CPACK_RESOURCE_FILE_LICENSE}" "${Usr}/share/doc/nvptx-tensorcore/copyright")
