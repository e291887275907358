#include <algorithm>
#include <bit>
#include <map>

#include <fmt/format.h>

#include "compute/algorithms/core/sequences.h"
#include "compute/algorithms/scripted/claim_makers.h"
#include "compute/data/keys/order.h"

namespace texelsort::algorithms::scripted {
namespace {

using script::Table;
using script::Value;

/// Returns the fault of positions that must be ascending and at most n. Null if there is none.
std::optional<std::string> fault_of_starts(const Numbers& starts, std::uint64_t n) {
  for (std::size_t i = 0; i < starts.size(); ++i) {
    if (starts[i] > n) return fmt::format("start {} is {}, but there are {} keys", i, starts[i], n);
    if (i > 0 && starts[i] < starts[i - 1]) {
      return fmt::format("start {} is {}, which is before start {}, {}", i, starts[i], i - 1, starts[i - 1]);
    }
  }
  return std::nullopt;
}

/// Returns the first index in a range at which the sorted keys before and after differ.
Found find_foreign(const Observation& seen, std::uint64_t first, std::uint64_t last) {
  Numbers before(seen.before.begin() + first, seen.before.begin() + last);
  Numbers after(seen.after.begin() + first, seen.after.begin() + last);
  std::ranges::sort(before);
  std::ranges::sort(after);
  const auto [a, b] = std::ranges::mismatch(before, after);
  if (a == before.end()) return std::nullopt;
  for (std::uint64_t i = first; i < last; ++i) {
    if (seen.after[i] == *b)
      return Violation{fmt::format("did not come from the keys {} to {}", first, last - 1), i, {}};
  }
  return Violation{"a key of this block is lost", first, {}};
}

/// Returns the encoded keys of a buffer's words, or of numbers of the script.
Numbers encoded_keys(const Numbers& words, bool from_buffer, const Problem& problem) {
  data::Keys keys = data::make_keys(problem.type(), 0);
  std::visit(
      [&](auto& column) {
        using Key = typename std::remove_reference_t<decltype(column)>::value_type;
        if (!from_buffer) {
          for (const std::uint64_t word : words) column.push_back(static_cast<Key>(static_cast<std::int64_t>(word)));
        } else if constexpr (sizeof(Key) == 4) {
          for (const std::uint64_t word : words) column.push_back(std::bit_cast<Key>(static_cast<std::uint32_t>(word)));
        } else {
          for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
            column.push_back(std::bit_cast<Key>(words[i] | words[i + 1] << 32));
          }
        }
      },
      keys);
  return data::codes(keys, problem.order);
}

}  // namespace

Claim sorted_blocks_claim(const Fields& fields, const ClaimContext& context) {
  const bool keeps = fields.flag("keeps", true);
  const auto find = [keeps](const Observation& seen, const Numbers& starts) -> Found {
    for (std::size_t block = 0; block + 1 < starts.size(); ++block) {
      const std::uint64_t first = starts[block], last = std::min<std::uint64_t>(starts[block + 1], seen.after.size());
      for (std::uint64_t i = first + 1; i < last; ++i) {
        if (seen.after[i] < seen.after[i - 1]) {
          return Violation{fmt::format("is smaller than its predecessor in the block from {}", first), i, {}};
        }
      }
      if (!keeps || first >= last) continue;
      if (Found foreign = find_foreign(seen, first, last)) return foreign;
    }
    return std::nullopt;
  };
  if (fields.has("starts")) {
    const auto starts = numbers_of(fields, "starts", context);
    return {"each range of keys is sorted", [starts, find](const Observation& seen) -> Found {
              const Numbers numbers = starts();
              if (auto fault = fault_of_starts(numbers, seen.after.size())) return Violation{*fault, std::nullopt, {}};
              return find(seen, numbers);
            }};
  }
  const std::uint64_t size = fields.natural("size");
  if (size == 0) fields.refuse("size is 0");
  return {fmt::format("every {} keys are sorted", size), [size, find](const Observation& seen) {
            Numbers starts;
            for (std::uint64_t first = 0; first < seen.after.size(); first += size) starts.push_back(first);
            starts.push_back(seen.after.size());
            return find(seen, starts);
          }};
}

Claim merged_claim(const Fields& fields, const ClaimContext& context) {
  const std::uint64_t size = fields.natural("size"), ways = fields.natural("ways", 2), n = context.problem->n();
  if (size == 0 || ways < 2) fields.refuse("needs size from 1 and ways from 2");
  Numbers starts;
  for (std::uint64_t first = 0; first < n; first += size) starts.push_back(first);
  starts.push_back(n);
  return algorithms::merged_claim(starts, ways, context.description->info().stable,
                                  [context](std::uint64_t code) { return key_text(context, code); });
}

Claim partition_claim(const Fields& fields, const ClaimContext& context) {
  const auto starts = numbers_of(fields, "starts", context);
  std::function<Numbers()> splitters;
  bool from_buffer = false;
  if (fields.has("splitters")) {
    splitters = numbers_of(fields, "splitters", context);
    from_buffer = fields.find("splitters")->text() != nullptr;
  }
  return {"no key is larger than a key of a later bucket",
          [starts, splitters, from_buffer, context](const Observation& seen) -> Found {
            const Numbers bounds = starts();
            const std::uint64_t n = seen.after.size();
            if (auto fault = fault_of_starts(bounds, n)) return Violation{*fault, std::nullopt, {}};
            const Numbers keys = splitters ? encoded_keys(splitters(), from_buffer, *context.problem) : Numbers();
            std::uint64_t largest = 0, now = 0;
            for (std::size_t bucket = 0; bucket < bounds.size(); ++bucket) {
              const std::uint64_t end = bucket + 1 < bounds.size() ? bounds[bucket + 1] : n;
              for (std::uint64_t i = bounds[bucket]; i < end; ++i) {
                if (seen.after[i] < largest) {
                  return Violation{fmt::format("is smaller than {}, which lies in a bucket before bucket {}",
                                               key_text(context, largest), bucket),
                                   i,
                                   {}};
                }
                if (splitters && ((bucket < keys.size() && seen.after[i] > keys[bucket]) ||
                                  (bucket > 0 && bucket - 1 < keys.size() && seen.after[i] < keys[bucket - 1]))) {
                  return Violation{fmt::format("does not belong to bucket {} by the splitters", bucket), i, {}};
                }
                now = std::max(now, seen.after[i]);
              }
              largest = now;
            }
            return std::nullopt;
          }};
}

Claim split_claim(const Fields& fields, const ClaimContext& context) {
  struct Part {
    std::uint64_t low = 0, high = 0, at = 0;
    std::string buffer;
    std::uint64_t word = 0;
  };
  std::vector<Part> parts;
  const Table* const list = fields.table("parts");
  if (list == nullptr) fields.refuse("lacks the field 'parts'");
  const std::uint64_t n = context.problem->n();
  for (const Value& value : list->elements) {
    const Table* const table = value.table();
    const auto member = [&](const Table* from, std::string_view name) {
      const Value* const found = from == nullptr ? nullptr : from->find(name);
      const auto number = found == nullptr ? std::nullopt : found->integer();
      if (!number || *number < 0) fields.refuse("parts must be a list of {low =, high =, at =}");
      return static_cast<std::uint64_t>(*number);
    };
    Part part;
    part.low = member(table, "low");
    part.high = member(table, "high");
    if (part.low > part.high || part.high > n) {
      fields.refuse(fmt::format("part {} to {} does not lie in the {} keys", part.low, part.high, n));
    }
    const Value* const at = table->find("at");
    if (at != nullptr && at->table() != nullptr) {
      const Value* const buffer = at->table()->find("buffer");
      if (buffer == nullptr || buffer->text() == nullptr || !context.buffers->has(*buffer->text())) {
        fields.refuse("at must be a number or {buffer = name, word = number}");
      }
      part.buffer = *buffer->text();
      part.word = member(at->table(), "word");
    } else {
      part.at = member(table, "at");
    }
    parts.push_back(std::move(part));
  }
  std::ranges::sort(parts, {}, &Part::low);
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (parts[i].low < parts[i - 1].high) fields.refuse("two parts overlap");
  }
  return {
      "no key of the lower half of a part is larger than one of its upper half; other keys have not moved",
      [parts, buffers = context.buffers](const Observation& seen) -> Found {
        std::map<std::string, Numbers> words;
        std::uint64_t end = 0;
        const auto find_moved = [&](std::uint64_t first, std::uint64_t last) -> Found {
          for (std::uint64_t i = first; i < last; ++i) {
            if (seen.after[i] != seen.before[i]) return Violation{"has moved, but lies in no part", i, {}};
          }
          return std::nullopt;
        };
        for (const Part& part : parts) {
          if (Found moved = find_moved(end, part.low)) return moved;
          end = part.high;
          std::uint64_t at = part.at;
          if (!part.buffer.empty()) {
            Numbers& own = words[part.buffer];
            if (own.empty()) own = buffers->after(part.buffer);
            if (part.word >= own.size())
              return Violation{fmt::format("buffer {} has no word {}", part.buffer, part.word), std::nullopt, {}};
            at = own[part.word];
          }
          if (at < part.low || at > part.high) {
            return Violation{
                fmt::format("the part {} to {} is divided at {}", part.low, part.high, at), std::nullopt, {}};
          }
          if (Found foreign = find_foreign(seen, part.low, part.high)) return foreign;
          std::uint64_t largest = 0;
          for (std::uint64_t i = part.low; i < at; ++i) largest = std::max(largest, seen.after[i]);
          for (std::uint64_t i = at; i < part.high; ++i) {
            if (at > part.low && seen.after[i] < largest) {
              return Violation{fmt::format("is smaller than a key of the lower half, [{}, {})", part.low, at), i, {}};
            }
          }
        }
        return find_moved(end, seen.after.size());
      }};
}

}  // namespace texelsort::algorithms::scripted
