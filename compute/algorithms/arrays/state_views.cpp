#include "compute/algorithms/arrays/state_views.h"

#include <utility>
#include <variant>

#include "compute/algorithms/arrays/host_arrays.h"

namespace texelsort::algorithms {

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
