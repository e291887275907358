#pragma once

#include <chrono>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "compute/gpu/device.h"

namespace texelsort::app {

/// Machine, driver and program on which times depend. Sweeps, `bench` and saved winners store it.
struct Environment {
  std::string version{};  ///< version of texelsort
  /// OpenGL's platform, renderer and driver version; empty if only the CPU measures.
  std::string device{}, renderer{}, driver{};
  /// Name of the CPU, and version of CUDA's core libraries, which is empty without CUDA.
  std::string processor{}, cccl{};
  /// Number of processors that the process may use, and number of threads that compute at the same time. The software
  /// renderer's threads count (LP_NUM_THREADS), otherwise those of OpenMP. 0 in files of earlier versions.
  std::uint64_t processors = 0, threads = 0;
  /// Hash of the files that replace built-in shaders; empty without such files.
  std::string shaders{};
};

/// Returns the environment of this process. `device` is null if only the CPU measures.
Environment environment_of(const gpu::DeviceInfo* device);

/// Writes an environment to an object of JSON, and reads it back. Members that a file of an earlier version lacks stay
/// empty. Throws exceptions of the JSON library for invalid members.
void put(nlohmann::ordered_json& json, const Environment& environment);
Environment environment_from(const nlohmann::ordered_json& json);

/// Returns the first difference between two environments that makes their times incomparable, such as "found with 2
/// threads, and this is 16". Returns an empty string if there is none. Ignores values that one of them lacks.
std::string difference(const Environment& found, const Environment& own);

/// Returns the number of threads that compute at the same time on a device, or on the CPU if it is null.
std::uint64_t computing_threads(const gpu::DeviceInfo* device);

/// Returns the hash of the files of a folder that replace built-in shaders. `replaced` lists their paths.
std::string hash_of_shaders(const std::string& folder, const std::vector<std::string>& replaced);

/// Measures how much of the processors' time other programs use from the construction on.
class LoadMeter {
 public:
  LoadMeter();
  /// Returns the percentage of the time of all processors that other programs used since the construction. Waits until
  /// a tenth of a second has passed. Returns null without /proc/stat.
  std::optional<double> percent_of_others() const;

 private:
  struct Times {
    double all = 0, busy = 0, own = 0;  ///< seconds of all processors, of their work, and of this process's work
  };
  static std::optional<Times> now();

  std::chrono::steady_clock::time_point start_;
  std::optional<Times> before_;
};

/// Returns a warning if other programs use at least a tenth of the processors since the construction of `meter`.
/// Otherwise, returns an empty string.
std::string load_warning(const LoadMeter& meter);

/// Prints this warning as a note.
void tell_load(const LoadMeter& meter);

/// Clocks of an NVIDIA GPU, as NVML reports them.
struct GpuClocks {
  std::string name;
  unsigned sm_mhz = 0, most_sm_mhz = 0, memory_mhz = 0;
  std::vector<std::string> throttled{};  ///< reasons for a lower clock, such as "power limit"
};

/// Returns the present clocks of all NVIDIA GPUs. Returns an empty list if NVML is not installed.
std::vector<GpuClocks> gpu_clocks();

/// Keeps the lowest clock of each GPU in `lowest`, and all reasons for it.
void keep_lowest(std::vector<GpuClocks>& lowest, const std::vector<GpuClocks>& now);

/// Returns clocks as JSON, and reads them back. Throws exceptions of the JSON library for invalid members.
nlohmann::ordered_json clocks_json(const std::vector<GpuClocks>& gpus);
std::vector<GpuClocks> clocks_from(const nlohmann::ordered_json& json);

}  // namespace texelsort::app
