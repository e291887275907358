#include <fmt/format.h>

#include "compute/algorithms/networks/fragment_run.h"
#include "compute/algorithms/networks/settings.h"

namespace texelsort::algorithms {
namespace {

class SingleQuadRun final : public FragmentRun {
 public:
  SingleQuadRun(gpu::Device& device, std::shared_ptr<const Problem> problem, std::shared_ptr<const Schedule> schedule,
                const SingleQuadSettings& settings)
      : FragmentRun(device, std::move(problem), std::move(schedule), settings.width, settings.log2_tile()) {}

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
            single_quad_settings()) {}

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
  std::unique_ptr<Run> make_network_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                        std::shared_ptr<const Schedule> schedule,
                                        const SingleQuadSettings& settings) const override {
    return std::make_unique<SingleQuadRun>(*device, std::move(problem), std::move(schedule), settings);
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_single_quad(const network::Family& family) {
  return std::make_unique<SingleQuad>(family);
}

}  // namespace texelsort::algorithms
