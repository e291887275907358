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

std::vector<PassHeader> CudaRadixRun::known_passes() const {
  std::vector<PassHeader> headers;
  for (std::uint64_t i = 0; i < passes(); ++i) headers.push_back(header(i));
  return headers;
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

Pass CudaRadixRun::named_pass(std::uint64_t index, std::uint64_t digit) const {
  const PassHeader named = header(index);
  Pass pass;
  pass.stage_index = named.stage_index;
  pass.stage = named.stage;
  pass.label = named.label;
  pass.digit = plan_.digit(digit);
  return pass;
}

std::string CudaRadixRun::stage_of_digit(std::uint64_t digit) const {
  return fmt::format("digit {} of {}", digit + 1, plan_.digits());
}

CudaThreePhaseRun::CudaThreePhaseRun(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                     const CudaRadixPlan& plan, std::array<std::string, 3> labels)
    : CudaRadixRun(device, std::move(problem), plan),
      labels_(std::move(labels)),
      table_(add_table(table_bytes(plan), "table")) {}

PassHeader CudaThreePhaseRun::header(std::uint64_t index) const {
  return {index, index / 3, stage_of_digit(index / 3), labels_[index % 3]};
}

std::optional<Pass> CudaThreePhaseRun::next_pass() {
  const std::uint64_t index = passes_done();
  if (index == passes()) return std::nullopt;
  return index % 3 == 0 ? count_pass(index) : index % 3 == 1 ? scan_pass(index) : move_pass(index);
}

Pass CudaThreePhaseRun::count_pass(std::uint64_t index) {
  Pass pass = named_pass(index, index / 3);
  const DigitPass digit = *pass.digit;
  pass.execute = [this, index] { count(move(index / 3)); };
  pass.count = [this, digit] {
    Counters counters;
    counters.dispatches = 1;
    counters.texels_fetched = n();
    counters.bytes = key_array_bytes() + sizeof(std::uint64_t) * elements_of(digit) + rank_bytes();
    return counters;
  };
  pass.claim = [this, digit] { return counts_claim(digit, rank_bytes() > 0); };
  return pass;
}

Pass CudaThreePhaseRun::scan_pass(std::uint64_t index) {
  Pass pass = named_pass(index, index / 3);
  const DigitPass digit = *pass.digit;
  pass.execute = [this, digit] { scan(elements_of(digit)); };
  pass.count = [digit] {
    Counters counters;
    counters.dispatches = 1;
    counters.texels_fetched = elements_of(digit);
    counters.bytes = 2 * sizeof(std::uint64_t) * elements_of(digit);
    return counters;
  };
  pass.claim = [digit] { return scan_claim(digit); };
  return pass;
}

Pass CudaThreePhaseRun::move_pass(std::uint64_t index) {
  Pass pass = named_pass(index, index / 3);
  const DigitPass digit = *pass.digit;
  pass.execute = [this, index] {
    scatter(move(index / 3));
    swap();
  };
  pass.count = [this, digit] {
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
  const DigitPass digit = plan().digit(pass / 3);
  return {table_view(pass % 3 == 0 ? "histogram" : "scan", data::KeyType::u64, elements_of(digit),
                     static_cast<std::uint32_t>(digit.columns), table_)};
}

}  // namespace texelsort::algorithms
