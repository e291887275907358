#include <bit>

#include <fmt/format.h>

#include "compute/algorithms/arrays/texel_limits.h"
#include "compute/algorithms/networks/fragment_run.h"
#include "compute/algorithms/networks/network_algorithm.h"

namespace texelsort::algorithms {
namespace {

struct SingleQuadSettings {
  /// Order of the elements in the texture: row by row, or in square tiles.
  enum class Mapping : std::uint8_t { row_major, tiled };
  std::uint32_t width = 1024;  ///< number of texels per row of the texture
  Mapping mapping = Mapping::row_major;
  std::uint32_t tile = 8;  ///< side of a tile in texels

  /// Returns the base-2 logarithm of the tile side. Returns 0 for the row-major mapping.
  std::uint32_t log2_tile() const {
    return mapping == Mapping::row_major ? 0 : static_cast<std::uint32_t>(std::countr_zero(tile));
  }
  bool operator==(const SingleQuadSettings&) const = default;
};

class SingleQuadRun final : public FragmentRun {
 public:
  SingleQuadRun(const NetworkStart& start, const SingleQuadSettings& settings)
      : FragmentRun(start, settings.width, settings.log2_tile()) {
    // Programs are compiled before the first pass, so that no pass time includes a compilation.
    for (const NetworkPass& pass : start.schedule->passes) draws_.push_back(deciding_quad(*pass.steps.front()));
  }

 private:
  void execute(const NetworkPass& pass) override {
    draw(draws_[pass.header.index]);
    arrays_.swap();
  }
  Counters count(const NetworkPass& pass) const override { return count_texel_pass(pass, 1, 1); }
  std::vector<Quad> quads(const NetworkPass&) const override {
    return {{{0, 0, arrays_.extent().width, arrays_.extent().height}, Role::decide}};
  }

  std::vector<StepDraw> draws_;  ///< draws of the steps, one per pass
};

const SettingsTable<SingleQuadSettings>& single_quad_settings() {
  using S = SingleQuadSettings;
  static const SettingsTable<S> table({
      width_field(&S::width),
      field(&S::mapping, "mapping", "", Choices{{"row-major", "tiled"}}, S::Mapping::row_major,
            "Mapping of index i to a texel. row-major: row by row (Govindaraju, slide \"1D - 2D Mapping\"). tiled: in "
            "square tiles, row by row within a tile, so that near indices are near in both directions."),
      field(&S::tile, "tile", "texels", PowersOfTwo{2, 64}, std::nullopt,
            "Side of a tile in texels. The texture is rounded up to whole tiles.")
          .only(when(&S::mapping, {S::Mapping::tiled})),
  });
  return table;
}

std::unique_ptr<Run> start_single_quad(const NetworkStart& start, const SingleQuadSettings& settings) {
  return std::make_unique<SingleQuadRun>(start, settings);
}

class SingleQuad final : public NetworkAlgorithm<SingleQuadSettings> {
 public:
  explicit SingleQuad(const network::Family& family)
      : NetworkAlgorithm(
            family,
            {.id = "single-quad",
             .title = "single quad",
             .summary = "Draws one full-screen quad per pass. Every fragment finds its partner, reads both keys and "
                        "decides which one to keep. This is the baseline of the other methods.",
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
    return fmt::format("n = {} in tiles of {} x {} needs {} x {} texels, but this device's limit is {} per side",
                       form.n, settings.tile, settings.tile, extent.width, extent.height, limit);
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_single_quad_method(const network::Family& family) {
  return std::make_unique<SingleQuad>(family);
}

}  // namespace texelsort::algorithms
