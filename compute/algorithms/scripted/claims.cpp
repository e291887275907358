#include "compute/algorithms/scripted/claims.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include <fmt/format.h>

#include "compute/algorithms/core/differences.h"
#include "compute/algorithms/core/sequences.h"
#include "compute/algorithms/networks/claims.h"
#include "compute/algorithms/radix/claims.h"
#include "compute/algorithms/radix/reference.h"
#include "compute/algorithms/scripted/fields.h"
#include "compute/data/error.h"
#include "compute/data/keys/order.h"

namespace texelsort::algorithms::scripted {
namespace {

using Found = std::optional<Violation>;
using Numbers = std::vector<std::uint64_t>;
using script::Table;
using script::Value;

/// Maximum number of comparators that a step may list one by one.
constexpr std::uint64_t most_listed = std::uint64_t{1} << 22;

Fields fields_of(const Description& description, const Value& claim) {
  const Value* const line = claim.table()->find("line");
  return {description.script(), table_spec(maker_of(claim)), claim,
          line == nullptr ? 0 : static_cast<int>(line->integer().value_or(0))};
}

// Networks.

network::Pattern xor_pattern(std::uint64_t distance, std::uint64_t flip) {
  network::Pattern pattern;
  pattern.period = 2 * distance;
  pattern.length = distance;
  pattern.distance = distance;
  pattern.flip = flip;
  return pattern;
}

void list_xor(const Fields& fields, network::Step& step, std::uint64_t mask, std::uint64_t flip, std::uint64_t n) {
  if (n > most_listed) {
    fields.refuse(
        fmt::format("xor = {} is neither a power of two nor one less: claims of such steps hold for at most {} keys",
                    mask, most_listed));
  }
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::uint64_t partner = i ^ mask;
    if (i < partner && partner < n) step.listed.push_back({i, partner, std::popcount(i & flip) % 2 == 1});
  }
}

void list_pairs(const Fields& fields, network::Step& step, std::uint64_t n) {
  std::vector<bool> used(n, false);
  for (const Value& pair : fields.table("pairs")->elements) {
    const Table* const two = pair.table();
    const auto first = two == nullptr || two->elements.size() != 2 ? std::nullopt : two->elements[0].integer();
    const auto second = first ? two->elements[1].integer() : std::nullopt;
    if (!first || !second || *first < 0 || *second < 0 || *first == *second) {
      fields.refuse("pairs must be a list of two different indices each");
    }
    const auto a = static_cast<std::uint64_t>(*first), b = static_cast<std::uint64_t>(*second);
    if (a >= n || b >= n) continue;
    if (used[a] || used[b]) fields.refuse(fmt::format("index {} occurs twice in pairs", used[a] ? a : b));
    used[a] = used[b] = true;
    step.listed.push_back({std::min(a, b), std::max(a, b), b < a});
  }
  std::ranges::sort(step.listed, {}, &network::Comparator::low);
}

network::Step step_of(const Fields& fields, std::uint64_t n) {
  network::Step step;
  constexpr std::string_view kinds[] = {"xor", "distance", "mirror", "odd_even", "pairs"};
  if (std::ranges::count_if(kinds, [&](std::string_view kind) { return fields.has(kind); }) != 1) {
    fields.refuse("needs exactly one of xor, distance, mirror, odd_even and pairs");
  }
  const std::uint64_t flip = fields.natural("flip", 0);
  if (fields.has("pairs")) {
    list_pairs(fields, step, n);
  } else if (fields.has("odd_even")) {
    network::Pattern pattern;
    pattern.first = fields.natural("odd_even", {}, 1);
    pattern.flip = flip;
    step.patterns.push_back(pattern);
  } else if (fields.has("mirror")) {
    const std::uint64_t size = fields.natural("mirror");
    if (size < 2 || !std::has_single_bit(size))
      fields.refuse(fmt::format("mirror is {}, but must be a power of two from 2", size));
    network::Pattern pattern;
    pattern.period = size;
    pattern.length = size / 2;
    pattern.distance = size - 1;
    pattern.mirrored = true;
    pattern.flip = flip;
    step.patterns.push_back(pattern);
  } else {
    const bool is_distance = fields.has("distance");
    const std::uint64_t mask = fields.natural(is_distance ? "distance" : "xor");
    if (mask == 0 || (is_distance && !std::has_single_bit(mask))) {
      fields.refuse(fmt::format("{} is {}, but must be {}", is_distance ? "distance" : "xor", mask,
                                is_distance ? "a power of two" : "at least 1"));
    }
    if (std::has_single_bit(mask)) {
      step.patterns.push_back(xor_pattern(mask, flip));
    } else {
      list_xor(fields, step, mask, flip, n);
    }
  }
  return step;
}

std::vector<NetworkStep> network_steps(const Description& description, const Value& claim, std::uint64_t n,
                                       const std::string& label) {
  const Fields fields = fields_of(description, claim);
  std::vector<NetworkStep> steps;
  const auto add = [&](const Fields& one) {
    network::Step step = step_of(one, n);
    step.label = label;
    step.claim = {"the comparators have put the smaller keys to their places",
                  [](std::span<const std::uint64_t>) { return std::nullopt; }};
    steps.push_back(std::make_shared<const network::Step>(std::move(step)));
  };
  const Table* const several = fields.table("steps");
  if (several == nullptr) {
    add(fields);
  } else {
    for (const Value& one : several->elements) {
      add(Fields(description.script(), table_spec("compare_exchange"), one, fields.line()));
    }
  }
  return steps;
}

/// Returns the claim of comparators for keys whose payload may change places among equal keys.
Claim keys_only(Claim claim) {
  return {claim.sentence, [whole = std::move(claim.find_violation)](const Observation& seen) {
            Observation keys = seen;
            keys.payload_before = keys.payload_after = {};
            return whole(keys);
          }};
}

// Numbers of the script.

/// Returns numbers that the script gives as a list, or by the name of a buffer that has them after the pass.
std::function<Numbers()> numbers_of(const Fields& fields, std::string_view name, const ClaimContext& context) {
  const Value* const value = fields.find(name);
  if (value == nullptr) fields.refuse(fmt::format("lacks the field '{}'", name));
  const std::optional<std::uint64_t> count =
      fields.has("count") ? std::optional(fields.natural("count")) : std::nullopt;
  if (const std::string* const buffer = value->text()) {
    if (!context.buffers->has(*buffer)) fields.refuse(fmt::format("{}: no buffer '{}'", name, *buffer));
    return [buffers = context.buffers, buffer = *buffer, count] {
      Numbers numbers = buffers->after(buffer);
      if (count && *count < numbers.size()) numbers.resize(*count);
      return numbers;
    };
  }
  const Table* const list = value->table();
  if (list == nullptr) fields.refuse(fmt::format("{} must be a list of numbers or the name of a buffer", name));
  Numbers numbers;
  for (const Value& element : list->elements) {
    const auto number = element.integer();
    if (!number)
      fields.refuse(fmt::format("{} has {}, but must have whole numbers", name, script::plain_text(element)));
    numbers.push_back(static_cast<std::uint64_t>(*number));
  }
  return [numbers] { return numbers; };
}

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

std::string key_text(const ClaimContext& context, std::uint64_t code) {
  return data::code_text(code, context.problem->type(), context.problem->order);
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

Claim sorted_blocks(const Fields& fields, const ClaimContext& context) {
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

Claim merged(const Fields& fields, const ClaimContext& context) {
  const std::uint64_t size = fields.natural("size"), ways = fields.natural("ways", 2), n = context.problem->n();
  if (size == 0 || ways < 2) fields.refuse("needs size from 1 and ways from 2");
  Numbers starts;
  for (std::uint64_t first = 0; first < n; first += size) starts.push_back(first);
  starts.push_back(n);
  return merged_claim(starts, ways, context.description->info().stable);
}

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

/// Compares numbers of a buffer from `first` on with expected numbers.
Found find_wrong_words(const std::string& buffer, const Numbers& words, std::uint64_t first, const Numbers& expected,
                       const std::function<std::string(std::uint64_t)>& text) {
  for (std::uint64_t i = 0; i < expected.size(); ++i) {
    if (first + i >= words.size()) {
      return Violation{
          fmt::format("buffer {} has {} words, but {} are needed", buffer, words.size(), first + expected.size()),
          std::nullopt,
          {}};
    }
    if (words[first + i] != (expected[i] & 0xffff'ffffu)) {
      return Violation{fmt::format("word {} of buffer {} ({}) is {} instead of {}", first + i, buffer, text(i),
                                   words[first + i], expected[i]),
                       first + i,
                       {}};
    }
  }
  return std::nullopt;
}

Claim histogram(const Fields& fields, const ClaimContext& context) {
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

Claim exclusive_scan(const Fields& fields, const ClaimContext& context) {
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

Claim scatter(const Fields& fields, const ClaimContext& context) {
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

Claim partition(const Fields& fields, const ClaimContext& context) {
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

Claim split(const Fields& fields, const ClaimContext& context) {
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

// Functions of the script.

Value key_value(std::uint64_t code, const Problem& problem) {
  data::Keys keys = data::make_keys(problem.type(), 0);
  return std::visit(
      [&](const auto& column) -> Value {
        using Key = typename std::decay_t<decltype(column)>::value_type;
        const Key key = data::decode<Key>(static_cast<data::CodeOf<Key>>(code), problem.order);
        if constexpr (std::is_floating_point_v<Key>) {
          return double{key};
        } else {
          return static_cast<std::int64_t>(key);
        }
      },
      keys);
}

Value key_list(std::span<const std::uint64_t> codes, const Problem& problem) {
  Table list;
  for (const std::uint64_t code : codes) list.elements.push_back(key_value(code, problem));
  return list;
}

Value word_list(const Numbers& words) {
  Table list;
  for (const std::uint64_t word : words) list.elements.emplace_back(word);
  return list;
}

std::optional<std::uint64_t> code_of(const Value& value, const Problem& problem) {
  data::Keys keys = data::make_keys(problem.type(), 0);
  return std::visit(
      [&](const auto& column) -> std::optional<std::uint64_t> {
        using Key = typename std::decay_t<decltype(column)>::value_type;
        if constexpr (std::is_floating_point_v<Key>) {
          const auto number = value.number();
          if (!number) return std::nullopt;
          return data::encode<Key>(static_cast<Key>(*number), problem.order);
        } else {
          const auto number = value.integer();
          if (!number) return std::nullopt;
          return data::encode<Key>(static_cast<Key>(*number), problem.order);
        }
      },
      keys);
}

/// Returns all buffers that the script may ask for, by name.
Value buffer_tables(const Value& names, const ClaimBuffers& buffers, bool before) {
  Table tables;
  tables.name = "buffers";
  for (const Value& name : names.table()->elements) {
    tables.members.emplace_back(name, word_list(before ? buffers.before(*name.text()) : buffers.after(*name.text())));
  }
  return tables;
}

Claim expect(const Fields& fields, const ClaimContext& context, const Value& names) {
  const std::uint64_t most = fields.natural("most", 4096);
  const auto keys = fields.function("keys"), values = fields.function("values");
  if (keys.has_value() == values.has_value()) fields.refuse("needs either keys or buffer with values");
  const std::string buffer = values ? fields.text("buffer") : "";
  if (values && !context.buffers->has(buffer)) fields.refuse(fmt::format("no buffer '{}'", buffer));
  const script::Function function = keys ? *keys : *values;
  return {values ? fmt::format("buffer {} has the values that the script computes", buffer)
                 : "the keys are those that the script computes",
          [=, line = fields.line()](const Observation& seen) -> Found {
            const Problem& problem = *context.problem;
            const script::Script& script = context.description->script();
            if (problem.n() > most) return std::nullopt;
            const Value result =
                script.call(function, {key_list(seen.before, problem), buffer_tables(names, *context.buffers, true)});
            if (result.table() == nullptr) {
              throw script::ScriptError(
                  script.at(line, "expect: the function returns " + script::kind_of(result) + ", not a list"));
            }
            const auto& elements = result.table()->elements;
            Numbers expected;
            for (const Value& element : elements) {
              std::optional<std::uint64_t> number = code_of(element, problem);
              if (!buffer.empty()) number = element.integer();
              if (!number)
                throw script::ScriptError(
                    script.at(line, "expect: the function returns a list with " + script::kind_of(element)));
              expected.push_back(static_cast<std::uint64_t>(*number));
            }
            if (!buffer.empty()) {
              return find_wrong_words(buffer, context.buffers->after(buffer), 0, expected,
                                      [](std::uint64_t i) { return fmt::format("number {}", i); });
            }
            for (std::uint64_t i = 0; i < std::min<std::uint64_t>(expected.size(), seen.after.size()); ++i) {
              if (expected[i] != seen.after[i]) {
                return Violation{fmt::format("is {}, but the script expects {}", key_text(context, seen.after[i]),
                                             key_text(context, expected[i])),
                                 i,
                                 {}};
              }
            }
            if (expected.size() == seen.after.size()) return std::nullopt;
            return Violation{fmt::format("the script expects {} keys, not {}", expected.size(), seen.after.size()),
                             std::nullopt,
                             {}};
          }};
}

Claim satisfies(const Fields& fields, const ClaimContext& context, const Value& names) {
  const std::uint64_t most = fields.natural("most", 4096);
  const auto test = fields.function("test");
  if (!test) fields.refuse("lacks the field 'test'");
  return {fields.text("text"), [=](const Observation& seen) -> Found {
            const Problem& problem = *context.problem;
            if (problem.n() > most) return std::nullopt;
            const Value result = context.description->script().call(
                *test, {key_list(seen.before, problem), key_list(seen.after, problem),
                        buffer_tables(names, *context.buffers, false)});
            if (result.is_nil()) return std::nullopt;
            Violation violation;
            if (const Table* const two = result.table(); two != nullptr && two->elements.size() == 2) {
              violation.message = script::plain_text(two->elements[0]);
              // Lists of the script start at 1.
              if (const auto index = two->elements[1].integer(); index && *index > 0) {
                violation.index = static_cast<std::uint64_t>(*index - 1);
              }
            } else {
              violation.message = script::plain_text(result);
            }
            return violation;
          }};
}

/// Returns the claim that keys and payload are a permutation of the input.
Claim permutation(const ClaimContext& context) {
  return {"the keys are a permutation of the input", [problem = context.problem](const Observation& seen) -> Found {
            const Numbers input = data::codes(problem->keys, problem->order);
            if (!seen.payload_after.empty()) {
              std::vector<bool> used(input.size(), false);
              for (std::uint64_t i = 0; i < seen.after.size(); ++i) {
                const std::uint64_t from = seen.payload_after[i];
                if (from >= input.size())
                  return Violation{fmt::format("has payload {}, which no key had", from), i, {}};
                if (used[from]) return Violation{fmt::format("has the payload {} of another key, too", from), i, {}};
                used[from] = true;
                if (input[from] != seen.after[i])
                  return Violation{fmt::format("has payload {}, which another key had", from), i, {}};
              }
              return std::nullopt;
            }
            Numbers before = input, after(seen.after.begin(), seen.after.end());
            std::ranges::sort(before);
            std::ranges::sort(after);
            const auto [a, b] = std::ranges::mismatch(before, after);
            if (a == before.end()) return std::nullopt;
            // The smallest key that one side has more often than the other.
            const bool surplus = *b < *a;
            const std::uint64_t code = std::min(*a, *b);
            const std::string key = data::code_text(code, problem->type(), problem->order);
            if (!surplus) return Violation{fmt::format("the key {} is lost", key), std::nullopt, {}};
            for (std::uint64_t i = 0; i < seen.after.size(); ++i) {
              if (seen.after[i] == code)
                return Violation{fmt::format("the key {} is not in the input, or occurs too often", key), i, {}};
            }
            return std::nullopt;
          }};
}

Claim one_claim(const Value& value, const PassCall& call, const ClaimContext& context) {
  const Fields fields = fields_of(*context.description, value);
  const std::string maker = maker_of(value);
  const std::uint64_t n = context.problem->n();
  const Value no_names = Table();
  if (maker == "compare_exchange") {
    const NetworkPass pass{{}, network_steps(*context.description, value, n, call.label)};
    return keys_only(network_claim(pass, context.problem->type(), context.problem->order));
  }
  if (maker == "sorted_blocks") return sorted_blocks(fields, context);
  if (maker == "merged") return merged(fields, context);
  if (maker == "sorted") return sorted_claim();
  if (maker == "unchanged") return left_claim();
  if (maker == "histogram") return histogram(fields, context);
  if (maker == "exclusive_scan") return exclusive_scan(fields, context);
  if (maker == "scatter") return scatter(fields, context);
  if (maker == "partition") return partition(fields, context);
  if (maker == "split") return split(fields, context);
  Table names;
  for (const BlockCall& block : call.blocks) {
    if (!block.buffer.empty() && context.buffers->has(block.buffer)) names.elements.emplace_back(block.buffer);
  }
  return maker == "expect" ? expect(fields, context, names) : satisfies(fields, context, names);
}

}  // namespace

Claim claim_of(const PassCall& call, const ClaimContext& context) {
  std::vector<Claim> claims;
  for (const Value& value : call.claims) claims.push_back(one_claim(value, call, context));
  if (call.permutes) claims.push_back(permutation(context));
  Claim all;
  for (const Claim& claim : claims) all.sentence += (all.sentence.empty() ? "" : "; ") + claim.sentence;
  if (all.sentence.empty()) all.sentence = "nothing is claimed for this pass";
  all.find_violation = [claims = std::move(claims),
                        where = fmt::format("{}:{}", context.description->script().file(), call.line),
                        shader = call.shader](const Observation& seen) -> Found {
    for (const Claim& claim : claims) {
      if (Found found = claim.find_violation(seen)) {
        found->message += fmt::format(" ({}, {})", where, shader);
        return found;
      }
    }
    return std::nullopt;
  };
  return all;
}

PassDetail detail_of(const PassCall& call, const Description& description, std::uint64_t n) {
  for (const Value& claim : call.claims) {
    const std::string maker = maker_of(claim);
    const Fields fields = fields_of(description, claim);
    if (maker == "compare_exchange") {
      const auto steps = network_steps(description, claim, n, call.label);
      if (!steps.empty()) return steps.back();
    }
    if (maker == "histogram" || maker == "scatter") return digit_of(fields, n);
    if (maker == "merged") {
      const std::uint64_t size = std::max<std::uint64_t>(fields.natural("size"), 1);
      return MergePass{.ways = fields.natural("ways", 2), .sequences = (n + size - 1) / size};
    }
  }
  return {};
}

std::optional<std::vector<NetworkStep>> steps_of(const PassCall& call, const Description& description,
                                                 std::uint64_t n) {
  std::vector<NetworkStep> all;
  for (const Value& claim : call.claims) {
    if (maker_of(claim) != "compare_exchange") continue;
    std::ranges::copy(network_steps(description, claim, n, call.label), std::back_inserter(all));
  }
  if (all.empty()) return std::nullopt;
  return all;
}

std::vector<std::string> buffers_before(const PassCall& call, const std::vector<std::string>& all) {
  std::vector<std::string> needed;
  const auto add = [&](const std::string& name) {
    const bool known = std::ranges::find(all, name) != all.end();
    if (known && std::ranges::find(needed, name) == needed.end()) needed.push_back(name);
  };
  for (const Value& claim : call.claims) {
    const std::string maker = maker_of(claim);
    if (maker == "exclusive_scan") {
      const Value* const of = claim.table()->find("of");
      const Value* const name = of != nullptr ? of : claim.table()->find("buffer");
      if (name != nullptr && name->text() != nullptr) add(*name->text());
    }
    if (maker == "expect") {
      for (const BlockCall& block : call.blocks) add(block.buffer);
    }
  }
  return needed;
}

}  // namespace texelsort::algorithms::scripted
