#pragma once

#include <cstddef>
#include <vector>

namespace texelsort::simt {

/// Stacks of threads, kept from launch to launch. Below each is a page that nobody may touch.
class Stacks {
 public:
  static constexpr std::size_t bytes = 128 * 1024;

  Stacks() = default;
  ~Stacks();
  Stacks(const Stacks&) = delete;
  Stacks& operator=(const Stacks&) = delete;

  /// The lowest byte of a stack.
  std::byte* take();
  void give_back(std::byte* stack) { idle_.push_back(stack); }

 private:
  std::vector<std::byte*> all_, idle_;
};

}  // namespace texelsort::simt
