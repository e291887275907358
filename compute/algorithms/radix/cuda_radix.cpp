#include "compute/algorithms/radix/cuda_radix.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "compute/algorithms/cuda/small_input_run.h"
#include "compute/cuda/launch.h"
#include "compute/data/error.h"
#include "compute/data/keys/keys.h"

namespace texelsort::algorithms {
namespace radix {
namespace {

/// Returns the choices of the shape parameter: "auto" and the shapes that have kernels.
std::vector<Shape> shape_choices() {
  std::vector<Shape> choices{automatic_shape};
  constexpr Shape large[] = {alone_sweep_shape_32, paired_sweep_shape_32, sweep_shape_64};
  for (const std::span<const Shape> list : std::initializer_list<std::span<const Shape>>{
           std::span(digit_shapes), std::span(byte_shapes_32), std::span(byte_shapes_64), std::span(large)}) {
    for (const Shape shape : list) {
      if (std::ranges::find(choices, shape) == choices.end()) choices.push_back(shape);
    }
  }
  return choices;
}

Choices shape_names() {
  Choices names;
  for (const Shape shape : shape_choices()) names.names.push_back(text_of(shape));
  return names;
}

}  // namespace

std::string text_of(Shape shape) {
  return shape == automatic_shape ? "auto" : fmt::format("{}x{}", shape.threads, shape.items);
}

void read_text(Shape& shape, const std::string& text) {
  for (const Shape choice : shape_choices()) {
    if (text_of(choice) == text) shape = choice;
  }
}

}  // namespace radix

namespace {

/// Returns the larger shape of Onesweep for keys and payloads of these types. Returns null if there is no larger shape.
std::optional<radix::Shape> large_sweep_shape(data::KeyType type, data::PayloadKind payload) {
  if (payload == data::PayloadKind::record) return std::nullopt;
  if (data::key_bytes(type) == 8) return radix::sweep_shape_64;
  return payload == data::PayloadKind::none ? radix::alone_sweep_shape_32 : radix::paired_sweep_shape_32;
}

/// Returns the shapes that have kernels and at least one thread per digit value. A thread counts and places the keys of
/// one digit value.
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

/// Returns the fastest shape of Onesweep for 8-bit digits. Measured on an H200 and an H100 at sizes from 2^19 to 2^26,
/// including sizes that are not powers of two.
radix::Shape tuned_sweep_shape(std::uint64_t n, std::uint64_t key_bytes, bool alone) {
  constexpr auto power = [](unsigned exponent) { return std::uint64_t{1} << exponent; };
  // If there are fewer tiles than multiprocessors, small tiles finish in fewer steps. With 2^12 to 2^18 u32 keys, with
  // or without an index, 256x16 needs 0.81 to 0.90 of the time of 256x32 and 384x24. With 2^20 keys, it needs 1.05 and
  // 1.08 of their time (H200).
  if (key_bytes == 4 && n <= power(18)) return {256, 16};
  if (key_bytes == 8) return n < power(20) ? radix::Shape{384, 16} : radix::sweep_shape_64;
  // The largest shape needs 0.92 of the time of 384x24 with 2^23 keys, and 0.88 with 3 * 2^22 keys (H200). For keys
  // with payload, it needs 0.94 and 0.97 of that time (H100).
  if (!alone) return n <= power(20) ? radix::Shape{384, 24} : radix::paired_sweep_shape_32;
  if (n < power(20)) return {384, 24};
  return n < power(21) ? radix::Shape{256, 32} : radix::alone_sweep_shape_32;
}

/// Returns the fastest shape for digits of this width that does not exceed the shared memory of a block. Tuned on an
/// H200.
radix::Shape tuned_shape(bool sweeps, std::uint64_t n, std::uint32_t digit_bits, data::KeyType type,
                         data::PayloadKind payload) {
  if (digit_bits != 8) return {256, 16};
  const bool alone = payload == data::PayloadKind::none;
  // For moves of record fields, only the shapes of the other sorts were measured.
  if (sweeps && payload != data::PayloadKind::record) {
    return tuned_sweep_shape(n, data::key_bytes(type), alone);
  }
  if (data::key_bytes(type) == 8) return {384, 16};
  return alone ? radix::Shape{256, 32} : radix::Shape{384, 24};
}

}  // namespace

Field<CudaRadixSettings> cuda_ranking_field() {
  return field(&CudaRadixSettings::ranking, "ranking", "", Choices{{"counters", "matching"}}, DigitRanking::counters,
               "Method by which a thread block ranks a tile's keys. counters: each thread counts a range of "
               "consecutive keys with its own counter per digit value, for digits of up to 4 bits. matching: the "
               "threads of a warp find which of their keys have the same digit.");
}

Field<CudaRadixSettings> shape_field(std::optional<radix::Shape> paper) {
  return field(&CudaRadixSettings::shape, "shape", "threads x keys", radix::shape_names(), paper,
               "Threads per block and keys per thread; their product is the tile. Digits of 8 bits have larger tiles "
               "than others. auto: the fastest for the number and the width of keys and payload.");
}

CudaRadixPlan::CudaRadixPlan(const ProblemForm& form, const CudaRadixSettings& settings, bool with_ranks,
                             bool by_sweeps)
    : DigitPlan{form.n, form.type, form.payload, settings.digit, with_ranks},
      shape(settings.shape == automatic_shape ? tuned_shape(by_sweeps, form.n, settings.digit, form.type, form.payload)
                                              : settings.shape),
      counting(settings.ranking == DigitRanking::counters),
      grouped(form.grouped),
      sweeps(by_sweeps),
      prefix(settings.prefix),
      look_back_reads(settings.look_back_reads),
      portion_tiles(radix::onesweep_portion_tiles(shape)),
      room(form.n) {
  columns = tiles();
  column_keys = shape.tile();
}

void CudaRadixPlan::share_tiles(std::uint64_t blocks) {
  const std::uint64_t each = std::max<std::uint64_t>((tiles() + blocks - 1) / blocks, 1);
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
  if (plan.prefix > plan.digits()) {
    return fmt::format("prefix = {}, but {} keys have only {} digits of {} bits: choose a smaller prefix", plan.prefix,
                       data::name(plan.type), plan.digits(), plan.digit_bits);
  }
  if (plan.counting && plan.digit_bits > radix::most_counted_bits) {
    return fmt::format(
        "ranking = counters needs a counter per digit value and thread and accepts digits of up to {} bits, but digit "
        "= {} needs {} counters per thread: choose a smaller digit, or ranking = matching",
        radix::most_counted_bits, plan.digit_bits, 1u << plan.digit_bits);
  }
  const auto known = shapes(plan);
  if (std::ranges::find(known, plan.shape) == known.end()) {
    std::string list;
    for (const radix::Shape shape : known) list += fmt::format("{}{}", list.empty() ? "" : ", ", text_of(shape));
    return fmt::format("no kernel has shape = {} for digit = {} and {} keys: choose one of {}", text_of(plan.shape),
                       plan.digit_bits, data::name(plan.type), list);
  }
  radix::Move move = plan.move(plan.digit(0));
  if (plan.payload == data::PayloadKind::record) move.fields.count = 1;
  std::uint64_t bytes = launches<radix::OnesweepLaunches>(plan.type).shared_bytes(move);
  if (plan.samples) {
    bytes = std::max(bytes, launches<radix::PrefixLaunches>(plan.type).shared_bytes(move));
  }
  if (bytes <= max_shared_bytes) return std::nullopt;
  return fmt::format(
      "shape = {} needs {} bytes of shared memory, but this device allows at most {} per block: choose a smaller shape",
      text_of(plan.shape), bytes, max_shared_bytes);
}

void radix::refuse_shape(Shape shape) {
  throw InternalError(fmt::format("no kernel has {} threads with {} items each", shape.threads, shape.items));
}

bool CudaRadix::prefers_direct(const ProblemForm& form) const {
  // A few columns move faster with their keys than by moving indices and transposing the columns. Tuned on an H200.
  constexpr std::uint32_t few = 3;
  return moves_records() && form.shape.layout == data::Layout::by_field && form.shape.fields <= few;
}

CudaRadixSettings CudaRadix::tuned_for(const cuda::DeviceInfo&, const ProblemForm& form,
                                       const Given<CudaRadixSettings>& given) const {
  CudaRadixSettings settings{.digit = tuned_digit(form.n)};
  if (given.value(&CudaRadixSettings::ranking) == DigitRanking::counters) settings.digit = radix::most_counted_bits;
  return settings;
}

}  // namespace texelsort::algorithms
