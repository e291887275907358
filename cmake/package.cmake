# Defines the installed files and the Debian package. scripts/package makes this package.

include(GNUInstallDirs)
set(TEXELSORT_MAINTAINER "the texelsort authors <texelsort@example.org>" CACHE STRING "who answers for the package")

# Generates the manual page and shell completions by running the linked program. Each file takes milliseconds.
find_program(GZIP gzip REQUIRED)
set(documents ${CMAKE_BINARY_DIR}/documents)
file(MAKE_DIRECTORY ${documents})
string(TIMESTAMP today "%a, %d %b %Y 00:00:00 +0000" UTC)
configure_file(${PROJECT_SOURCE_DIR}/assets/changelog.in ${documents}/changelog @ONLY)
add_custom_command(
  OUTPUT ${documents}/texelsort.1.gz ${documents}/texelsort.bash ${documents}/_texelsort ${documents}/texelsort.fish
         ${documents}/changelog.Debian.gz
  COMMAND texelsort man > ${documents}/texelsort.1
  COMMAND ${GZIP} -9nf ${documents}/texelsort.1
  COMMAND texelsort completions bash > ${documents}/texelsort.bash
  COMMAND texelsort completions zsh > ${documents}/_texelsort
  COMMAND texelsort completions fish > ${documents}/texelsort.fish
  COMMAND ${GZIP} -9nc ${documents}/changelog > ${documents}/changelog.Debian.gz
  DEPENDS texelsort ${documents}/changelog
  COMMENT "Manual page and completions"
  VERBATIM)
add_custom_target(texelsort_documents ALL DEPENDS ${documents}/texelsort.1.gz)

set(assets ${PROJECT_SOURCE_DIR}/assets)
install(TARGETS texelsort RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES ${assets}/texelsort.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES ${assets}/org.texelsort.texelsort.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
set(icons ${CMAKE_INSTALL_DATADIR}/icons/hicolor)
install(FILES ${assets}/icons/texelsort.svg DESTINATION ${icons}/scalable/apps)
foreach(size 48x48 64x64 128x128 256x256)
  install(FILES ${assets}/icons/${size}.png DESTINATION ${icons}/${size}/apps RENAME texelsort.png)
endforeach()
install(FILES ${documents}/texelsort.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${documents}/texelsort.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
        RENAME texelsort)
install(FILES ${documents}/texelsort.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
# Debian's zsh reads vendor-completions below /usr, and site-functions below /usr/local.
install(CODE "
  set(folder site-functions)
  if(CMAKE_INSTALL_PREFIX STREQUAL /usr)
    set(folder vendor-completions)
  endif()
  file(INSTALL ${documents}/_texelsort DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/zsh/\${folder}\")")
install(DIRECTORY ${assets}/samples DESTINATION ${CMAKE_INSTALL_DATADIR}/texelsort)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${assets}/copyright ${documents}/changelog.Debian.gz
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/texelsort)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/texelsort
        FILES_MATCHING PATTERN "*.md" PATTERN "*.svg")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME texelsort)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT ${TEXELSORT_MAINTAINER})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "show, time and check how GPUs sort")
set(CPACK_PACKAGE_DESCRIPTION
    "texelsort runs sorts as OpenGL fragment and compute passes and CUDA kernels,
pass by pass: comparator networks, radix, sample, merge and record sorts, and
selections. Every pass can be looked at, stepped through forwards and
backwards, timed and checked, in a window or without a display.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
                                                WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
# dpkg-shlibdeps finds the libraries on which the package depends. The package only recommends Mesa, because machines
# may have NVIDIA's driver instead.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libgl1-mesa-dri")
# Provides mpirun and the MPI library, which are needed only for sorts by several processes.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "openmpi-bin")
include(CPack)
