#include "compute/algorithms/networks/quad_groups.h"

#include <algorithm>

#include "compute/algorithms/networks/xor_step.h"

namespace texelsort::algorithms {
namespace {

int as_int(std::uint64_t value) {
  return static_cast<int>(value);
}

/// Blocks within rows: column-aligned quads as high as the texture. Every partner is in the same row.
std::vector<QuadGroup> group_columns(const network::Pattern& pattern, gpu::Extent extent) {
  const int period = as_int(pattern.period);
  const auto half = static_cast<std::uint32_t>(pattern.length);
  QuadGroup minimum;
  minimum.role = Role::minimum;
  minimum.count = extent.width / static_cast<std::uint32_t>(pattern.period);
  minimum.first = {0, 0, half, extent.height};
  minimum.stride = {period, 0};
  QuadGroup maximum = minimum;
  maximum.role = Role::maximum;
  maximum.first.x = half;
  if (pattern.mirrored) {
    for (QuadGroup* group : {&minimum, &maximum}) {
      group->partner_sign = {-1, 1};
      group->partner_shift = {period, 0};
      group->partner_stride = {2 * period, 0};
    }
  } else {
    minimum.partner_shift = {as_int(half), 0};
    maximum.partner_shift = {-as_int(half), 0};
  }
  return {minimum, maximum};
}

/// One row-aligned band of texels [top, bottom) of the block that starts at row `block`.
QuadGroup band(Role role, std::uint64_t block, std::uint64_t top, std::uint64_t bottom, std::uint64_t period_rows,
               const network::Pattern& pattern, gpu::Extent extent) {
  QuadGroup group;
  group.role = role;
  group.count = 1;
  group.first = {0, static_cast<std::uint32_t>(top), extent.width, static_cast<std::uint32_t>(bottom - top)};
  group.stride = {0, as_int(period_rows)};
  if (role == Role::keep) return group;
  if (pattern.mirrored) {
    group.partner_sign = {-1, -1};
    group.partner_shift = {as_int(extent.width), as_int(2 * block + period_rows)};
    group.partner_stride = {0, 2 * as_int(period_rows)};
  } else {
    const int rows = as_int(period_rows / 2);
    group.partner_shift = {0, role == Role::minimum ? rows : -rows};
  }
  return group;
}

/// Blocks of whole rows: row-aligned quads as wide as the texture. The last block may be cut by the texture's end: of
/// its lower half only the rows whose partners exist are compared.
std::vector<QuadGroup> group_rows(const network::Pattern& pattern, gpu::Extent extent) {
  const std::uint64_t period = pattern.period / extent.width;
  const std::uint64_t half = period / 2;
  const std::uint64_t whole = extent.height / period;
  std::vector<QuadGroup> groups;
  if (whole > 0) {
    for (const Role role : {Role::minimum, Role::maximum}) {
      const std::uint64_t top = role == Role::minimum ? 0 : half;
      groups.push_back(band(role, 0, top, top + half, period, pattern, extent));
      groups.back().count = static_cast<std::uint32_t>(whole);
    }
  }
  const std::uint64_t block = whole * period;
  const std::uint64_t rows = extent.height - block;
  if (rows == 0) return groups;
  const std::uint64_t compared = rows > half ? rows - half : 0;
  const std::uint64_t low_rows = std::min(rows, half);
  // Mirrored partners of the upper rows are the last rows of the lower half, parallel ones its first.
  const std::uint64_t first = pattern.mirrored ? low_rows - compared : 0;
  const auto add = [&](Role role, std::uint64_t top, std::uint64_t bottom) {
    if (top < bottom) groups.push_back(band(role, block, block + top, block + bottom, period, pattern, extent));
  };
  add(Role::keep, 0, first);
  add(Role::minimum, first, first + compared);
  add(Role::keep, first + compared, low_rows);
  add(Role::maximum, half, half + compared);
  return groups;
}

}  // namespace

std::optional<std::vector<QuadGroup>> group_quads(const network::Pattern& pattern, gpu::Extent extent) {
  const auto step = as_xor(pattern);
  if (!step || !step->one_way()) return std::nullopt;
  return pattern.period <= extent.width ? group_columns(pattern, extent) : group_rows(pattern, extent);
}

std::optional<std::vector<QuadGroup>> group_quads(const network::Step& step, gpu::Extent extent) {
  const bool one_pattern = step.patterns.size() == 1 && step.listed.empty();
  return one_pattern ? group_quads(step.patterns.front(), extent) : std::nullopt;
}

void set_quads(gpu::DrawCall& call, const QuadGroup& group) {
  const auto add = [&call](std::string_view name, const glm::ivec2& value) { call.uniforms.push_back({name, value}); };
  add("origin", {static_cast<int>(group.first.x), static_cast<int>(group.first.y)});
  add("size", {static_cast<int>(group.first.width), static_cast<int>(group.first.height)});
  add("stride", group.stride);
  add("partner_sign", group.partner_sign);
  add("partner_shift", group.partner_shift);
  add("partner_stride", group.partner_stride);
  call.vertices = 4;
  call.instances = group.count;
}

std::vector<Quad> rectangles(const std::vector<QuadGroup>& groups) {
  std::vector<Quad> quads;
  for (const QuadGroup& group : groups) {
    gpu::Rect rect = group.first;
    for (std::uint32_t k = 0; k < group.count; ++k) {
      quads.push_back({rect, group.role});
      rect.x += static_cast<std::uint32_t>(group.stride.x);
      rect.y += static_cast<std::uint32_t>(group.stride.y);
    }
  }
  return quads;
}

}  // namespace texelsort::algorithms
