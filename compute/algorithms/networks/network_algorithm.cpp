#include "compute/algorithms/networks/network_algorithm.h"

#include <algorithm>

#include <fmt/format.h>

#include "compute/algorithms/arrays/texel_limits.h"
#include "compute/algorithms/primitives/compute_limits.h"
#include "compute/data/error.h"

namespace texelsort::algorithms {

// Every method, in the order of lists. To add a method, add name.cpp to this folder and its name here.
// clang-format off
#define TEXELSORT_METHODS(ONE) \
  ONE(reference) \
  ONE(single_quad) \
  ONE(grouped_quads) \
  ONE(blend) \
  ONE(fused) \
  ONE(compute)
// clang-format on

#define DECLARE(name) std::unique_ptr<Algorithm> make_##name##_method(const network::Family& family);
TEXELSORT_METHODS(DECLARE)
#undef DECLARE

AlgorithmInfo network_info(const network::Family& family, const Method& method) {
  return {.id = family.id + "/" + method.id,
          .title = family.title + ", " + method.title,
          .family = family.id,
          .backend = method.backend,
          .summary = method.summary,
          .citation = method.backend == Backend::cpu ? family.citation : method.citation,
          .max_n = family.max_n,
          .checked_n = family.checked_n,
          .form_sizes = method.form_sizes,
          .types = method.types,
          .payloads = method.payloads,
          .refuses_nan = method.refuses_nan};
}

Availability network_availability(Backend backend, const gpu::DeviceInfo* device) {
  if (backend == Backend::fragment) return texture_availability(device);
  if (backend == Backend::compute) return compute_availability(device);
  return {};
}

std::optional<std::string> fragment_refusal(const gpu::DeviceInfo& device, const ProblemForm& form,
                                            std::uint64_t width) {
  if (auto reason = texture_refusal(device, form.n, width)) return reason;
  if (form.payload != data::PayloadKind::none && device.max_draw_buffers < 2) {
    return "a payload needs two render targets, but this device has only one";
  }
  return std::nullopt;
}

MadeSchedule make_schedule(const network::Family& family, std::uint64_t places) {
  if (family.max_n && places > *family.max_n) {
    return {.refusal = fmt::format("{} places are beyond this network's limit of {}: choose a smaller n", places,
                                   *family.max_n)};
  }
  try {
    return {.schedule = std::make_shared<const Schedule>(family.generate(places))};
  } catch (const UsageError& error) {
    return {.refusal = error.what()};
  }
}

std::vector<std::unique_ptr<Algorithm>> make_network_algorithms(const network::Family& family) {
  std::vector<std::unique_ptr<Algorithm>> list;
#define ADD(name) list.push_back(make_##name##_method(family));
  TEXELSORT_METHODS(ADD)
#undef ADD
  return list;
}

std::unique_ptr<Algorithm> make_network_algorithm(const network::Family& family, std::string_view method) {
  std::vector<std::unique_ptr<Algorithm>> all = make_network_algorithms(family);
  const auto found =
      std::ranges::find_if(all, [method](const auto& algorithm) { return algorithm->method()->id == method; });
  if (found == all.end()) throw InternalError(fmt::format("no method {} of running networks", method));
  return std::move(*found);
}

}  // namespace texelsort::algorithms
