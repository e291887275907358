// Results of instructions on numbers, compared with the same operations in C++.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>

#include <gtest/gtest.h>

#include "tests/spirv/evaluate.h"

namespace texelsort::spirv {
namespace {

using evaluate::Stored;

/// An expression of `a` and `b` in GLSL, and the same in C++. Null means that the result is undefined.
template <typename N>
struct Operation {
  std::string text;
  std::function<std::optional<N>(N a, N b)> reference;
};

template <typename T>
using Numbers = std::vector<typename Stored<T>::Number>;

/// Compares each operation on each pair of numbers.
template <typename T>
void compare(const std::vector<Operation<typename Stored<T>::Number>>& operations, const Numbers<T>& numbers,
             const std::string& declarations = "", evaluate::Patch patch = nullptr) {
  using Bits = typename Stored<T>::Bits;
  std::vector<Bits> a, b;
  for (const auto left : numbers) {
    for (const auto right : numbers) {
      a.push_back(Stored<T>::bits(left));
      b.push_back(Stored<T>::bits(right));
    }
  }
  std::vector<std::string> texts;
  for (const auto& operation : operations) texts.push_back(operation.text);
  const auto results = evaluate::values_of_expressions<T>(texts, a, b, declarations, patch);
  for (std::size_t k = 0; k < operations.size(); ++k) {
    for (std::size_t n = 0; n < a.size(); ++n) {
      const auto left = Stored<T>::number(a[n]), right = Stored<T>::number(b[n]);
      const auto expected = operations[k].reference(left, right);
      if (!expected) continue;
      const auto result = Stored<T>::number(results[k * a.size() + n]);
      const auto rounded = Stored<T>::number(Stored<T>::bits(*expected));
      if (evaluate::is_same(result, rounded)) continue;
      ADD_FAILURE() << operations[k].text << " of " << evaluate::glsl_name<T>() << " " << +left << " and " << +right
                    << " is " << +result << ", expected " << +rounded;
      break;
    }
  }
}

template <typename T>
std::vector<Operation<T>> integer_operations() {
  using U = std::make_unsigned_t<T>;
  using Wide = std::uint64_t;
  constexpr int bits = std::numeric_limits<U>::digits;
  constexpr T low = std::numeric_limits<T>::min();
  const auto wraps = [](auto f) {
    return [f](T a, T b) -> std::optional<T> { return static_cast<T>(f(static_cast<Wide>(a), static_cast<Wide>(b))); };
  };
  const auto divides = [](auto f) {
    return [f](T a, T b) -> std::optional<T> {
      if (b == 0 || (std::is_signed_v<T> && a == low && b == static_cast<T>(-1))) return std::nullopt;
      return static_cast<T>(f(a, b));
    };
  };
  const std::string shift = fmt::format("(b & T({}))", bits - 1);
  std::vector<Operation<T>> all{
      {"a + b", wraps(std::plus<>{})},
      {"a - b", wraps(std::minus<>{})},
      {"a * b", wraps(std::multiplies<>{})},
      {"a & b", wraps(std::bit_and<>{})},
      {"a | b", wraps(std::bit_or<>{})},
      {"a ^ b", wraps(std::bit_xor<>{})},
      {"~a", wraps([](Wide a, Wide) { return ~a; })},
      {"-a", wraps([](Wide a, Wide) { return -a; })},
      {"a / b", divides([](T a, T b) { return a / b; })},
      // The result has the sign of the divisor (OpSMod).
      {"a % b", divides([](T a, T b) {
         const T rest = static_cast<T>(a % b);
         return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
       })},
      {"a << " + shift, [](T a, T b) { return static_cast<T>(Wide{static_cast<U>(a)} << (b & (bits - 1))); }},
      {"a >> " + shift, [](T a, T b) { return static_cast<T>(a >> (b & (bits - 1))); }},
      {"min(a, b)", [](T a, T b) { return std::min(a, b); }},
      {"max(a, b)", [](T a, T b) { return std::max(a, b); }},
      {"clamp(a, min(b, T(3)), max(b, T(3)))",
       [](T a, T b) { return std::clamp(a, std::min(b, T{3}), std::max(b, T{3})); }},
      {"a == b", std::equal_to<T>{}},
      {"a != b", std::not_equal_to<T>{}},
      {"a < b", std::less<T>{}},
      {"a <= b", std::less_equal<T>{}},
      {"a > b", std::greater<T>{}},
      {"a >= b", std::greater_equal<T>{}},
      {"a < b || b == T(7) && a != T(1)", [](T a, T b) { return static_cast<T>(a < b || (b == 7 && a != 1)); }},
      {"bool(a) ? b : T(5)", [](T a, T b) { return a != 0 ? b : T{5}; }},
  };
  if constexpr (std::is_signed_v<T>) {
    all.push_back({"abs(a)", [](T a, T) { return a < 0 ? static_cast<T>(Wide{0} - static_cast<Wide>(a)) : a; }});
    all.push_back({"sign(a)", [](T a, T) { return static_cast<T>((a > 0) - (a < 0)); }});
  }
  return all;
}

template <typename T>
Numbers<T> integers() {
  constexpr T low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
  return {0, 1, 2, 3, 7, static_cast<T>(-1), static_cast<T>(-3), low, low + 1, high, high - 1, high / 3, 100};
}

TEST(ShaderNumbers, IntegersOfEachWidthFollowCpp) {
  const auto check = []<typename T>(T) { compare<T>(integer_operations<T>(), integers<T>()); };
  check(std::int8_t{}), check(std::uint8_t{}), check(std::int16_t{}), check(std::uint16_t{});
  check(std::int32_t{}), check(std::uint32_t{}), check(std::int64_t{}), check(std::uint64_t{});
}

template <typename T>
std::vector<Operation<T>> bit_operations() {
  const auto extracted = [](T a, unsigned offset, unsigned count) {
    if (count == 0) return T{0};
    return static_cast<T>(static_cast<T>(static_cast<std::uint32_t>(a) << (32 - offset - count)) >> (32 - count));
  };
  const auto inserted = [](T a, T b, unsigned offset, unsigned count) {
    std::uint64_t mask = ((std::uint64_t{1} << count) - 1) << offset;
    return static_cast<T>((static_cast<std::uint64_t>(a) & ~mask) | ((static_cast<std::uint64_t>(b) << offset) & mask));
  };
  std::vector<Operation<T>> all{
      {"bitCount(a)", [](T a, T) { return static_cast<T>(std::popcount(static_cast<std::uint32_t>(a))); }},
      {"findLSB(a)",
       [](T a, T) { return static_cast<T>(a == 0 ? -1 : std::countr_zero(static_cast<std::uint32_t>(a))); }},
      {"findMSB(a)",
       [](T a, T) {
         const auto word = static_cast<std::uint32_t>(std::is_signed_v<T> && a < 0 ? ~a : a);
         return static_cast<T>(31 - std::countl_zero(word));
       }},
      {"bitfieldReverse(a)",
       [](T a, T) {
         std::uint32_t word = 0;
         for (int bit = 0; bit < 32; ++bit) word |= (static_cast<std::uint32_t>(a) >> bit & 1u) << (31 - bit);
         return static_cast<T>(word);
       }},
  };
  for (const auto& [offset, count] :
       std::vector<std::pair<unsigned, unsigned>>{{0, 32}, {0, 0}, {32, 0}, {5, 7}, {31, 1}, {0, 31}, {16, 16}}) {
    all.push_back({fmt::format("bitfieldExtract(a, {}, {})", offset, count),
                   [=](T a, T) { return extracted(a, offset, count); }});
    all.push_back({fmt::format("bitfieldInsert(a, b, {}, {})", offset, count),
                   [=](T a, T b) { return inserted(a, b, offset, count); }});
  }
  if constexpr (std::is_signed_v<T>) {
    all.push_back({"high_product(a, b)", [](T a, T b) { return static_cast<T>(std::int64_t{a} * b >> 32); }});
  } else {
    all.push_back({"high_product(a, b)", [](T a, T b) { return static_cast<T>(std::uint64_t{a} * b >> 32); }});
    all.push_back({"carry(a, b)", [](T a, T b) { return static_cast<T>((std::uint64_t{a} + b) >> 32); }});
    all.push_back({"borrow(a, b)", [](T a, T b) { return static_cast<T>(a < b); }});
  }
  return all;
}

TEST(ShaderNumbers, BitFieldsAndCarriesFollowCpp) {
  compare<std::uint32_t>(bit_operations<std::uint32_t>(), integers<std::uint32_t>(),
                         "uint high_product(uint a, uint b) { uint h, l; umulExtended(a, b, h, l); return h; }\n"
                         "uint carry(uint a, uint b) { uint c; uaddCarry(a, b, c); return c; }\n"
                         "uint borrow(uint a, uint b) { uint c; usubBorrow(a, b, c); return c; }\n");
  compare<std::int32_t>(bit_operations<std::int32_t>(), integers<std::int32_t>(),
                        "int high_product(int a, int b) { int h, l; imulExtended(a, b, h, l); return h; }\n");
}

/// N is the type in which C++ computes.
template <typename N>
std::vector<Operation<N>> float_operations() {
  using F = std::optional<N>;
  return {
      {"a + b", std::plus<N>{}},
      {"a - b", std::minus<N>{}},
      {"a * b", std::multiplies<N>{}},
      {"a / b", std::divides<N>{}},
      {"-a", [](N a, N) { return -a; }},
      {"abs(a)", [](N a, N) { return std::fabs(a); }},
      {"sign(a)", [](N a, N) { return std::isnan(a) ? F{} : F(static_cast<N>((a > 0) - (a < 0))); }},
      {"floor(a)", [](N a, N) { return std::floor(a); }},
      {"ceil(a)", [](N a, N) { return std::ceil(a); }},
      {"trunc(a)", [](N a, N) { return std::trunc(a); }},
      {"roundEven(a)", [](N a, N) { return std::nearbyint(a); }},
      {"fract(a)", [](N a, N) { return a - std::floor(a); }},
      {"mod(a, b)", [](N a, N b) { return a - b * std::floor(a / b); }},
      {"sqrt(a)", [](N a, N) { return a < 0 ? F{} : F(std::sqrt(a)); }},
      // If an operand is not a number, either may be the result.
      {"min(a, b)", [](N a, N b) { return std::isnan(a) || std::isnan(b) ? F{} : F(b < a ? b : a); }},
      {"max(a, b)", [](N a, N b) { return std::isnan(a) || std::isnan(b) ? F{} : F(a < b ? b : a); }},
      {"clamp(a, T(-1.5), T(2.0))", [](N a, N) { return std::isnan(a) ? F{} : F(std::clamp(a, N{-1.5}, N{2})); }},
      {"step(a, b)", [](N a, N b) { return std::isnan(a) || std::isnan(b) ? F{} : F(b < a ? N{0} : N{1}); }},
      {"mix(a, b, T(0.25))", [](N a, N b) { return a * (1 - N{0.25}) + b * N{0.25}; }},
      {"fma(a, b, T(2.0))", [](N a, N b) { return std::fma(a, b, N{2}); }},
      {"a == b", std::equal_to<N>{}},
      {"a != b", std::not_equal_to<N>{}},
      {"a < b", std::less<N>{}},
      {"a <= b", std::less_equal<N>{}},
      {"a > b", std::greater<N>{}},
      {"a >= b", std::greater_equal<N>{}},
      {"isnan(a)", [](N a, N) { return N(std::isnan(a)); }},
      {"isinf(a)", [](N a, N) { return N(std::isinf(a)); }},
      {"a < b ? a : b", [](N a, N b) { return a < b ? a : b; }},
  };
}

template <typename T>
Numbers<T> floats() {
  using N = typename Stored<T>::Number;
  const N infinity = std::numeric_limits<N>::infinity();
  const bool half = std::is_same_v<T, Half>;
  const N least = half ? N(std::ldexp(1.0, -24)) : std::numeric_limits<N>::denorm_min();
  const N most = half ? N(65504) : std::numeric_limits<N>::max();
  return {0,
          -N{0},
          1,
          -1,
          N(0.5),
          N(1.5),
          N(2.5),
          N(-2.5),
          N(3.75),
          N(0.1),
          N(-1000.1),
          least,
          -least,
          most,
          infinity,
          -infinity,
          std::numeric_limits<N>::quiet_NaN()};
}

TEST(ShaderNumbers, FloatsOfEachWidthFollowCpp) {
  compare<Half>(float_operations<float>(), floats<Half>());
  compare<float>(float_operations<float>(), floats<float>());
  compare<double>(float_operations<double>(), floats<double>());
}

TEST(ShaderNumbers, FunctionsFollowCpp) {
  compare<float>(
      {
          {"exp(a)", [](float a, float) { return std::exp(a); }},
          {"exp2(a)", [](float a, float) { return std::exp2(a); }},
          {"log(abs(a))", [](float a, float) { return std::log(std::fabs(a)); }},
          {"log2(abs(a))", [](float a, float) { return std::log2(std::fabs(a)); }},
          {"sin(a)", [](float a, float) { return std::sin(a); }},
          {"cos(a)", [](float a, float) { return std::cos(a); }},
          {"tan(a)", [](float a, float) { return std::tan(a); }},
          {"pow(abs(a), b)", [](float a, float b) { return std::pow(std::fabs(a), b); }},
          {"inversesqrt(abs(a))", [](float a, float) { return 1 / std::sqrt(std::fabs(a)); }},
      },
      floats<float>());
}

/// Replaces the opcode of all instructions of one kind.
template <std::uint32_t from, std::uint32_t to>
void replace_opcode(std::vector<std::uint32_t>& words) {
  for (std::size_t at = 5; at < words.size(); at += words[at] >> 16) {
    if ((words[at] & 0xffffu) == from) words[at] = (words[at] & 0xffff0000u) | to;
  }
}
/// Replaces a function of GLSL.std.450, the only set of functions here.
template <std::uint32_t from, std::uint32_t to>
void replace_function(std::vector<std::uint32_t>& words) {
  for (std::size_t at = 5; at < words.size(); at += words[at] >> 16) {
    if ((words[at] & 0xffffu) == 12 && words[at + 4] == from) words[at + 4] = to;
  }
}

// glslang does not generate these instructions, so each replaces one that it generates.
TEST(ShaderNumbers, InstructionsThatGlslangDoesNotGenerateFollowTheSpecification) {
  const auto unordered = [](float a, float b) { return std::isnan(a) || std::isnan(b); };
  struct Case {
    Operation<float> operation;
    evaluate::Patch patch;
  };
  const Case cases[] = {
      {{"a == b", [=](float a, float b) { return unordered(a, b) || a == b; }}, replace_opcode<180, 181>},
      {{"a < b", [=](float a, float b) { return unordered(a, b) || a < b; }}, replace_opcode<184, 185>},
      {{"a > b", [=](float a, float b) { return unordered(a, b) || a > b; }}, replace_opcode<186, 187>},
      {{"a <= b", [=](float a, float b) { return unordered(a, b) || a <= b; }}, replace_opcode<188, 189>},
      {{"a >= b", [=](float a, float b) { return unordered(a, b) || a >= b; }}, replace_opcode<190, 191>},
      {{"a != b", [=](float a, float b) { return !unordered(a, b) && a != b; }}, replace_opcode<183, 182>},
      {{"mod(a, b)", [](float a, float b) { return std::fmod(a, b); }}, replace_opcode<141, 140>},
      {{"-a", [](float a, float) { return float_of_half(half_of_float(a)); }}, replace_opcode<127, 116>},
      {{"min(a, b)", [](float a, float b) { return std::fmin(a, b); }}, replace_function<37, 79>},
      {{"max(a, b)", [](float a, float b) { return std::fmax(a, b); }}, replace_function<40, 80>},
      {{"clamp(a, -1.0, 2.0)", [](float a, float) { return std::fmin(std::fmax(a, -1.0f), 2.0f); }},
       replace_function<43, 81>},
  };
  Numbers<float> numbers = floats<float>();
  std::erase_if(numbers, [](float number) { return number == 0 && std::signbit(number); });
  for (const Case& each : cases) compare<float>({each.operation}, numbers, "", each.patch);
  compare<std::int32_t>(
      {{"a % b",
        [](std::int32_t a, std::int32_t b) { return b == 0 || b == -1 ? std::nullopt : std::optional(a % b); }}},
      integers<std::int32_t>(), "", replace_opcode<139, 138>);
}

/// Returns the nearest half of a double, ties to even.
float nearest_half(double value) {
  if (std::isnan(value)) return std::numeric_limits<float>::quiet_NaN();
  if (std::fabs(value) >= 65520) return std::copysign(std::numeric_limits<float>::infinity(), value);
  const std::uint16_t about = half_of_float(static_cast<float>(value));
  std::uint16_t best = about;
  for (const int step : {-1, 1}) {
    const auto other = static_cast<std::uint16_t>(about + step);
    if ((about & 0x7fffu) == 0 && step < 0) continue;
    const double now = std::fabs(float_of_half(best) - value), then = std::fabs(float_of_half(other) - value);
    if (then < now || (then == now && best % 2 == 1)) best = other;
  }
  return float_of_half(best);
}

template <typename To, typename N>
std::optional<typename Stored<To>::Number> converted(N value) {
  if constexpr (std::is_same_v<To, Half>) {
    return nearest_half(static_cast<double>(value));
  } else if constexpr (std::is_floating_point_v<N> && std::is_integral_v<To>) {
    const long double whole = std::trunc(static_cast<long double>(value));
    const bool fits = whole >= std::numeric_limits<To>::min() && whole <= std::numeric_limits<To>::max();
    return fits ? std::optional(static_cast<To>(value)) : std::nullopt;  // otherwise undefined
  } else {
    return static_cast<To>(value);
  }
}

template <typename From, typename... To>
void compare_conversions(const Numbers<From>& numbers) {
  std::string text =
      evaluate::extensions +
      fmt::format("layout(local_size_x = {}) in;\nlayout(std430, binding = 0) buffer From {{ {} from[]; }};\n",
                  numbers.size(), evaluate::glsl_name<From>());
  const std::string names[] = {evaluate::glsl_name<To>()...};
  std::string body;
  for (std::size_t n = 0; n < sizeof...(To); ++n) {
    text += fmt::format("layout(std430, binding = {0}) buffer To{0} {{ {1} to{0}[]; }};\n", n + 1, names[n]);
    body += fmt::format("  to{0}[n] = {1}(from[n]);\n", n + 1, names[n]);
  }
  std::vector<typename Stored<From>::Bits> from;
  for (const auto number : numbers) from.push_back(Stored<From>::bits(number));
  evaluate::Inputs inputs;
  inputs.blocks.assign(1 + sizeof...(To), std::vector<std::uint32_t>(2 * numbers.size()));
  inputs.blocks[0] = evaluate::words_of(from);
  const auto results =
      evaluate::run(text + "void main() {\n  const uint n = gl_LocalInvocationIndex;\n" + body + "}\n", inputs);
  std::size_t block = 0;
  const auto check = [&]<typename T>(std::type_identity<T>) {
    const auto values = evaluate::values_of<typename Stored<T>::Bits>(results[++block], numbers.size());
    for (std::size_t n = 0; n < numbers.size(); ++n) {
      const auto expected = converted<T>(Stored<From>::number(from[n]));
      if (!expected) continue;
      EXPECT_TRUE(evaluate::is_same(Stored<T>::number(values[n]), *expected))
          << evaluate::glsl_name<From>() << " " << +numbers[n] << " as " << evaluate::glsl_name<T>() << " is "
          << +Stored<T>::number(values[n]) << ", expected " << +*expected;
    }
  };
  (check(std::type_identity<To>{}), ...);
}

TEST(ShaderNumbers, ConversionsBetweenAllTypesFollowCpp) {
  const auto check = []<typename From>(std::type_identity<From>, const Numbers<From>& numbers) {
    compare_conversions<From, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t,
                        std::int64_t, std::uint64_t, Half, float, double>(numbers);
  };
  const auto check_integer = [&]<typename T>(std::type_identity<T> type) {
    Numbers<T> numbers = integers<T>();
    for (int bit = 8; bit < std::numeric_limits<T>::digits; ++bit) {
      for (const int step : {-1, 0, 1}) numbers.push_back(static_cast<T>((T{1} << bit) + step));
      numbers.push_back(static_cast<T>((T{1} << bit) + (T{1} << (bit - 8)) + 1));
    }
    check(type, numbers);
  };
  check_integer(std::type_identity<std::int8_t>{});
  check_integer(std::type_identity<std::uint8_t>{});
  check_integer(std::type_identity<std::int16_t>{});
  check_integer(std::type_identity<std::uint16_t>{});
  check_integer(std::type_identity<std::int32_t>{});
  check_integer(std::type_identity<std::uint32_t>{});
  check_integer(std::type_identity<std::int64_t>{});
  check_integer(std::type_identity<std::uint64_t>{});
  check(std::type_identity<Half>{}, floats<Half>());
  check(std::type_identity<float>{}, floats<float>());
  Numbers<double> doubles = floats<double>();
  for (const double number : {1.0 + std::ldexp(1, -11) + std::ldexp(1, -30), 65519.999999, 65520.0, 2049.0000001,
                              1.0 + std::ldexp(1, -24) + std::ldexp(1, -50), 16777217.0, std::ldexp(1.5, -25)}) {
    doubles.insert(doubles.end(), {number, -number});
  }
  check(std::type_identity<double>{}, doubles);
}

TEST(ShaderNumbers, PackedHalvesRoundToTheNearest) {
  // For each pair of adjacent halves: their middle, and the floats next to it.
  std::vector<std::uint32_t> a, b;
  std::vector<std::uint16_t> expected;
  const auto value = [](std::uint32_t half) {
    const int exponent = static_cast<int>(half >> 10), fraction = static_cast<int>(half & 1023);
    return exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 1024, exponent - 25);
  };
  for (std::uint32_t half = 0; half < 0x7bff; half += 31) {
    const auto middle = static_cast<float>((value(half) + value(half + 1)) / 2);
    for (const float number : {std::nextafter(middle, 0.0f), middle, std::nextafter(middle, 1e9f)}) {
      a.push_back(std::bit_cast<std::uint32_t>(number));
      b.push_back(std::bit_cast<std::uint32_t>(-number));
      const bool up = number > middle || (number == middle && half % 2 == 1);
      expected.push_back(static_cast<std::uint16_t>(half + (up ? 1 : 0)));
    }
  }
  for (std::size_t first = 0; first < a.size(); first += 512) {
    const std::size_t end = std::min(first + 512, a.size());
    const std::vector<std::uint32_t> left(a.begin() + first, a.begin() + end),
        right(b.begin() + first, b.begin() + end);
    const auto results = evaluate::values_of_expressions<std::uint32_t>(
        {"packHalf2x16(uintBitsToFloat(uvec2(a, b)))",
         "floatBitsToUint(unpackHalf2x16(packHalf2x16(uintBitsToFloat(uvec2(a, b)))).y)"},
        left, right);
    for (std::size_t n = 0; n < left.size(); ++n) {
      const std::uint32_t half = expected[first + n];
      ASSERT_EQ(results[n], half | (half | 0x8000u) << 16) << std::bit_cast<float>(left[n]);
      ASSERT_EQ(std::bit_cast<float>(results[left.size() + n]), static_cast<float>(-value(half)));
    }
  }
}

/// Compares atomics on a storage block and on shared memory. Each invocation in turn changes a cell, which starts as 5.
template <typename T>
void compare_atomics(const std::vector<T>& values,
                     const std::vector<std::pair<std::string, std::function<T(T cell, T value)>>>& operations) {
  const std::size_t lanes = values.size(), count = operations.size();
  std::string text = evaluate::extensions +
                     fmt::format(
                         "#extension GL_EXT_shader_atomic_int64 : require\n"
                         "#extension GL_EXT_shader_atomic_float : require\n"
                         "#extension GL_EXT_shader_atomic_float2 : require\n"
                         "layout(local_size_x = {0}) in;\n#define T {1}\n#define LANES {0}\n#define COUNT {2}\n",
                         lanes, evaluate::glsl_name<T>(), count);
  text +=
      "layout(std430, binding = 0) buffer Values { T values[]; };\n"
      "layout(std430, binding = 1) coherent buffer Cells { T cells[COUNT], before[2][COUNT][LANES], after[COUNT]; };\n"
      "shared T box[COUNT];\nvoid main() {\n  const uint n = gl_LocalInvocationIndex;\n  const T value = values[n];\n"
      "  if (n == 0u) for (uint k = 0u; k < COUNT; ++k) { box[k] = T(5); cells[k] = T(5); }\n"
      "  memoryBarrierBuffer();\n  barrier();\n";
  for (std::size_t k = 0; k < count; ++k) {
    for (const char* const place : {"cells", "box"}) {
      text += fmt::format("  before[{}][{}][n] = ", place[0] == 'c' ? 0 : 1, k) +
              fmt::format(fmt::runtime(operations[k].first), fmt::format("{}[{}]", place, k)) + ";\n";
    }
  }
  text += "  barrier();\n  if (n == 0u) for (uint k = 0u; k < COUNT; ++k) after[k] = box[k];\n}\n";
  evaluate::Inputs inputs;
  inputs.blocks = {evaluate::words_of(values), evaluate::words_of(std::vector<T>(count * (2 + 2 * lanes)))};
  const auto results = evaluate::values_of<T>(evaluate::run(text, inputs)[1], count * (2 + 2 * lanes));
  for (std::size_t k = 0; k < count; ++k) {
    T cell = 5;
    for (std::size_t n = 0; n < lanes; ++n) {
      for (std::size_t place = 0; place < 2; ++place) {
        EXPECT_TRUE(evaluate::is_same(results[count + (place * count + k) * lanes + n], cell)) << operations[k].first;
      }
      cell = operations[k].second(cell, values[n]);
    }
    EXPECT_TRUE(evaluate::is_same(results[k], cell)) << operations[k].first;
    EXPECT_TRUE(evaluate::is_same(results[count + 2 * count * lanes + k], cell)) << operations[k].first;
  }
}

TEST(ShaderNumbers, AtomicsOfEachTypeFollowCpp) {
  const auto check_integers = []<typename T>(T) {
    constexpr T low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
    const auto wrapped = [](T a, T b) {
      return static_cast<T>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
    };
    compare_atomics<T>({high, 1, low, static_cast<T>(-7), 3, high / 3, 5, 12},
                       {
                           {"atomicAdd({}, value)", wrapped},
                           {"atomicMin({}, value)", [](T a, T b) { return std::min(a, b); }},
                           {"atomicMax({}, value)", [](T a, T b) { return std::max(a, b); }},
                           {"atomicAnd({}, value)", std::bit_and<T>{}},
                           {"atomicOr({}, value)", std::bit_or<T>{}},
                           {"atomicXor({}, value)", std::bit_xor<T>{}},
                           {"atomicExchange({}, value)", [](T, T b) { return b; }},
                           {"atomicCompSwap({}, T(5), value)", [](T a, T b) { return a == 5 ? b : a; }},
                       });
  };
  check_integers(std::int32_t{}), check_integers(std::uint32_t{});
  check_integers(std::int64_t{}), check_integers(std::uint64_t{});
  const auto check_floats = []<typename T>(T) {
    compare_atomics<T>({T(0.1), T(-2.5), T(1e10), T(3), T(-0.25)},
                       {
                           {"atomicAdd({}, value)", std::plus<T>{}},
                           {"atomicMin({}, value)", [](T a, T b) { return std::min(a, b); }},
                           {"atomicMax({}, value)", [](T a, T b) { return std::max(a, b); }},
                           {"atomicExchange({}, value)", [](T, T b) { return b; }},
                       });
  };
  check_floats(float{}), check_floats(double{});
}

}  // namespace
}  // namespace texelsort::spirv
