#include <algorithm>
#include <bit>
#include <deque>

#include "compute/algorithms/arrays/shader_keys.h"
#include "compute/algorithms/arrays/texel_limits.h"
#include "compute/algorithms/networks/fragment_run.h"
#include "compute/algorithms/networks/network_algorithm.h"
#include "compute/algorithms/networks/quad_groups.h"
#include "compute/algorithms/primitives/xor_step.h"

namespace texelsort::algorithms {
namespace {

struct GroupedQuadsSettings {
  std::uint32_t width = 1024;   ///< number of texels per row of the texture
  std::uint64_t narrowest = 1;  ///< minimum width of a quad in texels
  bool operator==(const GroupedQuadsSettings&) const = default;
};

/// Returns whether the comparators of a pattern all have one direction, and alternate between `length` low places and
/// `length` high places.
bool alternates(const network::Pattern& pattern) {
  return !pattern.mirrored && pattern.flip == 0 && !pattern.reversed && pattern.period == 2 * pattern.length &&
         pattern.first + pattern.length <= pattern.period && pattern.distance % pattern.period == pattern.length;
}

/// Quads that draw a step. Usually these are groups of quads, each with one role. One quad with interleaved roles may
/// draw some or all rows first. Alternatively, one quad covers everything, and its fragments decide their role.
struct Drawing {
  std::optional<StepDraw> deciding{};
  std::vector<QuadGroup> groups{};
  const gpu::Program* interleaved = nullptr;
  QuadGroup interleaved_quad{};
  std::vector<gpu::Uniform> interleaved_uniforms{};

  std::uint64_t draws() const { return deciding ? 1 : groups.size() + (interleaved != nullptr); }
};

class GroupedQuadsRun final : public FragmentRun {
 public:
  GroupedQuadsRun(const NetworkStart& start, const GroupedQuadsSettings& settings)
      : FragmentRun(start, settings.width),
        narrowest_(settings.narrowest),
        defines_(key_defines(problem().type(), problem().order, problem().payload)),
        minimum_(&program("networks/grouped_quads.frag", "MAXIMUM", "false")),
        maximum_(&program("networks/grouped_quads.frag", "MAXIMUM", "true")) {
    for (const NetworkPass& pass : start.schedule->passes) drawing_of_.push_back(&known_drawing(*pass.steps.front()));
  }

 private:
  const gpu::Program& program(const std::string& shader, const std::string& define, const std::string& value = "",
                              bool directed = false) const {
    gpu::Defines defines = defines_;
    if (!define.empty()) defines[define] = value;
    if (directed) defines["DIRECTED"] = "1";
    return device_.draw_program("networks/grouped_quads.vert", shader, defines);
  }

  /// Returns the quads of a step. Many steps of a network are identical, so the quads of each kind of step are computed
  /// once.
  const Drawing& known_drawing(const network::Step& step) {
    const network::Pattern* pattern = only_pattern(step);
    const auto found =
        std::ranges::find_if(known_, [&](const Known& known) { return pattern && known.first == *pattern; });
    if (found != known_.end()) return found->second;
    return known_.emplace_back(pattern ? *pattern : network::Pattern{.length = 0}, drawing(step)).second;
  }

  Drawing drawing(const network::Step& step) const {
    if (only_pattern(step) == nullptr) return {.deciding = deciding_quad(step)};
    const network::Pattern& pattern = *only_pattern(step);
    auto groups = group_quads(pattern, arrays_.extent(), n());
    if (groups && !narrower(*groups, narrowest_)) return {.groups = std::move(*groups)};
    if (const auto halving = as_xor(pattern)) {
      if (auto interleaved = interleaved_blocks(pattern, *halving)) return std::move(*interleaved);
    }
    if (alternates(pattern)) return interleaved_shift(pattern);
    if (groups) return {.groups = std::move(*groups)};
    return {.deciding = deciding_quad(step)};
  }

  QuadGroup rows_below(std::uint32_t end) const { return whole_rows(Role::decide, arrays_.width(), end); }

  /// Draws a step by one quad with interleaved roles, whose fragments find every partner by XOR. Groups of quads draw
  /// the blocks that the end of the texture cuts. If comparators are reversed, groups also draw the blocks that the end
  /// of the keys cuts.
  std::optional<Drawing> interleaved_blocks(const network::Pattern& pattern, const XorStep& step) const {
    const std::uint32_t width = arrays_.width();
    const bool rows = pattern.period > width;
    const auto block_rows = static_cast<std::uint32_t>(std::max<std::uint64_t>(pattern.period / width, 1));
    const auto usable = step.one_way() ? arrays_.extent().height : static_cast<std::uint32_t>(n() / width);
    const std::uint32_t end = usable / block_rows * block_rows;
    if (end == 0) return std::nullopt;
    Drawing drawing;
    if (end < arrays_.extent().height) drawing.groups = group_quads(pattern, arrays_.extent(), n(), end).value();
    drawing.interleaved = &program("networks/interleaved_quad.frag", "AXIS", rows ? "y" : "x", !step.one_way());
    drawing.interleaved_quad = rows_below(end);
    if (rows && pattern.mirrored) {
      drawing.interleaved_quad.x.set_partner(-1, static_cast<int>(width));
    }
    const std::uint64_t unit = rows ? width : 1;
    const auto word = [](std::uint64_t value) { return static_cast<std::int32_t>(value); };
    drawing.interleaved_uniforms = {{"partner_mask", word(pattern.distance / unit)},
                                    {"maximum_bit", word(pattern.length / unit)},
                                    {"flip", glm::ivec2(word(pattern.flip % width), word(pattern.flip / width))},
                                    {"reversed", std::int32_t{pattern.reversed}}};
    return drawing;
  }

  /// Draws a step whose partners have a constant distance: in the same row, in the same column, or anywhere.
  Drawing interleaved_shift(const network::Pattern& pattern) const {
    const std::uint64_t width = arrays_.width();
    const bool along_x = pattern.fence != 0 && pattern.fence <= width;
    const bool along_y = (pattern.first | pattern.length | pattern.distance | pattern.fence) % width == 0;
    const std::uint64_t unit = along_y ? width : 1;
    const std::uint64_t places = along_x ? width : along_y ? arrays_.extent().height : width * arrays_.extent().height;
    const auto word = [unit](std::uint64_t value) { return static_cast<std::int32_t>(value / unit); };
    Drawing drawing;
    drawing.interleaved = along_x   ? &program("networks/shifted_quad.frag", "AXIS", "x")
                          : along_y ? &program("networks/shifted_quad.frag", "AXIS", "y")
                                    : &program("networks/shifted_quad.frag", "");
    drawing.interleaved_quad = rows_below(arrays_.extent().height);
    drawing.interleaved_uniforms = {{"first", word(pattern.first)},
                                    {"length_bit", word(pattern.length)},
                                    {"partner_distance", word(pattern.distance)},
                                    {"fence_mask", pattern.fence == 0 ? 0 : ~(word(pattern.fence) - 1)},
                                    {"places", static_cast<std::uint32_t>(places)},
                                    {"log2_width", static_cast<std::int32_t>(std::countr_zero(width))}};
    return drawing;
  }

  /// Returns a draw of rectangles with the two texture coordinates that shaders/networks/grouped_quads.vert computes.
  gpu::DrawCall textured_quads(const gpu::Program* program, const QuadGroup& group) const {
    gpu::DrawCall call;
    call.program = program;
    arrays_.bind(call);
    set_quads(call, group);
    return call;
  }

  void execute(const NetworkPass& pass) override {
    const Drawing& drawing = *drawing_of_[pass.header.index];
    if (drawing.deciding) draw(*drawing.deciding);
    if (drawing.interleaved != nullptr) {
      gpu::DrawCall call = textured_quads(drawing.interleaved, drawing.interleaved_quad);
      call.uniforms.insert(call.uniforms.end(), drawing.interleaved_uniforms.begin(),
                           drawing.interleaved_uniforms.end());
      device_.executor().draw(call);
    }
    for (const QuadGroup& group : drawing.groups) {
      // The minimum of a key and itself is the key. The program for minima therefore also copies texels without a
      // partner.
      device_.executor().draw(textured_quads(group.role == Role::maximum ? maximum_ : minimum_, group));
    }
    arrays_.swap();
  }

  Counters count(const NetworkPass& pass) const override {
    const Drawing& drawing = *drawing_of_[pass.header.index];
    std::uint64_t quads = drawing.draws() - drawing.groups.size();
    for (const QuadGroup& group : drawing.groups) quads += group.quads();
    return count_texel_pass(pass, drawing.draws(), quads);
  }

  std::vector<Quad> quads(const NetworkPass& pass) const override {
    const Drawing& drawing = *drawing_of_[pass.header.index];
    if (drawing.deciding) return rectangles({{rows_below(arrays_.extent().height)}});
    std::vector<Quad> quads = rectangles(drawing.groups);
    if (drawing.interleaved != nullptr) quads.push_back(rectangles({{drawing.interleaved_quad}}).front());
    return quads;
  }

  using Known = std::pair<network::Pattern, Drawing>;
  std::uint64_t narrowest_;
  gpu::Defines defines_;
  const gpu::Program* minimum_;
  const gpu::Program* maximum_;
  std::deque<Known> known_;                 ///< a deque, because the addresses of its elements must stay valid
  std::vector<const Drawing*> drawing_of_;  ///< quads of the steps, one drawing per pass
};

const SettingsTable<GroupedQuadsSettings>& grouped_quads_settings() {
  using S = GroupedQuadsSettings;
  static const SettingsTable<S> table({
      width_field(&S::width),
      field(&S::narrowest, "narrowest", "texels", IntegerRange{1, 64}, 1,
            "Minimum width of the quads. A step with narrower quads is drawn as one quad that interleaves minimum and "
            "maximum, because rasterisers shade blocks of 2 x 2 or 4 x 4 texels and narrow quads waste part of each. "
            "Default: 1 for small arrays, so that every quad is visible, otherwise 32."),
  });
  return table;
}

std::unique_ptr<Run> start_grouped_quads(const NetworkStart& start, const GroupedQuadsSettings& settings) {
  return std::make_unique<GroupedQuadsRun>(start, settings);
}

class GroupedQuads final : public NetworkAlgorithm<GroupedQuadsSettings> {
 public:
  explicit GroupedQuads(const network::Family& family)
      : NetworkAlgorithm(family,
                         {.id = "grouped-quads",
                          .title = "grouped quads",
                          .summary = "Draws row- and column-aligned MIN and MAX quads. Vertices and interpolants give "
                                     "the place of the partner, and no fragment has to branch.",
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

}  // namespace

std::unique_ptr<Algorithm> make_grouped_quads_method(const network::Family& family) {
  return std::make_unique<GroupedQuads>(family);
}

}  // namespace texelsort::algorithms
