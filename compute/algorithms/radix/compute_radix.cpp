#include "compute/algorithms/radix/compute_radix.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "compute/algorithms/arrays/compute_run.h"
#include "compute/algorithms/arrays/shader_keys.h"
#include "compute/algorithms/primitives/compute_limits.h"
#include "compute/algorithms/primitives/exclusive_scan.h"
#include "compute/data/text/number_format.h"
#include "compute/gpu/compute_program.h"
#include "compute/gpu/forms.h"
#include "compute/gpu/texel_buffer.h"

namespace texelsort::algorithms {
namespace {

/// Minimum number of counters of a serial invocation. llvmpipe stores smaller arrays, of up to about 280 elements, so
/// that each access touches the elements of all 8 invocations. This makes accesses up to 1.8 times slower.
constexpr std::uint32_t fewest_serial_counters = 512;

std::uint64_t groups(std::uint64_t workgroup) {
  return std::max<std::uint64_t>(workgroup / 32, 1);
}

/// Serial invocations read 16 bytes at a time; see shaders/radix/serial.glsl.
constexpr std::uint64_t quad_keys = 4;
constexpr std::uint32_t quad_words = 4;

/// Returns the number of keys per share of the array: for a workgroup of SRTS in whole tiles, for a serial invocation
/// in whole reads.
std::uint64_t share_keys(std::uint64_t n, const ComputeRadixSettings& settings) {
  const std::uint64_t shares = settings.workgroups * (settings.serial() ? settings.workgroup : 1);
  const std::uint64_t unit = settings.serial() ? quad_keys : settings.tile;
  const std::uint64_t units = (n + unit - 1) / unit;
  return std::max<std::uint64_t>((units + shares - 1) / shares, 1) * unit;
}

/// Program of count.comp, rank.comp, move.comp or scatter.comp, or of their serial forms. It executes one pass over a
/// digit.
class DigitProgram : public gpu::ComputeProgram<DigitProgram> {
 public:
  using ComputeProgram::ComputeProgram;
  DigitProgram& digit(const DigitPass& digit) {
    return set("shift", digit.shift)
        .set("bits", digit.bits)
        .set("columns", digit.columns)
        .set("column_keys", digit.column_keys);
  }
  DigitProgram& arrays(const PingPongBuffers& arrays) {
    // binding 5 is the same buffer as the front keys, which a shader also reads as an array of uvec4
    return bind(arrays.bindings()).bind(5, arrays.front().keys().binding(5));
  }
  DigitProgram& sampler(std::string_view name, const gpu::TexelBuffer& texels) { return give(texels.sampler(name)); }
  DigitProgram& table(const GuardedBuffer& table) { return bind(4, table.binding(4)); }
  DigitProgram& ranks(const GuardedBuffer& ranks) { return bind(6, ranks.binding(6)); }
  DigitProgram& n(std::uint64_t keys) { return set("n", keys); }
};

class ComputeRadixRun final : public ComputeRun, private DigitSteps {
 public:
  ComputeRadixRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const ComputeRadixPlan& plan)
      : ComputeRun(device, problem),
        plan_(plan),
        table_(add_table(4 * plan.table_elements(), "table")),
        ranks_(plan.ranks ? &add_table(plan.rank_bytes(), "ranks") : nullptr),
        scan_(device, plan.table_elements()),
        samples_(plan.serial && plan.sampled_texels() <= gpu::TexelBuffer::most_texels(device)),
        count_(device, plan.shader(plan.counting()), defines(plan.counting())),
        move_(device, plan.shader(plan.moving()), defines(plan.moving())) {
    const DigitSizes sizes{.count = 4,
                           .rank = plan.ranks ? rank_size : 0,
                           .invocations = std::uint64_t{plan.workgroups()} * plan.workgroup};
    for (Pass& pass : digit_passes(plan_, sizes, *this)) add_pass(std::move(pass));
    rewind();
  }

 private:
  /// Returns the views of the table of counts (one row per digit value) and of the ranks. Returns none before the first
  /// pass.
  std::vector<View> table_views() const override {
    if (passes_done() == 0) return {};
    const std::uint64_t last = passes_done() - 1;
    const DigitPass digit = plan_.digit(last / 3);
    std::vector<View> views{
        table_view(digit_table(plan_, last), data::KeyType::u32, table_elements(digit), digit.columns, table_)};
    if (ranks_ != nullptr) views.push_back(ranks_view(n(), *ranks_));
    return views;
  }
  void count(const DigitPass& digit) override { dispatch(count_, digit); }
  void scan(const DigitPass& digit) override { scan_.run(table_.binding(0), table_elements(digit)); }
  void move(const DigitPass& digit) override {
    dispatch(move_, digit);
    swap();
  }
  Counters scan_cost(std::uint64_t elements) const override {
    return {
        .dispatches = scan_.dispatches(elements), .elements_read = elements, .bytes = ExclusiveScan::bytes(elements)};
  }
  void dispatch(DigitProgram& program, const DigitPass& digit) {
    program.n(n()).digit(digit).arrays(arrays()).table(table_);
    if (ranks_ != nullptr) program.ranks(*ranks_);
    if (samples_) show_front(program);
    program.dispatch(plan_.workgroups(), plan_.rounds());
    if (samples_) hide_front();
  }
  /// Lets a program for serial invocations read the front arrays as texel buffers.
  void show_front(DigitProgram& program) {
    const KeyBuffers& front = arrays().front();
    key_quads_.show(front.keys().binding(0));
    program.sampler("key_quads", key_quads_);
    if (!front.payload().exists()) return;
    payload_texels_.show(front.payload().binding(0));
    program.sampler("payload_texels", payload_texels_);
  }
  void hide_front() const {
    key_quads_.hide();
    payload_texels_.hide();
  }

  ComputeRadixPlan plan_;
  const GuardedBuffer& table_;
  const GuardedBuffer* ranks_;  ///< ranks of the keys; null for sorts that rank keys while moving them
  gpu::Defines defines(std::string_view kernel) const {
    gpu::Defines all = plan_.defines(kernel, problem().order);
    if (plan_.serial) all["SAMPLED"] = samples_ ? "1" : "0";
    return all;
  }

  ExclusiveScan scan_;
  bool samples_;  ///< true if serial invocations read the keys from texel buffers
  DigitProgram count_, move_;
  /// texel buffers of the front keys and of the front payload
  gpu::TexelBuffer key_quads_{device(), 0, quad_words}, payload_texels_{device(), 1, 1};
};

}  // namespace

std::uint64_t matching_words(std::uint32_t workgroup, std::uint32_t digit_bits, bool subgroups) {
  return (subgroups ? 1 : 3) * groups(workgroup) << digit_bits;
}

std::uint64_t scan_words(std::uint32_t workgroup, bool subgroups) {
  return subgroups ? workgroup / 32 : 2 * workgroup;
}

std::uint64_t stage_words(data::KeyType type, data::PayloadKind payload, std::uint64_t keys) {
  return keys * (data::key_bytes(type) + data::payload_bytes(payload)) / 4;
}

std::uint64_t stage_keys(data::KeyType type, data::PayloadKind payload, std::uint64_t tile, std::uint32_t workgroup,
                         std::uint64_t ranking_words) {
  // space for eight rows of 256 4-byte keys, because single rows would need more barriers
  constexpr std::uint64_t least_words = 2048;
  const std::uint64_t room = std::max(ranking_words, least_words) / stage_words(type, payload, 1);
  return std::clamp<std::uint64_t>(room / workgroup * workgroup, workgroup, std::max<std::uint64_t>(tile, workgroup));
}

std::string DigitTile::text() const {
  return fmt::format("digit = {} with tile = {} and workgroup = {}", digit_bits, keys, workgroup);
}

std::optional<std::string> DigitTile::refusal(const gpu::DeviceInfo& device, std::uint64_t shared_bytes) const {
  if (keys < workgroup || keys / workgroup > most_radix_items) {
    return fmt::format("a tile of {} keys for {}: choose 1 to {} keys per invocation", keys,
                       data::counted(workgroup, "invocation"), most_radix_items);
  }
  if (subgroups) {
    if (auto reason = subgroup_refusal(device, workgroup)) return reason;
  }
  return shared_memory_refusal(device, text(), shared_bytes);
}

ComputeRadixPlan::ComputeRadixPlan(const ProblemForm& form, const ComputeRadixSettings& settings, bool with_ranks)
    : DigitPlan{form.n, form.type, form.payload, settings.digit, with_ranks},
      serial(settings.serial()),
      matching(settings.ranking != ComputeRadixSettings::Ranking::counters),
      subgroups(!serial && settings.ranking == ComputeRadixSettings::Ranking::subgroups),
      workgroup(settings.workgroup),
      tile(settings.tile) {
  column_keys = ranks ? tile : share_keys(n, settings);
  columns = (n + column_keys - 1) / column_keys;
}

std::uint32_t ComputeRadixPlan::workgroups() const {
  return static_cast<std::uint32_t>(serial ? (columns + workgroup - 1) / workgroup : columns);
}

std::uint64_t ComputeRadixPlan::ranking_words(std::string_view kernel) const {
  if (kernel == "move") return 0;
  const std::uint64_t table = std::uint64_t{1} << digit_bits;
  const auto spread = [](std::uint64_t words) { return words + words / 32; };
  if (matching) return matching_words(workgroup, digit_bits, subgroups);
  return spread(tile) + spread(table * workgroup);
}

std::uint64_t ComputeRadixPlan::staged(std::string_view kernel) const {
  return stage_keys(type, payload, tile, workgroup, ranking_words(kernel));
}

/// Returns the words of the shared array `pool` in shaders/radix/. Ranking uses these words first, and the ordering of
/// the keys reuses them.
std::uint64_t ComputeRadixPlan::pool_words(std::string_view kernel) const {
  const std::uint64_t ranking = ranking_words(kernel);
  if (kernel == "rank")
    // First, only half of the ranks are in shared memory. Then each word also receives a rank of the other half.
    return std::max(ranking, tile / 2);
  return std::max(ranking, stage_words(type, payload, staged(kernel)));
}

std::uint64_t ComputeRadixPlan::shared_bytes(std::string_view kernel) const {
  if (serial) return 0;
  const std::uint64_t table = std::uint64_t{1} << digit_bits;
  if (kernel == "count") return 4 * groups(workgroup) * table;
  const std::uint64_t bases = kernel == "rank" ? 0 : table;
  return 4 * (pool_words(kernel) + table + 1 + bases + scan_words(workgroup, subgroups));
}

std::uint64_t ComputeRadixPlan::sampled_texels() const {
  const std::uint64_t quads = key_array_bytes() / (sizeof(std::uint32_t) * quad_words);
  return payload == data::PayloadKind::none ? quads : std::max(quads, n);
}

std::uint64_t ComputeRadixPlan::rounds() const {
  const std::uint64_t table = std::uint64_t{1} << digit_bits;
  if (serial) return column_keys * data::key_bytes(type) / 16 + 4 + 2 * table;
  // An invocation has these loop iterations per tile: at most 8 loops over its keys, one more per stage, 12 loops over
  // digit values, and the scan.
  const std::uint64_t tiles = (column_keys + tile - 1) / tile, stages = tile / std::min(tile, staged(moving())) + 1;
  return tiles * ((8 + stages) * items() + 12 * table + 12) + table;
}

std::string ComputeRadixPlan::shader(std::string_view kernel) const {
  if (serial) return kernel == counting() ? "radix/count_serial.comp" : "radix/move_serial.comp";
  return fmt::format("radix/{}.comp", kernel);
}

gpu::Defines ComputeRadixPlan::defines(std::string_view kernel, data::Order order) const {
  gpu::Defines defines = key_defines(type, order, payload);
  defines["WORKGROUP"] = std::to_string(workgroup);
  defines["DIGITS"] = std::to_string(1u << digit_bits);
  if (serial) {
    defines["COUNTERS"] = std::to_string(std::max(1u << digit_bits, fewest_serial_counters));
    defines["RANKS"] = ranks ? "1" : "0";
  } else {
    defines["ITEMS"] = std::to_string(items());
    defines["MATCHING"] = matching ? "1" : "0";
    defines["DIGIT_BITS"] = std::to_string(digit_bits);
    if (subgroups && kernel != "count") defines["SUBGROUPS"] = "1";  // counting does not rank keys
    defines["STAGE"] = std::to_string(staged(kernel));
    defines["POOL"] = std::to_string(pool_words(kernel));
  }
  return defines;
}

std::uint64_t ComputeRadixPlan::table_bytes() const {
  const auto guarded = [](std::uint64_t bytes) {
    return std::max<std::uint64_t>(bytes, 8) + 2 * GuardedBuffer::guard_bytes;
  };
  const std::uint64_t arrays = payload != data::PayloadKind::none ? 4 : 2;
  return arrays * guarded(0) + guarded(4 * table_elements()) + (ranks ? guarded(rank_bytes()) : 0) +
         ExclusiveScan::sums_bytes;
}

std::optional<std::string> ComputeRadixPlan::refusal(const gpu::DeviceInfo& device) const {
  // Shaders use 32-bit places.
  if (n > (std::uint64_t{1} << 31))
    return fmt::format(
        "n = {} is beyond this algorithm's limit of 2^31 keys: choose "
        "a smaller n",
        n);
  if (auto reason = storage_refusal(device, n, "the keys", n * data::key_bytes(type))) return reason;
  if (auto reason = storage_refusal(device, n, "the table of digits and columns", 4 * table_elements())) return reason;
  if (auto reason = workgroup_refusal(device, workgroup)) return reason;
  if (auto reason =
          loop_refusal(device, fmt::format("{} keys for each {}", column_keys, serial ? "invocation" : "workgroup"),
                       rounds(), "more workgroups or other tiles")) {
    return reason;
  }
  if (serial) return std::nullopt;
  if (digit_bits > most_cooperative_bits) {
    return fmt::format("digit = {} requires form = serial: workgroups rank digits of up to {} bits", digit_bits,
                       most_cooperative_bits);
  }
  return DigitTile{digit_bits, tile, workgroup, subgroups}.refusal(
      device, std::max(shared_bytes(counting()), shared_bytes(moving())));
}

std::unique_ptr<Run> make_compute_radix_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                            const ComputeRadixPlan& plan) {
  return std::make_unique<ComputeRadixRun>(device, std::move(problem), plan);
}

namespace {

/// Number of keys above which serial invocations use wide digits. With fewer keys, the table of counts would be as long
/// as the array.
constexpr std::uint64_t many_serial_keys = std::uint64_t{1} << 18;

/// Sets the default settings for serial invocations. llvmpipe executes 8 invocations as the lanes of a vector, or 4 if
/// vectors have 128 bits. It implements barriers by switching stacks.
void tune_serial(ComputeRadixSettings& settings, const gpu::DeviceInfo& device, const ProblemForm& form) {
  settings.workgroup = gpu::prefers_cpu_forms(device) ? 8 : 128;
  // With wide digits, 32-bit keys need only three passes. This saves more time than larger counters and tables cost.
  if (gpu::prefers_cpu_forms(device) && form.n > many_serial_keys) settings.digit = most_serial_bits;
  settings.tile = form.n <= 64 ? 16 : form.n <= most_shown_keys ? 64 : gpu::prefers_cpu_forms(device) ? 16'384 : 4096;
}

/// Sets the default settings for workgroups that each process a share of the array. With 2^20 keys on an H200, four
/// warps per workgroup are faster than eight: 1.05 times for SRTS, and 1.16 times for GRS.
void tune_workgroup(ComputeRadixSettings& settings, const ProblemForm& form) {
  const bool shown = form.n <= most_shown_keys;
  settings.workgroup = shown ? 32 : 128;
  settings.tile = shown ? 64 : data::key_bytes(form.type) == 4 ? 4096 : 2048;
}

/// Adapts the default settings of workgroups to the settings that the user has set.
void follow_given(ComputeRadixSettings& settings, const gpu::DeviceInfo& device,
                  const Given<ComputeRadixSettings>& given) {
  using S = ComputeRadixSettings;
  if (device.subgroup_lanes == 32) settings.ranking = S::Ranking::subgroups;
  // With wider digits, one counter per digit value and invocation would exceed shared memory.
  if (given.value(&S::ranking) == S::Ranking::counters) settings.digit = 4;
  if (const auto tile = given.value(&S::tile)) {
    settings.workgroup = static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>(settings.workgroup, (*tile - 1) / most_radix_items + 1, *tile));
  }
  if (const auto workgroup = given.value(&S::workgroup)) {
    settings.tile = std::clamp<std::uint64_t>(settings.tile, *workgroup, *workgroup * most_radix_items);
  }
  if (given.value(&S::workgroup).value_or(settings.workgroup) < 32) settings.ranking = S::Ranking::matching;
}

}  // namespace

ComputeRadixSettings ComputeRadix::tuned(const gpu::DeviceInfo* device, const ProblemForm& form,
                                         const Given<ComputeRadixSettings>& given) const {
  using S = ComputeRadixSettings;
  S settings;
  if (device == nullptr) return settings;
  settings.digit = tuned_digit(form.n);
  settings.form =
      given.value(&S::form).value_or(gpu::prefers_cpu_forms(*device) ? S::Form::serial : S::Form::cooperative);
  if (settings.serial()) {
    tune_serial(settings, *device, form);
  } else {
    tune_workgroup(settings, form);
    tune_cooperative(settings, *device, form, given);
    follow_given(settings, *device, given);
  }
  if (gpu::prefers_cpu_forms(*device)) tune_software(settings, form);
  // The loop iterations of wide digits may exceed the device's limit.
  S whole = settings;
  whole.workgroup = given.value(&S::workgroup).value_or(settings.workgroup);
  whole.workgroups = given.value(&S::workgroups).value_or(settings.workgroups);
  whole.tile = given.value(&S::tile).value_or(settings.tile);
  if (settings.digit > most_cooperative_bits && settle(form, whole).refusal(*device)) {
    settings.digit = most_cooperative_bits;
  }
  return settings;
}

SettingsTable<ComputeRadixSettings> compute_table(Field<ComputeRadixSettings> tile,
                                                  std::optional<std::uint32_t> paper_workgroup,
                                                  std::vector<Field<ComputeRadixSettings>> more) {
  std::vector<Field<ComputeRadixSettings>> fields{
      digit_field<ComputeRadixSettings>(4, most_serial_bits,
                                        ", or 7 where a search found it faster. Serial invocations use 11 for many "
                                        "keys, which saves passes; workgroups accept at most 8"),
      field(&ComputeRadixSettings::form, "form", "", Choices{{"cooperative", "serial"}},
            ComputeRadixSettings::Form::cooperative,
            "Unit that processes a share of the array. cooperative: the invocations of a workgroup together, through "
            "shared memory. serial: a single invocation with its own counters, without barriers. Default: serial on "
            "software rendering."),
      field(&ComputeRadixSettings::ranking, "ranking", "", Choices{{"counters", "matching", "subgroups"}},
            ComputeRadixSettings::Ranking::counters,
            "Method by which a workgroup ranks a tile's keys. counters: each invocation counts its own keys, with one "
            "word of shared memory per invocation and digit value. matching: groups of 32 invocations find equal "
            "digits by masks in shared memory, with workgroup barriers. subgroups: they find them by votes of "
            "subgroups. Default: subgroups if the device has them.")
          .only(when(&ComputeRadixSettings::form, {ComputeRadixSettings::Form::cooperative})),
      std::move(tile),
      field(&ComputeRadixSettings::workgroup, "workgroup", "invocations", PowersOfTwo{1, 1024}, paper_workgroup,
            "Invocations per workgroup. OpenGL 4.3 guarantees 1024 (GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS).")};
  fields.insert(fields.end(), more.begin(), more.end());
  return SettingsTable<ComputeRadixSettings>(std::move(fields));
}

}  // namespace texelsort::algorithms
