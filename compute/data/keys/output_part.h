#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "compute/data/keys/keys.h"

namespace texelsort::data {

struct OutputPart;

/// The owners of all parts of an output. Each function is collective: all owners call it together.
class PartOwners {
 public:
  virtual ~PartOwners() = default;
  /// Replaces each number by its sum over all owners.
  virtual void add_up(std::span<std::uint64_t> numbers) const = 0;
  /// Returns the whole output to the first owner and nothing to the others.
  virtual std::optional<State> bring_together(const OutputPart& own) const = 0;
};

/// A part of a sorted output. Other owners have the other parts, in order.
struct OutputPart {
  /// Keys and payload of this part. If `follows` is true, the previous part's last element precedes them.
  State state{};
  std::uint64_t first = 0;  ///< index in the whole output of the part's first own element
  bool follows = false;     ///< true if the state begins with element first - 1, the last one of the previous part
  std::shared_ptr<const PartOwners> owners{};

  std::uint64_t count() const { return size(state.keys) - (follows ? 1 : 0); }
};

}  // namespace texelsort::data
