#pragma once

#include <cstddef>
#include <vector>

namespace texelsort::simt {

/// Stacks of kernel threads, which are kept between launches. A guard page below each stack detects overflows.
class Stacks {
 public:
  static constexpr std::size_t bytes = 128 * 1024;

  Stacks() = default;
  ~Stacks();
  Stacks(const Stacks&) = delete;
  Stacks& operator=(const Stacks&) = delete;

  /// Returns the lowest address of an unused stack.
  std::byte* take();
  void give_back(std::byte* stack) { idle_.push_back(stack); }

 private:
  std::vector<std::byte*> all_, idle_;
};

}  // namespace texelsort::simt
