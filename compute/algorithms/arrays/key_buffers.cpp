#include "compute/algorithms/arrays/key_buffers.h"

#include "compute/algorithms/arrays/host_arrays.h"
#include "compute/data/large_pages.h"

namespace texelsort::algorithms {

KeyBuffers::KeyBuffers(gpu::Device& device, const Problem& problem, const BufferMaker& make)
    : n_(problem.n()),
      type_(problem.type()),
      payload_kind_(problem.payload),
      keys_(n_ * data::key_bytes(type_), "keys", make) {
  const std::uint64_t payload = data::payload_bytes(payload_kind_);
  if (payload > 0) payload_ = GuardedBuffer(n_ * payload, "payload", make);
  device.check_errors("making the buffers");
}

void KeyBuffers::load(const data::StateView& state) {
  keys_.write(0, data::bytes(state.keys));
  if (payload_.exists()) payload_.write(0, data::payload_memory(state.payload, payload_kind_));
}

data::State KeyBuffers::read(std::uint64_t first, std::uint64_t count) const {
  data::State state{data::make_keys(type_, count), {}};
  keys_.read(first * data::key_bytes(type_), data::bytes(state.keys));
  if (payload_.exists()) {
    const std::uint64_t size = data::payload_bytes(payload_kind_);
    std::vector<std::byte> memory;
    data::resize_in_large_pages(memory, count * size);
    payload_.read(first * size, memory);
    state.payload = data::payload_numbers(memory, payload_kind_);
  }
  return state;
}

void KeyBuffers::copy_from(const KeyBuffers& other) {
  keys_.copy_from(other.keys_);
  if (payload_.exists()) payload_.copy_from(other.payload_);
}

std::vector<View> KeyBuffers::views() const {
  const std::uint32_t width = shown_width(n_);
  std::vector<View> views{{tables::Keys{}, type_, n_, width, &keys_.buffer(), GuardedBuffer::guard_bytes}};
  if (payload_.exists()) {
    views.push_back({tables::Payload{}, data::payload_type(payload_kind_), n_, width, &payload_.buffer(),
                     GuardedBuffer::guard_bytes});
  }
  return views;
}

std::optional<std::string> KeyBuffers::find_guard_damage() const {
  if (!keys_.intact()) return "a word outside the keys was written";
  if (payload_.exists() && !payload_.intact()) return "a word outside the payload was written";
  return std::nullopt;
}

void KeyBuffers::append_bindings(std::vector<gpu::BufferBinding>& bindings, std::uint32_t first) const {
  bindings.push_back(keys_.binding(first));
  if (payload_.exists()) bindings.push_back(payload_.binding(first + 1));
}

std::vector<gpu::BufferBinding> BufferArrays::bindings() const {
  std::vector<gpu::BufferBinding> bindings;
  append_bindings(bindings, 0);
  return bindings;
}

PingPongBuffers::PingPongBuffers(gpu::Device& device, const Problem& problem, unsigned sides, const BufferMaker& make) {
  sides_.reserve(sides);  // the vector must never reallocate its elements, because CUDA shares the buffers by address
  for (unsigned side = 0; side < sides; ++side) sides_.emplace_back(device, problem, make);
}

std::optional<std::string> PingPongBuffers::find_guard_damage() const {
  for (const KeyBuffers& side : sides_) {
    if (auto damage = side.find_guard_damage()) return damage;
  }
  return std::nullopt;
}

std::vector<gpu::BufferBinding> PingPongBuffers::bindings() const {
  std::vector<gpu::BufferBinding> bindings;
  front().append_bindings(bindings, 0);
  back().append_bindings(bindings, 2);
  return bindings;
}

}  // namespace texelsort::algorithms
