#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace texelsort::data {

/// Returns the value of an identifier or, with an index, of an array element. Nothing if it is unknown.
using IdentifierValue =
    std::function<std::optional<std::int64_t>(std::string_view name, std::optional<std::int64_t> index)>;

/// Evaluates an integer expression in the common syntax of C, GLSL and their preprocessors: numbers (with suffix u),
/// identifiers, array elements, parentheses, `! ~ -`, arithmetic, shifts, comparisons, bit operations, `&& || ?:`,
/// `true` and `false`. Nothing for other syntax, a division by zero, or an unknown identifier that affects the result.
std::optional<std::int64_t> evaluate(std::string_view expression, const IdentifierValue& value_of);

}  // namespace texelsort::data
