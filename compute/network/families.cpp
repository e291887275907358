#include <array>

#include "compute/data/error.h"
#include "compute/data/text/nearest.h"
#include "compute/network/generators.h"

namespace texelsort::network {

std::span<const Family> families() {
  static const std::array registry{
      Family{"bitonic", "Bitonic merge sort",
             Citation{"N. Govindaraju", "Sorting and Searching", "slides, Microsoft", 0,
                      "Bitonic Merge Sort, after Batcher 1968"},
             bitonic},
      Family{
          "bitonic-alternating", "Bitonic merge sort in alternating directions",
          Citation{"K. E. Batcher", "Sorting Networks and Their Applications",
                   "AFIPS Spring Joint Computer Conference 32", 1968,
                   "pages 307-314; cut to any size after H. W. Lang, Bitonic sorting network for n not a power of 2"},
          bitonic_alternating},
      Family{"odd-even-merge", "Odd-even merge sort",
             Citation{"K. E. Batcher", "Sorting Networks and Their Applications",
                      "AFIPS Spring Joint Computer Conference 32", 1968, "pages 307-314"},
             odd_even_merge},
      Family{"odd-even-transposition", "Odd-even transposition sort",
             Citation{"D. E. Knuth", "The Art of Computer Programming", "volume 3, second edition, Addison-Wesley",
                      1998, "section 5.3.4"},
             odd_even_transposition, most_transposition_places, 65},
      Family{"periodic-balanced", "Periodic balanced sorting network",
             Citation{"M. Dowd, Y. Perl, L. Rudolph and M. Saks", "The Periodic Balanced Sorting Network",
                      "Journal of the ACM 36(4)", 1989, "pages 738-757"},
             periodic_balanced},
      Family{"pairwise", "Pairwise sorting network",
             Citation{"I. Parberry", "The Pairwise Sorting Network", "Parallel Processing Letters 2(2-3)", 1992,
                      "pages 205-211"},
             pairwise},
      Family{"best-known", "Smallest known networks",
             Citation{"D. E. Knuth", "The Art of Computer Programming", "volume 3, second edition, Addison-Wesley",
                      1998, "section 5.3.4; 9 to 14 places after B. Dobbelaere, List of sorting networks"},
             best_known, most_best_known_places},
  };
  return registry;
}

const Family& find_family(std::string_view id) {
  std::vector<std::string> ids;
  for (const Family& family : families()) {
    if (family.id == id) return family;
    ids.push_back(family.id);
  }
  std::string message = "unknown network '" + std::string(id) + "'";
  const std::string near = data::nearest(id, ids);
  if (!near.empty()) message += "; did you mean '" + near + "'?";
  message += " (networks:";
  for (const std::string& known : ids) message += " " + known;
  throw UsageError(message + ")");
}

}  // namespace texelsort::network
