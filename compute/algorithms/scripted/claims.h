#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/scripted/description.h"
#include "compute/algorithms/scripted/pass_call.h"

namespace texelsort::algorithms::scripted {

/// Buffers of a run for claims, as 32-bit words.
class ClaimBuffers {
 public:
  virtual ~ClaimBuffers() = default;
  virtual bool has(const std::string& name) const = 0;
  /// Returns a buffer as it was before the last pass. Only buffers that buffers_before() names are kept.
  virtual std::vector<std::uint64_t> before(const std::string& name) const = 0;
  virtual std::vector<std::uint64_t> after(const std::string& name) const = 0;
};

/// Data that all claims of a run use.
struct ClaimContext {
  std::shared_ptr<const Description> description;
  std::shared_ptr<const Problem> problem;
  std::shared_ptr<const ClaimBuffers> buffers;
};

/// Returns the claim of a pass: that its keys are a permutation of the input, and all claims of its script. Throws
/// UsageError with file and line if they do not fit.
Claim claim_of(const PassCall& call, const ClaimContext& context);

/// Returns the data for pictures that the claims of a pass imply, such as comparators or digits.
PassDetail detail_of(const PassCall& call, const Description& description, std::uint64_t n);

/// Returns the network steps of a pass whose only claims are compare_exchange. Null for other passes.
std::optional<std::vector<NetworkStep>> steps_of(const PassCall& call, const Description& description, std::uint64_t n);

/// Returns the names of the buffers whose contents before the pass its claims need.
std::vector<std::string> buffers_before(const PassCall& call, const std::vector<std::string>& all);

}  // namespace texelsort::algorithms::scripted
