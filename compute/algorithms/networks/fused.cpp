#include <algorithm>
#include <bit>
#include <utility>

#include <fmt/format.h>

#include "compute/algorithms/arrays/shader_keys.h"
#include "compute/algorithms/networks/fragment_run.h"
#include "compute/algorithms/networks/fused_arrays.h"
#include "compute/algorithms/networks/fused_shader.h"
#include "compute/algorithms/networks/settings.h"

namespace texelsort::algorithms {
namespace {

/// Index bits that are layers when an element of `planes` words has `targets` render targets; nothing below 1.
std::optional<unsigned> log2_layers(std::uint64_t targets, unsigned planes) {
  if (targets < 2 * planes) return std::nullopt;
  return static_cast<unsigned>(std::bit_width(targets / planes) - 1);
}

/// The steps that need tables of partners, or other uniforms of pattern.glsl.
Schedule searched(const FusedPlan& plan) {
  Schedule schedule = *plan.schedule;
  schedule.passes.clear();
  for (std::size_t i = 0; i < plan.passes.size(); ++i) {
    if (plan.passes[i].form == FusedForm::search) schedule.passes.push_back(plan.schedule->passes[i]);
  }
  return schedule;
}

class FusedRun final : public NetworkRun {
 public:
  FusedRun(gpu::Device& device, std::shared_ptr<const Problem> problem, FusedPlan plan, unsigned log2_targets,
           bool images)
      : NetworkRun(problem, plan.schedule, std::make_unique<GlPassTimer>(device), true),
        arrays_(device, *problem, plan.index_bits, log2_targets, images),
        tables_(device, searched(plan), arrays_.plain_extent()),
        passes_(std::move(plan.passes)) {
    gpu::Defines defines = key_defines(problem->type(), problem->order, problem->payload);
    defines["TARGET_BITS"] = std::to_string(log2_targets);
    if (images) defines["IMAGES"] = "1";
    // Compiled now, so that no pass is timed with its compilation.
    for (std::size_t i = 0; i < passes_.size(); ++i) {
      const char* shader = "networks/fused.frag";
      gpu::Defines all = defines;
      if (passes_[i].form == FusedForm::search) {
        shader = "networks/fused_search.frag";
        add_step_defines(all, *plan.schedule->passes[i].steps.front());
      } else {
        all.merge(fused_defines(passes_[i], problem->n()));
      }
      programs_.push_back(&device.draw_program("common/fullscreen.vert", shader, all));
    }
    rewind();
  }

 private:
  void execute(const NetworkPass& pass) override {
    const std::size_t i = pass.header.index;
    gpu::DrawCall extras;
    if (passes_[i].form == FusedForm::search) {
      tables_.bind(extras, *pass.steps.front(), n());
    } else {
      extras.uniforms = fused_uniforms(passes_[i], n());
    }
    arrays_.draw(*programs_[i], passes_[i], std::move(extras));
  }
  void load(const data::State& state) override { arrays_.load(state); }

  Counters count(const NetworkPass& pass) const override {
    const FusedPass& fused = passes_[pass.header.index];
    Counters counters;
    counters.draws = counters.quads = 1;
    counters.fragments = std::uint64_t{arrays_.extent().width} * arrays_.extent().height;
    for (const auto& step : pass.steps) counters.comparators += network::count_comparators(*step, n());
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

  std::vector<View> views() const override { return arrays_.views(); }
  data::State read(std::uint64_t first, std::uint64_t count) const override { return arrays_.read(first, count); }
  std::optional<std::string> find_guard_damage() const override { return arrays_.find_guard_damage(); }

  FusedArrays arrays_;
  PartnerTables tables_;
  std::vector<FusedPass> passes_;
  std::vector<const gpu::Program*> programs_;
};

class Fused final : public NetworkAlgorithm<FusedSettings> {
 public:
  explicit Fused(const network::Family& family)
      : NetworkAlgorithm(
            family,
            {.id = "fused",
             .title = "fused steps",
             .summary =
                 "One full-screen quad for several steps: a fragment reads all the keys that they compare with one "
                 "another, four a texel, exchanges them in registers and writes them to several render targets, or by "
                 "image stores. Where partners reach beyond a fragment's keys (odd-even merge, transposition, "
                 "pairwise) it reads and computes more than it writes; listed comparators are fused while all keys "
                 "are one fragment's. Holds two arrays of the next power of two of n, and a third while somebody "
                 "looks.",
             .citation = {"N. Govindaraju", "Sorting and Searching", "slides, Microsoft", 0,
                          "more than one compare and swap per sort kernel invocation"},
             .backend = Backend::fragment},
            fused_settings()) {}

 protected:
  std::optional<std::string> refusal(const gpu::DeviceInfo* device, const ProblemForm& form,
                                     const FusedSettings& settings) const override {
    const std::uint64_t n = form.n, targets = settings.targets;
    if (settings.writes == FusedSettings::Writes::images) {
      if (!has_images(*device)) {
        return fmt::format("writes = images needs OpenGL 4.3; this device has {}.{}", device->major, device->minor);
      }
    } else if (const auto most = std::min(device->max_draw_buffers, FusedArrays::most_targets); targets > most) {
      return fmt::format("targets = {} is beyond the limit of {} render targets", targets, most);
    }
    const unsigned planes = FusedArrays::planes(form.type, form.payload);
    if (!log2_layers(targets, planes)) {
      return fmt::format("{} words an element need {} render targets, and targets = {}", planes,
                         std::bit_ceil(2 * planes), targets);
    }
    constexpr std::uint64_t most = std::uint64_t{1} << 31;  // shaders count places in 32 bits
    if (n > most) return fmt::format("n = {} is beyond this method's limit of 2^31 keys", n);
    // Looking needs one texel a key; the layers are smaller.
    const std::uint64_t extent = device->max_texture_extent;
    if (std::bit_ceil(n) > std::bit_floor(extent) * std::bit_floor(extent)) {
      return fmt::format("n = {} is beyond this device's limit of {} x {} = {} texels", n, extent, extent,
                         extent * extent);
    }
    return std::nullopt;
  }

  FusedSettings tuned(const gpu::DeviceInfo* device, const ProblemForm& form,
                      const Given<FusedSettings>& given) const override {
    using Writes = FusedSettings::Writes;
    const std::uint32_t most =
        device == nullptr ? FusedArrays::most_targets
                          : std::clamp(std::bit_floor(device->max_draw_buffers), 2u, FusedArrays::most_targets);
    // Measured on an H200: its units for render targets write 50 GB/s, its image stores several times as much.
    bool images = device != nullptr && !device->software && has_images(*device);
    if (const auto writes = given.value(&FusedSettings::writes)) {
      images = *writes == Writes::images;
    } else if (device != nullptr && has_images(*device)) {
      images = images || given.value(&FusedSettings::targets).value_or(0) > most;
    }
    if (!images) return {.targets = most, .writes = Writes::targets};
    // Of few keys a pass takes as long as its launch, and large programs take long to compile.
    constexpr std::uint64_t few = 1 << 16;
    const bool small = form.n < few || (device != nullptr && device->software);
    return {.targets = small ? 8u : 32u, .writes = Writes::images};
  }

  std::unique_ptr<Run> make_network_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                        std::shared_ptr<const Schedule> schedule,
                                        const FusedSettings& settings) const override {
    const unsigned log2_targets =
        *log2_layers(settings.targets, FusedArrays::planes(problem->type(), problem->payload));
    FusedPlan plan = plan_fused(*schedule, log2_targets, settings.steps);
    return std::make_unique<FusedRun>(*device, std::move(problem), std::move(plan), log2_targets,
                                      settings.writes == FusedSettings::Writes::images);
  }

 private:
  static bool has_images(const gpu::DeviceInfo& device) { return device.major * 10 + device.minor >= 43; }
};

}  // namespace

std::unique_ptr<Algorithm> make_fused(const network::Family& family) {
  return std::make_unique<Fused>(family);
}

}  // namespace texelsort::algorithms
