#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "compute/data/keys/keys.h"

namespace texelsort::data {

struct OutputPart;

/// The owners of the parts of an output; all of them call each function together.
class PartOwners {
 public:
  virtual ~PartOwners() = default;
  /// Adds everybody's numbers place by place.
  virtual void add_up(std::span<std::uint64_t> numbers) const = 0;
  /// The whole output, in the first of them; nothing in the others.
  virtual std::optional<State> bring_together(const OutputPart& own) const = 0;
};

/// A part of a sorted output; others have the other parts, in order.
struct OutputPart {
  State state{};            ///< its keys and payload; behind the last of the part before, if there is one
  std::uint64_t first = 0;  ///< the number of its first own element among all
  bool follows = false;     ///< the state begins with element first - 1
  std::shared_ptr<const PartOwners> owners{};

  std::uint64_t count() const { return size(state.keys) - (follows ? 1 : 0); }
};

}  // namespace texelsort::data
