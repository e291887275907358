#include "compute/algorithms/arrays/shader_keys.h"
#include "compute/algorithms/selection/counting.h"
#include "compute/algorithms/selection/runs.h"

namespace texelsort::algorithms {
namespace {

class DiscardRun final : public CountingRun {
 public:
  DiscardRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const DiscardSettings& settings)
      : CountingRun(device, problem, settings.width, settings.key_bits, {.bits_per_round = settings.bits},
                    settings.count),
        program_(&device.draw_program("common/fullscreen.vert", "selection/discard.frag",
                                      defines(*problem, settings.count))) {
    if (settings.count == Counting::queries && !device.info().stores_images) {
      blank_ = gpu::Texture(arrays_.extent(), gpu::TexelFormat::rgba8, "never written");
    }
  }

 private:
  static gpu::Defines defines(const Problem& problem, Counting counting) {
    gpu::Defines defines = key_defines(problem.type(), problem.order, problem.payload);
    defines.merge(counting_defines(counting));
    return defines;
  }

  void draw(std::uint64_t threshold, FragmentCounter& counter) override {
    gpu::DrawCall call;
    call.program = program_;
    arrays_.bind_sources(call);
    call.uniforms.push_back({"threshold", code_words(threshold)});
    if (blank_.id() == 0) {
      call.nothing = arrays_.extent();
    } else {
      call.targets = {&blank_};
      call.channels = {false, false, false, false};
    }
    counter.draw(std::move(call), arrays_.extent());
  }

  const gpu::Program* program_;
  gpu::Texture blank_;
};

}  // namespace

std::unique_ptr<Run> make_discard_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                      const DiscardSettings& settings) {
  return std::make_unique<DiscardRun>(device, std::move(problem), settings);
}

}  // namespace texelsort::algorithms
