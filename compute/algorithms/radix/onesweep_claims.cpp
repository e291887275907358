#include "compute/algorithms/radix/onesweep_claims.h"

#include <fmt/format.h>

#include "compute/algorithms/radix/radix_claims.h"
#include "compute/algorithms/radix/twins.h"

namespace texelsort::algorithms {
namespace {

/// The state of a tile's status word that says all; see compute/algorithms/radix/cuda/look_back.cuh.
constexpr std::uint64_t summed = std::uint64_t{2} << 30;

std::optional<Violation> find_wrong_status(const Observation& seen, const DigitPass& pass,
                                           std::uint64_t portion_tiles) {
  const std::vector<std::uint64_t> counts = digit_counts(seen.before, pass),
                                   status = seen.table(tables::LookBackStatus{});
  const std::uint64_t values = std::uint64_t{1} << pass.bits;
  for (std::uint64_t value = 0; value < values; ++value) {
    std::uint64_t sum = 0;
    for (std::uint64_t tile = 0; tile < pass.columns; ++tile) {
      if (tile % portion_tiles == 0) sum = 0;
      sum += counts[value * pass.columns + tile];
      const std::uint64_t found = status.at(tile * values + value);
      if (found == (summed | sum)) continue;
      return Violation{
          fmt::format("tile {}'s status for digit {} is {:#x} instead of the sum {}", tile, value, found, sum),
          tile * values + value, std::nullopt};
    }
  }
  return std::nullopt;
}

}  // namespace

Claim all_digits_claim(std::uint64_t digits, std::uint32_t bits, bool scanned) {
  return {scanned ? "row d of the table says how many keys have a smaller digit d than each value"
                  : "row d of the table counts the keys by their digit d",
          [digits, bits, scanned](const Observation& seen) -> std::optional<Violation> {
            const auto found = scanned ? seen.table(tables::AllDigitScan{}) : seen.table(tables::AllDigitCounts{});
            for (std::uint64_t d = 0; d < digits; ++d) {
              const auto shift = static_cast<std::uint32_t>(d * bits);
              const DigitPass whole{shift, bits, 1, seen.before.size()};
              const auto expected = scanned ? digit_offsets(seen.before, whole) : digit_counts(seen.before, whole);
              for (std::uint64_t value = 0; value < expected.size(); ++value) {
                const std::uint64_t place = d * expected.size() + value;
                if (found.at(place) == expected[value]) continue;
                return Violation{fmt::format("digit {}, value {} of the table holds {} instead of {}", d, value,
                                             found[place], expected[value]),
                                 place, std::nullopt};
              }
            }
            return std::nullopt;
          }};
}

Claim swept_claim(const DigitPass& pass, std::uint64_t portion_tiles, bool records) {
  Claim moved = moved_claim(pass, records);
  return {moved.sentence + "; every tile's status is the sum up to its end",
          [pass, portion_tiles, moved = moved.find_violation](const Observation& seen) {
            auto violation = moved(seen);
            return violation ? violation : find_wrong_status(seen, pass, portion_tiles);
          }};
}

}  // namespace texelsort::algorithms
