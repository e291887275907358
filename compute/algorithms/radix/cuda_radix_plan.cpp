#include "compute/algorithms/radix/cuda_radix_plan.h"

#include <algorithm>
#include <charconv>
#include <span>

#include <fmt/format.h>

#include "compute/algorithms/radix/digits.h"
#include "compute/data/keys.h"

namespace texelsort::algorithms {
namespace {

constexpr std::string_view automatic = "auto";

std::string text(radix::Shape shape) {
  return fmt::format("{}x{}", shape.threads, shape.items);
}

/// "256x16"
radix::Shape parse(const std::string& name) {
  radix::Shape shape;
  const char* end = name.data() + name.size();
  const auto [x, error] = std::from_chars(name.data(), end, shape.threads);
  std::from_chars(x + 1, end, shape.items);
  return shape;
}

/// The shapes that there are kernels of.
std::span<const radix::Shape> shapes(std::uint32_t digit_bits, data::KeyType type) {
  if (digit_bits != 8) return radix::digit_shapes;
  if (data::key_bytes(type) == 8) return radix::byte_shapes_64;
  return radix::byte_shapes_32;
}

/// All of them, and "auto".
std::vector<std::string> shape_names() {
  std::vector<std::string> names{std::string(automatic)};
  for (const std::span<const radix::Shape> list :
       {std::span<const radix::Shape>(radix::digit_shapes), std::span<const radix::Shape>(radix::byte_shapes_32),
        std::span<const radix::Shape>(radix::byte_shapes_64)}) {
    for (const radix::Shape shape : list) {
      if (std::ranges::find(names, text(shape)) == names.end()) names.push_back(text(shape));
    }
  }
  return names;
}

}  // namespace

std::uint64_t CudaRadixPlan::digits() const {
  return digits_of(type, digit_bits);
}

DigitPass CudaRadixPlan::digit(std::uint64_t index) const {
  return digit_of(type, digit_bits, index, columns, column_tiles * shape.tile());
}

radix::Move CudaRadixPlan::move(std::uint64_t index) const {
  radix::Move move;
  move.type = type;
  move.order = order;
  move.n = n;
  const DigitPass pass = digit(index);
  move.shift = pass.shift;
  move.bits = pass.bits;
  move.shape = shape;
  move.payload_bytes = static_cast<unsigned>(data::payload_bytes(payload));
  return move;
}

std::vector<ParameterSpec> cuda_radix_parameters(std::string paper_digit, std::string paper_shape) {
  return {
      digit_parameter(std::move(paper_digit)),
      {"shape", "threads x keys", Choices{shape_names()}, std::string(automatic), std::move(paper_shape),
       "Threads of a block and keys of each, which make a tile. Digits of 8 bits have larger tiles than others. auto: "
       "the fastest for the width of keys and payload."}};
}

radix::Shape tuned_shape(std::uint32_t digit_bits, data::KeyType type, data::PayloadKind payload) {
  if (digit_bits != 8) return {256, 16};
  if (data::key_bytes(type) == 8) return {384, 16};
  return payload == data::PayloadKind::none ? radix::Shape{256, 32} : radix::Shape{384, 24};
}

CudaRadixPlan cuda_radix_plan(std::uint64_t n, data::KeyType type, data::PayloadKind payload,
                              const Parameters& parameters) {
  CudaRadixPlan plan;
  plan.n = n;
  plan.type = type;
  plan.payload = payload;
  plan.digit_bits = static_cast<std::uint32_t>(parameters.integer("digit"));
  const std::string& shape = parameters.text("shape");
  plan.shape = shape == automatic ? tuned_shape(plan.digit_bits, type, payload) : parse(shape);
  const auto rearrange = parameters.values().find("rearrange");  // there if there are records
  plan.grouped = rearrange != parameters.values().end() && rearrange->second == "group";
  plan.columns = plan.tiles();
  return plan;
}

std::optional<std::string> shape_refusal(const CudaRadixPlan& plan, std::uint64_t max_shared_bytes) {
  const auto known = shapes(plan.digit_bits, plan.type);
  if (std::ranges::find(known, plan.shape) == known.end()) {
    std::string list;
    for (const radix::Shape shape : known) list += fmt::format("{}{}", list.empty() ? "" : ", ", text(shape));
    return fmt::format("there is no kernel of shape = {} for digit = {} and {} keys: choose one of {}",
                       text(plan.shape), plan.digit_bits, data::name(plan.type), list);
  }
  radix::Move move = plan.move(0);
  if (plan.payload == data::PayloadKind::record) move.fields.count = 1;
  const std::uint64_t bytes = launches<radix::OnesweepLaunches>(plan.type).shared_bytes(move);
  if (bytes <= max_shared_bytes) return std::nullopt;
  return fmt::format(
      "shape = {} needs {} bytes of shared memory, and a block of this device has at most {}: choose a "
      "smaller one",
      text(plan.shape), bytes, max_shared_bytes);
}

}  // namespace texelsort::algorithms
