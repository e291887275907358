#include "compute/algorithms/arrays/buffer_arrays.h"

#include <algorithm>
#include <array>

#include "compute/algorithms/arrays/host_arrays.h"

namespace texelsort::algorithms {
namespace {

constexpr std::byte guard_byte{0xA5};

/// A block of no bytes cannot be bound, so an empty array still has one word.
std::uint64_t block_bytes(std::uint64_t bytes) {
  return std::max<std::uint64_t>(bytes, 8);
}

gpu::Buffer make_guarded(std::uint64_t bytes, std::string_view label) {
  gpu::Buffer buffer(block_bytes(bytes) + 2 * BufferArrays::guard_bytes, label);
  std::array<std::byte, BufferArrays::guard_bytes> guards;
  guards.fill(guard_byte);
  buffer.write(0, guards);
  buffer.write(BufferArrays::guard_bytes + block_bytes(bytes), guards);
  return buffer;
}

bool guards_intact(const gpu::Buffer& buffer) {
  std::array<std::byte, BufferArrays::guard_bytes> guards;
  for (const std::uint64_t offset : {std::uint64_t{0}, buffer.size() - BufferArrays::guard_bytes}) {
    buffer.read(offset, guards);
    if (!std::ranges::all_of(guards, [](std::byte byte) { return byte == guard_byte; })) return false;
  }
  return true;
}

}  // namespace

BufferArrays::BufferArrays(gpu::Device& device, const Problem& problem) : n_(problem.n()), type_(problem.type()) {
  keys_ = make_guarded(key_bytes(), "keys");
  if (problem.payload == data::PayloadKind::index) payload_ = make_guarded(payload_bytes(), "payload");
  device.check_errors("making the buffers");
}

void BufferArrays::load(const data::State& state) {
  keys_.write(guard_bytes, data::bytes(state.keys));
  if (has_payload()) payload_.write(guard_bytes, std::as_bytes(std::span(state.payload)));
}

data::State BufferArrays::read(std::uint64_t first, std::uint64_t count) const {
  data::State state{data::make_keys(type_, count), {}};
  keys_.read(guard_bytes + first * data::key_bytes(type_), data::bytes(state.keys));
  if (has_payload()) {
    state.payload.resize(count);
    payload_.read(guard_bytes + first * sizeof(std::uint32_t), std::as_writable_bytes(std::span(state.payload)));
  }
  return state;
}

std::vector<View> BufferArrays::views() const {
  const std::uint32_t width = shown_width(n_);
  std::vector<View> views{{"keys", type_, n_, width, &keys_, guard_bytes}};
  if (has_payload()) views.push_back({"payload", data::KeyType::u32, n_, width, &payload_, guard_bytes});
  return views;
}

std::optional<std::string> BufferArrays::find_guard_damage() const {
  if (!guards_intact(keys_)) return "a word beside the keys was written";
  if (has_payload() && !guards_intact(payload_)) return "a word beside the payload was written";
  return std::nullopt;
}

std::vector<gpu::BufferBinding> BufferArrays::bindings() const {
  std::vector<gpu::BufferBinding> bindings{{0, &keys_, guard_bytes, block_bytes(key_bytes())}};
  if (has_payload()) bindings.push_back({1, &payload_, guard_bytes, block_bytes(payload_bytes())});
  return bindings;
}

}  // namespace texelsort::algorithms
