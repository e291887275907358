#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace texelsort::simt {

/// Counts the launches of kernels of all threads, on CUDA devices and on the CPU, while it exists. There is one at a
/// time.
class LaunchCounter {
 public:
  LaunchCounter();
  ~LaunchCounter();
  LaunchCounter(const LaunchCounter&) = delete;
  LaunchCounter& operator=(const LaunchCounter&) = delete;

  /// Numbers of launches by the kernels' names.
  std::map<std::string, std::uint64_t> counts() const;
};

/// Every launch calls it.
void note_launch(const char* kernel);

}  // namespace texelsort::simt
