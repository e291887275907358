#include "compute/algorithms/networks/fragment_method.h"

namespace texelsort::algorithms {
namespace {

class SingleQuadRun final : public FragmentRun {
 public:
  SingleQuadRun(gpu::Device& device, std::shared_ptr<const Problem> problem, std::shared_ptr<const Schedule> schedule,
                std::uint32_t width)
      : FragmentRun(device, std::move(problem), std::move(schedule), width) {}

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
    static const std::vector<ParameterSpec> specs{width_parameter()};
    return specs;
  }
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                std::shared_ptr<const Schedule> schedule, const Parameters& parameters) const override {
    return std::make_unique<SingleQuadRun>(*device, std::move(problem), std::move(schedule),
                                           static_cast<std::uint32_t>(parameters.integer("width")));
  }
};

}  // namespace

std::unique_ptr<Method> make_single_quad_method() {
  return std::make_unique<SingleQuadMethod>();
}

}  // namespace texelsort::algorithms
