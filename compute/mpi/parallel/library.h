#pragma once

#define OMPI_SKIP_MPICXX 1
#include <string>

#include <mpi.h>

/// Functions of Open MPI's library, which is loaded on first use. MPI handles are addresses in this library, so a
/// program built for Open MPI cannot use another MPI implementation.
namespace texelsort::mpi {

struct Library {
  std::string reason;  ///< reason why the library is unavailable; empty if it is available
  std::string version;
  MPI_Comm world = nullptr;
  MPI_Datatype byte = nullptr, uint64 = nullptr;
  MPI_Op add = nullptr;
  decltype(&MPI_Init_thread) init = nullptr;
  decltype(&MPI_Finalize) finalize = nullptr;
  decltype(&MPI_Abort) abort = nullptr;
  decltype(&MPI_Comm_rank) comm_rank = nullptr;
  decltype(&MPI_Comm_size) comm_size = nullptr;
  decltype(&MPI_Comm_dup) comm_dup = nullptr;
  decltype(&MPI_Isend) isend = nullptr;
  decltype(&MPI_Imrecv) imrecv = nullptr;
  decltype(&MPI_Improbe) improbe = nullptr;
  decltype(&MPI_Get_count) get_count = nullptr;
  decltype(&MPI_Iallreduce) iallreduce = nullptr;
  decltype(&MPI_Ibcast) ibcast = nullptr;
  decltype(&MPI_Ibarrier) ibarrier = nullptr;
  decltype(&MPI_Test) test = nullptr;
  decltype(&MPI_Error_string) error_string = nullptr;
};

const Library& library();

/// Throws InternalError with the name of the MPI call and MPI's error message, unless `result` is MPI_SUCCESS.
void check(int result, const char* call);

}  // namespace texelsort::mpi
