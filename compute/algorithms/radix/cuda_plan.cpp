#include "compute/algorithms/radix/cuda_plan.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "compute/data/keys.h"

namespace texelsort::algorithms {
namespace {

/// The shapes that there are kernels of.
std::span<const radix::Shape> shapes(std::uint32_t digit_bits, data::KeyType type) {
  if (digit_bits != 8) return radix::digit_shapes;
  if (data::key_bytes(type) == 8) return radix::byte_shapes_64;
  return radix::byte_shapes_32;
}

/// Tiles of a column of SRTS: the blocks share all tiles evenly.
std::uint64_t shared_tiles(std::uint64_t tiles, std::uint64_t blocks) {
  return std::max<std::uint64_t>((tiles + blocks - 1) / blocks, 1);
}

}  // namespace

CudaRadixPlan::CudaRadixPlan(RadixSort sort, const ProblemForm& form, const CudaRadixSettings& settings)
    : DigitPlan{form.n, form.type, form.payload, settings.digit, sort == RadixSort::grs},
      shape(settings.shape == automatic_shape ? tuned_shape(settings.digit, form.type, form.payload) : settings.shape),
      grouped(form.grouped) {
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
  move.payload_bytes = static_cast<unsigned>(data::payload_bytes(payload));
  return move;
}

radix::Shape tuned_shape(std::uint32_t digit_bits, data::KeyType type, data::PayloadKind payload) {
  if (digit_bits != 8) return {256, 16};
  if (data::key_bytes(type) == 8) return {384, 16};
  return payload == data::PayloadKind::none ? radix::Shape{256, 32} : radix::Shape{384, 24};
}

std::optional<std::string> shape_refusal(const CudaRadixPlan& plan, std::uint64_t max_shared_bytes) {
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

}  // namespace texelsort::algorithms
