#pragma once

#include <string>
#include <string_view>

#include "compute/data/io/files.h"
#include "compute/mpi/processes.h"

/// Output files of commands that mpirun may start in several processes. All processes compute the same contents, but
/// only process 0 writes the file.
namespace texelsort::app {

inline void write_shared_file(const std::string& path, std::string_view contents) {
  if (mpi::writes_files()) data::write_file_atomically(path, contents);
}

/// Tests in process 0 whether a shared file can be written. Throws the errors of data::require_writable().
inline void require_writable_shared_file(const std::string& path) {
  if (mpi::writes_files()) data::require_writable(path);
}

}  // namespace texelsort::app
