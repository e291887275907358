#include "compute/algorithms/networks/step_shader.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/network/lanes.h"

namespace texelsort::algorithms {
namespace {

constexpr std::uint32_t gets_larger = std::uint32_t{1} << 31;

/// Returns a table with the partner of every place, encoded for shaders/networks/pattern.glsl.
std::vector<std::uint32_t> partners(const network::Step& step, std::uint64_t n, std::uint64_t texels) {
  std::vector<std::uint32_t> table(texels);
  std::iota(table.begin(), table.end(), 0u);
  network::for_each_pair(step, n, [&table](std::uint64_t smaller, std::uint64_t larger) {
    table[smaller] = static_cast<std::uint32_t>(larger);
    table[larger] = static_cast<std::uint32_t>(smaller) | gets_larger;
  });
  return table;
}

}  // namespace

void add_step_defines(gpu::Defines& defines, const network::Step& step) {
  if (needs_table(step)) {
    defines["LISTED"] = "1";
    return;
  }
  defines["PATTERNS"] = std::to_string(step.patterns.size());
  const auto fenced = [](const network::Pattern& pattern) { return pattern.fence != 0; };
  if (std::ranges::any_of(step.patterns, fenced)) defines["FENCED"] = "1";
  if (std::ranges::any_of(step.patterns, &network::Pattern::is_directed)) defines["DIRECTED"] = "1";
}

std::vector<std::uint32_t> pattern_words(std::span<const network::Pattern> patterns) {
  if (patterns.size() > max_patterns) {
    throw InternalError(
        fmt::format("the step has {} patterns, but shaders accept at most {}", patterns.size(), max_patterns));
  }
  std::vector<std::uint32_t> words;
  for (const network::Pattern& p : patterns) {
    for (const std::uint64_t field : {p.first, p.period - 1, p.length, p.distance, std::uint64_t{p.mirrored},
                                      p.fence == 0 ? 0 : ~(p.fence - 1), p.flip, std::uint64_t{p.reversed}}) {
      words.push_back(static_cast<std::uint32_t>(field));
    }
  }
  return words;
}

StepDraw::StepDraw(gpu::Device& device, const std::string& shader, gpu::Defines defines, const network::Step& step,
                   std::uint64_t n, gpu::Extent extent) {
  add_step_defines(defines, step);
  program_ = &device.draw_program("common/fullscreen.vert", shader, defines);
  uniforms_.push_back({"n", static_cast<std::uint32_t>(n)});
  if (!needs_table(step)) {
    uniforms_.push_back({"pattern_words", pattern_words(step.patterns)});
    return;
  }
  table_ = gpu::Texture(extent, gpu::TexelFormat::r32ui, "partners");
  const auto entries = partners(step, n, std::uint64_t{extent.width} * extent.height);
  table_.write({0, 0, extent.width, extent.height}, std::as_bytes(std::span(entries)));
  uniforms_.push_back({"partners_log2_width", static_cast<std::uint32_t>(std::countr_zero(extent.width))});
  device.check_errors("making the table of partners");
}

void StepDraw::bind(gpu::DrawCall& call) const {
  call.program = program_;
  call.uniforms.insert(call.uniforms.end(), uniforms_.begin(), uniforms_.end());
  if (table_.id() != 0) call.textures.push_back({"partners", &table_});
}

}  // namespace texelsort::algorithms
