#include <algorithm>

#include <fmt/format.h>

#include "compute/algorithms/radix/claims.h"
#include "compute/algorithms/radix/reference.h"
#include "compute/algorithms/scripted/claim_makers.h"

namespace texelsort::algorithms::scripted {
DigitPass digit_of(const Fields& fields, std::uint64_t n) {
  DigitPass digit;
  digit.shift = static_cast<std::uint32_t>(fields.natural("shift", {}, 63));
  digit.bits = static_cast<std::uint32_t>(fields.natural("bits", {}, 24));
  const std::uint64_t tile = fields.natural("tile", std::max<std::uint64_t>(n, 1));
  if (digit.bits == 0 || tile == 0) fields.refuse("needs bits and tile from 1");
  digit.column_keys = tile;
  digit.columns = std::max<std::uint64_t>((n + tile - 1) / tile, 1);
  return digit;
}

Claim histogram_claim(const Fields& fields, const ClaimContext& context) {
  const DigitPass digit = digit_of(fields, context.problem->n());
  const std::string buffer = fields.text("buffer"), layout = fields.text("layout", "digit");
  const std::uint64_t first = fields.natural("first", 0);
  if (layout != "digit" && layout != "tile")
    fields.refuse(fmt::format("layout is '{}', but must be digit or tile", layout));
  if (!context.buffers->has(buffer)) fields.refuse(fmt::format("no buffer '{}'", buffer));
  const bool by_digit = layout == "digit";
  return {fmt::format("buffer {} counts the keys of each tile by bits {} to {}", buffer, digit.shift,
                      digit.shift + digit.bits - 1),
          [digit, buffer, by_digit, first, buffers = context.buffers](const Observation& seen) {
            Numbers counts = radix::count(seen.before, digit);
            const std::uint64_t values = std::uint64_t{1} << digit.bits;
            const auto text = [&](std::uint64_t i) {
              return by_digit ? fmt::format("digit {}, tile {}", i / digit.columns, i % digit.columns)
                              : fmt::format("digit {}, tile {}", i % values, i / values);
            };
            if (!by_digit) {
              Numbers turned(counts.size());
              for (std::uint64_t i = 0; i < counts.size(); ++i) {
                turned[i % digit.columns * values + i / digit.columns] = counts[i];
              }
              counts = std::move(turned);
            }
            return find_wrong_words(buffer, buffers->after(buffer), first, counts, text);
          }};
}

Claim exclusive_scan_claim(const Fields& fields, const ClaimContext& context) {
  const std::string buffer = fields.text("buffer"), of = fields.text("of", buffer);
  const std::uint64_t first = fields.natural("first", 0);
  const auto count = fields.has("count") ? std::optional(fields.natural("count")) : std::nullopt;
  const auto chunk = fields.has("chunk") ? std::optional(fields.natural("chunk")) : std::nullopt;
  for (const std::string& name : {buffer, of}) {
    if (!context.buffers->has(name)) fields.refuse(fmt::format("no buffer '{}'", name));
  }
  if (chunk == 0u) fields.refuse("chunk is 0");
  return {fmt::format("each word of buffer {} is the sum of the words of {} before it", buffer,
                      buffer == of ? "the buffer" : of),
          [buffer, of, first, count, chunk, buffers = context.buffers](const Observation&) -> Found {
            const Numbers numbers = buffers->before(of);
            const std::uint64_t rest = numbers.size() - std::min<std::uint64_t>(first, numbers.size());
            const std::uint64_t length = std::min(count.value_or(rest), rest);
            Numbers sums(length);
            std::uint64_t sum = 0;
            for (std::uint64_t i = 0; i < length; ++i) {
              if (chunk && i % *chunk == 0) sum = 0;
              sums[i] = sum;
              sum += numbers[first + i];
            }
            return find_wrong_words(buffer, buffers->after(buffer), first, sums,
                                    [&](std::uint64_t i) { return fmt::format("number {} of the scan", i); });
          }};
}

Claim scatter_claim(const Fields& fields, const ClaimContext& context) {
  const DigitPass digit = digit_of(fields, context.problem->n());
  if (fields.flag("stable", true)) return moved_claim(digit);
  return {fmt::format("the keys are in the order of bits {} to {}", digit.shift, digit.shift + digit.bits - 1),
          [digit](const Observation& seen) -> Found {
            for (std::uint64_t i = 1; i < seen.after.size(); ++i) {
              if (digit.digit(seen.after[i]) < digit.digit(seen.after[i - 1])) {
                return Violation{fmt::format("has digit {} after digit {}", digit.digit(seen.after[i]),
                                             digit.digit(seen.after[i - 1])),
                                 i,
                                 {}};
              }
            }
            return std::nullopt;
          }};
}

}  // namespace texelsort::algorithms::scripted
