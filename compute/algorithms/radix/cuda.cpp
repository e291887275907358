#include "compute/algorithms/radix/cuda.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "compute/algorithms/cuda/cuda_field_run.h"
#include "compute/algorithms/cuda/few_keys_run.h"
#include "compute/algorithms/cuda/kernels/launch.h"
#include "compute/cuda/buffer.h"
#include "compute/cuda/launch.h"
#include "compute/data/error.h"
#include "compute/data/keys.h"

namespace texelsort::algorithms {
namespace {

/// The shapes that there are kernels of, and that have a thread for each digit's value, which counts and places it.
std::vector<radix::Shape> shapes(std::uint32_t digit_bits, data::KeyType type) {
  std::span<const radix::Shape> kernels = radix::digit_shapes;
  if (digit_bits == 8) kernels = radix::byte_shapes_32;
  if (digit_bits == 8 && data::key_bytes(type) == 8) kernels = radix::byte_shapes_64;
  std::vector<radix::Shape> fitting;
  std::ranges::copy_if(kernels, std::back_inserter(fitting),
                       [&](radix::Shape shape) { return shape.threads >= 1u << digit_bits; });
  return fitting;
}

/// The fastest of the shapes for these digits that fit the shared memory of a block; measured on an H200.
radix::Shape tuned_shape(RadixSort sort, std::uint64_t n, std::uint32_t digit_bits, data::KeyType type,
                         data::PayloadKind payload) {
  if (digit_bits != 8) return {256, 16};
  // A tile has fewer steps to go through where there are fewer of them than multiprocessors: 0.81 to 0.90 of the time
  // of 256x32 and 384x24 from 2^12 to 2^18 keys of 32 bits with and without an index, 1.05 and 1.08 at 2^20, H200.
  constexpr std::uint64_t few = std::uint64_t{1} << 18;
  if (sort == RadixSort::onesweep && n <= few && data::key_bytes(type) == 4) return {256, 16};
  if (data::key_bytes(type) == 8) return {384, 16};
  return payload == data::PayloadKind::none ? radix::Shape{256, 32} : radix::Shape{384, 24};
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

/// Where in Onesweep's tables things stand; all digits' parts follow each other.
struct SweepLayout {
  std::uint64_t values, bins, portions;
  std::uint64_t status_words;  ///< of one digit
  std::uint64_t bins_bytes, status_bytes, tickets_bytes;

  explicit SweepLayout(const CudaRadixPlan& plan)
      : values(std::uint64_t{1} << plan.digit_bits),
        bins(plan.bins()),
        portions(plan.tiles() / radix::onesweep_portion_tiles(plan.shape) + 1),
        status_words(plan.tiles() * values),
        bins_bytes(sizeof(std::uint64_t) * (bins + values)),  // with one digit's more, for portions in turn
        status_bytes(sizeof(std::uint32_t) * plan.digits() * status_words),
        tickets_bytes(sizeof(std::uint32_t) * plan.digits() * portions) {}
  std::uint64_t bytes() const { return bins_bytes + status_bytes + tickets_bytes; }
};

/// Moves by one digit from the front to the back.
class CudaRadixRun : public CudaFieldRun, protected DigitSteps {
 protected:
  CudaRadixRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const CudaRadixPlan& plan)
      : CudaFieldRun(device, std::move(problem)), plan_(plan) {}

  /// `passes` name the plan of this run.
  void start(std::vector<Pass> passes) {
    for (Pass& pass : passes) add_pass(std::move(pass));
    rewind();
  }
  Counters scan_cost(std::uint64_t elements) const final {
    return {.dispatches = 1, .elements_read = elements, .bytes = 2 * sizeof(std::uint64_t) * elements};
  }
  /// Inside a pass's execute.
  radix::Move move_by(const DigitPass& digit) const {
    radix::Move move = plan_.move(digit);
    const Columns from = front(), to = back();
    move.order = problem().order;
    move.keys_in = from.keys;
    move.keys_out = to.keys;
    move.payload_in = from.payload;
    move.payload_out = to.payload;
    if (has_fields()) move.fields = field_arrays(plan_.grouped);
    return move;
  }
  template <typename Launches>
  const Launches& kernels() const {
    return launches<Launches>(plan_.type);
  }
  radix::Stream queue() const { return stream().handle(); }
  /// Its tables after a pass.
  virtual std::vector<View> digit_views(std::uint64_t pass) const = 0;

  const CudaRadixPlan plan_;

 private:
  std::vector<View> more_views() const final {
    return passes_done() > 0 ? digit_views(passes_done() - 1) : std::vector<View>{};
  }
};

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

class OnesweepRun final : public CudaRadixRun {
 public:
  OnesweepRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const CudaRadixPlan& plan)
      : CudaRadixRun(device, std::move(problem), plan),
        layout_(plan),
        bins_(add_table(layout_.bins_bytes, "bins")),
        status_(add_table(layout_.status_bytes, "look-back status")),
        tickets_(add_table(layout_.tickets_bytes, "tickets")) {
    start(sweep_passes(plan_,
                       {.portion_tiles = radix::onesweep_portion_tiles(plan.shape),
                        .cleared = layout_.bytes(),
                        .fields = field_bytes()},
                       *this));
  }

 private:
  void count(const DigitPass& digit) override {
    cuda::clear(pointer(bins_), layout_.bins_bytes, queue());
    cuda::clear(pointer(status_), layout_.status_bytes, queue());
    cuda::clear(pointer(tickets_), layout_.tickets_bytes, queue());
    kernels<radix::OnesweepLaunches>().histogram(move_by(digit), static_cast<unsigned>(plan_.digits()), bins(),
                                                 queue());
  }
  void scan(const DigitPass& digit) override {
    launches<radix::BinLaunches>().scan(static_cast<unsigned>(plan_.digits()), digit.bits, bins(), queue());
  }
  void move(const DigitPass& digit) override {
    const std::uint64_t index = digit.shift / plan_.digit_bits;
    radix::OnesweepTables tables;
    tables.bins = bins() + index * layout_.values;
    tables.next_bins = bins() + layout_.bins;
    tables.status = static_cast<unsigned*>(pointer(status_)) + index * layout_.status_words;
    tables.tickets = static_cast<unsigned*>(pointer(tickets_)) + index * layout_.portions;
    tables.patience = plan_.patience;
    kernels<radix::OnesweepLaunches>().onesweep(move_by(digit), tables, queue());
    swap();
  }

  std::vector<View> digit_views(std::uint64_t last) const override {
    if (last < sweep_upfront) {
      return {table_view(last == 0 ? TableKind(tables::AllDigitCounts{}) : tables::AllDigitScan{}, data::KeyType::u64,
                         layout_.bins, layout_.values, bins_)};
    }
    const DigitPass digit = plan_.digit(last - sweep_upfront);
    View status = table_view(tables::LookBackStatus{}, data::KeyType::u32, table_elements(digit),
                             std::uint64_t{1} << digit.bits, status_);
    status.offset += sizeof(std::uint32_t) * (last - sweep_upfront) * layout_.status_words;
    return {status};
  }
  std::uint64_t* bins() const { return static_cast<std::uint64_t*>(pointer(bins_)); }

  SweepLayout layout_;
  const GuardedBuffer &bins_, &status_, &tickets_;
};

}  // namespace

CudaRadixPlan::CudaRadixPlan(RadixSort which, const ProblemForm& form, const CudaRadixSettings& settings)
    : DigitPlan{form.n, form.type, form.payload, settings.digit, which == RadixSort::grs},
      sort(which),
      shape(settings.shape == automatic_shape ? tuned_shape(which, form.n, settings.digit, form.type, form.payload)
                                              : settings.shape),
      counting(settings.ranking == DigitRanking::counters),
      grouped(form.grouped),
      merged(sort == RadixSort::onesweep && settings.passes == SweepPasses::merged),
      patience(settings.patience) {
  const std::uint64_t each = sort == RadixSort::srts ? shared_tiles(tiles(), settings.blocks) : 1;
  columns = (tiles() + each - 1) / each;
  column_keys = each * shape.tile();
}

radix::Move CudaRadixPlan::move(const DigitPass& digit) const {
  radix::Move move;
  move.type = type;
  move.n = n;
  move.shift = digit.shift;
  move.bits = digit.bits;
  move.shape = shape;
  move.counting = counting;
  move.payload_bytes = static_cast<unsigned>(data::payload_bytes(payload));
  return move;
}

std::optional<std::string> shape_refusal(const CudaRadixPlan& plan, std::uint64_t max_shared_bytes) {
  if (plan.merged) {
    const auto refusal = few_keys_refusal({plan.n, plan.type}, max_shared_bytes);
    return refusal ? std::optional(*refusal + ": choose passes = all") : std::nullopt;
  }
  if (plan.counting && plan.digit_bits > radix::most_counted_bits) {
    return fmt::format(
        "ranking = counters has a counter for every digit and thread, for digits of up to {} bits: "
        "digit = {} has {} counters; choose a smaller one, or ranking = matching",
        radix::most_counted_bits, plan.digit_bits, 1u << plan.digit_bits);
  }
  const auto known = shapes(plan.digit_bits, plan.type);
  if (std::ranges::find(known, plan.shape) == known.end()) {
    std::string list;
    for (const radix::Shape shape : known) list += fmt::format("{}{}", list.empty() ? "" : ", ", text_of(shape));
    return fmt::format("there is no kernel of shape = {} for digit = {} and {} keys: choose one of {}",
                       text_of(plan.shape), plan.digit_bits, data::name(plan.type), list);
  }
  radix::Move move = plan.move(plan.digit(0));
  if (plan.payload == data::PayloadKind::record) move.fields.count = 1;
  const std::uint64_t bytes = launches<radix::OnesweepLaunches>(plan.type).shared_bytes(move);
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
  if (plan.merged) return std::make_unique<FewKeysRun>(device, std::move(problem), plan.grouped);
  return std::make_unique<OnesweepRun>(device, std::move(problem), plan);
}

std::uint64_t cuda_radix_bytes(const CudaRadixPlan& plan) {
  if (plan.merged) return FewKeysRun::table_bytes({plan.n, plan.type});
  if (plan.sort == RadixSort::onesweep) return SweepLayout(plan).bytes();
  return table_bytes(plan) + rank_bytes(plan) + scan_bytes(plan);
}

}  // namespace texelsort::algorithms
