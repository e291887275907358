#pragma once

#include "compute/algorithms/networks/method.h"
#include "compute/algorithms/networks/step_shader.h"
#include "compute/algorithms/arrays/texel_arrays.h"
#include "compute/algorithms/arrays/texel_limits.h"

namespace texelsort::algorithms {

/// What the methods on textures share: the texture's width as parameter, the limits that follow from it.
class FragmentMethod : public Method {
 public:
  Backend backend() const override { return Backend::fragment; }
  Availability availability(const gpu::DeviceInfo* device) const override;
  std::optional<std::string> refusal(const gpu::DeviceInfo* device, std::uint64_t n, data::KeyType type,
                                     data::PayloadKind payload, const Parameters& parameters) const override;
  std::map<std::string, std::string> tuned(const gpu::DeviceInfo* device, std::uint64_t n,
                                           data::KeyType type) const override;
};

/// What the runs on textures share.
class FragmentRun : public NetworkRun {
 protected:
  FragmentRun(gpu::Device& device, std::shared_ptr<const Problem> problem, std::shared_ptr<const Schedule> schedule,
              std::uint32_t width, std::uint32_t log2_tile = 0);

  std::vector<View> views() const override { return arrays_.views(); }
  data::State read(std::uint64_t first, std::uint64_t count) const override { return arrays_.read(first, count); }
  std::optional<std::string> find_guard_damage() const override { return arrays_.find_guard_damage(); }
  void load(const data::State& state) override { arrays_.load(state); }

  /// One quad over all texels whose fragments find partner and direction themselves.
  void draw_deciding_quad(const network::Step& step);

  /// Counters of a pass over all texels with the given draws and quads.
  Counters count_texel_pass(const network::Step& step, std::uint64_t draws, std::uint64_t quads) const;

  gpu::Device& device_;
  TexelArrays arrays_;

 private:
  PartnerTables tables_;
  std::unordered_map<const network::Step*, const gpu::Program*> deciding_;
};

}  // namespace texelsort::algorithms
