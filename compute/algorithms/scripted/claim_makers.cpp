#include "compute/algorithms/scripted/claim_makers.h"

#include <fmt/format.h>

#include "compute/data/keys/order.h"

namespace texelsort::algorithms::scripted {
Fields fields_of(const Description& description, const script::Value& claim) {
  const script::Value* const line = claim.table()->find("line");
  return {description.script(), table_spec(maker_of(claim)), claim,
          line == nullptr ? 0 : static_cast<int>(line->integer().value_or(0))};
}

std::function<Numbers()> numbers_of(const Fields& fields, std::string_view name, const ClaimContext& context) {
  const script::Value* const value = fields.find(name);
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
  const script::Table* const list = value->table();
  if (list == nullptr) fields.refuse(fmt::format("{} must be a list of numbers or the name of a buffer", name));
  Numbers numbers;
  for (const script::Value& element : list->elements) {
    const auto number = element.integer();
    if (!number)
      fields.refuse(fmt::format("{} has {}, but must have whole numbers", name, script::plain_text(element)));
    numbers.push_back(static_cast<std::uint64_t>(*number));
  }
  return [numbers] { return numbers; };
}

std::string key_text(const ClaimContext& context, std::uint64_t code) {
  return data::code_text(code, context.problem->type(), context.problem->order);
}

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

}  // namespace texelsort::algorithms::scripted
