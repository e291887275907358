#include <algorithm>
#include <array>
#include <bit>
#include <string_view>

#include <fmt/format.h>

#include "compute/algorithms/arrays/key_buffers.h"
#include "compute/algorithms/arrays/shader_keys.h"
#include "compute/algorithms/networks/network_algorithm.h"
#include "compute/algorithms/networks/settings.h"
#include "compute/algorithms/networks/step_shader.h"
#include "compute/algorithms/primitives/compute_limits.h"
#include "compute/algorithms/primitives/compute_plan.h"
#include "compute/data/error.h"

namespace texelsort::algorithms {
namespace {

ComputeLimits limits_of(const gpu::DeviceInfo& device, const ComputeSettings& settings) {
  return {log2_of(settings.tile),  log2_of(settings.keys), settings.steps,
          log2_of(settings.sweep), settings.workgroup,     device.max_loop_rounds};
}

class ComputeRun final : public NetworkRun {
 public:
  ComputeRun(gpu::Device& device, std::shared_ptr<const Problem> problem, ComputePlan plan,
             const ComputeSettings& settings)
      : NetworkRun(problem, plan.schedule, std::make_unique<GlPassTimer>(device), false),
        device_(device),
        arrays_(device, *problem),
        plan_(std::move(plan)),
        workgroup_(settings.workgroup),
        tile_(settings.tile),
        log2_keys_(log2_of(settings.keys)),
        sweep_tile_(settings.sweep) {
    for (std::size_t i = 0; i < plan_.passes.size(); ++i) {
      const auto& steps = plan_.schedule->passes[i].steps;
      programs_.push_back(&compile(plan_.passes[i], steps.front()));
    }
    list_comparators();
    list_sweeps();
    const std::vector<std::uint32_t> words = round_words(plan_.rounds);
    rounds_ = gpu::Buffer(std::max<std::uint64_t>(words.size(), 1) * sizeof(std::uint32_t), "rounds");
    rounds_.write(0, std::as_bytes(std::span(words)));
    rewind();
  }

 private:
  /// Compiled before the first pass, so that none is timed with its compilation; the device compiles each program once.
  const gpu::Program& compile(const ComputePass& pass, const std::shared_ptr<const network::Step>& step) {
    gpu::Defines defines = key_defines(problem().type(), problem().order, problem().payload);
    switch (pass.form) {
      case ComputeForm::step:
        defines["WORKGROUP"] = std::to_string(workgroup_);
        if (needs_table(*step)) {
          defines["LISTED"] = "1";
        } else {
          add_step_defines(defines, *step);
          defines["PATTERNS"] = "1";
        }
        return device_.compute_program("networks/step.comp", defines);
      case ComputeForm::coset:
        defines["WORKGROUP"] = std::to_string(workgroup_);
        defines["LOG2_KEYS"] = std::to_string(log2_keys_);
        defines["ROUND"] = round_source(plan_.rounds[pass.first_round]);
        defines["WHOLE"] = n() % block_of(plan_.rounds[pass.first_round]) == 0 ? "1" : "0";
        add_direction(defines, pass);
        return device_.compute_program("primitives/coset.comp", defines);
      case ComputeForm::tile:
        defines["WORKGROUP"] = std::to_string(tile_ >> log2_keys_);
        defines["LOG2_KEYS"] = std::to_string(log2_keys_);
        defines["TILE"] = std::to_string(tile_) + "u";
        defines["WHOLE"] = n() % tile_ == 0 ? "1" : "0";
        add_direction(defines, pass);
        if (const auto source = common_round_source(plan_, pass)) defines["ROUND"] = *source;
        return device_.compute_program("primitives/tile.comp", defines);
      case ComputeForm::sweep:
        defines["WORKGROUP"] = std::to_string(workgroup_);
        defines["TILE"] = std::to_string(sweep_tile_) + "u";
        defines["FENCED"] = defines["DIRECTED"] = "1";
        return device_.compute_program("networks/sweep.comp", defines);
    }
    throw InternalError("unknown form of a compute pass");
  }

  void add_direction(gpu::Defines& defines, const ComputePass& pass) const {
    const auto first = plan_.rounds.begin() + static_cast<std::ptrdiff_t>(pass.first_round);
    const auto directed = [](const Round& round) { return round.flip != 0 || round.down; };
    if (std::any_of(first, first + static_cast<std::ptrdiff_t>(pass.rounds), directed)) defines["DIRECTED"] = "1";
  }

  void execute(const NetworkPass& pass) override {
    const ComputePass& plan = plan_.passes[pass.header.index];
    gpu::DispatchCall call;
    call.program = programs_[pass.header.index];
    call.buffers = arrays_.bindings();
    if (plan.loop_rounds > 0) call.rounds = plan.loop_rounds;
    switch (plan.form) {
      case ComputeForm::step:
        if (const auto listed = listed_.find(pass.steps.front().get()); listed != listed_.end()) {
          dispatch_listed(call, listed->second);
          break;
        }
        // A dispatch a pattern: the patterns of a step are disjoint, so their order does not matter.
        for (const network::Pattern& pattern : pass.steps.front()->patterns) dispatch_step(call, pattern);
        break;
      case ComputeForm::coset:
        dispatch_coset(call, plan_.rounds[plan.first_round]);
        break;
      case ComputeForm::tile:
        call.buffers.push_back({2, &rounds_});
        call.uniforms = {{"n", static_cast<std::uint32_t>(n())},
                         {"first_round", static_cast<std::uint32_t>(plan.first_round)},
                         {"round_count", static_cast<std::uint32_t>(plan.rounds)}};
        call.workgroups = static_cast<std::uint32_t>((n() + tile_ - 1) / tile_);
        device_.executor().dispatch(call);
        break;
      case ComputeForm::sweep:
        call.buffers.push_back({2, &comparators_});
        call.buffers.push_back({3, &sweeps_});
        call.uniforms = {{"n", static_cast<std::uint32_t>(n())},
                         {"first_sweep", static_cast<std::uint32_t>(plan.first_sweep)},
                         {"sweep_count", static_cast<std::uint32_t>(plan.sweeps)}};
        call.workgroups = static_cast<std::uint32_t>((n() + sweep_tile_ - 1) / sweep_tile_);
        device_.executor().dispatch(call);
        break;
    }
  }

  void dispatch_step(gpu::DispatchCall call, const network::Pattern& pattern) {
    append_pattern_uniforms(call.uniforms, {&pattern, 1}, n());
    call.uniforms.push_back({"log2_lanes", static_cast<std::uint32_t>(std::countr_zero(lanes_of(pattern)))});
    call.workgroups = static_cast<std::uint32_t>((comparator_invocations(pattern) + workgroup_ - 1) / workgroup_);
    device_.executor().dispatch(call);
  }

  /// Comparators of one step in the buffer of listed ones.
  struct Listed {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };

  void list_comparators() {
    std::vector<std::uint32_t> places;
    for (const NetworkPass& pass : plan_.schedule->passes) {
      for (const auto& shared_step : pass.steps) {
        const network::Step& step = *shared_step;
        if (!needs_table(step)) continue;
        Listed listed{static_cast<std::uint32_t>(places.size() / 2), 0};
        network::for_each_comparator(step, n(), [&](const network::Comparator& comparator) {
          const auto low = static_cast<std::uint32_t>(comparator.low);
          const auto high = static_cast<std::uint32_t>(comparator.high);
          places.insert(places.end(), {comparator.reversed ? high : low, comparator.reversed ? low : high});
          ++listed.count;
        });
        listed_.emplace(&step, listed);
      }
    }
    if (places.empty()) places = {0, 0};  // a storage block cannot be empty
    comparators_ = gpu::Buffer(places.size() * sizeof(std::uint32_t), "comparators");
    comparators_.write(0, std::as_bytes(std::span(places)));
  }

  /// The sweeps as shaders/networks/sweep.comp reads them.
  void list_sweeps() {
    if (plan_.sweeps.empty()) return;
    std::vector<std::uint32_t> words;
    const auto add = [&words](std::uint64_t value) { words.push_back(static_cast<std::uint32_t>(value)); };
    for (const Sweep& sweep : plan_.sweeps) {
      const network::Pattern& pattern = sweep.pattern;
      const Listed listed = sweep.listed ? listed_.at(sweep.listed.get()) : Listed{};
      PatternWords fields = pattern_words(pattern);
      if (sweep.listed) fields.front() = listed.first;
      words.insert(words.end(), fields.begin(), fields.end());
      add(static_cast<std::uint64_t>(std::countr_zero(lanes_of(pattern))));
      add(sweep.listed ? listed.count : slots_of(sweep, sweep_tile_));
      add(sweep.listed ? 1 : 0);
    }
    sweeps_ = gpu::Buffer(words.size() * sizeof(std::uint32_t), "sweeps");
    sweeps_.write(0, std::as_bytes(std::span(words)));
  }

  void dispatch_listed(gpu::DispatchCall call, const Listed& listed) {
    call.buffers.push_back({2, &comparators_});
    call.uniforms = {{"first_comparator", listed.first}, {"comparator_count", listed.count}};
    call.workgroups = (listed.count + workgroup_ - 1) / workgroup_;
    device_.executor().dispatch(call);
  }

  void dispatch_coset(gpu::DispatchCall call, const Round& round) {
    call.uniforms = {{"n", static_cast<std::uint32_t>(n())},
                     {"reversed", round.reversed},
                     {"flip", static_cast<std::uint32_t>(round.flip)},
                     {"down", std::uint32_t{round.down}}};
    call.uniforms.push_back({"bits", bit_words(round)});
    call.workgroups = static_cast<std::uint32_t>((cosets(round) + workgroup_ - 1) / workgroup_);
    device_.executor().dispatch(call);
  }

  std::uint64_t comparator_invocations(const network::Pattern& pattern) const {
    if (n() <= pattern.first) return 0;
    return ((n() - pattern.first + pattern.period - 1) / pattern.period) * lanes_of(pattern);
  }

  /// Cosets of whole blocks; those past the end return at once.
  std::uint64_t cosets(const Round& round) const { return cosets_of(round, n(), log2_keys_); }

  Counters count(const NetworkPass& pass) const override {
    const ComputePass& plan = plan_.passes[pass.header.index];
    const std::uint64_t element = element_bytes(problem().type(), problem().payload);
    Counters counters;
    counters.dispatches = 1;
    for (const auto& step : pass.steps) counters.comparators += network::count_comparators(*step, n());
    if (plan.form == ComputeForm::step) {
      if (const auto listed = listed_.find(pass.steps.front().get()); listed != listed_.end()) {
        counters.fragments = listed->second.count;
      } else {
        counters.dispatches = pass.steps.front()->patterns.size();
        for (const network::Pattern& pattern : pass.steps.front()->patterns)
          counters.fragments += comparator_invocations(pattern);
      }
      counters.texels_fetched = 2 * counters.comparators;
    } else {
      counters.fragments = invocations(plan);
      counters.texels_fetched = n();
    }
    counters.bytes = 2 * counters.texels_fetched * element;
    return counters;
  }

  std::uint64_t invocations(const ComputePass& plan) const {
    if (plan.form == ComputeForm::coset) return cosets(plan_.rounds[plan.first_round]);
    if (plan.form == ComputeForm::sweep) return (n() + sweep_tile_ - 1) / sweep_tile_ * workgroup_;
    return (n() + tile_ - 1) / tile_ * (tile_ >> log2_keys_);
  }

  void load(const data::State& state) override { arrays_.load(state); }
  std::vector<View> views() const override { return arrays_.views(); }
  data::State read(std::uint64_t first, std::uint64_t count) const override { return arrays_.read(first, count); }
  std::optional<std::string> find_guard_damage() const override { return arrays_.find_guard_damage(); }

  gpu::Device& device_;
  BufferArrays arrays_;
  ComputePlan plan_;
  std::uint32_t workgroup_, tile_, log2_keys_, sweep_tile_;
  gpu::Buffer rounds_;
  gpu::Buffer sweeps_;
  gpu::Buffer comparators_;  ///< of all steps that list theirs
  std::unordered_map<const network::Step*, Listed> listed_;
  std::vector<const gpu::Program*> programs_;  ///< one for each pass
};

class Compute final : public NetworkAlgorithm<ComputeSettings> {
 public:
  explicit Compute(const network::Family& family)
      : NetworkAlgorithm(
            family,
            {.id = "compute",
             .title = "compute shader",
             .summary =
                 "In place in a storage buffer. Steps that fit a tile run in shared memory, in one dispatch; of those "
                 "that do not, several run in registers, an invocation holding all the keys that they touch. With "
                 "steps = 1, one dispatch a step.",
             .citation = {"N. Govindaraju", "Sorting and Searching", "slides, Microsoft", 0,
                          "\"Making GPU Sorting Faster\": more than one compare/swap per kernel invocation"},
             .backend = Backend::compute},
            compute_settings()) {}

 protected:
  std::optional<std::string> refusal(const gpu::DeviceInfo* device, const ProblemForm& form,
                                     const ComputeSettings& settings) const override {
    const std::uint64_t n = form.n;
    if (auto reason = storage_refusal(*device, n, "the keys", n * data::key_bytes(form.type))) return reason;
    // Shaders count places in 32 bits.
    if (n > (std::uint64_t{1} << 31)) return fmt::format("n = {} is beyond this method's limit of 2^31 keys", n);
    if (auto reason = workgroup_refusal(*device, settings.workgroup)) return reason;
    return settings.steps == 1 ? std::nullopt : tile_refusal(*device, form, settings);
  }
  ComputeSettings tuned(const gpu::DeviceInfo* device, const ProblemForm& form,
                        const Given<ComputeSettings>&) const override {
    ComputeSettings settings;
    if (device == nullptr) return settings;
    constexpr std::uint64_t shown_steps = 1024;
    settings.steps = form.n <= shown_steps ? 1 : 512;
    // The more keys a tile has, the more stages are swept in one pass.
    const std::uint64_t most_swept = device->max_shared_bytes / element_bytes(form.type, data::PayloadKind::index);
    settings.sweep = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(std::bit_floor(most_swept), 2, 4096));
    // A software rasteriser's shared memory is its memory, and it runs both sides of the tile program's branches.
    if (device->software) {
      settings.tile = settings.keys = 32;
      return settings;
    }
    // The 12 steps of a merge within a tile of 4096 are 3 rounds of 4 steps, or 4 of 3 where registers are short: all
    // alike.
    settings.keys = data::key_bytes(form.type) == 4 ? 16 : 8;
    // Room for a payload is kept whether there is one or not, so that the choice depends on type and device only.
    settings.tile = settings.keys;
    while (2 * settings.tile <= 4096 &&
           tile_bytes(2 * settings.tile, form.type, data::PayloadKind::index) <= device->max_shared_bytes &&
           2 * settings.tile / settings.keys <= device->max_workgroup_size) {
      settings.tile *= 2;
    }
    return settings;
  }
  std::unique_ptr<Run> make_network_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                        std::shared_ptr<const Schedule> schedule,
                                        const ComputeSettings& settings) const override {
    return std::make_unique<ComputeRun>(*device, std::move(problem),
                                        plan_compute(*schedule, limits_of(device->info(), settings)), settings);
  }

 private:
  static std::optional<std::string> tile_refusal(const gpu::DeviceInfo& device, const ProblemForm& form,
                                                 const ComputeSettings& settings) {
    const std::uint64_t tile = settings.tile, keys = settings.keys, sweep = settings.sweep;
    if (const std::uint64_t bytes = sweep * element_bytes(form.type, form.payload); bytes > device.max_shared_bytes) {
      return fmt::format("sweep = {} needs {} bytes of shared memory, and this device's limit is {}: choose fewer keys",
                         sweep, bytes, device.max_shared_bytes);
    }
    // One step, with the tile's loads and stores; passes of more are cut where they would go beyond.
    if (auto reason =
            loop_refusal(device, fmt::format("sweep = {}", sweep), 3 * ((sweep - 1) / settings.workgroup + 1) + 1,
                         "a larger workgroup or fewer keys")) {
      return reason;
    }
    if (const std::uint64_t bytes = tile_bytes(tile, form.type, form.payload); bytes > device.max_shared_bytes) {
      return fmt::format(
          "a tile of {} keys needs {} bytes of shared memory, and this device's limit is {}: choose a smaller tile",
          tile, bytes, device.max_shared_bytes);
    }
    if (tile / keys > device.max_workgroup_size) {
      return fmt::format(
          "a tile of {} keys at {} keys an invocation needs {} invocations, and this device's limit is {}", tile, keys,
          tile / keys, device.max_workgroup_size);
    }
    return std::nullopt;
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_compute(const network::Family& family) {
  return std::make_unique<Compute>(family);
}

}  // namespace texelsort::algorithms
