#include "compute/algorithms/radix/cuda.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "compute/algorithms/cuda/kernels/launch.h"
#include "compute/algorithms/cuda/small_input_run.h"
#include "compute/algorithms/radix/cuda_digits.h"
#include "compute/algorithms/radix/cuda_onesweep.h"
#include "compute/cuda/buffer.h"
#include "compute/cuda/launch.h"
#include "compute/data/error.h"
#include "compute/data/keys/keys.h"

namespace texelsort::algorithms {
namespace {

/// The larger tile of Onesweep for such keys; nothing if it has none.
std::optional<radix::Shape> large_sweep_shape(data::KeyType type, data::PayloadKind payload) {
  if (payload == data::PayloadKind::record) return std::nullopt;
  if (data::key_bytes(type) == 8) return radix::sweep_shape_64;
  return payload == data::PayloadKind::none ? radix::alone_sweep_shape_32 : radix::paired_sweep_shape_32;
}

/// The shapes that there are kernels of, and that have a thread for each digit's value, which counts and places it.
std::vector<radix::Shape> shapes(const CudaRadixPlan& plan) {
  std::span<const radix::Shape> kernels = radix::digit_shapes;
  if (plan.digit_bits == 8) kernels = radix::byte_shapes_32;
  if (plan.digit_bits == 8 && data::key_bytes(plan.type) == 8) kernels = radix::byte_shapes_64;
  std::vector<radix::Shape> fitting;
  std::ranges::copy_if(kernels, std::back_inserter(fitting),
                       [&](radix::Shape shape) { return shape.threads >= 1u << plan.digit_bits; });
  const auto large = large_sweep_shape(plan.type, plan.payload);
  if (plan.sweeps && plan.digit_bits == 8 && large) fitting.push_back(*large);
  return fitting;
}

/// The fastest of Onesweep's shapes for whole bytes, of those measured beside each other on an H200 and an H100 at
/// sizes from 2^19 to 2^26, powers of two and others.
radix::Shape tuned_sweep_shape(std::uint64_t n, std::uint64_t key_bytes, bool alone) {
  constexpr auto power = [](unsigned exponent) { return std::uint64_t{1} << exponent; };
  // A tile has fewer steps to go through where there are fewer of them than multiprocessors: 0.81 to 0.90 of the time
  // of 256x32 and 384x24 from 2^12 to 2^18 keys of 32 bits with and without an index, 1.05 and 1.08 at 2^20, H200.
  if (key_bytes == 4 && n <= power(18)) return {256, 16};
  if (key_bytes == 8) return n < power(20) ? radix::Shape{384, 16} : radix::sweep_shape_64;
  // The largest: 0.92 of the time of 384x24 at 2^23 keys and 0.88 at 3 * 2^22, H200; 0.94 and 0.97 of pairs, H100.
  if (!alone) return n <= power(20) ? radix::Shape{384, 24} : radix::paired_sweep_shape_32;
  if (n < power(20)) return {384, 24};
  return n < power(21) ? radix::Shape{256, 32} : radix::alone_sweep_shape_32;
}

/// The fastest of the shapes for these digits that fit the shared memory of a block; measured on an H200.
radix::Shape tuned_shape(bool sweeps, std::uint64_t n, std::uint32_t digit_bits, data::KeyType type,
                         data::PayloadKind payload) {
  if (digit_bits != 8) return {256, 16};
  const bool alone = payload == data::PayloadKind::none;
  // Records' fields have been measured with these alone.
  if (sweeps && payload != data::PayloadKind::record) {
    return tuned_sweep_shape(n, data::key_bytes(type), alone);
  }
  if (data::key_bytes(type) == 8) return {384, 16};
  return alone ? radix::Shape{256, 32} : radix::Shape{384, 24};
}

/// Tiles of a column of SRTS: the blocks share all tiles evenly.
std::uint64_t shared_tiles(std::uint64_t tiles, std::uint64_t blocks) {
  return std::max<std::uint64_t>((tiles + blocks - 1) / blocks, 1);
}

std::uint64_t table_bytes(const DigitPlan& plan) {
  return sizeof(std::uint64_t) * plan.table_elements();
}

std::uint64_t rank_bytes(const DigitPlan& plan) {
  return plan.ranks ? rank_size * plan.n : 0;
}

/// The device scans the table of GRS, a block that of SRTS.
std::uint64_t scan_bytes(const DigitPlan& plan) {
  return plan.ranks && plan.n > 1 ? launches<kernels::DeviceScanLaunches>().bytes(plan.table_elements()) : 0;
}

/// SRTS and GRS.
class ThreePhaseRun : public CudaRadixRun {
 protected:
  ThreePhaseRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const CudaRadixPlan& plan)
      : CudaRadixRun(device, std::move(problem), plan), table_(add_table(table_bytes(plan), "table")) {}

  std::vector<Pass> passes() {
    return digit_passes(
        plan_, {.count = sizeof(std::uint64_t), .rank = plan_.ranks ? rank_size : 0, .fields = field_bytes()}, *this);
  }
  std::vector<View> digit_views(std::uint64_t pass) const override {
    const DigitPass digit = plan_.digit(pass / 3);
    return {table_view(digit_table(plan_, pass), data::KeyType::u64, table_elements(digit), digit.columns, table_)};
  }
  std::uint64_t* table() const { return static_cast<std::uint64_t*>(pointer(table_)); }

 private:
  const GuardedBuffer& table_;
};

class SrtsRun final : public ThreePhaseRun {
 public:
  SrtsRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const CudaRadixPlan& plan)
      : ThreePhaseRun(device, std::move(problem), plan) {
    start(passes());
  }

 private:
  const radix::SrtsLaunches& srts() const { return kernels<radix::SrtsLaunches>(); }
  radix::SrtsShares shares() const { return {plan_.columns, plan_.column_keys / plan_.shape.tile()}; }
  void count(const DigitPass& digit) override { srts().count(move_by(digit), shares(), table(), queue()); }
  void scan(const DigitPass& digit) override {
    launches<kernels::ScanLaunches>().scan_by_block(table(), table_elements(digit), queue());
  }
  void move(const DigitPass& digit) override {
    srts().scatter(move_by(digit), shares(), table(), queue());
    swap();
  }
};

class GrsRun final : public ThreePhaseRun {
 public:
  GrsRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const CudaRadixPlan& plan)
      : ThreePhaseRun(device, std::move(problem), plan),
        ranks_(add_table(rank_bytes(plan), "ranks")),
        temporary_(scan_bytes(plan), "the scan's temporary memory") {
    start(passes());
  }

 private:
  const radix::GrsLaunches& grs() const { return kernels<radix::GrsLaunches>(); }
  void count(const DigitPass& digit) override { grs().rank(move_by(digit), table(), ranks(), queue()); }
  void scan(const DigitPass& digit) override {
    launches<kernels::DeviceScanLaunches>().scan(table(), table_elements(digit), temporary_.data(), temporary_.size(),
                                                 queue());
  }
  void move(const DigitPass& digit) override {
    grs().move(move_by(digit), table(), ranks(), queue());
    swap();
  }
  std::vector<View> digit_views(std::uint64_t pass) const override {
    std::vector<View> views = ThreePhaseRun::digit_views(pass);
    views.push_back(ranks_view(n(), ranks_));
    return views;
  }
  std::uint16_t* ranks() const { return static_cast<std::uint16_t*>(pointer(ranks_)); }

  const GuardedBuffer& ranks_;
  cuda::Buffer temporary_;
};

}  // namespace

namespace {

bool takes_sweeps(RadixSort sort) {
  return sort == RadixSort::onesweep || sort == RadixSort::prefix;
}

}  // namespace

CudaRadixPlan::CudaRadixPlan(RadixSort which, const ProblemForm& form, const CudaRadixSettings& settings)
    : DigitPlan{form.n, form.type, form.payload, settings.digit, which == RadixSort::grs},
      sort(which),
      shape(settings.shape == automatic_shape
                ? tuned_shape(takes_sweeps(which), form.n, settings.digit, form.type, form.payload)
                : settings.shape),
      counting(settings.ranking == DigitRanking::counters),
      grouped(form.grouped),
      merged(sort == RadixSort::onesweep && settings.passes == SweepPasses::merged),
      adaptive(sort == RadixSort::prefix || (sort == RadixSort::onesweep && settings.passes == SweepPasses::needed)),
      sweeps(takes_sweeps(which)),
      prefix(settings.prefix),
      look_back_reads(settings.look_back_reads),
      portion_tiles(radix::onesweep_portion_tiles(shape)),
      room(form.n) {
  const std::uint64_t each = sort == RadixSort::srts ? shared_tiles(tiles(), settings.blocks) : 1;
  columns = (tiles() + each - 1) / each;
  column_keys = each * shape.tile();
}

radix::Move CudaRadixPlan::move(const DigitPass& digit) const {
  radix::Move move;
  move.type = type;
  move.n = n;
  move.room = room;
  move.shift = digit.shift;
  move.bits = digit.bits;
  move.shape = shape;
  move.counting = counting;
  move.payload_bytes = static_cast<unsigned>(data::payload_bytes(payload));
  return move;
}

std::optional<std::string> shape_refusal(const CudaRadixPlan& plan, std::uint64_t max_shared_bytes) {
  if (plan.merged) {
    const auto refusal = small_input_refusal({plan.n, plan.type, plan.payload}, max_shared_bytes);
    return refusal ? std::optional(*refusal + ": choose passes = all") : std::nullopt;
  }
  if (plan.counting && plan.digit_bits > radix::most_counted_bits) {
    return fmt::format(
        "ranking = counters has a counter for every digit and thread, for digits of up to {} bits: "
        "digit = {} has {} counters; choose a smaller one, or ranking = matching",
        radix::most_counted_bits, plan.digit_bits, 1u << plan.digit_bits);
  }
  const auto known = shapes(plan);
  if (std::ranges::find(known, plan.shape) == known.end()) {
    std::string list;
    for (const radix::Shape shape : known) list += fmt::format("{}{}", list.empty() ? "" : ", ", text_of(shape));
    return fmt::format("there is no kernel of shape = {} for digit = {} and {} keys: choose one of {}",
                       text_of(plan.shape), plan.digit_bits, data::name(plan.type), list);
  }
  radix::Move move = plan.move(plan.digit(0));
  if (plan.payload == data::PayloadKind::record) move.fields.count = 1;
  std::uint64_t bytes = launches<radix::OnesweepLaunches>(plan.type).shared_bytes(move);
  if (plan.sort == RadixSort::prefix) {
    bytes = std::max(bytes, launches<radix::PrefixLaunches>(plan.type).shared_bytes(move));
  }
  if (bytes <= max_shared_bytes) return std::nullopt;
  return fmt::format(
      "shape = {} needs {} bytes of shared memory, and a block of this device has at most {}: choose a "
      "smaller one",
      text_of(plan.shape), bytes, max_shared_bytes);
}

void radix::refuse_shape(Shape shape) {
  throw InternalError(fmt::format("there is no kernel of {} threads with {} items each", shape.threads, shape.items));
}

std::unique_ptr<Run> make_cuda_radix_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                         const CudaRadixPlan& plan) {
  if (plan.sort == RadixSort::srts) return std::make_unique<SrtsRun>(device, std::move(problem), plan);
  if (plan.sort == RadixSort::grs) return std::make_unique<GrsRun>(device, std::move(problem), plan);
  if (plan.merged) return std::make_unique<SmallInputRun>(device, std::move(problem), plan.grouped);
  return make_onesweep_run(device, std::move(problem), plan);
}

std::uint64_t cuda_radix_bytes(const CudaRadixPlan& plan) {
  if (plan.merged) return SmallInputRun::table_bytes({plan.n, plan.type});
  if (plan.sweeps) return onesweep_bytes(plan);
  return table_bytes(plan) + rank_bytes(plan) + scan_bytes(plan);
}

}  // namespace texelsort::algorithms
