#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "compute/data/keys/keys.h"

namespace texelsort::data {

struct OutputPart;

/// Owners of the parts of an output, such as the processes of a distributed sort. All owners must call each function at
/// the same time.
class PartOwners {
 public:
  virtual ~PartOwners() = default;
  /// Replaces each number by the sum of this number over all owners.
  virtual void add_up(std::span<std::uint64_t> numbers) const = 0;
  /// Returns the whole output to the first owner, and null to all other owners.
  virtual std::optional<State> bring_together(const OutputPart& own) const = 0;
};

/// Part of a sorted output. Other owners have the parts before and after.
struct OutputPart {
  /// Keys and payload of this part. If `follows` is true, the last element of the previous part is in front of them.
  State state{};
  std::uint64_t first = 0;  ///< index in the whole output of the part's first own element
  /// True if the state begins with the last element of the previous part, whose index is first - 1.
  bool follows = false;
  std::shared_ptr<const PartOwners> owners{};

  std::uint64_t count() const { return size(state.keys) - (follows ? 1 : 0); }
};

}  // namespace texelsort::data
