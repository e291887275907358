#pragma once

#include <cstdint>
#include <span>

#include "compute/data/keys/keys.h"

namespace texelsort::data {

/// View of a State. Keys, payload and fields are not copied and must outlive the view.
struct StateView {
  const Keys& keys;
  std::span<const std::uint64_t> payload;
  std::span<const std::uint32_t> fields;
  RecordShape shape;

  // Implicit conversion, so that functions accept a State wherever they expect a view.
  StateView(const State& state)  // NOLINT(google-explicit-constructor)
      : StateView(state.keys, state.payload, state.fields, state.shape) {}
  StateView(const Keys& column, std::span<const std::uint64_t> indices, std::span<const std::uint32_t> words = {},
            RecordShape of_words = {})
      : keys(column), payload(indices), fields(words), shape(of_words) {}

  State copied() const { return {keys, {payload.begin(), payload.end()}, {fields.begin(), fields.end()}, shape}; }
};

}  // namespace texelsort::data
