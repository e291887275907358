#include "compute/algorithms/radix/cuda_radix_run.h"

#include <fmt/format.h>

#include "compute/algorithms/radix/radix_claims.h"

namespace texelsort::algorithms {
namespace {

std::uint64_t elements_of(const DigitPass& digit) {
  return digit.columns << digit.bits;
}

}  // namespace

CudaRadixRun::CudaRadixRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const CudaRadixPlan& plan)
    : CudaFieldRun(device, problem), plan_(plan) {
  plan_.order = problem->order;
}

std::vector<View> CudaRadixRun::more_views() const {
  return passes_done() > 0 ? digit_views(passes_done() - 1) : std::vector<View>{};
}

void CudaRadixRun::count_move(Counters& counters) const {
  counters.field_bytes = 2 * field_bytes();
  counters.bytes += 2 * (key_array_bytes() + n() * data::payload_bytes(plan_.payload)) + counters.field_bytes;
}

radix::Move CudaRadixRun::move(std::uint64_t digit) const {
  radix::Move move = plan_.move(digit);
  const Columns from = front(), to = back();
  move.keys_in = from.keys;
  move.keys_out = to.keys;
  move.payload_in = from.payload;
  move.payload_out = to.payload;
  if (has_fields()) move.fields = field_arrays(plan_.grouped);
  return move;
}

Pass CudaRadixRun::digit_pass(std::uint64_t stage, std::uint64_t digit, std::string label) const {
  Pass pass;
  pass.header = [this, stage, digit, label = std::move(label)] {
    return PassHeader{0, stage, stage_of_digit(digit), label};
  };
  pass.detail = [this, digit]() -> PassDetail { return plan_.digit(digit); };
  return pass;
}

std::string CudaRadixRun::stage_of_digit(std::uint64_t digit) const {
  return fmt::format("digit {} of {}", digit + 1, plan_.digits());
}

CudaThreePhaseRun::CudaThreePhaseRun(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                     const CudaRadixPlan& plan, std::array<std::string, 3> labels)
    : CudaRadixRun(device, std::move(problem), plan), table_(add_table(table_bytes(plan), "table")) {
  for (std::uint64_t digit = 0; n() > 1 && digit < plan.digits(); ++digit) {  // one key is sorted
    add_pass(count_pass(digit, labels[0]));
    add_pass(scan_pass(digit, labels[1]));
    add_pass(move_pass(digit, labels[2]));
  }
}

Pass CudaThreePhaseRun::count_pass(std::uint64_t index, std::string label) {
  Pass pass = digit_pass(index, index, std::move(label));
  const DigitPass digit = radix_plan().digit(index);
  pass.execute = [this, index] { count(move(index)); };
  pass.cost = [this, digit] {
    Counters counters;
    counters.dispatches = 1;
    counters.texels_fetched = n();
    counters.bytes = key_array_bytes() + sizeof(std::uint64_t) * elements_of(digit) + rank_bytes();
    return counters;
  };
  pass.claim = [this, digit] { return counts_claim(digit, rank_bytes() > 0); };
  return pass;
}

Pass CudaThreePhaseRun::scan_pass(std::uint64_t index, std::string label) {
  Pass pass = digit_pass(index, index, std::move(label));
  const DigitPass digit = radix_plan().digit(index);
  pass.execute = [this, digit] { scan(elements_of(digit)); };
  pass.cost = [digit] {
    Counters counters;
    counters.dispatches = 1;
    counters.texels_fetched = elements_of(digit);
    counters.bytes = 2 * sizeof(std::uint64_t) * elements_of(digit);
    return counters;
  };
  pass.claim = [digit] { return scan_claim(digit); };
  return pass;
}

Pass CudaThreePhaseRun::move_pass(std::uint64_t index, std::string label) {
  Pass pass = digit_pass(index, index, std::move(label));
  const DigitPass digit = radix_plan().digit(index);
  pass.execute = [this, index] {
    scatter(move(index));
    swap();
  };
  pass.cost = [this, digit] {
    Counters counters;
    counters.dispatches = 1;
    counters.texels_fetched = n();
    counters.bytes = sizeof(std::uint64_t) * elements_of(digit) + rank_bytes();
    count_move(counters);
    return counters;
  };
  pass.claim = [this, digit] { return moved_claim(digit, has_fields()); };
  return pass;
}

std::vector<View> CudaThreePhaseRun::digit_views(std::uint64_t pass) const {
  const DigitPass digit = radix_plan().digit(pass / 3);
  const std::string_view part = rank_bytes() > 0 ? "tile" : "share";
  return {table_view(pass % 3 == 0 ? TableKind(tables::DigitCounts{part}) : tables::DigitScan{part, pass % 3 == 2},
                     data::KeyType::u64, elements_of(digit), static_cast<std::uint32_t>(digit.columns), table_)};
}

}  // namespace texelsort::algorithms
