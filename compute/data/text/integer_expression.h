#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace texelsort::data {

/// What an identifier stands for, with an index where one follows in brackets; nothing: it is not known.
using IdentifierValue =
    std::function<std::optional<std::int64_t>(std::string_view name, std::optional<std::int64_t> index)>;

/// The value of an expression of integers in the syntax that C, GLSL and their preprocessors share: numbers (with
/// suffix u), identifiers, array elements, parentheses, `! ~ -`, arithmetic, shifts, comparisons, bits, `&& || ?:`, and
/// `true`, `false`. Nothing if it is of another kind, divides by zero, or an identifier that matters is not known.
std::optional<std::int64_t> evaluate(std::string_view expression, const IdentifierValue& value_of);

}  // namespace texelsort::data
