#include "compute/mpi/parallel/library.h"

#include <array>
#include <cstdlib>

#include <dlfcn.h>
#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/mpi/processes.h"

namespace texelsort::mpi {
namespace {

template <typename Symbol>
bool find(void* library, const char* name, Symbol& symbol) {
  symbol = reinterpret_cast<Symbol>(dlsym(library, name));
  return symbol != nullptr;
}

/// Returns the short version, such as "Open MPI 4.1.4". The library reports "Open MPI v4.1.4, package: Debian OpenMPI,
/// ...".
std::string version_of(decltype(&MPI_Get_library_version) get_version) {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  get_version(text.data(), &length);
  std::string version(text.data());
  version = version.substr(0, version.find(','));
  if (const auto v = version.find(" v"); v != std::string::npos) version.erase(v + 1, 1);
  return version;
}

Library open_library() {
  Library mpi;
  const char* named = std::getenv("TEXELSORT_MPI");
  const char* file = named != nullptr && *named != '\0' ? named : "libmpi.so.40";
  // RTLD_GLOBAL is necessary, because Open MPI's plugins look up the symbols of this library.
  void* opened = dlopen(file, RTLD_NOW | RTLD_GLOBAL);
  if (opened == nullptr) {
    mpi.reason =
        fmt::format("Open MPI is not installed: {}. Install libopenmpi3, or name the file in TEXELSORT_MPI", dlerror());
    return mpi;
  }
  decltype(&MPI_Get_library_version) get_version = nullptr;
  const bool whole = find(opened, "ompi_mpi_comm_world", mpi.world) && find(opened, "ompi_mpi_byte", mpi.byte) &&
                     find(opened, "ompi_mpi_uint64_t", mpi.uint64) && find(opened, "ompi_mpi_op_sum", mpi.add) &&
                     find(opened, "MPI_Init_thread", mpi.init) && find(opened, "MPI_Finalize", mpi.finalize) &&
                     find(opened, "MPI_Abort", mpi.abort) && find(opened, "MPI_Comm_rank", mpi.comm_rank) &&
                     find(opened, "MPI_Comm_size", mpi.comm_size) && find(opened, "MPI_Comm_dup", mpi.comm_dup) &&
                     find(opened, "MPI_Isend", mpi.isend) && find(opened, "MPI_Imrecv", mpi.imrecv) &&
                     find(opened, "MPI_Improbe", mpi.improbe) && find(opened, "MPI_Get_count", mpi.get_count) &&
                     find(opened, "MPI_Iallreduce", mpi.iallreduce) && find(opened, "MPI_Ibcast", mpi.ibcast) &&
                     find(opened, "MPI_Ibarrier", mpi.ibarrier) && find(opened, "MPI_Test", mpi.test) &&
                     find(opened, "MPI_Error_string", mpi.error_string) &&
                     find(opened, "MPI_Get_library_version", get_version);
  if (whole) {
    mpi.version = version_of(get_version);
  } else {
    mpi.reason = fmt::format("{} is not version 3 or later of Open MPI: install a newer one", file);
  }
  return mpi;
}

}  // namespace

const Library& library() {
  static const Library mpi = open_library();
  return mpi;
}

void check(int result, const char* call) {
  if (result == MPI_SUCCESS) return;
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  library().error_string(result, text.data(), &length);
  throw InternalError(fmt::format("{}: {}", call, text.data()));
}

const std::string& absence() {
  return library().reason;
}

std::string version() {
  return library().version;
}

}  // namespace texelsort::mpi
