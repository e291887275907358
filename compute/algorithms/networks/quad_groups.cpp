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

/// Size of the texture that stores a network's places row by row.
struct Grid {
  int width, height;
  int tail;  ///< Number of places in the last row. 0 if the row is full.
};

/// Returns the axis of equal lines, including the mapping of each line to its partner. `sign` is 1 if partners are in
/// the same order, and -1 if they are in reverse order.
Axis with_partners(const Progression& lines, int sign) {
  Axis axis = static_cast<const Axis&>(lines);
  if (lines.line.end == Line::End::none) return axis;
  axis.set_partner(sign, sign > 0 ? lines.line.partner - lines.start : lines.line.partner + lines.start + 1);
  return axis;
}

QuadGroup product(Role role, Axis x, Axis y) {
  if (role == Role::keep) {
    for (Axis* axis : {&x, &y}) axis->set_partner(1, 0);
  }
  return {role, x, y};
}

Role role_of(Line::End end, bool reversed) {
  if (end == Line::End::none) return Role::keep;
  return (end == Line::End::low) != reversed ? Role::minimum : Role::maximum;
}

/// Returns the quads of a pattern whose comparators connect whole rows, because its blocks consist of whole rows.
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
      Axis x{.start = left, .size = right - left};
      if (sign < 0) x.set_partner(-1, grid.width);
      groups.push_back(product(role, x, with_partners(y, sign)));
    };
    const Role role = role_of(y.line.end, y.line.reversed);
    if (y.line.extra == 0) {
      add(role, 0, grid.width);
      continue;
    }
    // This row, or the row of its partners, has fewer places than texels.
    const bool at_the_end = sign < 0 && y.line.end == Line::End::low;
    const int cut = at_the_end ? grid.width - grid.tail : grid.tail;
    add(at_the_end ? Role::keep : role, 0, cut);
    add(at_the_end ? role : Role::keep, cut, grid.width);
  }
  return groups;
}

/// Makes the quads of a pattern whose blocks repeat within rows. Comparators connect columns of the same row or of rows
/// some distance apart.
class Columns {
 public:
  Columns(const Pattern& pattern, const Grid& grid)
      : pattern_(pattern), grid_(grid), width_(static_cast<std::uint64_t>(grid.width)), in_row_(pattern) {
    if (pattern.fence >= width_) in_row_.fence = 0;
    in_row_.flip &= width_ - 1;
    fence_rows_ = as_int(pattern.fence / width_);
    flip_rows_ = pattern.flip / width_;
  }

  /// Returns whether quads can draw the step. They cannot if the distance in rows from a texel to its partner must be
  /// 0, but is not 0 in every column.
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
  /// Describes column x of a row as a line, far from the first and the last row. The member `extra` is the distance in
  /// rows to the partner.
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

  /// Adds the quads of the rows [top, bottom). Only the first `places` columns of these rows contain keys.
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
        groups_.push_back(product(role, with_partners(x, sign), with_partners(y, 1)));
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

int Axis::offset(int index) const {
  const int number = index / run;
  const int ones = std::popcount(static_cast<unsigned>(number)) % 2;
  const int place = thue_morse == 0 ? number : 2 * number + thue_morse * ones;
  return index % run * stride + place * run_stride;
}

glm::ivec2 offset(const QuadGroup& group, std::uint32_t k) {
  const int index = static_cast<int>(k);
  return {group.x.offset(index % group.x.count), group.y.offset(index / group.x.count)};
}

bool narrower(std::span<const QuadGroup> groups, std::uint64_t texels) {
  const auto narrow = [least = static_cast<int>(texels)](const Axis& axis) {
    return axis.count > 1 && axis.size < least;
  };
  return std::ranges::any_of(groups, [&](const QuadGroup& group) { return narrow(group.x) || narrow(group.y); });
}

void set_quads(gpu::DrawCall& call, const QuadGroup& group) {
  const auto add = [&](std::string_view name, int Axis::*member) {
    call.uniforms.push_back({name, glm::ivec2(group.x.*member, group.y.*member)});
  };
  add("origin", &Axis::start);
  add("size", &Axis::size);
  call.uniforms.push_back({"columns", group.x.count});
  add("run", &Axis::run);
  add("stride", &Axis::stride);
  add("run_stride", &Axis::run_stride);
  add("thue_morse", &Axis::thue_morse);
  add("partner_sign", &Axis::partner_sign);
  add("partner_shift", &Axis::partner_shift);
  call.vertices = 4;
  call.instances = group.quads();
}

std::vector<Quad> rectangles(std::span<const QuadGroup> groups) {
  std::vector<Quad> quads;
  for (const auto& [role, x, y] : groups) {
    for (int j = 0; j < y.count; ++j) {
      for (int i = 0; i < x.count; ++i) {
        quads.push_back(
            {{static_cast<std::uint32_t>(x.start + x.offset(i)), static_cast<std::uint32_t>(y.start + y.offset(j)),
              static_cast<std::uint32_t>(x.size), static_cast<std::uint32_t>(y.size)},
             role});
      }
    }
  }
  return quads;
}

}  // namespace texelsort::algorithms
