#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "compute/algorithms/primitives/compute_plan.h"
#include "compute/gpu/compute_program.h"

namespace texelsort::algorithms {

/// Makes a buffer with a table of words for shaders. The buffer has at least one word, because storage blocks must not
/// be empty.
gpu::Buffer word_buffer(gpu::Device& device, std::vector<std::uint32_t> words, std::string_view label);

/// Program for a pass of rounds on one array or on several segments: shaders/primitives/tile.comp or coset.comp.
class RoundProgram : public gpu::ComputeProgram<RoundProgram> {
 public:
  /// Properties that are compiled into the programs of all passes of a plan.
  struct Form {
    gpu::Defines defines;  ///< preprocessor defines for shaders: type and order of the keys, and the segments
    ComputeLimits limits;
    std::uint64_t workgroup = 1;          ///< number of invocations per workgroup in passes without tiles
    std::optional<std::uint64_t> size{};  ///< number of keys per array; null if arrays have different sizes
  };
  RoundProgram(gpu::Device& device, const ComputePlan& plan, const ComputePass& pass, const Form& form);

  RoundProgram& arrays(const std::vector<gpu::BufferBinding>& keys_and_payload) { return bind(keys_and_payload); }
  RoundProgram& n(std::uint64_t n) { return set("n", n); }
  RoundProgram& segments(std::uint64_t count, std::uint64_t parts_of_each) {
    return set("segments", count).set("parts", parts_of_each);
  }
  RoundProgram& sorted(std::uint64_t keys) { return set("sorted", keys); }
  RoundProgram& even(std::uint64_t quotient, std::uint64_t remainder) {
    return set("quotient", quotient).set("remainder", remainder);
  }
  RoundProgram& starts(const gpu::BufferBinding& table) { return bind(3, table); }

  /// Dispatches the pass for `parts` tiles or cosets. `rounds` is a buffer with the round_words() of the plan.
  void run(std::uint64_t parts, const gpu::Buffer& rounds);

 private:
  ComputePass pass_;
  std::optional<Round> round_;  ///< the single round of a pass in global memory; null for passes on tiles
  std::uint64_t workgroup_;
};

}  // namespace texelsort::algorithms
