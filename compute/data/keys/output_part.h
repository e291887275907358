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
  /// Adds numbers of all owners: replaces each number by its sum over all owners.
  virtual void add_up(std::span<std::uint64_t> numbers) const = 0;
  /// Collects all parts of the output. Returns the whole output to the first owner, and null to all other owners.
  virtual std::optional<State> bring_together(const OutputPart& own) const = 0;
};

/// Part of a sorted output that one owner has. Other owners have the parts before and after it.
struct OutputPart {
  /// Keys and payload of this part. If `follows` is true, a copy of the last element of the previous part comes first,
  /// to check the order across parts.
  State state{};
  std::uint64_t first = 0;  ///< index of the part's first own element in the whole output
  /// True if the state begins with a copy of the last element of the previous part.
  bool follows = false;
  std::shared_ptr<const PartOwners> owners{};

  std::uint64_t count() const { return size(state.keys) - (follows ? 1 : 0); }
};

}  // namespace texelsort::data
