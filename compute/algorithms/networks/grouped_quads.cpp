#include <algorithm>

#include "compute/algorithms/networks/fragment_method.h"
#include "compute/algorithms/networks/quad_groups.h"
#include "compute/algorithms/networks/shader_keys.h"

namespace texelsort::algorithms {
namespace {

class GroupedQuadsRun final : public FragmentRun {
 public:
  GroupedQuadsRun(gpu::Device& device, std::shared_ptr<const Problem> problem, std::shared_ptr<const Schedule> schedule,
                  const Parameters& parameters)
      : FragmentRun(device, problem, std::move(schedule), static_cast<std::uint32_t>(parameters.integer("width"))),
        narrowest_(static_cast<std::uint64_t>(parameters.integer("narrowest"))) {
    gpu::Defines defines = key_defines(problem->type(), problem->order, problem->payload);
    defines["MAXIMUM"] = "1";
    maximum_ = &device.draw_program("networks/grouped_quads.vert", "networks/grouped_quads.frag", defines);
    defines.erase("MAXIMUM");
    defines["MINIMUM"] = "1";
    minimum_ = &device.draw_program("networks/grouped_quads.vert", "networks/grouped_quads.frag", defines);
    defines.erase("MINIMUM");
    defines["AXIS"] = "x";
    interleaved_columns_ =
        &device.draw_program("networks/grouped_quads.vert", "networks/interleaved_quad.frag", defines);
    defines["AXIS"] = "y";
    interleaved_rows_ = &device.draw_program("networks/grouped_quads.vert", "networks/interleaved_quad.frag", defines);
  }

 private:
  enum class Form { groups, interleaved, deciding };

  /// How a step is drawn. Interleaved quads reach every partner by XOR, so blocks must not be cut by the texture's end.
  Form form_of(const network::Step& step, const std::optional<std::vector<QuadGroup>>& groups) const {
    if (!groups) return Form::deciding;
    const auto too_narrow = [this](const QuadGroup& group) {
      return group.count > 1 && std::min(group.first.width, group.first.height) < narrowest_;
    };
    if (std::ranges::none_of(*groups, too_narrow)) return Form::groups;
    const std::uint64_t block_rows = std::max<std::uint64_t>(step.patterns.front().period / arrays_.width(), 1);
    return arrays_.extent().height % block_rows == 0 ? Form::interleaved : Form::groups;
  }

  /// A draw of rectangles with the two texture coordinates of shaders/networks/grouped_quads.vert.
  gpu::DrawCall textured_quads(const gpu::Program* program, const QuadGroup& group) const {
    gpu::DrawCall call;
    call.program = program;
    arrays_.bind(call);
    set_quads(call, group);
    return call;
  }

  void draw(const QuadGroup& group) {
    // A key is the lesser of itself and itself: what has no partner is kept by the same program.
    device_.executor().draw(textured_quads(group.role == Role::maximum ? maximum_ : minimum_, group));
  }

  void draw_interleaved(const network::Pattern& pattern) {
    const std::uint32_t width = arrays_.width();
    const bool rows = pattern.period > width;
    QuadGroup whole;
    whole.count = 1;
    whole.first = {0, 0, width, arrays_.extent().height};
    if (rows && pattern.mirrored) {
      whole.partner_sign = {-1, 1};
      whole.partner_shift = {static_cast<int>(width), 0};
    }
    gpu::DrawCall call = textured_quads(rows ? interleaved_rows_ : interleaved_columns_, whole);
    const std::uint64_t unit = rows ? width : 1;
    call.uniforms.push_back({"partner_mask", static_cast<std::int32_t>(pattern.distance / unit)});
    call.uniforms.push_back({"maximum_bit", static_cast<std::int32_t>(pattern.length / unit)});
    device_.executor().draw(call);
  }

  void execute(const NetworkPass& pass) override {
    const network::Step& step = *pass.steps.front();
    const auto groups = group_quads(step, arrays_.extent());
    switch (form_of(step, groups)) {
      case Form::groups:
        for (const QuadGroup& group : *groups) draw(group);
        break;
      case Form::interleaved:
        draw_interleaved(step.patterns.front());
        break;
      case Form::deciding:
        draw_deciding_quad(step);
        break;
    }
    arrays_.swap();
  }

  Counters count(const NetworkPass& pass) const override {
    const network::Step& step = *pass.steps.front();
    const auto groups = group_quads(step, arrays_.extent());
    if (form_of(step, groups) != Form::groups) return count_texel_pass(step, 1, 1);
    std::uint64_t quads = 0;
    for (const QuadGroup& group : *groups) quads += group.count;
    return count_texel_pass(step, groups->size(), quads);
  }

  std::vector<Quad> quads(const NetworkPass& pass) const override {
    const network::Step& step = *pass.steps.front();
    const auto groups = group_quads(step, arrays_.extent());
    if (form_of(step, groups) == Form::groups) return rectangles(*groups);
    return {{{0, 0, arrays_.extent().width, arrays_.extent().height}, Role::decide}};
  }

  std::uint64_t narrowest_;
  const gpu::Program* minimum_ = nullptr;
  const gpu::Program* maximum_ = nullptr;
  const gpu::Program* interleaved_columns_ = nullptr;
  const gpu::Program* interleaved_rows_ = nullptr;
};

class GroupedQuadsMethod final : public FragmentMethod {
 public:
  std::string id() const override { return "grouped-quads"; }
  std::string title() const override { return "grouped quads"; }
  std::string summary() const override {
    return "Row- and column-aligned MIN and MAX quads: vertices and interpolants say where the partner is, and no "
           "fragment "
           "decides anything.";
  }
  network::Citation citation() const override {
    return {"N. Govindaraju", "Sorting and Searching", "slides, Microsoft", 0,
            "\"Grouping Computation\", \"1D - 2D Mapping\", after Kipfer and Westermann, GPU Gems 2, chapter 46"};
  }
  const std::vector<ParameterSpec>& parameters() const override {
    static const std::vector<ParameterSpec> specs{
        width_parameter(),
        {"narrowest", "texels", IntegerRange{1, 64}, "1", "1",
         "Steps whose quads would be narrower than this are drawn as one quad that interleaves minimum and maximum: "
         "rasterisers shade blocks of 2 x 2 or 4 x 4 texels, and a narrow quad wastes part of each. Tuned: 1 for small "
         "arrays, where every quad can be seen, else 32."}};
    return specs;
  }
  std::map<std::string, std::string> tuned(const gpu::DeviceInfo* device, std::uint64_t n,
                                           data::KeyType type) const override {
    auto values = FragmentMethod::tuned(device, n, type);
    constexpr std::uint64_t small = 1 << 14;  // below it a pass is bound by its launch, however it is drawn
    values["narrowest"] = n < small ? "1" : "32";
    return values;
  }
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                std::shared_ptr<const Schedule> schedule, const Parameters& parameters) const override {
    return std::make_unique<GroupedQuadsRun>(*device, std::move(problem), std::move(schedule), parameters);
  }
};

}  // namespace

std::unique_ptr<Method> make_grouped_quads_method() {
  return std::make_unique<GroupedQuadsMethod>();
}

}  // namespace texelsort::algorithms
