#include "compute/simt/arrays.h"
#include "compute/simt/source_place.h"

/// Replaces functions of compute/simt in the edition for browsers, which does not execute kernels. Arrays and source
/// locations do not exist there.
namespace texelsort::simt {

Array* find_array(std::uintptr_t) {
  return nullptr;
}

std::string source_place(const void*) {
  return "an unknown place";
}

}  // namespace texelsort::simt
