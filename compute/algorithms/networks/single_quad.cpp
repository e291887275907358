#include "compute/algorithms/networks/fragment_run.h"
#include "compute/algorithms/networks/methods.h"

namespace texelsort::algorithms {
namespace {

class SingleQuadRun final : public FragmentRun {
 public:
  SingleQuadRun(const NetworkStart& start, const SingleQuadSettings& settings)
      : FragmentRun(start, settings.width, settings.log2_tile()) {
    // Compiled now, so that no pass is timed with its compilation.
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

  std::vector<StepDraw> draws_;  ///< one for each pass
};

}  // namespace

std::unique_ptr<Run> start_single_quad(const NetworkStart& start, const SingleQuadSettings& settings) {
  return std::make_unique<SingleQuadRun>(start, settings);
}

}  // namespace texelsort::algorithms
