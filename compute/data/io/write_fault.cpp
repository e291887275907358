#include "compute/data/io/write_fault.h"

#include <cerrno>
#include <cstring>

#include <fmt/format.h>
#include <sys/resource.h>

namespace texelsort::data {

std::string write_fault(int error) {
  rlimit limit{};
  if (error == EFBIG && getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    return fmt::format("the file size limit of {} bytes is reached: raise it with ulimit -f", limit.rlim_cur);
  }
  return std::strerror(error);
}

}  // namespace texelsort::data
