#include <memory>

#include "compute/algorithms/radix/compute_radix.h"
#include "compute/algorithms/radix/sources.h"

namespace texelsort::algorithms {
namespace {

class ComputeGrs final : public ComputeRadix {
 public:
  ComputeGrs()
      : ComputeRadix(grs_source().described(
                         Backend::compute,
                         "Sorts by the least significant digit first. The first pass counts the digits of each tile "
                         "and stores each key's rank among the keys of its digit in its tile. The counts are scanned. "
                         "Then each key moves to the offset of its tile and digit plus its rank. On software "
                         "rendering, each invocation processes a whole tile (form = serial). Memory: two arrays, 2 "
                         "bytes per key for the ranks, and a table of 4 bytes per digit value and tile.",
                         {beyond_small_inputs}),
                     compute_grs_settings(), true) {}

 private:
  void tune_software(ComputeRadixSettings& settings, const ProblemForm& form) const override {
    // A serial invocation processes one tile of 2^15 keys, so 2^20 keys need 32 invocations.
    if (settings.serial() && form.n > most_shown_keys) settings.tile = 32'768;
  }
};

}  // namespace

const SettingsTable<ComputeRadixSettings>& compute_grs_settings() {
  using S = ComputeRadixSettings;
  static const SettingsTable<S> table =
      compute_table(field(&S::tile, "tile", "keys", PowersOfTwo{4, 65'536}, 1024u,
                          "Keys per tile. Each invocation of a workgroup holds tile / workgroup of them; a serial "
                          "invocation processes a whole tile."),
                    64, {});
  return table;
}

std::unique_ptr<Algorithm> make_grs() {
  return std::make_unique<ComputeGrs>();
}

}  // namespace texelsort::algorithms
