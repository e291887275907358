#include <algorithm>

#include "compute/algorithms/radix/digits.h"
#include "compute/algorithms/radix/radix.h"
#include "compute/algorithms/radix/radix_algorithm.h"

namespace texelsort::algorithms {
namespace {

class Grs final : public RadixAlgorithm {
 public:
  Grs()
      : RadixAlgorithm(
            {.id = "radix/grs@compute",
             .title = "Radix sort GRS (Bandyopadhyay & Sahni), compute shaders",
             .family = {},
             .summary =
                 "Least significant digit first. Each tile's digits are counted, and the rank of every key among those of "
                 "its digit in its tile is kept; the counts are scanned, and each key moves to the offset of its digit in "
                 "its tile plus its rank. On software rendering an invocation does a tile by itself (form = serial). "
                 "Memory: two arrays, 4 bytes a key for the ranks, and a table of 4 bytes for "
                 "every digit and tile.",
             .citation = {"S. Bandyopadhyay, S. Sahni", "GRS - GPU Radix Sort for Large Multifield Records",
                          "International Conference on High Performance Computing (HiPC)", 2010, ""}},
            {"histogram and rank", "scan", "move"},
            {{"tile", "keys", PowersOfTwo{4, 65'536}, "4096", "1024",
              "Keys of a tile; the invocations of a workgroup hold tile / workgroup each, and a serial invocation goes over "
              "a whole one."},
             {"workgroup", "invocations", PowersOfTwo{1, 1024}, "256", "64",
              "Invocations a workgroup; OpenGL 4.3 promises 1024 (GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS)."}}) {}

  RadixPlan plan(std::uint64_t n, data::KeyType type, data::PayloadKind payload,
                 const Parameters& parameters) const override {
    RadixPlan plan = radix_plan(n, type, payload, parameters);
    plan.ranks = true;
    plan.column_keys = plan.tile;
    plan.columns = (n + plan.tile - 1) / plan.tile;
    return plan;
  }

  std::map<std::string, std::string> tuned_beside(const gpu::DeviceInfo* device, std::uint64_t n, data::KeyType type,
                                                  const std::map<std::string, std::string>& given) const override {
    if (device == nullptr) return {};
    std::map<std::string, std::string> values = tuned_radix(*device, n, type, given);
    // Software: with 2^20 keys an invocation for each of 32 tiles.
    if (device->software && serial_form(*device, given) && n > most_shown_keys) values["tile"] = "32768";
    return values;
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_grs() {
  return std::make_unique<Grs>();
}

}  // namespace texelsort::algorithms
