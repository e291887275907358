#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "compute/algorithms/core/algorithm.h"
#include "compute/network/network.h"

namespace texelsort::app {

/// Outputs of a network for all inputs of zeros and ones. Bit i of an input's or output's number is the key at array
/// index i.
struct ZeroOneResult {
  std::uint64_t n = 0;
  std::vector<std::uint32_t> outputs;   ///< output of each of the 2^n inputs
  std::vector<std::uint64_t> unsorted;  ///< number of unsorted inputs before the first step, and after each step
  std::optional<std::uint32_t> smallest_failing{};

  std::uint64_t inputs() const { return std::uint64_t{1} << n; }
  std::uint64_t failing() const { return unsorted.back(); }
  bool fails(std::uint64_t input) const { return !is_sorted(outputs[input]); }
  /// Returns whether an output is sorted, so that all zeros come before all ones.
  bool is_sorted(std::uint32_t output) const;
};

/// Runs a network on all 2^n inputs of zeros and ones at once, side by side in one texture. The shader is the one that
/// runs networks on keys. Texel i * 2^n + x contains the key at array index i of input x. Without a device, runs on the
/// CPU.
class ZeroOneRun {
 public:
  /// Greatest number of array elements of the network. For larger networks, all inputs do not fit into one texture.
  static constexpr std::uint64_t most_places = 16;

  /// Prepares the run of a network. `device` must outlive the run. Throws UsageError for more than most_places places.
  ZeroOneRun(gpu::Device* device, const network::Network& network);

  /// Executes passes for the duration `budget`, but at least one pass. Returns true while passes remain.
  bool advance(std::chrono::milliseconds budget);

  /// Returns the result, or null before the last pass is done.
  const ZeroOneResult* result() const { return done_ ? &result_ : nullptr; }
  std::uint64_t passes() const { return run_->passes_done(); }

 private:
  void look();

  std::unique_ptr<const network::Family> family_;
  std::unique_ptr<const algorithms::Algorithm> algorithm_;
  std::unique_ptr<algorithms::Run> run_;
  ZeroOneResult result_;
  bool done_ = false;
};

}  // namespace texelsort::app
