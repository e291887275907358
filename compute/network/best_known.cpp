#include <array>

#include "compute/data/error.h"
#include "compute/network/analysis.h"
#include "compute/network/generators.h"
#include "compute/network/orders.h"
#include "compute/network/reader.h"

namespace texelsort::network {
namespace {

/// Smallest known networks, by number of places. For an empty entry, the next larger network without its last place is
/// used.
constexpr std::array<const char*, most_best_known_places + 1> networks{
    // 0 to 8 places: Knuth, section 5.3.4. Proven minimal by Floyd and Knuth (up to 7) and Van Voorhis (8).
    "", "", "0:1", "0:2;0:1;1:2", "0:2,1:3;0:1,2:3;1:2", "0:3,1:4;0:2,1:3;0:1,2:4;1:2,3:4;2:3",
    "0:5,1:3,2:4;1:2,3:4;0:3,2:5;0:1,2:3,4:5;1:2,3:4",
    "0:6,2:3,4:5;0:2,1:4,3:6;0:1,2:5,3:4;1:2,4:6;2:3,4:5;1:2,3:4,5:6",
    "0:2,1:3,4:6,5:7;0:4,1:5,2:6,3:7;0:1,2:3,4:5,6:7;2:4,3:5;1:4,3:6;1:2,3:4,5:6",
    // 9 to 14 places: B. Dobbelaere's list. Proven minimal by Codish et al. (9, 10) and Harder (11, 12).
    "0:3,1:7,2:5,4:8;0:7,2:4,3:8,5:6;0:2,1:3,4:5,7:8;1:4,3:6,5:7;0:1,2:4,3:5,6:8;2:3,4:5,6:7;1:2,3:4,5:6",
    "0:8,1:9,2:7,3:5,4:6;0:2,1:4,5:8,7:9;0:3,2:4,5:7,6:9;0:1,3:6,8:9;1:5,2:3,4:8,6:7;1:2,3:5,4:6,7:8;2:3,4:5,6:7;"
    "3:4,5:6",
    "0:9,1:6,2:4,3:7,5:8;0:1,3:5,4:10,6:9,7:8;1:3,2:5,4:7,8:10;0:4,1:2,3:7,5:9,6:8;0:1,2:6,4:5,7:8,9:10;"
    "2:4,3:6,5:7,8:9;1:2,3:4,5:6,7:8;2:3,4:5,6:7",
    "0:8,1:7,2:6,3:11,4:10,5:9;0:1,2:5,3:4,6:9,7:8,10:11;0:2,1:6,5:10,9:11;0:3,1:2,4:6,5:7,8:11,9:10;"
    "1:4,3:5,6:8,7:10;1:3,2:5,6:9,8:10;2:3,4:5,6:7,8:9;4:6,5:7;3:4,5:6,7:8",
    "0:12,1:10,2:9,3:7,5:11,6:8;1:6,2:3,4:11,7:9,8:10;0:4,1:2,3:6,7:8,9:10,11:12;4:6,5:9,8:11,10:12;"
    "0:5,3:8,4:7,6:11,9:10;0:1,2:5,6:9,7:8,10:11;1:3,2:4,5:6,9:10;1:2,3:4,5:7,6:8;2:3,4:5,6:7,8:9;3:4,5:6",
    "0:1,2:3,4:5,6:7,8:9,10:11,12:13;0:2,1:3,4:8,5:9,10:12,11:13;0:4,1:2,3:7,5:8,6:10,9:13,11:12;"
    "0:6,1:5,3:9,4:10,7:13,8:12;2:10,3:11,4:6,7:9;1:3,2:8,5:11,6:7,10:12;1:4,2:6,3:5,7:11,8:10,9:12;"
    "2:4,3:6,5:8,7:10,9:11;3:4,5:6,7:8,9:10;6:7",
    // 15 and 16 places: M. W. Green, in Knuth, section 5.3.4.
    "",
    "0:1,2:3,4:5,6:7,8:9,10:11,12:13,14:15;0:2,1:3,4:6,5:7,8:10,9:11,12:14,13:15;"
    "0:4,1:5,2:6,3:7,8:12,9:13,10:14,11:15;0:8,1:9,2:10,3:11,4:12,5:13,6:14,7:15;"
    "5:10,6:9,3:12,13:14,4:8,7:11,1:2;1:4,7:13,2:8,11:14,5:6,9:10;2:4,11:13,3:8,7:12;6:8,10:12,3:5,7:9;"
    "3:4,5:6,7:8,9:10,11:12;6:7,8:9"};

}  // namespace

std::optional<Bounds> best_known_bounds(std::uint64_t n) {
  // Sizes and depths of Knuth, section 5.3.4, and Dobbelaere's list. Bundala and Zavodny (2014) proved that the depths
  // are minimal.
  static constexpr std::array<Bounds, most_best_known_places + 1> bounds{{{0, 0},
                                                                          {0, 0},
                                                                          {1, 1},
                                                                          {3, 3},
                                                                          {5, 3},
                                                                          {9, 5},
                                                                          {12, 5},
                                                                          {16, 6},
                                                                          {19, 6},
                                                                          {25, 7},
                                                                          {29, 7},
                                                                          {35, 8},
                                                                          {39, 8},
                                                                          {45, 9},
                                                                          {51, 9},
                                                                          {56, 9},
                                                                          {60, 9}}};
  if (n >= bounds.size()) return std::nullopt;
  return bounds[n];
}

Network best_known(std::uint64_t n) {
  if (n > most_best_known_places) {
    throw UsageError("the network best-known exists only for up to " + std::to_string(most_best_known_places) +
                     " places, not " + std::to_string(n) + ": use a network for any size, such as odd-even-merge");
  }
  if (n < 2) return {"best-known", n, {}};
  const std::uint64_t row = *networks[n] == '\0' ? n + 1 : n;
  Network network = parse_network(networks[row], "best-known");
  network.n = n;
  for (Stage& stage : network.stages) stage.name = std::to_string(best_known_bounds(n)->size) + " comparators";
  claim_orders(network);
  return network;
}

Family best_known_family() {
  return {"best-known", "Smallest known networks",
          Citation{"D. E. Knuth", "The Art of Computer Programming", "volume 3, second edition, Addison-Wesley", 1998,
                   "section 5.3.4; 9 to 14 places after B. Dobbelaere, List of sorting networks"},
          best_known, most_best_known_places};
}

}  // namespace texelsort::network
