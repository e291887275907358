#include <bit>
#include <string>

#include "compute/data/error.h"
#include "compute/network/generators.h"

namespace texelsort::network {

unsigned levels(std::uint64_t n, const char* what) {
  // Maximum number of places. It exceeds any memory, but calculations with places still fit in 64 bits.
  constexpr std::uint64_t most = std::uint64_t{1} << 48;
  if (n > most) {
    throw UsageError(std::string(what) + " network of " + std::to_string(n) + " places is too large: use at most 2^48");
  }
  return n < 2 ? 0 : static_cast<unsigned>(std::bit_width(n - 1));
}

}  // namespace texelsort::network
