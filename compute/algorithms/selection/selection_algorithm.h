#pragma once

#include "compute/algorithms/core/text_algorithm.h"

namespace texelsort::algorithms {

/// What the selections have in common: they move no payload and need a key.
class SelectionAlgorithm : public TextAlgorithm {
 public:
  const AlgorithmInfo& info() const override { return info_; }
  std::optional<std::string> refusal(const gpu::DeviceInfo* device, std::uint64_t n, data::KeyType type,
                                     data::PayloadKind payload, const Parameters& parameters) const override;

 protected:
  explicit SelectionAlgorithm(AlgorithmInfo info) : info_(std::move(info)) {}
  static ParameterSpec key_bits_parameter();

 private:
  AlgorithmInfo info_;
};

/// What the selections on the keys' texture have in common: width, bits a round, key bits.
class CountingAlgorithm : public SelectionAlgorithm {
 public:
  Availability availability(const gpu::DeviceInfo* device) const override;
  std::optional<std::string> refusal(const gpu::DeviceInfo* device, std::uint64_t n, data::KeyType type,
                                     data::PayloadKind payload, const Parameters& parameters) const override;
  std::map<std::string, std::string> tuned(const gpu::DeviceInfo* device, std::uint64_t n,
                                           data::KeyType type) const override;

 protected:
  using SelectionAlgorithm::SelectionAlgorithm;
  static ParameterSpec bits_parameter();
};

std::unique_ptr<Algorithm> make_select_depth();
std::unique_ptr<Algorithm> make_select_discard();
std::unique_ptr<Algorithm> make_select_histogram();
std::unique_ptr<Algorithm> make_nth_element();

}  // namespace texelsort::algorithms
