#include "compute/algorithms/networks/quad_groups.h"

#include <algorithm>
#include <bit>

#include "compute/algorithms/networks/progressions.h"
#include "compute/algorithms/primitives/xor_step.h"

namespace texelsort::algorithms {
namespace {

using network::Pattern;

int as_int(std::uint64_t value) {
  return static_cast<int>(value);
}

bool odd(std::uint64_t bits) {
  return std::popcount(bits) % 2 != 0;
}

int lowest_bit(std::uint64_t mask) {
  return as_int(mask & ~(mask - 1));
}

/// How texels of a texture hold the places of a network.
struct Grid {
  int width, height;
  int tail;  ///< places in the last row; 0 if it is full
};

/// Along one axis, where a quad's partners are: the counterpart of partner_sign and partner_shift.
struct Reach {
  int sign = 1;
  int shift = 0;
};

Reach reach_of(const Progression& along, int sign) {
  if (along.line.end == Line::End::none) return {};
  return {sign, sign > 0 ? along.line.partner - along.start : along.line.partner + along.start + 1};
}

QuadGroup product(Role role, const Progression& x, Reach reach_x, const Progression& y, Reach reach_y) {
  QuadGroup group;
  group.role = role;
  group.first = {static_cast<std::uint32_t>(x.start), static_cast<std::uint32_t>(y.start),
                 static_cast<std::uint32_t>(x.size), static_cast<std::uint32_t>(y.size)};
  group.count = {x.count, y.count};
  group.run = {x.run, y.run};
  group.stride = {x.stride, y.stride};
  group.run_stride = {x.run_stride, y.run_stride};
  group.thue_morse = {x.thue_morse, y.thue_morse};
  if (role == Role::keep) return group;
  group.partner_sign = {reach_x.sign, reach_y.sign};
  group.partner_shift = {reach_x.shift, reach_y.shift};
  return group;
}

Role role_of(Line::End end, bool reversed) {
  if (end == Line::End::none) return Role::keep;
  return (end == Line::End::low) != reversed ? Role::minimum : Role::maximum;
}

/// Blocks of whole rows: comparators between rows.
std::vector<QuadGroup> group_rows(const Pattern& pattern, const Grid& grid, int first_row) {
  const auto width = static_cast<std::uint64_t>(grid.width);
  Pattern rows = pattern;
  for (std::uint64_t* places : {&rows.first, &rows.period, &rows.length, &rows.fence, &rows.flip}) *places /= width;
  rows.distance = pattern.mirrored ? (pattern.distance + 1) / width - 1 : pattern.distance / width;
  const int sign = pattern.mirrored ? -1 : 1;
  const bool spares_tail = pattern.is_directed() && grid.tail > 0;
  const auto row_at = [&](int y) {
    const auto comparator = network::comparator_at(rows, static_cast<std::uint64_t>(y));
    if (!comparator || comparator->high >= static_cast<std::uint64_t>(grid.height)) return Line{};
    const int low = as_int(comparator->low), high = as_int(comparator->high);
    return Line{y == low ? Line::End::low : Line::End::high, comparator->reversed, y == low ? high : low,
                spares_tail && high == grid.height - 1};
  };
  std::vector<QuadGroup> groups;
  const int cell = rows.flip != 0 ? lowest_bit(rows.flip) : as_int(rows.fence);
  for (const Progression& y : progressions(first_row, grid.height, sign, cell, row_at)) {
    const auto add = [&](Role role, int left, int right) {
      if (left == right) return;
      const Reach mirror_or_same = sign > 0 ? Reach{} : Reach{-1, grid.width};
      groups.push_back(product(role, {.start = left, .size = right - left}, mirror_or_same, y, reach_of(y, sign)));
    };
    const Role role = role_of(y.line.end, y.line.reversed);
    if (y.line.extra == 0) {
      add(role, 0, grid.width);
      continue;
    }
    // Only some places of the row, or of the partners' row, exist.
    const bool at_the_end = sign < 0 && y.line.end == Line::End::low;
    const int cut = at_the_end ? grid.width - grid.tail : grid.tail;
    add(at_the_end ? Role::keep : role, 0, cut);
    add(at_the_end ? role : Role::keep, cut, grid.width);
  }
  return groups;
}

/// Blocks that repeat within rows: comparators between columns, some rows apart.
class Columns {
 public:
  Columns(const Pattern& pattern, const Grid& grid)
      : pattern_(pattern), grid_(grid), width_(static_cast<std::uint64_t>(grid.width)), in_row_(pattern) {
    if (pattern.fence >= width_) in_row_.fence = 0;
    in_row_.flip &= width_ - 1;
    fence_rows_ = as_int(pattern.fence / width_);
    flip_rows_ = pattern.flip / width_;
  }

  /// False if comparators leave their row that may not, because what row they end in is not the same all over the row.
  bool possible() const {
    const bool must_stay = pattern_.mirrored || pattern_.is_directed();
    for (int x = 0; x < grid_.width && must_stay; ++x) {
      if (column_at(x, grid_.width).extra != 0) return false;
    }
    return true;
  }

  std::vector<QuadGroup> groups(int first_row) {
    groups_.clear();
    const bool spares_tail = pattern_.is_directed() && grid_.tail > 0;
    const int full = spares_tail ? grid_.height - 1 : grid_.height;
    if (first_row < full) add(first_row, full, grid_.width);
    if (spares_tail) add(std::max(full, first_row), grid_.height, grid_.tail);
    return std::move(groups_);
  }

 private:
  /// As seen from a row with rows enough on both sides; `extra` is how many rows away the partner is.
  Line column_at(int x, int places) const {
    const std::uint64_t row = pattern_.distance / width_ + 2;
    const std::uint64_t at = row * width_ + static_cast<std::uint64_t>(x);
    const auto comparator = network::comparator_at(in_row_, at);
    if (!comparator) return {};
    const bool low = comparator->low == at;
    const std::uint64_t partner = low ? comparator->high : comparator->low;
    const Line line{low ? Line::End::low : Line::End::high, comparator->reversed, as_int(partner % width_),
                    as_int(low ? partner / width_ - row : row - partner / width_)};
    return line.extra == 0 && std::max(x, line.partner) >= places ? Line{} : line;
  }

  Line row_at(int y, int bottom, const Line& column) const {
    if (column.end == Line::End::none) return {};
    const int partner = column.end == Line::End::low ? y + column.extra : y - column.extra;
    const bool in_texture = partner >= 0 && partner < bottom;
    if (!in_texture || (fence_rows_ > 0 && y / fence_rows_ != partner / fence_rows_)) return {};
    return {column.end, odd(static_cast<std::uint64_t>(y) & flip_rows_), partner};
  }

  /// Rows [top, bottom), of which `places` columns count.
  void add(int top, int bottom, int places) {
    const int sign = pattern_.mirrored ? -1 : 1;
    const int cell = in_row_.flip != 0 ? lowest_bit(in_row_.flip) : as_int(in_row_.fence);
    for (const Progression& x :
         progressions(0, grid_.width, sign, cell, [&](int at) { return column_at(at, places); })) {
      const int row_cell = flip_rows_ != 0 ? lowest_bit(flip_rows_) : x.line.extra > 0 ? fence_rows_ : 0;
      const bool kept = x.line.end == Line::End::none;
      for (const Progression& y :
           progressions(top, bottom, 1, kept ? 0 : row_cell, [&](int at) { return row_at(at, bottom, x.line); })) {
        const Role role = role_of(y.line.end, x.line.reversed != y.line.reversed);
        groups_.push_back(product(role, x, reach_of(x, sign), y, reach_of(y, 1)));
      }
    }
  }

  const Pattern pattern_;
  const Grid grid_;
  const std::uint64_t width_;
  Pattern in_row_;
  int fence_rows_ = 0;
  std::uint64_t flip_rows_ = 0;
  std::vector<QuadGroup> groups_;
};

bool has_whole_rows(const Pattern& pattern, std::uint64_t width) {
  const std::uint64_t distance = pattern.mirrored ? pattern.distance + 1 : pattern.distance;
  return (pattern.first | pattern.period | pattern.length | distance | pattern.fence | pattern.flip) % width == 0;
}

bool repeats_in_rows(const Pattern& pattern, std::uint64_t width) {
  return pattern.period <= width && pattern.first + pattern.length <= pattern.period;
}

}  // namespace

std::optional<std::vector<QuadGroup>> group_quads(const Pattern& pattern, gpu::Extent extent, std::uint64_t n,
                                                  std::uint32_t first_row) {
  const Grid grid{static_cast<int>(extent.width), static_cast<int>(extent.height), as_int(n % extent.width)};
  if (has_whole_rows(pattern, extent.width)) return group_rows(pattern, grid, static_cast<int>(first_row));
  if (!repeats_in_rows(pattern, extent.width)) return std::nullopt;
  Columns columns(pattern, grid);
  if (!columns.possible()) return std::nullopt;
  return columns.groups(static_cast<int>(first_row));
}

std::optional<std::vector<QuadGroup>> group_quads(const network::Step& step, gpu::Extent extent, std::uint64_t n) {
  const Pattern* pattern = only_pattern(step);
  return pattern != nullptr ? group_quads(*pattern, extent, n) : std::nullopt;
}

glm::ivec2 offset(const QuadGroup& group, std::uint32_t k) {
  const auto along = [&group](int axis, int index) {
    const int run = index / group.run[axis];
    const int ones = std::popcount(static_cast<unsigned>(run)) % 2;
    const int place = group.thue_morse[axis] == 0 ? run : 2 * run + group.thue_morse[axis] * ones;
    return index % group.run[axis] * group.stride[axis] + place * group.run_stride[axis];
  };
  const int index = static_cast<int>(k);
  return {along(0, index % group.count.x), along(1, index / group.count.x)};
}

bool narrower(const std::vector<QuadGroup>& groups, std::uint64_t texels) {
  return std::ranges::any_of(groups, [texels](const QuadGroup& group) {
    return (group.count.x > 1 && group.first.width < texels) || (group.count.y > 1 && group.first.height < texels);
  });
}

void set_quads(gpu::DrawCall& call, const QuadGroup& group) {
  const auto add = [&call](std::string_view name, const glm::ivec2& value) { call.uniforms.push_back({name, value}); };
  add("origin", {static_cast<int>(group.first.x), static_cast<int>(group.first.y)});
  add("size", {static_cast<int>(group.first.width), static_cast<int>(group.first.height)});
  call.uniforms.push_back({"columns", group.count.x});
  add("run", group.run);
  add("stride", group.stride);
  add("run_stride", group.run_stride);
  add("thue_morse", group.thue_morse);
  add("partner_sign", group.partner_sign);
  add("partner_shift", group.partner_shift);
  call.vertices = 4;
  call.instances = group.quads();
}

std::vector<Quad> rectangles(const std::vector<QuadGroup>& groups) {
  std::vector<Quad> quads;
  for (const QuadGroup& group : groups) {
    for (std::uint32_t k = 0; k < group.quads(); ++k) {
      const glm::ivec2 from_first = offset(group, k);
      gpu::Rect rect = group.first;
      rect.x += static_cast<std::uint32_t>(from_first.x);
      rect.y += static_cast<std::uint32_t>(from_first.y);
      quads.push_back({rect, group.role});
    }
  }
  return quads;
}

}  // namespace texelsort::algorithms
