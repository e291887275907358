#include <fmt/format.h>

#include "compute/algorithms/arrays/shader_keys.h"
#include "compute/algorithms/selection/code_words.h"
#include "compute/algorithms/selection/counting_run.h"
#include "compute/algorithms/selection/depth_probe.h"
#include "compute/algorithms/selection/depth_window.h"
#include "compute/algorithms/selection/selection_algorithm.h"
#include "compute/algorithms/selection/settings.h"
#include "compute/data/error.h"

namespace texelsort::algorithms {
namespace {

CountingRules rules_of(const DepthSettings& settings, std::uint64_t n) {
  const gpu::Extent keys = TexelArrays::extent(n, settings.width, 0);
  const gpu::Extent blocks = depth_extent(keys, {.codes = {}, .shift = 0, .folded = true}, settings.fold);
  return {settings.bits, depth_bits, settings.fold, std::uint64_t{blocks.width} * blocks.height};
}

class DepthRun final : public CountingRun {
 public:
  DepthRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const DepthSettings& settings)
      : CountingRun(device, problem, settings.width, settings.key_bits, rules_of(settings, problem->n())) {
    depth_ = gpu::Texture(arrays_.extent(), gpu::TexelFormat::depth32f, "depth");
    gpu::Defines defines = key_defines(problem->type(), problem->order, problem->payload);
    defines["WINDOW_BITS"] = std::to_string(depth_bits);
    copy_ = &device.draw_program("common/fullscreen.vert", "selection/copy_to_depth.frag", defines);
    if (rules().fold == 1) return;
    folded_ =
        gpu::Texture(extent({.codes = {}, .shift = 0, .folded = true}), gpu::TexelFormat::depth32f, "folded depth");
    defines["FOLD"] = std::to_string(rules().fold);
    fold_ = &device.draw_program("common/fullscreen.vert", "selection/fold_to_depth.frag", defines);
  }

  std::vector<TableKind> table_kinds() const override {
    std::vector<TableKind> kinds = CountingRun::table_kinds();
    kinds.emplace_back(tables::Depth{});
    return kinds;
  }
  std::vector<View> views() const override {
    std::vector<View> views = arrays_.views();
    if (!shown_) return views;
    const gpu::Extent shown = extent(*shown_);
    const gpu::Texture* depth = shown_->folded ? &folded_ : &depth_;
    views.push_back(
        {tables::Depth{}, data::KeyType::f32, std::uint64_t{shown.width} * shown.height, shown.width, depth, 0});
    return views;
  }

 private:
  gpu::Extent extent(const DepthWindow& window) const { return depth_extent(arrays_.extent(), window, rules().fold); }
  const gpu::Texture& present() const { return plan().window()->folded ? folded_ : depth_; }

  void fill(const DepthWindow& window, const gpu::SampleCounter& counter) override {
    gpu::DrawCall call;
    call.program = window.folded ? fold_ : copy_;
    arrays_.bind_sources(call);
    call.uniforms.push_back({"window_low", code_words(window.codes.low)});
    call.uniforms.push_back({"window_last", code_words(window.codes.last())});
    call.uniforms.push_back({"window_shift", window.shift});
    call.depth = {window.folded ? &folded_ : &depth_, gpu::DepthTarget::Use::replace, std::nullopt};
    if (window.folded) {
      call.depth.clear = 0.0f;
      call.counter = &counter;
    }
    device_.executor().draw(call);
    shown_ = window;
  }

  void draw(std::uint64_t threshold, const gpu::SampleCounter& counter) override {
    device_.executor().draw(plane_draw(device_, present(), place_in(*plan().window(), threshold), counter));
  }

  std::uint64_t texels_filled(const DepthWindow& window) const override {
    const gpu::Extent filled = extent(window);
    return std::uint64_t{filled.width} * filled.height;
  }
  std::uint64_t texels_drawn() const override { return shown_ ? texels_filled(*shown_) : texels(); }
  std::uint64_t bytes_drawn() const override { return sizeof(float); }

  gpu::Texture depth_, folded_;
  const gpu::Program *copy_ = nullptr, *fold_ = nullptr;
  std::optional<DepthWindow> shown_;
};

class SelectDepth final : public CountingAlgorithm<DepthSettings> {
 public:
  SelectDepth()
      : CountingAlgorithm({.id = "select/depth@fragment",
                           .title = "k-th largest by depth tests",
                           .family = "select",
                           .backend = Backend::fragment,
                           .summary = "The keys' bits become depths; a quad at depth m is drawn against them, and an "
                                      "occlusion query counts the keys that are at least m. The answer is fixed bit by "
                                      "bit from the most significant, 24 bits with each filling of the depth buffer. "
                                      "Nothing is moved and no key is read back.",
                           .citation = {"N. Govindaraju", "Sorting and Searching", "slides, Microsoft", 0,
                                        "\"Searching for Quantiles\""},
                           .task = Task::select},
                          depth_settings()) {}

 protected:
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const DepthSettings& settings) const override {
    if (!depth_planes_are_exact(*device)) {
      throw UnavailableError(info().id + " cannot run here: this device does not draw planes at exact depths");
    }
    return std::make_unique<DepthRun>(*device, std::move(problem), settings);
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_select_depth() {
  return std::make_unique<SelectDepth>();
}

}  // namespace texelsort::algorithms
