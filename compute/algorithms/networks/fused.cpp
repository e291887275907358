#include "compute/algorithms/arrays/shader_keys.h"
#include "compute/algorithms/networks/fused_arrays.h"
#include "compute/algorithms/networks/fused_shader.h"
#include "compute/algorithms/networks/methods.h"
#include "compute/algorithms/networks/step_shader.h"

namespace texelsort::algorithms {
namespace {

class FusedRun final : public NetworkRunOn<FusedArrays> {
 public:
  FusedRun(const NetworkStart& start, FusedPlan plan, unsigned log2_targets, bool images)
      : NetworkRunOn(start, Backend::fragment, plan.schedule, *start.device, *start.problem, plan.index_bits,
                     log2_targets, images),
        passes_(std::move(plan.passes)) {
    gpu::Defines defines = key_defines(problem().type(), problem().order, problem().payload);
    defines["TARGET_BITS"] = std::to_string(log2_targets);
    if (images) defines["IMAGES"] = "1";
    // Compiled now, so that no pass is timed with its compilation.
    for (std::size_t i = 0; i < passes_.size(); ++i) {
      Drawing& drawing = drawings_.emplace_back();
      if (passes_[i].form == FusedForm::search) {
        const network::Step& step = *plan.schedule->passes[i].steps.front();
        drawing.search.emplace(*start.device, "networks/fused_search.frag", defines, step, n(), arrays_.plain_extent());
      } else {
        gpu::Defines all = fused_defines(passes_[i], n());
        all.merge(gpu::Defines(defines));
        drawing.program = &start.device->draw_program("common/fullscreen.vert", "networks/fused.frag", all);
      }
    }
  }

 private:
  /// What executes a pass: the one or the other.
  struct Drawing {
    const gpu::Program* program = nullptr;
    std::optional<StepDraw> search{};
  };

  void execute(const NetworkPass& pass) override {
    const std::size_t i = pass.header.index;
    gpu::DrawCall call;
    if (drawings_[i].search) {
      drawings_[i].search->bind(call);
    } else {
      call.program = drawings_[i].program;
      call.uniforms = fused_uniforms(passes_[i], n());
    }
    arrays_.draw(std::move(call), passes_[i]);
  }

  Counters count(const NetworkPass& pass) const override {
    const FusedPass& fused = passes_[pass.header.index];
    Counters counters;
    counters.draws = counters.quads = 1;
    counters.fragments = std::uint64_t{arrays_.extent().width} * arrays_.extent().height;
    counters.comparators = comparators(pass);
    const std::uint64_t words = FusedArrays::planes(problem().type(), problem().payload);
    const std::uint64_t written = counters.fragments * arrays_.layers();
    counters.texels_fetched = fused.window ? counters.fragments * fused.window->texels.size() * words : written;
    // A search reads every partner by itself.
    if (fused.form == FusedForm::search) counters.texels_fetched += 2 * counters.comparators * words;
    counters.bytes = (counters.texels_fetched + written) * gpu::ArrayTexture::texel_bytes;
    return counters;
  }
  std::vector<Quad> quads(const NetworkPass&) const override {
    return {{{0, 0, arrays_.plain_extent().width, arrays_.plain_extent().height}, Role::decide}};
  }

  std::vector<FusedPass> passes_;
  std::vector<Drawing> drawings_;
};

}  // namespace

std::unique_ptr<Run> start_fused(const NetworkStart& start, const FusedSettings& settings) {
  const ProblemForm form = start.problem->form();
  const unsigned log2_targets = FusedArrays::log2_layers(settings.targets, form.type, form.payload).value();
  return std::make_unique<FusedRun>(start, plan_fused(*start.schedule, log2_targets, settings.steps), log2_targets,
                                    settings.writes == FusedSettings::Writes::images);
}

}  // namespace texelsort::algorithms
