#include <algorithm>
#include <memory>

#include "compute/algorithms/radix/compute_radix.h"
#include "compute/algorithms/radix/sources.h"
#include "compute/gpu/forms.h"

namespace texelsort::algorithms {
namespace {

/// Sets the default settings of SRTS for 32-bit keys without payload. They were found by searches on an H200 and sweeps
/// at nearby powers of two. Measured times, relative to four warps per workgroup and 8-bit digits: 0.74 with 2^12 keys,
/// 0.82 with 2^14, 0.76 with 2^16, 0.87 with 2^18, 0.86 with 2^19, 0.92 with 2^24, 0.87 with 2^26. With 2^20 to 2^22
/// keys, no other settings were faster.
void tune_bare_srts(ComputeRadixSettings& settings, std::uint64_t n) {
  if (n <= most_shown_keys) return;
  if (n < std::uint64_t{1} << 15) {
    settings.workgroup = 256;
  } else if (n <= std::uint64_t{1} << 17) {
    settings.digit = 7;
    settings.workgroup = 512;
  } else if (n < std::uint64_t{1} << 20) {
    settings.workgroup = 256;
  } else if (n >= std::uint64_t{1} << 23) {
    settings.digit = 7;
    settings.tile = 2048;
    settings.workgroup = 256;
    settings.workgroups = 3072;
  }
}

class ComputeSrts final : public ComputeRadix {
 public:
  // Shaders have separate code for digits of 7 bits, which tune_bare_srts() chooses, so checks cover these digits
  // separately.
  ComputeSrts()
      : ComputeRadix(
            srts_source().described(
                Backend::compute,
                "Sorts by the least significant digit first. A fixed number of workgroups count the digits of their "
                "shares of the array. The counts are scanned. Then each workgroup orders its share in shared memory, "
                "tile by tile, and scatters the tiles. On software rendering, each invocation processes its own share "
                "(form = serial). Memory: two arrays and a table of 4 bytes per digit value and share.",
                {40'001, beyond_small_inputs}),
            compute_srts_settings(), false) {}

 private:
  void tune_cooperative(ComputeRadixSettings& settings, const gpu::DeviceInfo& device, const ProblemForm& form,
                        const Given<ComputeRadixSettings>& given) const override {
    const bool searched = !gpu::prefers_cpu_forms(device) && data::key_bytes(form.type) == 4 &&
                          form.payload == data::PayloadKind::none &&
                          given.value(&ComputeRadixSettings::ranking) != ComputeRadixSettings::Ranking::counters;
    if (searched) tune_bare_srts(settings, form.n);
  }
  void tune_software(ComputeRadixSettings& settings, const ProblemForm& form) const override {
    // There are enough shares for the cores of a small machine. The maximum number of keys per share limits the loops
    // of an invocation: 2^16 keys for each of a workgroup's 8 serial invocations, 2^14 keys for a cooperative
    // workgroup.
    const std::uint64_t share = settings.serial() ? 8 << 16 : 1 << 14;
    settings.workgroups = std::clamp<std::uint64_t>((form.n + share - 1) / share, 4, 65'535);
  }
};

}  // namespace

const SettingsTable<ComputeRadixSettings>& compute_srts_settings() {
  using S = ComputeRadixSettings;
  static const SettingsTable<S> table =
      compute_table(field(&S::tile, "tile", "keys", PowersOfTwo{1, 16'384}, std::nullopt,
                          "Keys that a workgroup orders at a time. Each invocation holds tile / workgroup of them.")
                        .only(when(&S::form, {S::Form::cooperative})),
                    std::nullopt,
                    {field(&S::workgroups, "workgroups", "workgroups", IntegerRange{1, 65'535}, std::nullopt,
                           "Number of workgroups that share the array, independent of its size. Small inputs with "
                           "fewer tiles use fewer. The source uses as many as fill the multiprocessors.")});
  return table;
}

std::unique_ptr<Algorithm> make_srts() {
  return std::make_unique<ComputeSrts>();
}

}  // namespace texelsort::algorithms
