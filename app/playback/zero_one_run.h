#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "compute/algorithms/core/algorithm.h"
#include "compute/network/network.h"

namespace texelsort::app {

/// A network's outputs for all inputs of zeros and ones. Each input and each output is a number; its bit i is the key
/// at place i.
struct ZeroOneResult {
  std::uint64_t n = 0;
  std::vector<std::uint32_t> outputs;   ///< indexed by input, 2^n of them
  std::vector<std::uint64_t> unsorted;  ///< number of unsorted inputs before the first step and after each step
  std::optional<std::uint32_t> smallest_failing{};

  std::uint64_t inputs() const { return std::uint64_t{1} << n; }
  std::uint64_t failing() const { return unsorted.back(); }
  bool fails(std::uint64_t input) const { return !is_sorted(outputs[input]); }
  /// Returns whether all zeros come before all ones.
  bool is_sorted(std::uint32_t output) const;
};

/// Runs a network on all 2^n inputs of zeros and ones at once, side by side in one texture. Uses the shader that runs
/// networks on keys. Place i of input x is key i * 2^n + x. Runs on the CPU without a device.
class ZeroOneRun {
 public:
  /// Inputs of a network with more places do not fit into one texture.
  static constexpr std::uint64_t most_places = 16;

  /// `device` must outlive the run. Throws UsageError for more than most_places places.
  ZeroOneRun(gpu::Device* device, const network::Network& network);

  /// Executes passes for about `budget`, at least one. Returns true while passes remain.
  bool advance(std::chrono::milliseconds budget);

  /// The result. Null before the last pass is done.
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
