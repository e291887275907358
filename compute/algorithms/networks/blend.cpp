#include <algorithm>
#include <bit>
#include <deque>
#include <map>

#include <fmt/format.h>

#include "compute/algorithms/arrays/texel_limits.h"
#include "compute/algorithms/networks/blend_arrays.h"
#include "compute/algorithms/networks/blend_probe.h"
#include "compute/algorithms/networks/claims.h"
#include "compute/algorithms/networks/network_algorithm.h"
#include "compute/algorithms/networks/quad_groups.h"
#include "compute/algorithms/networks/step_shader.h"
#include "compute/algorithms/primitives/xor_step.h"
#include "compute/data/error.h"

namespace texelsort::algorithms {
namespace {

struct BlendSettings {
  std::uint32_t width = 1024;   ///< number of texels per row of a texture
  std::uint64_t narrowest = 1;  ///< minimum width of a quad in texels
  bool operator==(const BlendSettings&) const = default;
};

using Channels = std::array<bool, 4>;
constexpr Channels all_channels{true, true, true, true};

/// Quads that one program draws. Quads with Role::keep are not drawn, because the preceding copy has written their
/// texels.
struct BlendQuads {
  QuadGroup group;
  Channels channels = all_channels;
  const gpu::Program* program = nullptr;
  /// Draw whose fragments decide whether they write their texel, by its role. Null if all texels of the quads have the
  /// same role.
  const StepDraw* deciding = nullptr;
  /// True if the deciding fragments count places from the end of a list.
  bool flipped = false;
};

/// Reflects the group's rows, so that they are counted from the other end of the texture. Smaller keys still go to the
/// lower rows.
QuadGroup flipped_rows(QuadGroup group, gpu::Extent extent) {
  group.y.start = static_cast<int>(extent.height) - group.y.start - group.y.size;
  group.y.stride = -group.y.stride;
  group.y.run_stride = -group.y.run_stride;
  group.x.partner_shift = -group.x.partner_shift;
  group.y.partner_shift = -group.y.partner_shift;
  if (group.role == Role::minimum) {
    group.role = Role::maximum;
  } else if (group.role == Role::maximum) {
    group.role = Role::minimum;
  }
  return group;
}

class BlendRun final : public NetworkRunOn<BlendArrays> {
 public:
  BlendRun(const NetworkStart& start, std::vector<BlendStep> steps, BlendLists lists, const BlendSettings& settings)
      : NetworkRunOn(start, Backend::fragment, schedule_of(steps, lists), *start.device, *start.problem,
                     settings.width),
        device_(*start.device),
        narrowest_(settings.narrowest),
        own_(&textured("own_coordinate", {0, 1, 2, 3})) {
    for (BlendStep& step : steps) {
      if (step.within) step.partner = {0, 1, 2, 3};
      // Programs are compiled before the first pass, so that no pass time includes a compilation.
      across_.emplace(step.partner, &textured("partner_coordinate", step.partner));
      steps_.push_back(std::make_shared<const BlendStep>(std::move(step)));
      parts_.push_back(parts_of(*steps_.back()));
    }
  }

 private:
  static std::shared_ptr<const Schedule> schedule_of(const std::vector<BlendStep>& steps, BlendLists lists) {
    auto schedule = std::make_shared<Schedule>(lists.places());
    for (const BlendStep& step : steps) {
      schedule->passes.push_back({step.header, {}});
      if (auto whole = whole_step(step, lists)) schedule->passes.back().steps.push_back(std::move(whole));
    }
    return schedule;
  }
  /// Lists the comparators of passes that no pattern describes, so that viewers can draw and click them. Only for small
  /// inputs.
  std::vector<NetworkStep> steps(const NetworkPass& pass) const override {
    constexpr std::uint64_t most_listed = std::uint64_t{1} << 12;
    if (!pass.steps.empty() || n() > most_listed) return pass.steps;
    return {listed_step(*steps_[pass.header.index], arrays_.lists(), n())};
  }
  Claim claim(const NetworkPass& pass) const override {
    return blend_claim(steps_[pass.header.index], arrays_.lists(), problem().type(), problem().order);
  }

  const gpu::Program& textured(const std::string& coordinate, const std::array<unsigned, 4>& channels) const {
    std::string swizzle;
    for (const unsigned channel : channels) swizzle += "rgba"[channel];
    return device_.draw_program("networks/grouped_quads.vert", "networks/blend.frag",
                                {{"COORDINATE", coordinate}, {"SWIZZLE", swizzle}});
  }
  QuadGroup whole(Role role) const { return whole_rows(role, arrays_.extent().width, arrays_.extent().height); }

  std::vector<BlendQuads> parts_across(const BlendStep& step) const {
    std::map<Role, Channels> roles;
    for (unsigned list = 0; list < BlendLists::count; ++list) {
      const unsigned other = step.partner[list];
      roles[other == list ? Role::keep : list < other ? Role::minimum : Role::maximum][list] = true;
    }
    std::vector<BlendQuads> parts;
    for (const auto& [role, channels] : roles) {
      QuadGroup group = whole(role);
      if (step.reversed) {
        for (Axis* axis : {&group.x, &group.y}) axis->set_partner(-1, axis->size);
      }
      parts.push_back({group, channels, across_.at(step.partner)});
    }
    return parts;
  }

  /// Quads of a step within a list, drawn after a copy of all texels: groups of quads, each with one role. If the
  /// groups would be too narrow or do not cover the step, the fragments of each quad decide their role.
  struct Within {
    network::Pattern pattern;
    std::vector<QuadGroup> groups{};
    std::optional<StepDraw> deciding{};
  };

  Within make_within(const network::Step& step) const {
    const network::Pattern* pattern = only_pattern(step);
    Within within{pattern != nullptr ? *pattern : network::Pattern{.length = 0}};
    if (auto groups = group_quads(step, arrays_.extent(), arrays_.lists().length)) {
      const auto kept =
          std::ranges::stable_partition(*groups, [](const auto& group) { return group.role != Role::keep; });
      if (!narrower({groups->begin(), kept.begin()}, narrowest_)) {
        within.groups = std::move(*groups);
        return within;
      }
    }
    within.deciding.emplace(device_, "networks/blend_deciding.frag", gpu::Defines{}, step, arrays_.lists().length,
                            arrays_.extent());
    return within;
  }

  /// Returns the quads of a step within a list. Many steps of a network are identical, so the quads of each kind of
  /// step are computed once.
  const Within& known_within(const network::Step& step) {
    const network::Pattern* pattern = only_pattern(step);
    const auto found =
        std::ranges::find_if(within_, [&](const Within& known) { return pattern && known.pattern == *pattern; });
    return found != within_.end() ? *found : within_.emplace_back(make_within(step));
  }

  void add_within(std::vector<BlendQuads>& parts, const BlendStep& step, Channels channels, bool flipped) {
    if (std::ranges::none_of(channels, std::identity{})) return;
    const Within& within = known_within(*step.within);
    if (within.deciding) {
      for (const Role role : {Role::minimum, Role::maximum}) {
        parts.push_back({whole(role), channels, nullptr, &*within.deciding, flipped});
      }
    }
    for (const QuadGroup& group : within.groups) {
      parts.push_back({flipped ? flipped_rows(group, arrays_.extent()) : group, channels, across_.at(step.partner)});
    }
  }

  std::vector<BlendQuads> parts_of(const BlendStep& step) {
    if (!step.within) return parts_across(step);
    std::vector<BlendQuads> parts;
    const bool flips = std::ranges::any_of(step.flipped, std::identity{});
    // Blocks of a step that divide the list length are the same when counted from either end of the list.
    if (!flips || arrays_.lists().length % step.within->patterns.front().period == 0) {
      add_within(parts, step, all_channels, false);
      return parts;
    }
    Channels straight{};
    std::ranges::transform(step.flipped, straight.begin(), std::logical_not{});
    add_within(parts, step, straight, false);
    add_within(parts, step, step.flipped, true);
    return parts;
  }

  gpu::DrawCall quads_call(const QuadGroup& group, const gpu::Program* program) const {
    gpu::DrawCall call;
    call.program = program;
    arrays_.bind(call);
    set_quads(call, group);
    return call;
  }

  gpu::DrawCall deciding_call(const BlendQuads& part) const {
    gpu::DrawCall call;
    arrays_.bind(call);
    part.deciding->bind(call);
    call.uniforms.push_back({"log2_width", static_cast<std::uint32_t>(std::countr_zero(arrays_.extent().width))});
    call.uniforms.push_back({"draw_smaller", std::uint32_t{part.group.role == Role::minimum}});
    call.uniforms.push_back({"flipped", std::uint32_t{part.flipped}});
    return call;
  }

  void execute(const NetworkPass& pass) override {
    device_.executor().draw(quads_call(whole(Role::keep), own_));
    for (const BlendQuads& part : parts_[pass.header.index]) {
      if (part.group.role == Role::keep) continue;
      gpu::DrawCall call = part.deciding ? deciding_call(part) : quads_call(part.group, part.program);
      const bool smaller = (part.group.role == Role::minimum) == (problem().order == data::Order::ascending);
      call.blend = smaller ? gpu::Blend::minimum : gpu::Blend::maximum;
      call.channels = part.channels;
      device_.executor().draw(call);
    }
    arrays_.swap();
  }

  Counters count(const NetworkPass& pass) const override {
    constexpr std::uint64_t texel = gpu::texel_bytes(gpu::TexelFormat::rgba32f);
    const BlendStep& step = *steps_[pass.header.index];
    const std::uint64_t texels = arrays_.lists().length;
    Counters counters;
    counters.comparators = count_comparators(step, arrays_.lists());
    counters.draws = counters.quads = 1;  // one draw copies all texels
    counters.invocations = texels;
    std::uint64_t blended = 0;
    for (const BlendQuads& part : parts_[pass.header.index]) {
      if (part.group.role == Role::keep) continue;
      const std::uint64_t covered = part.group.texels();
      counters.draws += 1;
      counters.quads += part.group.quads();
      counters.invocations += covered;
      blended += part.deciding ? network::count_comparators(*step.within, texels) : covered;
    }
    counters.elements_read = texels + blended;
    // Blending reads and writes one float in the target for each of the two places of a comparator.
    counters.bytes = (2 * texels + blended) * texel + 2 * counters.comparators * 2 * sizeof(float);
    return counters;
  }

  /// Returns the quads of a pass as the view shows them. The view shows the four lists one below the other.
  std::vector<Quad> quads(const NetworkPass& pass) const override {
    std::vector<Quad> quads;
    for (const BlendQuads& part : parts_[pass.header.index]) {
      // the quad of Role::minimum covers the same texels
      if (part.deciding && part.group.role == Role::maximum) continue;
      for (Quad quad : rectangles({&part.group, 1})) {
        if (part.deciding) quad.role = Role::decide;
        for (unsigned list = 0; list < BlendLists::count; ++list) {
          if (!part.channels[list]) continue;
          Quad shown = quad;
          shown.rect.y += list * arrays_.extent().height;
          quads.push_back(shown);
        }
      }
    }
    return quads;
  }

  gpu::Device& device_;
  std::uint64_t narrowest_;
  const gpu::Program* own_;
  /// programs that compare whole lists, one for each assignment of partners to lists
  std::map<std::array<unsigned, 4>, const gpu::Program*> across_;
  std::vector<std::shared_ptr<const BlendStep>> steps_;  ///< steps of the run, one per pass
  std::deque<Within> within_;                   ///< a deque, because other objects store the addresses of its elements
  std::vector<std::vector<BlendQuads>> parts_;  ///< quads of each pass
};

const SettingsTable<BlendSettings>& blend_settings() {
  using S = BlendSettings;
  static const SettingsTable<S> table({
      width_field(
          &S::width,
          "Texels per row of the 2-D texture whose channels hold the four lists. Default: the texture closest to "
          "a square. (Govindaraju, slide \"2D Memory Addressing\".)"),
      field(&S::narrowest, "narrowest", "texels", IntegerRange{1, 64}, 1,
            "Minimum width of the quads. A step with narrower quads is drawn as two full-size quads, whose fragments "
            "are discarded where the other blend equation applies. Default: 1 for small arrays, so that every quad is "
            "visible, otherwise 2."),
  });
  return table;
}

std::unique_ptr<Run> start_blend(const NetworkStart& start, const BlendSettings& settings) {
  if (const auto reason = refused_key(start.problem->keys, blend_faults(*start.device))) {
    throw UsageError(fmt::format("{}; choose another method of the network", *reason));
  }
  const BlendLists lists = BlendArrays::lists(start.problem->n(), settings.width);
  return std::make_unique<BlendRun>(start, plan_blend(*start.schedule, start.problem->n(), lists), lists, settings);
}

class Blend final : public NetworkAlgorithm<BlendSettings> {
 public:
  explicit Blend(const network::Family& family)
      : NetworkAlgorithm(family,
                         {.id = "blend",
                          .title = "blending",
                          .summary = "Uses textured quads and the fixed-function MIN and MAX blend equations instead "
                                     "of fragment arithmetic. The four channels of a float texture hold four lists, "
                                     "which are sorted at the same time, then merged.",
                          .citation = {"N. K. Govindaraju, N. Raghuvanshi, D. Manocha",
                                       "Fast and Approximate Stream Mining of Quantiles and Frequencies Using "
                                       "Graphics Processors",
                                       "ACM SIGMOD", 2005, ""},
                          .backend = Backend::fragment,
                          // A channel is a 32-bit float, and MIN and MAX of a NaN are undefined.
                          .types = {data::KeyType::u32, data::KeyType::i32, data::KeyType::f32},
                          .payloads = {data::PayloadKind::none},
                          .refuses_nan = true},
                         blend_settings(), start_blend) {}

 protected:
  BlendSettings tuned(const gpu::DeviceInfo*, const ProblemForm& form, const Given<BlendSettings>&) const override {
    const std::uint64_t quarter = (form.n + BlendLists::count - 1) / BlendLists::count;
    return {.width = TexelArrays::square_width(quarter), .narrowest = form.n <= shown_texels ? 1u : 2u};
  }
  std::optional<std::string> refusal(const gpu::DeviceInfo* device, const ProblemForm& form,
                                     const BlendSettings& settings) const override {
    if (device != nullptr && !device->blends_floats) return "this device does not blend 32-bit floating-point numbers";
    if (auto reason = fragment_refusal(*device, form, settings.width)) return reason;
    const std::uint64_t rows = places(form.n, settings) / settings.width;
    if (BlendLists::count * rows > device->max_texture_extent) {
      return fmt::format(
          "a view of four lists of {} rows below each other exceeds the limit of {} rows: choose a larger width", rows,
          device->max_texture_extent);
    }
    return std::nullopt;
  }
  std::optional<std::string> refusal_of_schedule(const Schedule& schedule, std::uint64_t n) const override {
    if (BlendLists::count * schedule.n == n) return std::nullopt;
    for (const NetworkPass& pass : schedule.passes) {
      if (network::one_way(*pass.steps.front())) continue;
      return fmt::format(
          "{}, {} has comparators in both directions, which would mix the keys with the padding of the four lists to "
          "{} keys each: choose n and width so that n is a multiple of 4 * width",
          pass.header.stage, pass.header.label, schedule.n);
    }
    return std::nullopt;
  }
  std::uint64_t places(std::uint64_t n, const BlendSettings& settings) const override {
    return BlendArrays::lists(n, settings.width).length;
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_blend_method(const network::Family& family) {
  return std::make_unique<Blend>(family);
}

}  // namespace texelsort::algorithms
