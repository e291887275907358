#include "compute/algorithms/networks/step_shader.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <numeric>

#include <fmt/format.h>

#include "compute/data/error.h"

namespace texelsort::algorithms {
namespace {

bool is_fenced(const network::Pattern& pattern) {
  return pattern.fence != 0;
}

constexpr std::uint32_t gets_larger = std::uint32_t{1} << 31;

std::vector<std::uint32_t> partners(const network::Step& step, std::uint64_t n, std::uint64_t texels) {
  std::vector<std::uint32_t> table(texels);
  std::iota(table.begin(), table.end(), 0u);
  network::for_each_comparator(step, n, [&table](const network::Comparator& comparator) {
    const auto low = static_cast<std::uint32_t>(comparator.low);
    const auto high = static_cast<std::uint32_t>(comparator.high);
    table[low] = comparator.reversed ? high | gets_larger : high;
    table[high] = comparator.reversed ? low : low | gets_larger;
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
  if (std::ranges::any_of(step.patterns, is_fenced)) defines["FENCED"] = "1";
  if (std::ranges::any_of(step.patterns, &network::Pattern::is_directed)) defines["DIRECTED"] = "1";
}

PatternWords pattern_words(const network::Pattern& pattern) {
  const auto word = [](std::uint64_t value) { return static_cast<std::uint32_t>(value); };
  return {word(pattern.first),    word(pattern.period - 1), word(pattern.length),
          word(pattern.distance), pattern.mirrored,         pattern.fence == 0 ? 0u : word(~(pattern.fence - 1)),
          word(pattern.flip),     pattern.reversed};
}

void append_pattern_uniforms(std::vector<gpu::Uniform>& uniforms, std::span<const network::Pattern> patterns,
                             std::uint64_t n) {
  if (patterns.size() > max_patterns) {
    throw InternalError(fmt::format("a step of {} patterns; shaders take {}", patterns.size(), max_patterns));
  }
  std::vector<std::uint32_t> words;
  for (const network::Pattern& pattern : patterns) std::ranges::copy(pattern_words(pattern), std::back_inserter(words));
  uniforms.push_back({"pattern_words", std::move(words)});
  uniforms.push_back({"n", static_cast<std::uint32_t>(n)});
}

PartnerTables::PartnerTables(gpu::Device& device, const Schedule& schedule, gpu::Extent extent) {
  for (const NetworkPass& pass : schedule.passes) {
    for (const auto& step : pass.steps) {
      if (!needs_table(*step)) continue;
      gpu::Texture table(extent, gpu::TexelFormat::r32ui, "partners");
      const auto entries = partners(*step, schedule.n, std::uint64_t{extent.width} * extent.height);
      table.write({0, 0, extent.width, extent.height}, std::as_bytes(std::span(entries)));
      tables_.emplace(step.get(), std::move(table));
    }
  }
  device.check_errors("making the tables of partners");
}

void PartnerTables::bind(gpu::DrawCall& call, const network::Step& step, std::uint64_t n) const {
  if (!needs_table(step)) return append_pattern_uniforms(call.uniforms, step.patterns, n);
  const gpu::Texture& table = tables_.at(&step);
  call.textures.push_back({"partners", &table});
  call.uniforms.push_back({"partners_log2_width", static_cast<std::uint32_t>(std::countr_zero(table.extent().width))});
  call.uniforms.push_back({"n", static_cast<std::uint32_t>(n)});
}

}  // namespace texelsort::algorithms
