#include <algorithm>
#include <fstream>
#include <string>

#include "compute/external/external_sort.h"

namespace texelsort::external {
namespace {

/// Returns the bytes in a line such as "VmHWM:   1234 kB" of a file in /proc. Returns 0 if the line is missing.
std::uint64_t field_of(const char* file, const std::string& name) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(name + ":")) return std::stoull(line.substr(name.size() + 1)) * 1024;
  }
  return 0;
}

}  // namespace

std::uint64_t resident_bytes() {
  return field_of("/proc/self/status", "VmRSS");
}

std::uint64_t peak_resident_bytes() {
  return field_of("/proc/self/status", "VmHWM");
}

std::uint64_t usual_memory() {
  constexpr std::uint64_t least = std::uint64_t{512} << 20;
  return std::max(least, field_of("/proc/meminfo", "MemAvailable") / 2);
}

}  // namespace texelsort::external
