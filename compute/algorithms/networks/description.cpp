#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "compute/algorithms/arrays/texel_limits.h"
#include "compute/algorithms/core/no_settings.h"
#include "compute/algorithms/networks/blend_arrays.h"
#include "compute/algorithms/networks/fused_arrays.h"
#include "compute/algorithms/networks/methods.h"
#include "compute/algorithms/networks/network_algorithm.h"
#include "compute/algorithms/primitives/compute_limits.h"
#include "compute/algorithms/primitives/compute_plan.h"

namespace texelsort::algorithms {
namespace {

/// Up to this many keys the passes of a run on textures are shown: as many texels as can be told apart.
constexpr std::uint64_t shown_texels = 1 << 10;

/// Why methods on textures refuse a form: the texture does not fit, or cannot be drawn to with a payload.
std::optional<std::string> fragment_refusal(const gpu::DeviceInfo& device, const ProblemForm& form,
                                            std::uint64_t width) {
  if (auto reason = texture_refusal(device, form.n, width)) return reason;
  if (form.payload != data::PayloadKind::none && device.max_draw_buffers < 2) {
    return "a payload needs two render targets, and this device has one";
  }
  return std::nullopt;
}

class Reference final : public NetworkAlgorithm<NoSettings> {
 public:
  explicit Reference(const network::Family& family)
      : NetworkAlgorithm(family,
                         {.id = "reference@cpu",
                          .title = "on the CPU",
                          .summary = "The network step by step in plain C++ on one thread: the oracle that every "
                                     "shader's passes are compared with.",
                          .citation = {},
                          .backend = Backend::cpu},
                         no_settings, start_reference) {}

 protected:
  std::optional<std::string> refusal(const gpu::DeviceInfo*, const ProblemForm&, const NoSettings&) const override {
    return std::nullopt;
  }
};

class SingleQuad final : public NetworkAlgorithm<SingleQuadSettings> {
 public:
  explicit SingleQuad(const network::Family& family)
      : NetworkAlgorithm(
            family,
            {.id = "single-quad",
             .title = "single quad",
             .summary = "One full-screen quad a pass; every fragment finds its partner, reads both keys and "
                        "decides which one to keep. The baseline that every other method is measured against.",
             .citation = {"N. Govindaraju", "Sorting and Searching", "slides, Microsoft", 0,
                          "\"Bitonic Merge Sort Summary\""},
             .backend = Backend::fragment},
            single_quad_settings(), start_single_quad) {}

 protected:
  SingleQuadSettings tuned(const gpu::DeviceInfo*, const ProblemForm& form,
                           const Given<SingleQuadSettings>&) const override {
    return {.width = TexelArrays::square_width(form.n)};
  }
  std::optional<std::string> refusal(const gpu::DeviceInfo* device, const ProblemForm& form,
                                     const SingleQuadSettings& settings) const override {
    if (auto reason = fragment_refusal(*device, form, settings.width)) return reason;
    const gpu::Extent extent = TexelArrays::extent(form.n, settings.width, settings.log2_tile());
    const std::uint32_t limit = device->max_texture_extent;
    if (extent.width <= limit && extent.height <= limit) return std::nullopt;
    return fmt::format("n = {} in tiles of {} x {} needs {} x {} texels, and this device's limit is {} a side", form.n,
                       settings.tile, settings.tile, extent.width, extent.height, limit);
  }
};

class GroupedQuads final : public NetworkAlgorithm<GroupedQuadsSettings> {
 public:
  explicit GroupedQuads(const network::Family& family)
      : NetworkAlgorithm(family,
                         {.id = "grouped-quads",
                          .title = "grouped quads",
                          .summary = "Row- and column-aligned MIN and MAX quads: vertices and interpolants say where "
                                     "the partner is, and no fragment decides anything.",
                          .citation = {"N. Govindaraju", "Sorting and Searching", "slides, Microsoft", 0,
                                       "\"Grouping Computation\", \"1D - 2D Mapping\", after Kipfer and Westermann, "
                                       "GPU Gems 2, chapter 46"},
                          .backend = Backend::fragment},
                         grouped_quads_settings(), start_grouped_quads) {}

 protected:
  GroupedQuadsSettings tuned(const gpu::DeviceInfo*, const ProblemForm& form,
                             const Given<GroupedQuadsSettings>&) const override {
    return {.width = TexelArrays::square_width(form.n), .narrowest = form.n <= shown_texels ? 1u : 32u};
  }
  std::optional<std::string> refusal(const gpu::DeviceInfo* device, const ProblemForm& form,
                                     const GroupedQuadsSettings& settings) const override {
    return fragment_refusal(*device, form, settings.width);
  }
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
            blend_settings(), start_blend) {}

 protected:
  BlendSettings tuned(const gpu::DeviceInfo*, const ProblemForm& form, const Given<BlendSettings>&) const override {
    const std::uint64_t quarter = (form.n + BlendLists::count - 1) / BlendLists::count;
    return {.width = TexelArrays::square_width(quarter), .narrowest = form.n <= shown_texels ? 1u : 2u};
  }
  std::optional<std::string> refusal(const gpu::DeviceInfo* device, const ProblemForm& form,
                                     const BlendSettings& settings) const override {
    if (device != nullptr && !device->blends_floats) return "this device does not blend 32-bit floating-point numbers";
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
             .backend = Backend::fragment,
             .form_sizes = {70'001}},
            fused_settings(), start_fused) {}

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
    if (!FusedArrays::log2_layers(targets, form.type, form.payload)) {
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
    // A pass over few keys takes as long as its launch, and large programs take long to compile.
    constexpr std::uint64_t few = 1 << 16;
    const bool small = form.n < few || (device != nullptr && device->software);
    return {.targets = small ? 8u : 32u, .writes = Writes::images};
  }

 private:
  static bool has_images(const gpu::DeviceInfo& device) { return device.stores_images; }
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
            compute_settings(), start_compute) {}

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

std::vector<std::unique_ptr<Algorithm>> make_network_algorithms(const network::Family& family) {
  std::vector<std::unique_ptr<Algorithm>> list;
  list.push_back(std::make_unique<Reference>(family));
  list.push_back(std::make_unique<SingleQuad>(family));
  list.push_back(std::make_unique<GroupedQuads>(family));
  list.push_back(std::make_unique<Blend>(family));
  list.push_back(std::make_unique<Fused>(family));
  list.push_back(std::make_unique<Compute>(family));
  return list;
}

}  // namespace texelsort::algorithms
