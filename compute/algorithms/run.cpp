#include "compute/algorithms/run.h"

#include <cstring>

#include "compute/algorithms/arrays/texel_arrays.h"
#include "compute/data/order.h"

namespace texelsort::algorithms {
namespace {

/// Copies what holds a view's elements into `out`, which has exactly their size.
struct Fetch {
  const View& view;
  std::span<std::byte> out;
  void operator()(const gpu::Texture* texture) const { read_elements(*texture, 0, view.count, out); }
  void operator()(const gpu::Buffer* buffer) const { buffer->read(view.offset, out); }
  void operator()(std::span<const std::byte> memory) const {
    std::memcpy(out.data(), memory.data() + view.offset, out.size());
  }
};

}  // namespace

std::vector<std::uint64_t> read_view(const View& view) {
  const std::size_t size = view.packed_bytes > 0 ? view.packed_bytes : data::key_bytes(view.element);
  std::vector<std::byte> memory(view.count * size);
  if (!memory.empty()) std::visit(Fetch{view, memory}, view.holder);
  std::vector<std::uint64_t> numbers(view.count);
  for (std::uint64_t i = 0; i < view.count; ++i) std::memcpy(&numbers[i], memory.data() + i * size, size);
  return numbers;
}

std::vector<std::uint64_t> codes_of_view(std::span<const std::uint64_t> numbers, data::KeyType type,
                                         data::Order order) {
  data::Keys keys = data::make_keys(type, numbers.size());
  const std::size_t size = data::key_bytes(type);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    std::memcpy(data::bytes(keys).data() + i * size, &numbers[i], size);
  }
  return data::codes(keys, order);
}

std::uint64_t Snapshot::bytes() const {
  std::uint64_t sum = data::bytes(state.keys).size() + state.payload.size() * sizeof(std::uint64_t) +
                      state.fields.size() * sizeof(std::uint32_t);
  for (const auto& table : tables) sum += table.size();
  return sum;
}

}  // namespace texelsort::algorithms
