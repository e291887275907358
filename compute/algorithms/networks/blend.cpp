#include <algorithm>
#include <bit>
#include <map>
#include <unordered_map>

#include <fmt/format.h>

#include "compute/algorithms/arrays/shader_keys.h"
#include "compute/algorithms/networks/blend_arrays.h"
#include "compute/algorithms/networks/blend_probe.h"
#include "compute/algorithms/networks/fragment_run.h"
#include "compute/algorithms/networks/quad_groups.h"
#include "compute/algorithms/networks/settings.h"
#include "compute/data/error.h"

namespace texelsort::algorithms {
namespace {

using Channels = std::array<bool, 4>;
constexpr Channels all_channels{true, true, true, true};

/// Quads that are drawn, or, with Role::keep, texels that only the copy before them touches.
struct Part {
  QuadGroup group;
  Channels channels = all_channels;
  const gpu::Program* program = nullptr;
  bool deciding = false;  ///< fragments find out whether they have the group's role
  bool flipped = false;   ///< deciding: places are counted from the end
};

/// Counts bands of rows from the texture's other end; smaller keys still go to the lower rows.
QuadGroup flipped_rows(QuadGroup group, gpu::Extent extent) {
  group.first.y = extent.height - group.first.y - group.first.height;
  group.stride.y = -group.stride.y;
  group.run_stride.y = -group.run_stride.y;
  group.partner_shift = -group.partner_shift;
  if (group.role == Role::minimum) {
    group.role = Role::maximum;
  } else if (group.role == Role::maximum) {
    group.role = Role::minimum;
  }
  return group;
}

class BlendRun final : public Run {
 public:
  BlendRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const Schedule& schedule,
           const BlendSettings& settings)
      : Run(problem, std::make_unique<GlPassTimer>(device)),
        device_(device),
        arrays_(device, *problem, settings.width),
        narrowest_(settings.narrowest),
        tables_(device, schedule, arrays_.extent()),
        own_(&textured("own_coordinate", {0, 1, 2, 3})) {
    for (BlendStep& step : plan_blend(schedule, n(), arrays_.lists())) {
      // Compiled now, so that no pass is timed with its compilation.
      if (step.within) {
        deciding(*step.within);
        step.partner = {0, 1, 2, 3};
      }
      across_.emplace(step.partner, &textured("partner_coordinate", step.partner));
      steps_.push_back(std::make_shared<const BlendStep>(std::move(step)));
      parts_.emplace(steps_.back().get(), parts_of(*steps_.back()));
    }
    for (std::size_t i = 0; i < steps_.size(); ++i) add_pass(pass_of(i));
    rewind();
  }

  std::vector<View> views() const override { return arrays_.views(); }
  data::State read(std::uint64_t first, std::uint64_t count) const override { return arrays_.read(first, count); }
  std::optional<std::string> find_guard_damage() const override { return arrays_.find_guard_damage(); }

 private:
  Pass pass_of(std::size_t i) {
    Pass pass;
    pass.header = [this, i] { return steps_[i]->header; };
    pass.execute = [this, i] { execute(*steps_[i]); };
    pass.cost = [this, i] { return count(*steps_[i]); };
    pass.claim = [this, i] { return blend_claim(steps_[i], arrays_.lists(), problem().type(), problem().order); };
    pass.detail = [this, i]() -> PassDetail { return whole_step(*steps_[i], arrays_.lists()); };
    pass.quads = [this, i] { return quads(*steps_[i]); };
    return pass;
  }
  void load(const data::State& state) override { arrays_.load(state); }

  const gpu::Program& textured(const std::string& coordinate, const std::array<unsigned, 4>& channels) const {
    std::string swizzle;
    for (const unsigned channel : channels) swizzle += "rgba"[channel];
    return device_.draw_program("networks/grouped_quads.vert", "networks/blend.frag",
                                {{"COORDINATE", coordinate}, {"SWIZZLE", swizzle}});
  }
  const gpu::Program& deciding(const network::Step& step) const {
    gpu::Defines defines;
    add_step_defines(defines, step);
    return device_.draw_program("common/fullscreen.vert", "networks/blend_deciding.frag", defines);
  }

  QuadGroup whole(Role role) const {
    QuadGroup group;
    group.role = role;
    group.first = {0, 0, arrays_.extent().width, arrays_.extent().height};
    return group;
  }

  std::vector<Part> parts_across(const BlendStep& step) const {
    std::map<Role, Channels> roles;
    for (unsigned list = 0; list < BlendLists::count; ++list) {
      const unsigned other = step.partner[list];
      roles[other == list ? Role::keep : list < other ? Role::minimum : Role::maximum][list] = true;
    }
    std::vector<Part> parts;
    for (const auto& [role, channels] : roles) {
      QuadGroup group = whole(role);
      if (step.reversed) {
        group.partner_sign = {-1, -1};
        group.partner_shift = {static_cast<int>(arrays_.extent().width), static_cast<int>(arrays_.extent().height)};
      }
      parts.push_back({group, channels, across_.at(step.partner)});
    }
    return parts;
  }

  /// Those that are drawn over the copy of everything; nothing if the step cannot be drawn in groups, or should not.
  std::optional<std::vector<QuadGroup>> find_drawn_groups(const network::Step& step) const {
    auto groups = group_quads(step, arrays_.extent(), arrays_.lists().length);
    if (!groups) return std::nullopt;
    std::vector<QuadGroup> kept;
    std::erase_if(*groups, [&kept](const QuadGroup& group) {
      if (group.role == Role::keep) kept.push_back(group);
      return group.role == Role::keep;
    });
    if (narrower(*groups, narrowest_)) return std::nullopt;
    groups->insert(groups->end(), kept.begin(), kept.end());
    return groups;
  }

  /// Many steps are alike: each kind is worked out once.
  const std::optional<std::vector<QuadGroup>>& drawn_groups(const network::Step& step) {
    if (step.patterns.size() != 1 || !step.listed.empty()) return irregular_;
    const network::Pattern& pattern = step.patterns.front();
    const auto found = std::ranges::find(known_groups_, pattern, &KnownGroups::first);
    if (found != known_groups_.end()) return found->second;
    return known_groups_.emplace_back(pattern, find_drawn_groups(step)).second;
  }

  void add_within(std::vector<Part>& parts, const BlendStep& step, Channels channels, bool flipped) {
    if (std::ranges::none_of(channels, std::identity{})) return;
    const auto& groups = drawn_groups(*step.within);
    if (!groups) {
      const gpu::Program* program = &deciding(*step.within);
      for (const Role role : {Role::minimum, Role::maximum}) {
        parts.push_back({whole(role), channels, program, true, flipped});
      }
      return;
    }
    for (const QuadGroup& group : *groups) {
      parts.push_back({flipped ? flipped_rows(group, arrays_.extent()) : group, channels, across_.at(step.partner)});
    }
  }

  std::vector<Part> parts_of(const BlendStep& step) {
    if (!step.within) return parts_across(step);
    std::vector<Part> parts;
    const bool flips = std::ranges::any_of(step.flipped, std::identity{});
    // Blocks that fill the lists are the same from either end.
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

  gpu::DrawCall deciding_call(const BlendStep& step, const Part& part) const {
    gpu::DrawCall call;
    call.program = part.program;
    arrays_.bind(call);
    tables_.bind(call, *step.within, arrays_.lists().length);
    call.uniforms.push_back({"log2_width", static_cast<std::uint32_t>(std::countr_zero(arrays_.extent().width))});
    call.uniforms.push_back({"draw_smaller", std::uint32_t{part.group.role == Role::minimum}});
    call.uniforms.push_back({"flipped", std::uint32_t{part.flipped}});
    return call;
  }

  void execute(const BlendStep& step) {
    device_.executor().draw(quads_call(whole(Role::keep), own_));
    for (const Part& part : parts_.at(&step)) {
      if (part.group.role == Role::keep) continue;
      gpu::DrawCall call = part.deciding ? deciding_call(step, part) : quads_call(part.group, part.program);
      const bool smaller = (part.group.role == Role::minimum) == (problem().order == data::Order::ascending);
      call.blend = smaller ? gpu::Blend::minimum : gpu::Blend::maximum;
      call.channels = part.channels;
      device_.executor().draw(call);
    }
    arrays_.swap();
  }

  Counters count(const BlendStep& step) const {
    constexpr std::uint64_t texel = gpu::texel_bytes(gpu::TexelFormat::rgba32f);
    const std::uint64_t texels = arrays_.lists().length;
    Counters counters;
    counters.comparators = count_comparators(step, arrays_.lists());
    counters.draws = counters.quads = 1;  // the copy
    counters.fragments = texels;
    std::uint64_t blended = 0;
    for (const Part& part : parts_.at(&step)) {
      if (part.group.role == Role::keep) continue;
      const std::uint64_t covered = part.group.texels();
      counters.draws += 1;
      counters.quads += part.group.quads();
      counters.fragments += covered;
      blended += part.deciding ? network::count_comparators(*step.within, texels) : covered;
    }
    counters.texels_fetched = texels + blended;
    // A blended float is read and written in the target, both ends of a comparator.
    counters.bytes = (2 * texels + blended) * texel + 2 * counters.comparators * 2 * sizeof(float);
    return counters;
  }

  /// Where the quads' texels are in the view, which has the lists one below the other.
  std::vector<Quad> quads(const BlendStep& step) const {
    std::vector<Quad> quads;
    for (const Part& part : parts_.at(&step)) {
      if (part.deciding && part.group.role == Role::maximum) continue;  // the same fragments once more
      for (Quad quad : rectangles({part.group})) {
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
  BlendArrays arrays_;
  std::uint64_t narrowest_;
  PartnerTables tables_;
  const gpu::Program* own_;
  std::map<std::array<unsigned, 4>, const gpu::Program*> across_;  ///< by the lists' partners
  std::vector<std::shared_ptr<const BlendStep>> steps_;
  using KnownGroups = std::pair<network::Pattern, std::optional<std::vector<QuadGroup>>>;
  std::vector<KnownGroups> known_groups_;
  const std::optional<std::vector<QuadGroup>> irregular_;
  std::unordered_map<const BlendStep*, std::vector<Part>> parts_;
};

class Blend final : public NetworkAlgorithm<BlendSettings> {
 public:
  explicit Blend(const network::Family& family)
      : NetworkAlgorithm(
            family,
            {.id = "blend",
             .title = "blending",
             .summary = "Textured quads and the fixed-function MIN and MAX blend equations instead of fragment "
                        "arithmetic: four lists in the channels of a float texture are sorted at the same time, "
                        "then merged.",
             .citation = {"N. K. Govindaraju, N. Raghuvanshi, D. Manocha",
                          "Fast and Approximate Stream Mining of Quantiles and Frequencies Using "
                          "Graphics Processors",
                          "ACM SIGMOD", 2005, ""},
             .backend = Backend::fragment},
            blend_settings()) {}

 protected:
  BlendSettings tuned(const gpu::DeviceInfo*, const ProblemForm& form, const Given<BlendSettings>&) const override {
    const std::uint64_t quarter = (form.n + BlendLists::count - 1) / BlendLists::count;
    return {.width = TexelArrays::square_width(quarter), .narrowest = form.n <= shown_texels ? 1u : 2u};
  }
  std::optional<std::string> refusal(const gpu::DeviceInfo* device, const ProblemForm& form,
                                     const BlendSettings& settings) const override {
    if (form.payload != data::PayloadKind::none) return "blending moves no payload";
    if (data::key_bytes(form.type) == 8) return "blending sorts no 64-bit keys: a channel is a 32-bit float";
    if (auto reason = fragment_refusal(*device, form, settings.width)) return reason;
    const std::uint64_t rows = places(form.n, settings) / settings.width;
    if (BlendLists::count * rows > device->max_texture_extent) {
      return fmt::format(
          "four lists of {} rows do not fit below each other for looking at them, the limit is {} rows; "
          "choose a larger width",
          rows, device->max_texture_extent);
    }
    return std::nullopt;
  }
  std::optional<std::string> refusal_of_schedule(const Schedule& schedule, std::uint64_t n) const override {
    if (BlendLists::count * schedule.n == n) return std::nullopt;
    for (const NetworkPass& pass : schedule.passes) {
      if (network::one_way(*pass.steps.front())) continue;
      return fmt::format(
          "{}, {} has comparators in both directions, which would mix the keys with those that fill the four lists up to "
          "{} each: choose n and width so that n is a multiple of 4 * width",
          pass.header.stage, pass.header.label, schedule.n);
    }
    return std::nullopt;
  }
  std::uint64_t places(std::uint64_t n, const BlendSettings& settings) const override {
    return BlendArrays::lists(n, settings.width).length;
  }
  std::unique_ptr<Run> make_network_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                        std::shared_ptr<const Schedule> schedule,
                                        const BlendSettings& settings) const override {
    if (const auto reason = refused_key(problem->keys, blend_faults(*device))) {
      throw UsageError(fmt::format("{}; another method of the network sorts them", *reason));
    }
    return std::make_unique<BlendRun>(*device, std::move(problem), *schedule, settings);
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_blend(const network::Family& family) {
  return std::make_unique<Blend>(family);
}

}  // namespace texelsort::algorithms
