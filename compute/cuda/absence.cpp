#include <string>

#include "compute/cuda/error.h"
#include "compute/data/error.h"

namespace texelsort::cuda {

std::string_view absence() {
  return "this texelsort was built without CUDA: install the CUDA toolkit and build again with TEXELSORT_CUDA=ON";
}

void throw_absent() {
  throw UnavailableError(std::string(absence()));
}

}  // namespace texelsort::cuda
