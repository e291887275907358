#include <fmt/format.h>

#include "compute/algorithms/core/text_algorithm.h"
#include "compute/algorithms/networks/method.h"
#include "compute/data/error.h"

namespace texelsort::algorithms {
namespace {

class NetworkAlgorithm final : public TextAlgorithm {
 public:
  NetworkAlgorithm(const network::Family& family, const Method& method)
      : family_(family),
        method_(method),
        info_{family.id + "/" + method.id(),
              family.title + ", " + method.title(),
              family.id,
              method.backend(),
              method.summary(),
              method.backend() == Backend::cpu ? family.citation : method.citation(),
              false,
              family.max_n,
              family.checked_n} {}

  const AlgorithmInfo& info() const override { return info_; }
  const std::vector<ParameterSpec>& parameters() const override { return method_.parameters(); }
  const network::Family* network() const override { return &family_; }
  Availability availability(const gpu::DeviceInfo* device) const override { return method_.availability(device); }
  std::optional<std::string> refusal(const gpu::DeviceInfo* device, std::uint64_t n, data::KeyType type,
                                     data::PayloadKind payload, const Parameters& parameters) const override {
    if (auto reason = method_.refusal(device, n, type, payload, parameters)) return reason;
    const std::uint64_t places = method_.places(n, parameters);
    if (family_.max_n && places > *family_.max_n) {
      return fmt::format("{} places are beyond this network's limit of {}", places, *family_.max_n);
    }
    try {
      return method_.network_refusal(Schedule(family_.generate(places)), n);
    } catch (const UsageError& error) {
      return error.what();
    }
  }
  std::map<std::string, std::string> tuned(const gpu::DeviceInfo* device, std::uint64_t n,
                                           data::KeyType type) const override {
    return method_.tuned(device, n, type);
  }
  std::map<std::string, std::string> tuned_beside(const gpu::DeviceInfo* device, std::uint64_t n, data::KeyType type,
                                                  const std::map<std::string, std::string>& given) const override {
    return method_.tuned_beside(device, n, type, given);
  }

 protected:
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const Parameters& parameters) const override {
    auto schedule = std::make_shared<const Schedule>(family_.generate(method_.places(problem->n(), parameters)));
    return method_.make_run(device, std::move(problem), std::move(schedule), parameters);
  }

 private:
  const network::Family& family_;
  const Method& method_;
  AlgorithmInfo info_;
};

}  // namespace

const std::vector<std::unique_ptr<Method>>& methods() {
  static const std::vector<std::unique_ptr<Method>> all = [] {
    std::vector<std::unique_ptr<Method>> list;
    list.push_back(make_twin_method());
    list.push_back(make_single_quad_method());
    list.push_back(make_grouped_quads_method());
    list.push_back(make_blend_method());
    list.push_back(make_fused_method());
    list.push_back(make_compute_method());
    return list;
  }();
  return all;
}

std::unique_ptr<Algorithm> make_network_algorithm(const network::Family& family, const Method& method) {
  return std::make_unique<NetworkAlgorithm>(family, method);
}

}  // namespace texelsort::algorithms
