#pragma once

#include <optional>

#include "compute/data/keys/output_part.h"

namespace texelsort::algorithms {

/// A run of which several processes may have a part of the elements each.
class InParts {
 public:
  virtual ~InParts() = default;
  /// This process's part, which all of them read together; nothing where this one has all elements.
  virtual std::optional<data::OutputPart> read_part() const = 0;
};

}  // namespace texelsort::algorithms
