#include "compute/algorithms/selection/selection_algorithm.h"

#include <fmt/format.h>

#include "compute/algorithms/arrays/texel_arrays.h"
#include "compute/algorithms/arrays/texel_limits.h"

namespace texelsort::algorithms {

std::optional<std::string> SelectionAlgorithm::refusal(const gpu::DeviceInfo*, std::uint64_t n, data::KeyType,
                                                       data::PayloadKind payload, const Parameters&) const {
  if (n == 0) return "there are no keys to select from";
  if (payload != data::PayloadKind::none) return "a selection moves no key, and no payload with it";
  return std::nullopt;
}

Availability CountingAlgorithm::availability(const gpu::DeviceInfo* device) const {
  return texture_availability(device);
}

std::optional<std::string> CountingAlgorithm::refusal(const gpu::DeviceInfo* device, std::uint64_t n,
                                                      data::KeyType type, data::PayloadKind payload,
                                                      const Parameters& parameters) const {
  if (auto reason = SelectionAlgorithm::refusal(device, n, type, payload, parameters)) return reason;
  const auto key_bits = static_cast<std::size_t>(parameters.integer("key-bits"));
  if (key_bits > 8 * data::key_bytes(type)) {
    return fmt::format("key-bits={} is more than the {} bits of {}", key_bits, 8 * data::key_bytes(type), name(type));
  }
  return texture_refusal(*device, n, static_cast<std::uint64_t>(parameters.integer("width")));
}

std::map<std::string, std::string> CountingAlgorithm::tuned(const gpu::DeviceInfo*, std::uint64_t n,
                                                            data::KeyType) const {
  return {{"width", std::to_string(TexelArrays::square_width(n))}};
}

ParameterSpec CountingAlgorithm::bits_parameter() {
  return {"bits",
          "bits",
          IntegerRange{1, 8},
          "1",
          "1",
          "Bits decided in a round, b: 2^b - 1 thresholds are drawn before the host waits for their counts, so more "
          "passes and fewer waits. (Govindaraju, slide \"Our algorithm\", decides one.)"};
}

ParameterSpec SelectionAlgorithm::key_bits_parameter() {
  return {"key-bits",
          "bits",
          IntegerRange{0, 64},
          "0",
          "",
          "Lowest bits of the keys that are searched; 0: those in which the keys differ, found out while they are "
          "uploaded."};
}

}  // namespace texelsort::algorithms
