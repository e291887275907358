#include <memory>

#include "compute/algorithms/radix/compute_radix.h"
#include "compute/algorithms/radix/sources.h"

namespace texelsort::algorithms {
namespace {

class ComputeGrs final : public ComputeRadix {
 public:
  ComputeGrs()
      : ComputeRadix(
            grs_source().described(
                Backend::compute,
                "Least significant digit first. Each tile's digits are counted, and the rank of every key among those of its "
                "digit in its tile is kept; the counts are scanned, and each key moves to the offset of its digit in its tile "
                "plus its rank. On software rendering an invocation does a tile by itself (form = serial). Memory: two arrays, 2 "
                "bytes a key for the ranks, and a table of 4 bytes for every digit and tile.",
                {beyond_small_inputs}),
            compute_grs_settings(), true) {}

 private:
  void tune_software(ComputeRadixSettings& settings, const ProblemForm& form) const override {
    // With 2^20 keys, one invocation for each of 32 tiles.
    if (settings.serial() && form.n > most_shown_keys) settings.tile = 32'768;
  }
};

}  // namespace

const SettingsTable<ComputeRadixSettings>& compute_grs_settings() {
  using S = ComputeRadixSettings;
  static const SettingsTable<S> table = compute_table(
      field(&S::tile, "tile", "keys", PowersOfTwo{4, 65'536}, 1024u,
            "Keys of a tile; the invocations of a workgroup hold tile / workgroup each, and a serial invocation goes "
            "over a whole one."),
      64, {});
  return table;
}

std::unique_ptr<Algorithm> make_grs() {
  return std::make_unique<ComputeGrs>();
}

}  // namespace texelsort::algorithms
