#pragma once

#include <memory>
#include <string>

#include "compute/algorithms/prepare.h"
#include "compute/algorithms/registry.h"
#include "compute/check/run_check.h"
#include "compute/data/keys/distribution.h"
#include "tests/support/cuda.h"
#include "tests/support/gl.h"

/// First statement of a test of an algorithm. If the backend is missing, it skips the test with the reason, or fails
/// it. Without an NVIDIA device, the CPU executes the kernels on CUDA, except those of CUDA's own libraries.
#define TEXELSORT_NEED_BACKEND_OF(algorithm)                                                                 \
  do {                                                                                                       \
    const Backend backend = (algorithm).info().backend;                                                      \
    if (backend != Backend::cpu) TEXELSORT_NEED_GL();                                                        \
    const bool on_cuda = backend == Backend::cuda && tests::device() != nullptr;                             \
    if (on_cuda && !(algorithm).availability(&tests::device()->info(), {}).available) TEXELSORT_NEED_CUDA(); \
  } while (false)

namespace texelsort::algorithms {

inline std::shared_ptr<const Problem> make_problem(const std::string& distribution, data::KeyType type, std::uint64_t n,
                                                   data::PayloadKind payload = data::PayloadKind::none,
                                                   data::Order order = data::Order::ascending, std::uint64_t seed = 1) {
  return std::make_shared<const Problem>(Problem{data::generate(distribution, type, n, seed), order, payload,
                                                 n == 0 ? std::vector<std::uint64_t>{} : checked_ranks(n, seed)});
}

/// Starts an algorithm on the shared test device, with tuned parameters and the given overrides.
inline std::unique_ptr<Run> start(const Algorithm& algorithm, std::shared_ptr<const Problem> problem,
                                  const std::map<std::string, std::string>& overrides = {}) {
  gpu::Device* device = tests::device();
  const gpu::DeviceInfo* info = device == nullptr ? nullptr : &device->info();
  const Prepared prepared = prepare(algorithm, info, problem->form(), overrides);
  return prepared.start(device, std::move(problem));
}

/// Returns why a device rejects problems of a form with these parameter values, and defaults for all other parameters.
/// Returns an empty string if it accepts them.
inline std::string refusal_beside_defaults(const Algorithm& algorithm, const gpu::DeviceInfo* device,
                                           const ProblemForm& form, const std::map<std::string, std::string>& values) {
  const auto all = resolve(algorithm.parameters(), values).values();
  return prepare(algorithm, device, form, used_values(algorithm.parameters(), all)).refusal().value_or("");
}

/// Returns why an algorithm rejects n keys of a type with a kind of payload, or an empty string if it accepts them.
inline std::string refusal_of(const Algorithm& algorithm, data::KeyType type, data::PayloadKind payload,
                              std::uint64_t n = 4) {
  gpu::Device* device = tests::device();
  if (device == nullptr) return "";
  return prepare(algorithm, &device->info(), {n, type, payload}, {}).refusal().value_or("");
}

inline std::vector<std::uint32_t> u32_keys(const Run& run) {
  return std::get<std::vector<std::uint32_t>>(run.read().keys);
}

/// Replaces all characters that GoogleTest does not accept in names.
inline std::string test_name(std::string text) {
  for (char& letter : text) {
    if (!std::isalnum(static_cast<unsigned char>(letter))) letter = '_';
  }
  return text;
}

/// Returns whether tests of methods include a network's algorithm. Only bitonic and odd-even-merge represent the
/// networks there. The matrix and tests/network test all networks.
inline bool stands_for_its_method(const Algorithm& algorithm) {
  const std::string& family = algorithm.info().family;
  return algorithm.network() == nullptr || family == "bitonic" || family == "odd-even-merge";
}

/// Returns the ids of all algorithms that execute this network, such as "bitonic/compute".
inline std::vector<std::string> network_algorithm_ids(std::string_view family) {
  std::vector<std::string> ids;
  for (const auto& algorithm : registry()) {
    if (algorithm->info().family == family) ids.push_back(algorithm->info().id);
  }
  return ids;
}

/// Returns the ids of all network algorithms with this method, such as "bitonic/compute".
inline std::vector<std::string> ids_of_method(std::string_view method) {
  std::vector<std::string> ids;
  for (const auto& algorithm : registry()) {
    const std::string& id = algorithm->info().id;
    if (id == algorithm->info().family + '/' + std::string(method)) ids.push_back(id);
  }
  return ids;
}

}  // namespace texelsort::algorithms
