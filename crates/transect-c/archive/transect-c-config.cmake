# The targets transect::c, the shared library, and transect::c_static, the static one:
#   find_package(transect-c REQUIRED)
#   target_link_libraries(program PRIVATE transect::c)
if(TARGET transect::c)
    return()
endif()

get_filename_component(_transect_root "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
find_package(Threads REQUIRED)

# Finds a file of the archive, and fails if it is missing. The name depends on the system.
function(_transect_file variable)
    foreach(name IN LISTS ARGN)
        if(EXISTS "${_transect_root}/${name}")
            set(${variable} "${_transect_root}/${name}" PARENT_SCOPE)
            return()
        endif()
    endforeach()
    message(FATAL_ERROR "transect-c: none of ${ARGN} is in ${_transect_root}")
endfunction()

_transect_file(_transect_shared lib/libtransect_c.so lib/libtransect_c.dylib bin/transect_c.dll)
_transect_file(_transect_static lib/libtransect_c.a lib/transect_c.lib)

add_library(transect::c SHARED IMPORTED)
set_target_properties(transect::c PROPERTIES
    IMPORTED_LOCATION "${_transect_shared}"
    INTERFACE_INCLUDE_DIRECTORIES "${_transect_root}/include")
if(WIN32)
    _transect_file(_transect_import lib/transect_c.dll.lib lib/libtransect_c.dll.a)
    set_target_properties(transect::c PROPERTIES IMPORTED_IMPLIB "${_transect_import}")
elseif(NOT APPLE)
    set_target_properties(transect::c PROPERTIES IMPORTED_SONAME libtransect_c.so)
endif()

add_library(transect::c_static STATIC IMPORTED)
set_target_properties(transect::c_static PROPERTIES
    IMPORTED_LOCATION "${_transect_static}"
    INTERFACE_INCLUDE_DIRECTORIES "${_transect_root}/include"
    INTERFACE_LINK_LIBRARIES "Threads::Threads;${CMAKE_DL_LIBS};$<$<PLATFORM_ID:Linux>:m>;$<$<PLATFORM_ID:Windows>:ws2_32;userenv;ntdll>")
