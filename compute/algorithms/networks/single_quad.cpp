#include <bit>

#include <fmt/format.h>

#include "compute/algorithms/networks/fragment_method.h"

namespace texelsort::algorithms {
namespace {

/// 0 for the row-major mapping.
std::uint32_t log2_tile(const Parameters& parameters) {
  if (parameters.text("mapping") == "row-major") return 0;
  return static_cast<std::uint32_t>(std::countr_zero(static_cast<std::uint64_t>(parameters.integer("tile"))));
}

std::uint32_t width(const Parameters& parameters) {
  return static_cast<std::uint32_t>(parameters.integer("width"));
}

class SingleQuadRun final : public FragmentRun {
 public:
  SingleQuadRun(gpu::Device& device, std::shared_ptr<const Problem> problem, std::shared_ptr<const Schedule> schedule,
                const Parameters& parameters)
      : FragmentRun(device, std::move(problem), std::move(schedule), width(parameters), log2_tile(parameters)) {}

 private:
  void execute(const NetworkPass& pass) override {
    const network::Step& step = *pass.steps.front();
    draw_deciding_quad(step);
    arrays_.swap();
  }
  Counters count(const NetworkPass& pass) const override { return count_texel_pass(*pass.steps.front(), 1, 1); }
  std::vector<Quad> quads(const NetworkPass&) const override {
    return {{{0, 0, arrays_.extent().width, arrays_.extent().height}, Role::decide}};
  }
};

class SingleQuadMethod final : public FragmentMethod {
 public:
  std::string id() const override { return "single-quad"; }
  std::string title() const override { return "single quad"; }
  std::string summary() const override {
    return "One full-screen quad a pass; every fragment finds its partner, reads both keys and decides which one to "
           "keep. "
           "The baseline that every other method is measured against.";
  }
  network::Citation citation() const override {
    return {"N. Govindaraju", "Sorting and Searching", "slides, Microsoft", 0, "\"Bitonic Merge Sort Summary\""};
  }
  const std::vector<ParameterSpec>& parameters() const override {
    static const std::vector<ParameterSpec> specs{
        width_parameter(),
        {"mapping", "", Choices{{"row-major", "tiled"}}, "row-major", "row-major",
         "Where index i lives: row by row (Govindaraju, slide \"1D - 2D Mapping\"), or in square tiles, row by row within "
         "a tile, so that near indices are near in both directions."},
        {"tile", "texels", PowersOfTwo{2, 64}, "8", "",
         "Texels a side of a tile, with mapping=tiled; the texture is rounded up to whole tiles.",
         only_with("mapping", {"tiled"})}};
    return specs;
  }
  std::optional<std::string> refusal(const gpu::DeviceInfo* device, std::uint64_t n, data::KeyType type,
                                     data::PayloadKind payload, const Parameters& parameters) const override {
    if (auto reason = FragmentMethod::refusal(device, n, type, payload, parameters)) return reason;
    const gpu::Extent extent = TexelArrays::extent(n, width(parameters), log2_tile(parameters));
    const std::uint32_t limit = device->max_texture_extent;
    if (extent.width <= limit && extent.height <= limit) return std::nullopt;
    return fmt::format("n = {} in tiles of {} x {} needs {} x {} texels, and this device's limit is {} a side", n,
                       parameters.integer("tile"), parameters.integer("tile"), extent.width, extent.height, limit);
  }
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                std::shared_ptr<const Schedule> schedule, const Parameters& parameters) const override {
    return std::make_unique<SingleQuadRun>(*device, std::move(problem), std::move(schedule), parameters);
  }
};

}  // namespace

std::unique_ptr<Method> make_single_quad_method() {
  return std::make_unique<SingleQuadMethod>();
}

}  // namespace texelsort::algorithms
