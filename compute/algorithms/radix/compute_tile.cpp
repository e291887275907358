#include "compute/algorithms/radix/compute_tile.h"

#include <algorithm>

#include <fmt/format.h>

#include "compute/algorithms/arrays/compute_run.h"
#include "compute/algorithms/arrays/shader_keys.h"
#include "compute/algorithms/core/sorted_claim.h"
#include "compute/algorithms/primitives/compute_limits.h"
#include "compute/algorithms/radix/compute.h"
#include "compute/gpu/compute_program.h"

namespace texelsort::algorithms {
namespace {

class TileProgram : public gpu::ComputeProgram<TileProgram> {
 public:
  using ComputeProgram::ComputeProgram;
  TileProgram& arrays(const PingPongBuffers& arrays) { return bind(arrays.bindings()); }
  TileProgram& n(std::uint64_t keys) { return set("n", keys); }
  TileProgram& digits(std::uint64_t number) { return set("digit_number", number); }
};

class ComputeTileRun final : public ComputeRun {
 public:
  ComputeTileRun(gpu::Device& device, const std::shared_ptr<const Problem>& problem, const ComputeTilePlan& plan)
      : ComputeRun(device, problem), plan_(plan), sort_(device, "radix/tile_sort.comp", plan.defines(problem->order)) {
    if (plan.n > 1) add_pass(pass());
    rewind();
  }

 private:
  Pass pass() {
    Pass pass;
    pass.header = [] { return PassHeader{0, 0, "all digits", "one tile"}; };
    pass.execute = [this] {
      sort_.n(n()).digits(plan_.digits()).arrays(arrays()).dispatch(1, plan_.rounds());
      swap();
    };
    pass.cost = [this] {
      const std::uint64_t element = data::key_bytes(plan_.type) + data::payload_bytes(plan_.payload);
      return Counters{
          .dispatches = 1, .invocations = plan_.workgroup, .elements_read = plan_.n, .bytes = 2 * plan_.n * element};
    };
    pass.claim = sorted_claim;
    return pass;
  }

  ComputeTilePlan plan_;
  TileProgram sort_;
};

}  // namespace

ComputeTilePlan::ComputeTilePlan(const ProblemForm& form, const ComputeTileSettings& settings)
    : DigitPlan{form.n, form.type, form.payload, settings.digit},
      subgroups(settings.ranking == GroupRanking::subgroups),
      workgroup(settings.workgroup) {
  column_keys = settings.tile;
  columns = 1;
}

/// The counterpart of `pool` in shaders/radix/: what ranking needs, and then the whole tile.
std::uint64_t ComputeTilePlan::pool_words() const {
  return std::max(matching_words(workgroup, digit_bits, subgroups), stage_words(type, payload, column_keys));
}

std::uint64_t ComputeTilePlan::shared_bytes() const {
  const std::uint64_t starts = (std::uint64_t{1} << digit_bits) + 1;
  return sizeof(std::uint32_t) * (pool_words() + starts + scan_words(workgroup, subgroups));
}

std::uint64_t ComputeTilePlan::rounds() const {
  const std::uint64_t table = std::uint64_t{1} << digit_bits;
  // A digit takes at most 12 loops over an invocation's keys, ballots for its bits among them, 12 over values, and the
  // scan.
  return digits() * ((12 + digit_bits) * items() + 12 * table + 12) + 4 * items();
}

gpu::Defines ComputeTilePlan::defines(data::Order order) const {
  gpu::Defines defines = key_defines(type, order, payload);
  defines["WORKGROUP"] = std::to_string(workgroup);
  defines["DIGITS"] = std::to_string(1u << digit_bits);
  defines["DIGIT_BITS"] = std::to_string(digit_bits);
  defines["ITEMS"] = std::to_string(items());
  defines["STAGE"] = std::to_string(column_keys);
  defines["POOL"] = std::to_string(pool_words());
  if (subgroups) defines["SUBGROUPS"] = "1";
  return defines;
}

std::optional<std::string> ComputeTilePlan::refusal(const gpu::DeviceInfo& device) const {
  if (n > column_keys)
    return fmt::format("n = {} is beyond the limit of {} keys, which are those of the tile that a workgroup holds", n,
                       column_keys);
  if (auto reason = workgroup_refusal(device, workgroup)) return reason;
  const DigitTile tile{digit_bits, column_keys, workgroup, subgroups};
  if (auto reason = tile.refusal(device, shared_bytes())) return reason;
  return loop_refusal(device, tile.text(), rounds(), "smaller tiles");
}

std::unique_ptr<Run> make_compute_tile_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                           const ComputeTilePlan& plan) {
  return std::make_unique<ComputeTileRun>(device, std::move(problem), plan);
}

}  // namespace texelsort::algorithms
