#include "compute/algorithms/core/view.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include "compute/algorithms/arrays/host_arrays.h"
#include "compute/algorithms/arrays/texel_arrays.h"

namespace texelsort::algorithms {
namespace {

/// Copies the elements of a view into `out`, which must have the size of the elements in bytes.
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

std::string_view interned(std::string_view name) {
  static std::mutex mutex;
  static std::set<std::string, std::less<>> names;
  const std::lock_guard lock(mutex);
  return *names.emplace(name).first;
}

const View* find_view(const std::vector<View>& views, const TableKind& kind) {
  const auto* const numbers = std::get_if<tables::Numbers>(&kind);
  const auto found = std::ranges::find_if(views, [&](const View& view) {
    return view.kind.index() == kind.index() && (numbers == nullptr || view.name() == numbers->name);
  });
  return found == views.end() ? nullptr : &*found;
}

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

std::vector<View> state_views(data::State state, data::PayloadKind payload) {
  const data::KeyType type = data::type_of(state.keys);
  const std::uint32_t width = shown_width(data::size(state.keys));
  std::vector<View> views;
  std::visit([&](auto& keys) { views.push_back(owning_view(tables::Keys{}, type, width, std::move(keys))); },
             state.keys);
  if (data::payload_bytes(payload) > 0) {
    views.push_back(owning_view(tables::Payload{}, data::payload_type(payload), width,
                                data::payload_memory(state.payload, payload)));
  }
  return views;
}

}  // namespace texelsort::algorithms
