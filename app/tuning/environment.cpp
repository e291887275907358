#include "app/tuning/environment.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <thread>

#include <fmt/format.h>
#ifdef __linux__
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>
#endif

#include "app/problem/host.h"
#include "app/problem/json_number.h"
#include "app/problem/messages.h"
#include "compute/algorithms/baselines/cuda/cccl_versions.h"
#include "compute/data/format/document.h"
#include "compute/data/parallel_tasks.h"
#include "compute/data/text/number.h"

namespace texelsort::app {

namespace {

using nlohmann::ordered_json;

/// Returns the number of processors that the affinity of this process allows.
std::uint64_t allowed_processors() {
#ifdef __linux__
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return static_cast<std::uint64_t>(CPU_COUNT(&set));
#endif
  return std::max(1u, std::thread::hardware_concurrency());
}

ordered_json null_if_empty(const std::string& text) {
  return text.empty() ? ordered_json(nullptr) : ordered_json(text);
}

std::string text_or_empty(const ordered_json& json, const char* key) {
  const auto found = json.find(key);
  return found == json.end() || found->is_null() ? std::string() : found->get<std::string>();
}

/// Continues an FNV-1a hash with the bytes of a text and a zero byte. See RFC 9923, section 2.
void add(std::uint64_t& hash, const std::string& text) {
  for (std::size_t i = 0; i <= text.size(); ++i) {
    hash = (hash ^ static_cast<unsigned char>(text.c_str()[i])) * 0x100000001b3;
  }
}

}  // namespace

std::uint64_t computing_threads(const gpu::DeviceInfo* device) {
  const std::uint64_t processors = allowed_processors();
  if (device == nullptr || !device->software) return std::min<std::uint64_t>(processors, data::openmp_threads());
  const char* text = std::getenv("LP_NUM_THREADS");
  const std::uint64_t threads = text == nullptr ? processors : data::read_number<std::uint64_t>(text).value_or(0);
  return std::clamp<std::uint64_t>(threads, 1, processors);
}

Environment environment_of(const gpu::DeviceInfo* device) {
  Environment here{.version = TEXELSORT_VERSION,
                   .processor = cpu_name(),
                   .cccl = algorithms::cccl_version(),
                   .processors = allowed_processors(),
                   .threads = computing_threads(device)};
  if (device != nullptr) {
    here.device = device->platform;
    here.renderer = device->renderer;
    here.driver = device->version;
  }
  return here;
}

void put(ordered_json& json, const Environment& environment) {
  json["version"] = environment.version;
  json["device"] = null_if_empty(environment.device);
  json["renderer"] = null_if_empty(environment.renderer);
  json["driver"] = null_if_empty(environment.driver);
  json["processor"] = environment.processor;
  json["cccl"] = null_if_empty(environment.cccl);
  json["processors"] = environment.processors;
  json["threads"] = environment.threads;
  if (!environment.shaders.empty()) json["shaders"] = environment.shaders;
}

Environment environment_from(const ordered_json& json) {
  return {.version = json.at("version"),
          .device = text_or_empty(json, "device"),
          .renderer = text_or_empty(json, "renderer"),
          .driver = text_or_empty(json, "driver"),
          .processor = json.at("processor"),
          .cccl = text_or_empty(json, "cccl"),
          .processors = json.contains("processors") ? json_count(json, "processors") : 0,
          .threads = json.contains("threads") ? json_count(json, "threads") : 0,
          .shaders = text_or_empty(json, "shaders")};
}

std::string difference(const Environment& found, const Environment& own) {
  const auto differ = [](const char* what, const std::string& theirs, const std::string& ours) {
    return theirs == ours ? std::string() : fmt::format("{} '{}' and '{}'", what, theirs, ours);
  };
  const auto counts = [](const char* what, std::uint64_t theirs, std::uint64_t ours) {
    return theirs == ours || theirs == 0 || ours == 0 ? std::string() : fmt::format("{} {} and {}", what, theirs, ours);
  };
  for (const std::string& text :
       {differ("device", found.renderer, own.renderer), differ("processor", found.processor, own.processor),
        counts("number of processors", found.processors, own.processors),
        counts("number of threads", found.threads, own.threads)}) {
    if (!text.empty()) return text;
  }
  return {};
}

std::string hash_of_shaders(const std::string& folder, const std::vector<std::string>& replaced) {
  if (replaced.empty()) return {};
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const std::string& file : replaced) {
    add(hash, file);
    add(hash, data::read_document(folder + "/" + file));
  }
  return fmt::format("{:016x}", hash);
}

LoadMeter::LoadMeter() : start_(std::chrono::steady_clock::now()), before_(now()) {}

std::optional<LoadMeter::Times> LoadMeter::now() {
#ifdef __linux__
  // The first line of /proc/stat counts ticks: user, nice, system, idle, iowait, irq, softirq and steal (proc(5)).
  std::ifstream file("/proc/stat");
  std::string word;
  file >> word;
  std::array<double, 8> ticks{};
  for (double& one : ticks) file >> one;
  if (word != "cpu" || !file) return std::nullopt;
  double all = 0;
  for (const double one : ticks) all += one;
  const auto per_second = static_cast<double>(sysconf(_SC_CLK_TCK));
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  rusage children{};
  getrusage(RUSAGE_CHILDREN, &children);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return Times{all / per_second, (all - ticks[3] - ticks[4]) / per_second,
               static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec) +
                   seconds(children.ru_utime) + seconds(children.ru_stime)};
#else
  return std::nullopt;
#endif
}

std::optional<double> LoadMeter::percent_of_others() const {
  // The ticks of /proc/stat last a hundredth of a second.
  constexpr std::chrono::milliseconds least{100};
  if (!before_) return std::nullopt;
  std::this_thread::sleep_until(start_ + least);
  const auto after = now();
  if (!after || after->all <= before_->all) return std::nullopt;
  const double others = after->busy - before_->busy - (after->own - before_->own);
  return std::clamp(100 * others / (after->all - before_->all), 0.0, 100.0);
}

std::string load_warning(const LoadMeter& meter) {
  constexpr double least = 10;
  const double percent = meter.percent_of_others().value_or(0);
  if (percent < least) return {};
  return fmt::format("other programs use {:.0f} % of the processors, which widens the intervals", percent);
}

void tell_load(const LoadMeter& meter) {
  if (const std::string warning = load_warning(meter); !warning.empty()) say_note(warning);
}

void keep_lowest(std::vector<GpuClocks>& lowest, const std::vector<GpuClocks>& now) {
  if (lowest.size() != now.size()) {
    if (lowest.empty()) lowest = now;
    return;
  }
  for (std::size_t i = 0; i < now.size(); ++i) {
    lowest[i].sm_mhz = std::min(lowest[i].sm_mhz, now[i].sm_mhz);
    lowest[i].memory_mhz = std::min(lowest[i].memory_mhz, now[i].memory_mhz);
    for (const std::string& reason : now[i].throttled) {
      auto& reasons = lowest[i].throttled;
      if (std::ranges::find(reasons, reason) == reasons.end()) reasons.push_back(reason);
    }
  }
}

ordered_json clocks_json(const std::vector<GpuClocks>& gpus) {
  ordered_json json = ordered_json::array();
  for (const GpuClocks& gpu : gpus) {
    json.push_back({{"name", gpu.name},
                    {"sm_mhz", gpu.sm_mhz},
                    {"most_sm_mhz", gpu.most_sm_mhz},
                    {"memory_mhz", gpu.memory_mhz},
                    {"throttled", gpu.throttled}});
  }
  return json;
}

std::vector<GpuClocks> clocks_from(const ordered_json& json) {
  constexpr std::uint64_t most = std::numeric_limits<unsigned>::max();
  std::vector<GpuClocks> gpus;
  for (const ordered_json& gpu : json) {
    const auto mhz = [&gpu](const char* key) { return static_cast<unsigned>(json_count(gpu, key, most)); };
    gpus.push_back({gpu.at("name"), mhz("sm_mhz"), mhz("most_sm_mhz"), mhz("memory_mhz"),
                    gpu.at("throttled").get<std::vector<std::string>>()});
  }
  return gpus;
}

}  // namespace texelsort::app
