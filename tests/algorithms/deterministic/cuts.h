#pragma once

#include <cstdint>
#include <vector>

namespace texelsort::algorithms::deterministic {

// n keys, of a sublist, samples: sublists of one length and of two, samples that divide them and that do not, the
// shortest sublists that there can be for as many samples.
struct Cut {
  std::uint64_t n, sublist, samples;
};
inline const std::vector<Cut> cuts{{256, 64, 8}, {1000, 64, 8},  {1000, 64, 7},  {65, 64, 32}, {66, 64, 31},
                                   {129, 8, 4},  {1001, 32, 16}, {4097, 64, 32}, {17, 16, 8},  {1023, 128, 3}};

}  // namespace texelsort::algorithms::deterministic
