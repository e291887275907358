#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compute/algorithms/core/algorithm.h"
#include "compute/algorithms/networks/network_run.h"
#include "compute/network/generators.h"

namespace texelsort::algorithms {

/// How a network's step becomes passes. A network and a method together are an algorithm, "bitonic/grouped-quads".
class Method {
 public:
  virtual ~Method() = default;
  virtual std::string id() const = 0;       ///< "grouped-quads"; "twin@cpu"
  virtual std::string title() const = 0;    ///< "grouped quads"
  virtual std::string summary() const = 0;  ///< one or two sentences
  virtual network::Citation citation() const = 0;
  virtual Backend backend() const = 0;
  virtual const std::vector<ParameterSpec>& parameters() const = 0;
  virtual Availability availability(const gpu::DeviceInfo* device) const = 0;
  virtual std::optional<std::string> refusal(const gpu::DeviceInfo* device, std::uint64_t n, data::KeyType type,
                                             data::PayloadKind payload, const Parameters& parameters) const = 0;
  /// Why this method cannot sort n keys by these steps, and which; nothing if it can.
  virtual std::optional<std::string> network_refusal(const Schedule&, std::uint64_t) const { return std::nullopt; }
  virtual std::map<std::string, std::string> tuned(const gpu::DeviceInfo* device, std::uint64_t n,
                                                   data::KeyType type) const = 0;
  /// As Algorithm::tuned_beside().
  virtual std::map<std::string, std::string> tuned_beside(const gpu::DeviceInfo* device, std::uint64_t n,
                                                          data::KeyType type,
                                                          const std::map<std::string, std::string>&) const {
    return tuned(device, n, type);
  }
  /// Places of the network that make_run's schedule has to be of; n unless the method splits the keys.
  virtual std::uint64_t places(std::uint64_t n, const Parameters&) const { return n; }
  virtual std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                        std::shared_ptr<const Schedule> schedule,
                                        const Parameters& parameters) const = 0;
};

std::unique_ptr<Method> make_twin_method();
std::unique_ptr<Method> make_single_quad_method();
std::unique_ptr<Method> make_grouped_quads_method();
std::unique_ptr<Method> make_blend_method();
std::unique_ptr<Method> make_fused_method();
std::unique_ptr<Method> make_compute_method();

/// All methods in the order in which they are listed.
const std::vector<std::unique_ptr<Method>>& methods();

/// A network family run by a method. Both outlive the algorithm.
std::unique_ptr<Algorithm> make_network_algorithm(const network::Family& family, const Method& method);

}  // namespace texelsort::algorithms
