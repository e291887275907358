#include "compute/algorithms/randomized/shared_need.h"

#include <tuple>

#include <fmt/format.h>

namespace texelsort::algorithms::randomized {

std::vector<SharedNeed> distribution_needs(
    const Settings& settings, const std::function<std::uint64_t(std::uint64_t k, std::uint64_t a)>& sample_bytes,
    const std::function<std::uint64_t(std::uint64_t k)>& counter_bytes) {
  std::vector<SharedNeed> needs;
  for (const auto& [k, a, k_name, a_name] :
       {std::tuple{settings.k, settings.a, "k", "a"}, {settings.k2, settings.a2, "k2", "a2"}}) {
    needs.push_back({fmt::format("a sample of {} = {} times {} = {}, {} keys,", k_name, k, a_name, a, k * a),
                     sample_bytes(k, a), fmt::format("a smaller {} or {}", k_name, a_name)});
    needs.push_back({fmt::format("{} = {} with counters = {}", k_name, k, settings.counters), counter_bytes(k),
                     fmt::format("a smaller {} or fewer counters", k_name)});
  }
  return needs;
}

std::optional<std::string> shared_refusal(const std::vector<SharedNeed>& needs, std::uint64_t most) {
  for (const SharedNeed& need : needs) {
    if (need.bytes <= most) continue;
    return fmt::format("{} needs {} bytes of shared memory, and this device's limit is {}: choose {}", need.what,
                       need.bytes, most, need.advice);
  }
  return std::nullopt;
}

}  // namespace texelsort::algorithms::randomized
