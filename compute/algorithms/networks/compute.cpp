#include <algorithm>
#include <bit>
#include <unordered_map>
#include <variant>

#include <fmt/format.h>

#include "compute/algorithms/arrays/key_buffers.h"
#include "compute/algorithms/arrays/shader_keys.h"
#include "compute/algorithms/networks/network_algorithm.h"
#include "compute/algorithms/networks/step_shader.h"
#include "compute/algorithms/primitives/compute_limits.h"
#include "compute/algorithms/primitives/compute_plan.h"
#include "compute/algorithms/primitives/round_program.h"
#include "compute/gpu/forms.h"
#include "compute/network/lanes.h"

namespace texelsort::algorithms {
namespace {

struct ComputeSettings {
  std::uint32_t workgroup = 256;  ///< number of invocations per workgroup, in passes without tiles
  std::uint32_t tile = 1024;      ///< number of keys per tile in shared memory
  std::uint32_t keys = 8;         ///< number of keys that an invocation holds in registers
  /// number of keys per tile of passes that execute their steps one by one in shared memory
  std::uint32_t sweep = 1024;
  std::uint64_t steps = 512;  ///< maximum number of steps per pass
  bool operator==(const ComputeSettings&) const = default;
};

ComputeLimits limits_of(const gpu::DeviceInfo& device, const ComputeSettings& settings) {
  return {log2_of(settings.tile),  log2_of(settings.keys), settings.steps,
          log2_of(settings.sweep), settings.workgroup,     device.max_loop_rounds};
}

/// Part of the buffer of listed comparators that belongs to one step.
struct Listed {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

/// Program for one pattern of a step, or for its listed comparators. One invocation executes one comparator.
class StepProgram : public gpu::ComputeProgram<StepProgram> {
 public:
  StepProgram(gpu::Device& device, const network::Step& step, std::uint32_t workgroup, gpu::Defines defines)
      : ComputeProgram(device, "networks/step.comp", with_step(std::move(defines), step, workgroup)),
        workgroup_(workgroup) {}

  StepProgram& arrays(const BufferArrays& arrays) { return bind(arrays.bindings()); }
  StepProgram& n(std::uint64_t n) { return set("n", n); }
  StepProgram& pattern(const network::Pattern& pattern) {
    set("log2_lanes", static_cast<std::uint64_t>(std::countr_zero(lanes_of(pattern))));
    return give({"pattern_words", pattern_words({&pattern, 1})});
  }
  StepProgram& comparators(const gpu::Buffer& buffer, const Listed& listed) {
    return bind(2, {0, &buffer, 0, 0}).set("first_comparator", listed.first).set("comparator_count", listed.count);
  }
  void run(std::uint64_t invocations) { dispatch((invocations + workgroup_ - 1) / workgroup_); }

 private:
  static gpu::Defines with_step(gpu::Defines defines, const network::Step& step, std::uint32_t workgroup) {
    add_step_defines(defines, step);
    if (!needs_table(step)) defines["PATTERNS"] = "1";
    defines["WORKGROUP"] = std::to_string(workgroup);
    return defines;
  }

  std::uint32_t workgroup_;
};

/// Program that executes steps within tiles one by one in shared memory. One workgroup processes one tile.
class SweepProgram : public gpu::ComputeProgram<SweepProgram> {
 public:
  SweepProgram(gpu::Device& device, const ComputePass& pass, const ComputeSettings& settings, gpu::Defines defines)
      : ComputeProgram(device, "networks/sweep.comp", with_tile(std::move(defines), settings)), pass_(pass) {}

  SweepProgram& arrays(const BufferArrays& arrays) { return bind(arrays.bindings()); }
  SweepProgram& n(std::uint64_t n) { return set("n", n); }
  SweepProgram& comparators(const gpu::Buffer& buffer) { return bind(2, {0, &buffer, 0, 0}); }
  void run(std::uint64_t tiles, const gpu::Buffer& sweeps) {
    bind(3, {0, &sweeps, 0, 0}).set("first_sweep", pass_.first_sweep).set("sweep_count", pass_.sweeps);
    dispatch(tiles, pass_.loop_rounds);
  }

 private:
  static gpu::Defines with_tile(gpu::Defines defines, const ComputeSettings& settings) {
    defines["WORKGROUP"] = std::to_string(settings.workgroup);
    defines["TILE"] = std::to_string(settings.sweep) + "u";
    defines["FENCED"] = defines["DIRECTED"] = "1";
    return defines;
  }

  ComputePass pass_;
};

class ComputeNetworkRun final : public NetworkRunOn<BufferArrays> {
 public:
  ComputeNetworkRun(const NetworkStart& start, ComputePlan plan, const ComputeSettings& settings)
      : NetworkRunOn(start, Backend::compute, plan.schedule, *start.device, *start.problem),
        plan_(std::move(plan)),
        settings_(settings),
        limits_(limits_of(start.device->info(), settings)),
        rounds_(word_buffer(*start.device, round_words(plan_.rounds), "rounds")) {
    // Programs are compiled before the first pass, so that no pass time includes a compilation.
    for (std::size_t i = 0; i < plan_.passes.size(); ++i) {
      programs_.push_back(compile(*start.device, plan_.passes[i], *plan_.schedule->passes[i].steps.front()));
    }
    list_comparators(*start.device);
    sweeps_ = word_buffer(*start.device, sweep_words(), "sweeps");
  }

 private:
  using AnyProgram = std::variant<StepProgram, SweepProgram, RoundProgram>;

  AnyProgram compile(gpu::Device& device, const ComputePass& pass, const network::Step& first) const {
    gpu::Defines defines = key_defines(problem().type(), problem().order, problem().payload);
    if (pass.form == ComputeForm::step) return StepProgram(device, first, settings_.workgroup, std::move(defines));
    if (pass.form == ComputeForm::sweep) return SweepProgram(device, pass, settings_, std::move(defines));
    return RoundProgram(device, plan_, pass, {std::move(defines), limits_, settings_.workgroup, n()});
  }

  void execute(const NetworkPass& pass) override {
    std::visit([&](auto& program) { execute(program, pass); }, programs_[pass.header.index]);
  }
  void execute(StepProgram& program, const NetworkPass& pass) {
    const network::Step& step = *pass.steps.front();
    if (const auto listed = listed_.find(&step); listed != listed_.end()) {
      program.arrays(arrays_).comparators(comparators_, listed->second).run(listed->second.count);
      return;
    }
    // The program runs once per pattern. The patterns of a step are disjoint, so their order does not matter.
    for (const network::Pattern& pattern : step.patterns) {
      program.n(n()).arrays(arrays_).pattern(pattern).run(invocations_of(pattern));
    }
  }
  void execute(SweepProgram& program, const NetworkPass&) {
    program.n(n()).arrays(arrays_).comparators(comparators_).run(swept_tiles(), sweeps_);
  }
  void execute(RoundProgram& program, const NetworkPass& pass) {
    program.n(n())
        .arrays(arrays_.bindings())
        .run(parts_of(plan_, plan_.passes[pass.header.index], n(), limits_), rounds_);
  }

  void list_comparators(gpu::Device& device) {
    std::vector<std::uint32_t> places;
    for (const NetworkPass& pass : plan_.schedule->passes) {
      for (const auto& step : pass.steps) {
        if (!needs_table(*step)) continue;
        Listed listed{static_cast<std::uint32_t>(places.size() / 2), 0};
        network::for_each_pair(*step, n(), [&](std::uint64_t smaller, std::uint64_t larger) {
          places.insert(places.end(), {static_cast<std::uint32_t>(smaller), static_cast<std::uint32_t>(larger)});
          ++listed.count;
        });
        listed_.emplace(step.get(), listed);
      }
    }
    comparators_ = word_buffer(device, std::move(places), "comparators");
  }

  /// Returns the steps of all passes that sweep, encoded for shaders/networks/sweep.comp.
  std::vector<std::uint32_t> sweep_words() const {
    std::vector<std::uint32_t> words;
    for (const Sweep& sweep : plan_.sweeps) {
      const Listed listed = sweep.listed ? listed_.at(sweep.listed.get()) : Listed{};
      std::vector<std::uint32_t> fields = pattern_words({&sweep.pattern, 1});
      if (sweep.listed) fields.front() = listed.first;
      const auto slots = static_cast<std::uint32_t>(slots_of(sweep, settings_.sweep));
      fields.insert(fields.end(), {static_cast<std::uint32_t>(std::countr_zero(lanes_of(sweep.pattern))),
                                   sweep.listed ? listed.count : slots, sweep.listed ? 1u : 0u});
      words.insert(words.end(), fields.begin(), fields.end());
    }
    return words;
  }

  std::uint64_t invocations_of(const network::Pattern& pattern) const {
    if (n() <= pattern.first) return 0;
    return ((n() - pattern.first + pattern.period - 1) / pattern.period) * lanes_of(pattern);
  }
  std::uint64_t swept_tiles() const { return (n() + settings_.sweep - 1) / settings_.sweep; }

  Counters count(const NetworkPass& pass) const override {
    const ComputePass& plan = plan_.passes[pass.header.index];
    Counters counters;
    counters.dispatches = 1;
    counters.comparators = comparators(pass);
    counters.elements_read = plan.form == ComputeForm::step ? 2 * counters.comparators : n();
    counters.bytes = 2 * counters.elements_read * element_bytes(problem().type(), problem().payload);
    if (plan.form == ComputeForm::sweep) {
      counters.invocations = swept_tiles() * settings_.workgroup;
    } else if (plan.form != ComputeForm::step) {
      const std::uint64_t invocations = plan.form == ComputeForm::tile ? settings_.tile / settings_.keys : 1;
      counters.invocations = parts_of(plan_, plan, n(), limits_) * invocations;
    } else if (const auto listed = listed_.find(pass.steps.front().get()); listed != listed_.end()) {
      counters.invocations = listed->second.count;
    } else {
      counters.dispatches = pass.steps.front()->patterns.size();
      for (const auto& pattern : pass.steps.front()->patterns) counters.invocations += invocations_of(pattern);
    }
    return counters;
  }

  ComputePlan plan_;
  ComputeSettings settings_;
  ComputeLimits limits_;
  gpu::Buffer rounds_, sweeps_;
  gpu::Buffer comparators_;  ///< listed comparators of all steps, one step after another
  std::unordered_map<const network::Step*, Listed> listed_;
  std::vector<AnyProgram> programs_;  ///< compiled programs, one per pass
};

const SettingsTable<ComputeSettings>& compute_settings() {
  using S = ComputeSettings;
  static const SettingsTable<S> table({
      field(&S::workgroup, "workgroup", "invocations", PowersOfTwo{1, 1024}, std::nullopt,
            "Invocations per workgroup in passes without tiles. OpenGL 4.3 guarantees 1024 "
            "(GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS)."),
      field(&S::tile, "tile", "keys", PowersOfTwo{2, 16384}, std::nullopt,
            "Keys per tile, which a workgroup sorts in shared memory. Comparators within an aligned tile do not need a "
            "separate pass. If the tile is not larger than the value of keys, tiles are not used. Default: as many as "
            "shared memory and the workgroup allow.")
          .only(when_not(&S::steps, {1})),
      field(&S::keys, "keys", "keys", PowersOfTwo{2, 32}, std::nullopt,
            "Keys that an invocation holds in registers. With 2^k keys it runs k steps between two accesses to memory.")
          .only(when_not(&S::steps, {1})),
      field(&S::sweep, "sweep", "keys", PowersOfTwo{2, 16384}, std::nullopt,
            "Keys per tile for steps that do not halve blocks, such as those of odd-even merge. A workgroup executes "
            "these steps one by one in shared memory.")
          .only(when_not(&S::steps, {1})),
      field(&S::steps, "steps", "steps", IntegerRange{1, 512}, 1,
            "Maximum steps per pass. 1 shows every step as a separate pass. Default: 1 for up to 1,024 keys, so that "
            "every step is visible, otherwise as many as fit."),
  });
  return table;
}

std::unique_ptr<Run> start_compute(const NetworkStart& start, const ComputeSettings& settings) {
  ComputePlan plan = plan_compute(*start.schedule, limits_of(start.device->info(), settings));
  return std::make_unique<ComputeNetworkRun>(start, std::move(plan), settings);
}

class Compute final : public NetworkAlgorithm<ComputeSettings> {
 public:
  explicit Compute(const network::Family& family)
      : NetworkAlgorithm(
            family,
            {.id = "compute",
             .title = "compute shader",
             .summary = "Sorts in place in a storage buffer. Steps that fit a tile run in shared memory, in one "
                        "dispatch. For larger steps, each invocation holds all keys that several steps compare, and "
                        "runs these steps in registers. With steps = 1, each step is a separate dispatch.",
             .citation = {"N. Govindaraju", "Sorting and Searching", "slides, Microsoft", 0,
                          "\"Making GPU Sorting Faster\": more than one compare/swap per kernel invocation"},
             .backend = Backend::compute},
            compute_settings(), start_compute) {}

 protected:
  std::optional<std::string> refusal(const gpu::DeviceInfo* device, const ProblemForm& form,
                                     const ComputeSettings& settings) const override {
    const std::uint64_t n = form.n;
    if (auto reason = storage_refusal(*device, n, "the keys", n * data::key_bytes(form.type))) return reason;
    // Shaders use 32-bit places.
    if (n > (std::uint64_t{1} << 31))
      return fmt::format(
          "n = {} is beyond this method's limit of 2^31 keys: choose "
          "a smaller n",
          n);
    if (auto reason = workgroup_refusal(*device, settings.workgroup)) return reason;
    return settings.steps == 1 ? std::nullopt : tile_refusal(*device, form, settings);
  }
  ComputeSettings tuned(const gpu::DeviceInfo* device, const ProblemForm& form,
                        const Given<ComputeSettings>&) const override {
    ComputeSettings settings;
    if (device == nullptr) return settings;
    constexpr std::uint64_t shown_steps = 1024;
    settings.steps = form.n <= shown_steps ? 1 : 512;
    // With more keys per tile, a pass executes more stages.
    const std::uint64_t most_swept = device->max_shared_bytes / element_bytes(form.type, data::PayloadKind::index);
    settings.sweep = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(std::bit_floor(most_swept), 2, 4096));
    // On a software rasteriser, shared memory is ordinary memory. The rasteriser also executes both sides of each
    // branch of the tile program.
    if (gpu::prefers_cpu_forms(*device)) {
      settings.tile = settings.keys = 32;
      return settings;
    }
    // A merge within a tile of 4096 keys has 12 steps: 3 rounds of 4 steps, or 4 rounds of 3 steps if registers are
    // scarce. All rounds then have the same number of steps.
    settings.keys = data::key_bytes(form.type) == 4 ? 16 : 8;
    // The shared memory is always computed with a payload, so that the choice depends only on key type and device.
    settings.tile = settings.keys;
    while (2 * settings.tile <= 4096 &&
           tile_bytes(2 * settings.tile, form.type, data::PayloadKind::index) <= device->max_shared_bytes &&
           2 * settings.tile / settings.keys <= device->max_workgroup_size) {
      settings.tile *= 2;
    }
    return settings;
  }

 private:
  static std::optional<std::string> tile_refusal(const gpu::DeviceInfo& device, const ProblemForm& form,
                                                 const ComputeSettings& settings) {
    const std::uint64_t tile = settings.tile, keys = settings.keys, sweep = settings.sweep;
    if (const std::uint64_t bytes = sweep * element_bytes(form.type, form.payload); bytes > device.max_shared_bytes) {
      return fmt::format(
          "sweep = {} needs {} bytes of shared memory, but this device's limit is {}: choose a smaller sweep", sweep,
          bytes, device.max_shared_bytes);
    }
    // A pass of one step, with the loads and stores of the tile, must stay within the loop limit. Passes of more steps
    // are split.
    if (auto reason =
            loop_refusal(device, fmt::format("sweep = {}", sweep), 3 * ((sweep - 1) / settings.workgroup + 1) + 1,
                         "a larger workgroup or fewer keys")) {
      return reason;
    }
    if (const std::uint64_t bytes = tile_bytes(tile, form.type, form.payload); bytes > device.max_shared_bytes) {
      return fmt::format(
          "a tile of {} keys needs {} bytes of shared memory, but this device's limit is {}: choose a smaller tile",
          tile, bytes, device.max_shared_bytes);
    }
    if (tile / keys > device.max_workgroup_size) {
      return fmt::format(
          "a tile of {} keys with {} keys per invocation needs {} invocations, but this device's limit is {}", tile,
          keys, tile / keys, device.max_workgroup_size);
    }
    return std::nullopt;
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_compute_method(const network::Family& family) {
  return std::make_unique<Compute>(family);
}

}  // namespace texelsort::algorithms
