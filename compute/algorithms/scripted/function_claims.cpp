#include <algorithm>

#include <fmt/format.h>

#include "compute/algorithms/scripted/claim_makers.h"
#include "compute/data/keys/order.h"

namespace texelsort::algorithms::scripted {
namespace {

using script::Table;
using script::Value;

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

}  // namespace

Claim expect_claim(const Fields& fields, const ClaimContext& context, const Value& names) {
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

Claim satisfies_claim(const Fields& fields, const ClaimContext& context, const Value& names) {
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

}  // namespace texelsort::algorithms::scripted
