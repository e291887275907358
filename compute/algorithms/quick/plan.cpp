#include "compute/algorithms/quick/plan.h"

#include <algorithm>
#include <bit>

namespace texelsort::algorithms::quick {
namespace {

constexpr std::uint64_t tile_items = 8;  ///< elements that each thread of a block processes at a time
/// maximum number of elements per share, because a block has 32-bit counters
constexpr std::uint64_t longest_share = std::uint64_t{1} << 31;

std::uint64_t rounded_up(std::uint64_t value, std::uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}

void cut(std::vector<Share>& shares, const Subarray& part, std::uint64_t number, std::uint64_t length) {
  for (std::uint64_t at = part.first; at < part.end(); at += length) {
    shares.push_back({at, std::min(at + length, part.end()), number});
  }
}

}  // namespace

std::uint64_t large_part(std::uint64_t n, const Settings& settings) {
  return std::max<std::uint64_t>((n + settings.parts - 1) / settings.parts, settings.small);
}

unsigned depth_limit(std::uint64_t n, const Settings& settings) {
  return n < 2 ? 0 : settings.depth * static_cast<unsigned>(std::bit_width(n - 1));
}

std::uint64_t share_length(std::uint64_t keys, const Settings& settings) {
  const std::uint64_t even = (keys + settings.blocks - 1) / settings.blocks;
  return std::min(rounded_up(std::max<std::uint64_t>(even, 1), settings.threads * tile_items), longest_share);
}

Round plan_round(std::uint64_t number, std::vector<Subarray> parts, const Settings& settings) {
  Round round{number, std::move(parts), {}, 0};
  for (const Subarray& part : round.parts) round.keys += part.count;
  const std::uint64_t length = share_length(round.keys, settings);
  for (std::size_t i = 0; i < round.parts.size(); ++i) cut(round.shares, round.parts[i], i, length);
  return round;
}

std::vector<SharedPart> shared_parts(const Round& round) {
  std::vector<SharedPart> parts;
  for (const Subarray& part : round.parts) parts.push_back({part.first, part.count, 0, 0});
  for (std::uint64_t i = 0; i < round.shares.size(); ++i) {
    SharedPart& part = parts[round.shares[i].part];
    if (part.share_end == 0) part.share = i;
    part.share_end = i + 1;
  }
  return parts;
}

std::uint64_t most_parts(std::uint64_t n, const Settings& settings) {
  return n / (large_part(n, settings) + 1);  // holds because each part has more than large_part() elements
}

std::uint64_t most_shares(std::uint64_t n, const Settings& settings) {
  // Each part has at most one share that is shorter than the others.
  return most_parts(n, settings) + settings.blocks + n / longest_share;
}

std::vector<Share> shares_between(const Round& round, std::uint64_t n, std::uint64_t length) {
  std::vector<Share> shares;
  std::uint64_t at = 0;
  for (const Subarray& part : round.parts) {
    cut(shares, {at, part.first - at}, 0, length);
    at = part.end();
  }
  cut(shares, {at, n - at}, 0, length);
  return shares;
}

std::vector<WorkPass::Piece> work_of(const Round& round, std::span<const std::uint64_t> places,
                                     std::span<const std::uint64_t> sizes) {
  std::vector<WorkPass::Piece> pieces;
  for (std::size_t i = 0; i < round.shares.size(); ++i) {
    const Share& share = round.shares[i];
    WorkPass::Piece piece{.worker = i, .part = share.part, .from = {{share.first, share.last}}};
    const bool last = i + 1 == round.shares.size() || round.shares[i + 1].part != share.part;
    const std::size_t known = places.empty() ? 0 : 3;
    for (std::size_t kind = 0; kind < known; ++kind) {
      // The keys of a class in one share end where the class's keys in the next share begin, or at the end of the
      // class.
      const Subarray& part = round.parts[share.part];
      const std::uint64_t ends[] = {part.first + sizes[2 * share.part],
                                    part.first + sizes[2 * share.part] + sizes[2 * share.part + 1], part.end()};
      const std::uint64_t end = last ? ends[kind] : places[3 * (i + 1) + kind];
      piece.to.push_back({places[3 * i + kind], end});
    }
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

std::vector<WorkPass::Piece> work_of(const std::vector<SmallPart>& parts) {
  std::vector<WorkPass::Piece> pieces;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const IndexRange own{parts[i].first, parts[i].first + parts[i].count};
    pieces.push_back({.worker = i, .part = i, .from = {own}, .to = {own}});
  }
  return pieces;
}

}  // namespace texelsort::algorithms::quick
