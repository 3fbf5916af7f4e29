# What the libraries and the command line need from outside. docs/decisions/ says why each is here.

find_package(SgdmaSystemC 2.3.4 REQUIRED)
find_package(Boost 1.81 CONFIG REQUIRED COMPONENTS headers json)
find_package(fmt 9 CONFIG REQUIRED)
find_package(tomlplusplus 3.3 CONFIG REQUIRED)
find_package(CLI11 2.1 CONFIG REQUIRED)
find_package(PkgConfig REQUIRED)
# The CMake package of Debian's edlib names a file that it does not ship.
pkg_check_modules(edlib REQUIRED IMPORTED_TARGET GLOBAL edlib-1)
pkg_check_modules(libpcap REQUIRED IMPORTED_TARGET GLOBAL libpcap)
pkg_check_modules(muparser REQUIRED IMPORTED_TARGET GLOBAL muparser)
find_package(SQLite3 3.40 REQUIRED)
find_package(Threads REQUIRED)
