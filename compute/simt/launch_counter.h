#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace texelsort::simt {

/// Counts kernel launches of all threads, on CUDA devices and on the CPU, during its lifetime. Only one may exist at a
/// time.
class LaunchCounter {
 public:
  LaunchCounter();
  ~LaunchCounter();
  LaunchCounter(const LaunchCounter&) = delete;
  LaunchCounter& operator=(const LaunchCounter&) = delete;

  /// Number of launches by kernel name.
  std::map<std::string, std::uint64_t> counts() const;
};

/// Called by every launch.
void note_launch(const char* kernel);

}  // namespace texelsort::simt
