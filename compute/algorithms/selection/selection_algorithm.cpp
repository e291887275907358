#include "compute/algorithms/selection/selection_algorithm.h"

#include <fmt/format.h>

namespace texelsort::algorithms {

std::optional<std::string> selection_refusal(const ProblemForm& form) {
  if (form.n == 0) return "there are no keys to select from";
  if (form.payload != data::PayloadKind::none) return "a selection moves no key, and no payload with it";
  return std::nullopt;
}

std::optional<std::string> counting_refusal(const gpu::DeviceInfo& device, const ProblemForm& form, std::uint64_t width,
                                            unsigned key_bits) {
  if (auto reason = selection_refusal(form)) return reason;
  if (const std::size_t bits = 8 * data::key_bytes(form.type); key_bits > bits) {
    return fmt::format("key-bits={} is more than the {} bits of {}", key_bits, bits, name(form.type));
  }
  return texture_refusal(device, form.n, width);
}

}  // namespace texelsort::algorithms
