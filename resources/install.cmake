# What is installed beside the programs, and how it is packed. The programs' own folders install them.

set(documentation ${CMAKE_INSTALL_DATADIR}/doc/tidemark)
install(FILES README.md CHANGELOG.md resources/questions.md resources/desktop/copyright
    DESTINATION ${documentation} COMPONENT app)
install(FILES core/files/tide-format.md DESTINATION ${documentation} COMPONENT app)
install(FILES core/export/formats.md DESTINATION ${documentation} RENAME export-formats.md COMPONENT app)

if(TIDEMARK_TORCH)
    install(FILES resources/desktop/copyright
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/tidemark-record COMPONENT recorder)
endif()

if(TIDEMARK_GUI)
    set(desktop resources/desktop/org.tidemark.Tidemark)
    install(FILES ${desktop}.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT app)
    install(FILES ${desktop}.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps COMPONENT app)
    install(FILES ${desktop}.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo COMPONENT app)
    install(FILES ${desktop}.mime.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages
        RENAME org.tidemark.Tidemark.xml COMPONENT app)
endif()

# Takes away what the last `cmake --install` of this build put there.
add_custom_target(uninstall
    COMMAND ${CMAKE_COMMAND} -DMANIFEST=${PROJECT_BINARY_DIR}/install_manifest.txt
        -P ${PROJECT_SOURCE_DIR}/resources/uninstall.cmake
    COMMENT "Uninstalling")

# `cpack -G DEB`: tidemark, and tidemark-record in a package of its own, since it needs LibTorch. Only Debian's
# LibTorch is a package that a package can depend on; with that of a Python wheel the recorder is left out.
set(TIDEMARK_MAINTAINER "Tidemark <tidemark@localhost>" CACHE STRING "Who makes the packages, with an address")
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tidemark)
set(CPACK_PACKAGE_VENDOR Tidemark)
set(CPACK_PACKAGE_CONTACT "${TIDEMARK_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "See where GPU memory goes")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL app)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_APP_PACKAGE_NAME tidemark)
set(CPACK_DEBIAN_APP_PACKAGE_SUGGESTS tidemark-record)
set(CPACK_COMPONENT_APP_DESCRIPTION "Tidemark draws what a caching allocator does while a LibTorch workload runs:
allocated, active and reserved memory over time, and every block of every
segment at any moment. It opens the memory snapshots that PyTorch writes.")
set(CPACK_DEBIAN_RECORDER_PACKAGE_NAME tidemark-record)
set(CPACK_COMPONENT_RECORDER_DESCRIPTION "The recorder runs LibTorch workloads under Tidemark's allocator, or listens to
PyTorch's own, and writes what it does to a file or a pipe.")
if(TIDEMARK_TORCH AND TORCH_LIBRARY MATCHES "^/usr/lib/[^/]+/libtorch")
    list(APPEND CPACK_COMPONENTS_ALL recorder)
endif()
include(CPack)
