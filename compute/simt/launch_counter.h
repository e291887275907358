#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace texelsort::simt {

/// Counts the kernel launches of all threads, on CUDA devices and on the CPU, as long as it exists. Only one counter
/// may exist at a time.
class LaunchCounter {
 public:
  LaunchCounter();
  ~LaunchCounter();
  LaunchCounter(const LaunchCounter&) = delete;
  LaunchCounter& operator=(const LaunchCounter&) = delete;

  /// Returns the number of launches since the counter was created, by kernel name.
  std::map<std::string, std::uint64_t> counts() const;
};

/// Counts a launch of a kernel if a LaunchCounter exists. Every launch calls this.
void note_launch(const char* kernel);

}  // namespace texelsort::simt
