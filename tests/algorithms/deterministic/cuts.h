#pragma once

#include <cstdint>
#include <vector>

namespace texelsort::algorithms::deterministic {

// Divisions of n keys: keys per sublist, samples per sublist. They include sublists of one and of two lengths, samples
// that do and do not divide a sublist, and the shortest possible sublists.
struct Cut {
  std::uint64_t n, sublist, samples;
};
inline const std::vector<Cut> cuts{{256, 64, 8}, {1000, 64, 8},  {1000, 64, 7},  {65, 64, 32}, {66, 64, 31},
                                   {129, 8, 4},  {1001, 32, 16}, {4097, 64, 32}, {17, 16, 8},  {1023, 128, 3}};

}  // namespace texelsort::algorithms::deterministic
