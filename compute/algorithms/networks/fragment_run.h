#pragma once

#include "compute/algorithms/arrays/texel_arrays.h"
#include "compute/algorithms/arrays/texel_limits.h"
#include "compute/algorithms/networks/network_algorithm.h"
#include "compute/algorithms/networks/step_shader.h"

namespace texelsort::algorithms {

/// Why methods on textures refuse a form: the texture does not fit, or cannot be drawn to with a payload.
std::optional<std::string> fragment_refusal(const gpu::DeviceInfo& device, const ProblemForm& form,
                                            std::uint64_t width);

/// Up to so many keys the passes of a run on textures are shown: as many texels as can be told apart.
inline constexpr std::uint64_t shown_texels = 1 << 10;

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
