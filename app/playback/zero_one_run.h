#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "compute/algorithms/core/algorithm.h"
#include "compute/network/network.h"

namespace texelsort::app {

/// What a network has made of all its inputs of zeros and ones. An input is a number whose bit i is the key at place i,
/// and so is an output.
struct ZeroOneResult {
  std::uint64_t n = 0;
  std::vector<std::uint32_t> outputs;   ///< by input, 2^n of them
  std::vector<std::uint64_t> unsorted;  ///< inputs that are not sorted: before the first step, and after each
  std::optional<std::uint32_t> smallest_failing{};

  std::uint64_t inputs() const { return std::uint64_t{1} << n; }
  std::uint64_t failing() const { return unsorted.back(); }
  bool fails(std::uint64_t input) const { return !is_sorted(outputs[input]); }
  /// Zeros before ones.
  bool is_sorted(std::uint32_t output) const;
};

/// All 2^n inputs of zeros and ones of a network side by side in one texture, through the shader that runs networks on
/// keys: place i of input x is key i * 2^n + x. Without a device on the CPU.
class ZeroOneRun {
 public:
  /// A network of more places has more inputs than fit beside one another.
  static constexpr std::uint64_t most_places = 16;

  /// `device` outlives the run. Throws UsageError beyond most_places.
  ZeroOneRun(gpu::Device* device, const network::Network& network);

  /// Executes passes for about `budget`, at least one; true while there are more.
  bool advance(std::chrono::milliseconds budget);

  /// Null before the last pass is done.
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
