#include "compute/algorithms/networks/fragment_run.h"

#include <bit>

#include "compute/algorithms/arrays/shader_keys.h"

namespace texelsort::algorithms {

FragmentRun::FragmentRun(const NetworkStart& start, std::uint32_t width, std::uint32_t log2_tile)
    : NetworkRunOn(start, Backend::fragment, nullptr, *start.device, *start.problem, width, log2_tile),
      device_(*start.device) {}

StepDraw FragmentRun::deciding_quad(const network::Step& step) const {
  gpu::Defines defines = key_defines(problem().type(), problem().order, problem().payload);
  if (arrays_.log2_tile() > 0) defines["LOG2_TILE"] = std::to_string(arrays_.log2_tile());
  return {device_, "networks/single_quad.frag", defines, step, n(), arrays_.extent()};
}

void FragmentRun::draw(const StepDraw& deciding) {
  gpu::DrawCall call;
  arrays_.bind(call);
  deciding.bind(call);
  call.uniforms.push_back({"log2_width", static_cast<std::uint32_t>(std::countr_zero(arrays_.width()))});
  device_.executor().draw(call);
}

Counters FragmentRun::count_texel_pass(const NetworkPass& pass, std::uint64_t draws, std::uint64_t quads) const {
  Counters counters;
  const std::uint64_t texels = std::uint64_t{arrays_.extent().width} * arrays_.extent().height;
  const std::uint64_t key_bytes = data::key_bytes(problem().type());
  const std::uint64_t payload_bytes = data::payload_bytes(problem().payload);
  counters.draws = draws;
  counters.quads = quads;
  counters.invocations = texels;
  counters.comparators = comparators(pass);
  const std::uint64_t keys_fetched = texels + 2 * counters.comparators;
  counters.elements_read = keys_fetched + (payload_bytes > 0 ? texels : 0);
  counters.bytes = (keys_fetched + texels) * key_bytes + 2 * texels * payload_bytes;
  return counters;
}

}  // namespace texelsort::algorithms
