#include "compute/algorithms/networks/fragment_run.h"

#include <bit>

#include "compute/algorithms/arrays/shader_keys.h"
#include "compute/data/error.h"

namespace texelsort::algorithms {

std::optional<std::string> fragment_refusal(const gpu::DeviceInfo& device, const ProblemForm& form,
                                            std::uint64_t width) {
  if (auto reason = texture_refusal(device, form.n, width)) return reason;
  if (form.payload != data::PayloadKind::none && device.max_draw_buffers < 2) {
    return "a payload needs two render targets, and this device has one";
  }
  return std::nullopt;
}

FragmentRun::FragmentRun(gpu::Device& device, std::shared_ptr<const Problem> problem,
                         std::shared_ptr<const Schedule> schedule, std::uint32_t width, std::uint32_t log2_tile)
    : NetworkRun(problem, schedule, std::make_unique<GlPassTimer>(device), true),
      device_(device),
      arrays_(device, *problem, width, log2_tile),
      tables_(device, *schedule, arrays_.extent()) {
  // Compiled now, so that no pass is timed with its compilation.
  for (const NetworkPass& pass : schedule->passes) {
    const network::Step& step = *pass.steps.front();
    gpu::Defines defines = key_defines(problem->type(), problem->order, problem->payload);
    add_step_defines(defines, step);
    if (arrays_.log2_tile() > 0) defines["LOG2_TILE"] = std::to_string(arrays_.log2_tile());
    deciding_.emplace(&step, &device.draw_program("common/fullscreen.vert", "networks/single_quad.frag", defines));
  }
  rewind();
}

void FragmentRun::draw_deciding_quad(const network::Step& step) {
  gpu::DrawCall call;
  call.program = deciding_.at(&step);
  arrays_.bind(call);
  tables_.bind(call, step, n());
  call.uniforms.push_back({"log2_width", static_cast<std::uint32_t>(std::countr_zero(arrays_.width()))});
  device_.executor().draw(call);
}

Counters FragmentRun::count_texel_pass(const network::Step& step, std::uint64_t draws, std::uint64_t quads) const {
  Counters counters;
  const std::uint64_t texels = std::uint64_t{arrays_.extent().width} * arrays_.extent().height;
  const std::uint64_t key_bytes = data::key_bytes(problem().type());
  const std::uint64_t payload_bytes = data::payload_bytes(problem().payload);
  counters.draws = draws;
  counters.quads = quads;
  counters.fragments = texels;
  counters.comparators = network::count_comparators(step, n());
  const std::uint64_t keys_fetched = texels + 2 * counters.comparators;
  counters.texels_fetched = keys_fetched + (payload_bytes > 0 ? texels : 0);
  counters.bytes = (keys_fetched + texels) * key_bytes + 2 * texels * payload_bytes;
  return counters;
}

}  // namespace texelsort::algorithms
