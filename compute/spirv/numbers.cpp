// Instructions on numbers and GLSL's built-in functions, component by component.
#include <algorithm>
#include <bit>
#include <cmath>
#include <glslang/SPIRV/spirv.hpp>
#include <limits>

#include <fmt/format.h>
#include <glslang/SPIRV/GLSL.std.450.h>

#include "compute/data/error.h"
#include "compute/spirv/cells.h"
#include "compute/spirv/machine.h"

namespace texelsort::spirv {
namespace {

/// Applies F to each component of one to three operands of type T. R is the type of the result.
template <typename F, typename T, typename R, int operands>
void each(Machine* /*machine*/, Invocation& invocation, const Instruction& i) {
  Word* const words = invocation.words.data();
  Word* const out = words + i.out;
  const Word* const a = words + i.in[0];
  for (Word n = 0; n < i.parts; ++n) {
    if constexpr (operands == 1) {
      put<R>(out, n, F{}(get<T>(a, n)));
    } else if constexpr (operands == 2) {
      put<R>(out, n, F{}(get<T>(a, n), get<T>(words + i.in[1], n)));
    } else {
      put<R>(out, n, F{}(get<T>(a, n), get<T>(words + i.in[1], n), get<T>(words + i.in[2], n)));
    }
  }
}

// Integers wrap around: signed ones are computed as unsigned ones.
struct Add {
  template <typename T>
  T operator()(T a, T b) const {
    return static_cast<T>(a + b);
  }
};
struct Subtract {
  template <typename T>
  T operator()(T a, T b) const {
    return static_cast<T>(a - b);
  }
};
struct Multiply {
  template <typename T>
  T operator()(T a, T b) const {
    if constexpr (sizeof(T) < 4 && std::is_integral_v<T>) return static_cast<T>(std::uint32_t{a} * b);
    return static_cast<T>(a * b);
  }
};
/// Division by zero gives 0, where SPIR-V leaves the result undefined.
struct Divide {
  template <typename T>
  T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>) {
      if (b == 0) return 0;
      if constexpr (std::is_signed_v<T>) {
        if (b == -1) return static_cast<T>(std::make_unsigned_t<T>{0} - static_cast<std::make_unsigned_t<T>>(a));
      }
    }
    return static_cast<T>(a / b);
  }
};
struct Remainder {
  template <typename T>
  T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>) {
      if (b == 0) return 0;
      if constexpr (std::is_signed_v<T>) {
        if (b == -1) return 0;
      }
      return static_cast<T>(a % b);
    } else {
      return std::fmod(a, b);
    }
  }
};
/// Result has the sign of the divisor.
struct Modulo {
  template <typename T>
  T operator()(T a, T b) const {
    const T rest = Remainder{}(a, b);
    if constexpr (std::is_integral_v<T>) {
      return rest != 0 && (rest < 0) != (b < 0) ? static_cast<T>(rest + b) : rest;
    } else {
      return a - b * std::floor(a / b);
    }
  }
};
struct Negate {
  template <typename T>
  T operator()(T a) const {
    if constexpr (std::is_integral_v<T>) return static_cast<T>(T{0} - a);
    return -a;
  }
};
struct Not {
  template <typename T>
  T operator()(T a) const {
    return static_cast<T>(~a);
  }
};
struct And {
  template <typename T>
  T operator()(T a, T b) const {
    return static_cast<T>(a & b);
  }
};
struct Or {
  template <typename T>
  T operator()(T a, T b) const {
    return static_cast<T>(a | b);
  }
};
struct Xor {
  template <typename T>
  T operator()(T a, T b) const {
    return static_cast<T>(a ^ b);
  }
};
struct BitCount {
  template <typename T>
  int operator()(T a) const {
    return std::popcount(a);
  }
};
struct BitReverse {
  template <typename T>
  T operator()(T a) const {
    T reversed = 0;
    for (int bit = 0; bit < std::numeric_limits<T>::digits; ++bit) {
      reversed = static_cast<T>(reversed << 1 | (a >> bit & 1));
    }
    return reversed;
  }
};

struct Equal {
  template <typename T>
  bool operator()(T a, T b) const {
    return a == b;
  }
};
struct Unequal {
  template <typename T>
  bool operator()(T a, T b) const {
    return a != b;
  }
};
struct Less {
  template <typename T>
  bool operator()(T a, T b) const {
    return a < b;
  }
};
struct AtMost {
  template <typename T>
  bool operator()(T a, T b) const {
    return a <= b;
  }
};
struct Greater {
  template <typename T>
  bool operator()(T a, T b) const {
    return a > b;
  }
};
struct AtLeast {
  template <typename T>
  bool operator()(T a, T b) const {
    return a >= b;
  }
};
/// Holds for F, and if a number is not comparable.
template <typename F>
struct Unordered {
  template <typename T>
  bool operator()(T a, T b) const {
    return std::isnan(a) || std::isnan(b) || F{}(a, b);
  }
};
struct OrderedUnequal {
  template <typename T>
  bool operator()(T a, T b) const {
    return a < b || a > b;
  }
};
struct LogicalNot {
  bool operator()(bool a) const { return !a; }
};
struct IsNan {
  template <typename T>
  bool operator()(T a) const {
    return std::isnan(a);
  }
};
struct IsInf {
  template <typename T>
  bool operator()(T a) const {
    return std::isinf(a);
  }
};

template <typename F, int operands, bool is_signed = false>
Handler integers(Word bits) {
  return for_integer<is_signed>(bits, []<typename T>() -> Handler { return each<F, T, T, operands>; });
}
template <typename F, int operands>
Handler floats(Word bits) {
  return for_float(bits, []<typename T>() -> Handler { return each<F, T, T, operands>; });
}
template <typename F, bool is_signed = false>
Handler integer_comparison(Word bits) {
  return for_integer<is_signed>(bits, []<typename T>() -> Handler { return each<F, T, bool, 2>; });
}
template <typename F, int operands = 2>
Handler float_comparison(Word bits) {
  return for_float(bits, []<typename T>() -> Handler { return each<F, T, bool, operands>; });
}

enum class Shift : std::uint8_t { left, right, arithmetic };
/// Shifts by a number of `by_words` words per component, which may have another width than the number. A shift by all
/// bits or more is undefined; it gives 0, or the sign.
template <typename T, Shift shift, Word by_words>
void shift_bits(Machine* /*machine*/, Invocation& invocation, const Instruction& i) {
  Word* const words = invocation.words.data();
  constexpr Word bits = sizeof(T) * 8;
  for (Word n = 0; n < i.parts; ++n) {
    const T a = get<T>(words + i.in[0], n);
    const Word by = words[i.in[1] + by_words * n];
    const auto unsigned_a = std::uint64_t{static_cast<std::make_unsigned_t<T>>(a)};
    T result = 0;
    if (shift == Shift::arithmetic) {
      result = static_cast<T>(a >> std::min(by, bits - 1));
    } else if (by < bits) {
      result = static_cast<T>(shift == Shift::left ? unsigned_a << by : unsigned_a >> by);
    }
    put<T>(words + i.out, n, result);
  }
}

template <Shift shift>
Handler shifts(const Module& module, const Instruction& i) {
  const Word bits = number_type(module, i.type).bits;
  const bool by_two_words = number_type(module, module.type_of(i.operands[1])).bits == 64;
  return for_integer<shift == Shift::arithmetic>(
      bits, [&]<typename T>() -> Handler { return by_two_words ? shift_bits<T, shift, 2> : shift_bits<T, shift, 1>; });
}

/// Computes a pair of words for each word of the operands: first all low words, then all high ones.
template <typename F>
void pairs(Machine* /*machine*/, Invocation& invocation, const Instruction& i) {
  Word* const words = invocation.words.data();
  const Word half = i.extra / 2;
  for (Word n = 0; n < half; ++n) {
    const std::pair<Word, Word> both = F{}(words[i.in[0] + n], words[i.in[1] + n]);
    words[i.out + n] = both.first;
    words[i.out + half + n] = both.second;
  }
}
struct MultiplyExtended {
  std::pair<Word, Word> operator()(Word a, Word b) const {
    const std::uint64_t product = std::uint64_t{a} * b;
    return {static_cast<Word>(product), static_cast<Word>(product >> 32)};
  }
};
struct SignedMultiplyExtended {
  std::pair<Word, Word> operator()(Word a, Word b) const {
    const auto product =
        static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(a)} * static_cast<std::int32_t>(b));
    return {static_cast<Word>(product), static_cast<Word>(product >> 32)};
  }
};
struct AddCarry {
  std::pair<Word, Word> operator()(Word a, Word b) const { return {a + b, a + b < a ? 1 : 0}; }
};
struct SubtractBorrow {
  std::pair<Word, Word> operator()(Word a, Word b) const { return {a - b, a < b ? 1 : 0}; }
};

template <typename T>
void extract_bits(Machine* /*machine*/, Invocation& invocation, const Instruction& i) {
  Word* const words = invocation.words.data();
  const Word offset = words[i.in[1]], count = words[i.in[2]];
  constexpr Word bits = sizeof(T) * 8;
  for (Word n = 0; n < i.parts; ++n) {
    T value = 0;
    if (count > 0 && offset + count <= bits) {
      using U = std::make_unsigned_t<T>;
      const auto shifted =
          static_cast<T>(static_cast<U>(static_cast<U>(get<T>(words + i.in[0], n)) << (bits - offset - count)));
      value = static_cast<T>(shifted >> (bits - count));
    }
    put<T>(words + i.out, n, value);
  }
}

void insert_bits(Machine* /*machine*/, Invocation& invocation, const Instruction& i) {
  Word* const words = invocation.words.data();
  // The fourth operand is not among the decoded slots, so it is kept in `extra`.
  const Word count = words[i.extra], offset = count == 0 ? 0 : words[i.in[2]];
  for (Word n = 0; n < i.parts; ++n) {
    const Word mask = count >= 32 ? ~0u : ((1u << count) - 1) << offset;
    words[i.out + n] = (words[i.in[0] + n] & ~mask) | ((words[i.in[1] + n] << offset) & mask);
  }
}

template <typename From, typename To>
void convert(Machine* /*machine*/, Invocation& invocation, const Instruction& i) {
  Word* const words = invocation.words.data();
  for (Word n = 0; n < i.parts; ++n) {
    const auto from = get<From>(words + i.in[0], n);
    if constexpr (std::is_floating_point_v<Computed<From>> && std::is_integral_v<To>) {
      // Values out of range are undefined; they saturate.
      constexpr auto low = static_cast<double>(std::numeric_limits<To>::min());
      constexpr auto high = static_cast<double>(std::numeric_limits<To>::max());
      const auto value = static_cast<double>(from);
      put<To>(words + i.out, n,
              std::isnan(value) ? To{0}
              : value <= low    ? std::numeric_limits<To>::min()
              : value >= high   ? std::numeric_limits<To>::max()
                                : static_cast<To>(value));
    } else {
      using Rounded = std::conditional_t<std::is_same_v<From, double>, double, Computed<To>>;
      put<To>(words + i.out, n, static_cast<Rounded>(from));
    }
  }
}

template <bool is_signed>
Handler integer_conversion(Word from, Word to) {
  return for_integer<is_signed>(from, [&]<typename From>() -> Handler {
    return for_integer<is_signed>(to, []<typename To>() -> Handler { return convert<From, To>; });
  });
}
template <bool is_signed>
Handler float_to_integer(Word from, Word to) {
  return for_float(from, [&]<typename From>() -> Handler {
    return for_integer<is_signed>(to, []<typename To>() -> Handler { return convert<From, To>; });
  });
}
template <bool is_signed>
Handler integer_to_float(Word from, Word to) {
  return for_integer<is_signed>(from, [&]<typename From>() -> Handler {
    return for_float(to, []<typename To>() -> Handler { return convert<From, To>; });
  });
}
Handler float_conversion(Word from, Word to) {
  return for_float(from, [&]<typename From>() -> Handler {
    return for_float(to, []<typename To>() -> Handler { return convert<From, To>; });
  });
}

struct Quantize {
  float operator()(float a) const { return float_of_half(half_of_float(a)); }
};

template <typename T>
void scale(Machine* /*machine*/, Invocation& invocation, const Instruction& i) {
  Word* const words = invocation.words.data();
  const auto by = get<T>(words + i.in[1], 0);
  for (Word n = 0; n < i.parts; ++n) put<T>(words + i.out, n, get<T>(words + i.in[0], n) * by);
}

Handler find_conversion(const Module& module, const Instruction& i) {
  if (i.count == 0 || i.type == 0) return nullptr;
  const Word to = number_type(module, i.type).bits, from = number_type(module, module.type_of(i.operands[0])).bits;
  switch (i.op) {
    case spv::OpUConvert:
      return integer_conversion<false>(from, to);
    case spv::OpSConvert:
      return integer_conversion<true>(from, to);
    case spv::OpQuantizeToF16:
      return each<Quantize, float, float, 1>;
    case spv::OpFConvert:
      return float_conversion(from, to);
    case spv::OpConvertFToU:
      return float_to_integer<false>(from, to);
    case spv::OpConvertFToS:
      return float_to_integer<true>(from, to);
    case spv::OpConvertUToF:
      return integer_to_float<false>(from, to);
    case spv::OpConvertSToF:
      return integer_to_float<true>(from, to);
    default:
      return nullptr;
  }
}

Handler find_comparison(const Module& module, const Instruction& i) {
  if (i.count < 1 || i.type == 0) return nullptr;
  const Word bits = number_type(module, module.type_of(i.operands[0])).bits;
  switch (i.op) {
    case spv::OpIEqual:
      return integer_comparison<Equal>(bits);
    case spv::OpINotEqual:
      return integer_comparison<Unequal>(bits);
    case spv::OpULessThan:
      return integer_comparison<Less>(bits);
    case spv::OpULessThanEqual:
      return integer_comparison<AtMost>(bits);
    case spv::OpUGreaterThan:
      return integer_comparison<Greater>(bits);
    case spv::OpUGreaterThanEqual:
      return integer_comparison<AtLeast>(bits);
    case spv::OpSLessThan:
      return integer_comparison<Less, true>(bits);
    case spv::OpSLessThanEqual:
      return integer_comparison<AtMost, true>(bits);
    case spv::OpSGreaterThan:
      return integer_comparison<Greater, true>(bits);
    case spv::OpSGreaterThanEqual:
      return integer_comparison<AtLeast, true>(bits);
    case spv::OpFOrdEqual:
      return float_comparison<Equal>(bits);
    case spv::OpFOrdNotEqual:
      return float_comparison<OrderedUnequal>(bits);
    case spv::OpFOrdLessThan:
      return float_comparison<Less>(bits);
    case spv::OpFOrdLessThanEqual:
      return float_comparison<AtMost>(bits);
    case spv::OpFOrdGreaterThan:
      return float_comparison<Greater>(bits);
    case spv::OpFOrdGreaterThanEqual:
      return float_comparison<AtLeast>(bits);
    case spv::OpFUnordEqual:
      return float_comparison<Unordered<Equal>>(bits);
    case spv::OpFUnordNotEqual:
      return float_comparison<Unequal>(bits);
    case spv::OpFUnordLessThan:
      return float_comparison<Unordered<Less>>(bits);
    case spv::OpFUnordLessThanEqual:
      return float_comparison<Unordered<AtMost>>(bits);
    case spv::OpFUnordGreaterThan:
      return float_comparison<Unordered<Greater>>(bits);
    case spv::OpFUnordGreaterThanEqual:
      return float_comparison<Unordered<AtLeast>>(bits);
    case spv::OpIsNan:
      return float_comparison<IsNan, 1>(bits);
    case spv::OpIsInf:
      return float_comparison<IsInf, 1>(bits);
    case spv::OpLogicalEqual:
      return each<Equal, bool, bool, 2>;
    case spv::OpLogicalNotEqual:
      return each<Unequal, bool, bool, 2>;
    case spv::OpLogicalAnd:
      return each<And, bool, bool, 2>;
    case spv::OpLogicalOr:
      return each<Or, bool, bool, 2>;
    case spv::OpLogicalNot:
      return each<LogicalNot, bool, bool, 1>;
    default:
      return nullptr;
  }
}

// GLSL's functions.

struct Min {
  template <typename T>
  T operator()(T a, T b) const {
    return b < a ? b : a;
  }
};
struct Max {
  template <typename T>
  T operator()(T a, T b) const {
    return a < b ? b : a;
  }
};
/// The operand that is a number, if only one is.
struct NumberMin {
  template <typename T>
  T operator()(T a, T b) const {
    return std::fmin(a, b);
  }
};
struct NumberMax {
  template <typename T>
  T operator()(T a, T b) const {
    return std::fmax(a, b);
  }
};
struct Clamp {
  template <typename T>
  T operator()(T a, T low, T high) const {
    return Min{}(Max{}(a, low), high);
  }
};
/// The result is `low` if the number is not comparable.
struct NumberClamp {
  template <typename T>
  T operator()(T a, T low, T high) const {
    return NumberMin{}(NumberMax{}(a, low), high);
  }
};
struct Mix {
  template <typename T>
  T operator()(T a, T b, T part) const {
    return a * (1 - part) + b * part;
  }
};
struct MultiplyAdd {
  template <typename T>
  T operator()(T a, T b, T c) const {
    return std::fma(a, b, c);
  }
};
struct StepAt {
  template <typename T>
  T operator()(T edge, T a) const {
    return a < edge ? T{0} : T{1};
  }
};
struct Abs {
  template <typename T>
  T operator()(T a) const {
    if constexpr (std::is_integral_v<T>)
      return a < 0 ? Negate{}(a) : a;
    else
      return std::fabs(a);
  }
};
struct Sign {
  template <typename T>
  T operator()(T a) const {
    return static_cast<T>((a > 0) - (a < 0));
  }
};
struct Fraction {
  template <typename T>
  T operator()(T a) const {
    return a - std::floor(a);
  }
};
struct InverseSqrt {
  template <typename T>
  T operator()(T a) const {
    return 1 / std::sqrt(a);
  }
};
struct RoundEven {
  template <typename T>
  T operator()(T a) const {
    return std::nearbyint(a);
  }
};
#define TEXELSORT_FUNCTION(Name, function) \
  struct Name {                            \
    template <typename T>                  \
    T operator()(T a) const {              \
      return std::function(a);             \
    }                                      \
  }
TEXELSORT_FUNCTION(Round, round);
TEXELSORT_FUNCTION(Truncate, trunc);
TEXELSORT_FUNCTION(Floor, floor);
TEXELSORT_FUNCTION(Ceil, ceil);
TEXELSORT_FUNCTION(Sqrt, sqrt);
TEXELSORT_FUNCTION(Exp, exp);
TEXELSORT_FUNCTION(Log, log);
TEXELSORT_FUNCTION(Exp2, exp2);
TEXELSORT_FUNCTION(Log2, log2);
TEXELSORT_FUNCTION(Sin, sin);
TEXELSORT_FUNCTION(Cos, cos);
TEXELSORT_FUNCTION(Tan, tan);
#undef TEXELSORT_FUNCTION
struct Power {
  template <typename T>
  T operator()(T a, T b) const {
    return std::pow(a, b);
  }
};
/// Position of the lowest set bit, or all ones if none is set.
struct LowestBit {
  Word operator()(Word a) const { return a == 0 ? ~0u : static_cast<Word>(std::countr_zero(a)); }
};
struct HighestBit {
  Word operator()(Word a) const { return a == 0 ? ~0u : static_cast<Word>(std::bit_width(a) - 1); }
};
struct HighestBitOfSigned {
  Word operator()(Word a) const { return HighestBit{}(static_cast<std::int32_t>(a) < 0 ? ~a : a); }
};

void pack_halves(Machine* /*machine*/, Invocation& invocation, const Instruction& i) {
  Word* const words = invocation.words.data();
  const Word* const from = words + i.in[0];
  words[i.out] = half_of_float(std::bit_cast<float>(from[0])) |
                 static_cast<Word>(half_of_float(std::bit_cast<float>(from[1]))) << 16;
}
void unpack_halves(Machine* /*machine*/, Invocation& invocation, const Instruction& i) {
  Word* const words = invocation.words.data();
  const Word both = words[i.in[0]];
  for (Word n = 0; n < 2; ++n) {
    words[i.out + n] = std::bit_cast<Word>(float_of_half(static_cast<std::uint16_t>(both >> 16 * n)));
  }
}

template <typename F, int operands, bool is_signed = false>
Handler integer_function(Word bits) {
  return for_integer<is_signed>(bits, []<typename T>() -> Handler { return each<F, T, T, operands>; });
}

Handler find_function(const Module& module, const Instruction& i) {
  const Word bits = number_type(module, i.type).bits;
  switch (i.operands[1]) {
    case GLSLstd450UMin:
      return integer_function<Min, 2>(bits);
    case GLSLstd450UMax:
      return integer_function<Max, 2>(bits);
    case GLSLstd450UClamp:
      return integer_function<Clamp, 3>(bits);
    case GLSLstd450SMin:
      return integer_function<Min, 2, true>(bits);
    case GLSLstd450SMax:
      return integer_function<Max, 2, true>(bits);
    case GLSLstd450SClamp:
      return integer_function<Clamp, 3, true>(bits);
    case GLSLstd450SAbs:
      return integer_function<Abs, 1, true>(bits);
    case GLSLstd450SSign:
      return integer_function<Sign, 1, true>(bits);
    case GLSLstd450FMin:
      return floats<Min, 2>(bits);
    case GLSLstd450FMax:
      return floats<Max, 2>(bits);
    case GLSLstd450NMin:
      return floats<NumberMin, 2>(bits);
    case GLSLstd450NMax:
      return floats<NumberMax, 2>(bits);
    case GLSLstd450FClamp:
      return floats<Clamp, 3>(bits);
    case GLSLstd450NClamp:
      return floats<NumberClamp, 3>(bits);
    case GLSLstd450FMix:
      return floats<Mix, 3>(bits);
    case GLSLstd450Fma:
      return floats<MultiplyAdd, 3>(bits);
    case GLSLstd450Step:
      return floats<StepAt, 2>(bits);
    case GLSLstd450FAbs:
      return floats<Abs, 1>(bits);
    case GLSLstd450FSign:
      return floats<Sign, 1>(bits);
    case GLSLstd450Fract:
      return floats<Fraction, 1>(bits);
    case GLSLstd450Round:
      return floats<Round, 1>(bits);
    case GLSLstd450RoundEven:
      return floats<RoundEven, 1>(bits);
    case GLSLstd450Trunc:
      return floats<Truncate, 1>(bits);
    case GLSLstd450Floor:
      return floats<Floor, 1>(bits);
    case GLSLstd450Ceil:
      return floats<Ceil, 1>(bits);
    case GLSLstd450Sqrt:
      return floats<Sqrt, 1>(bits);
    case GLSLstd450InverseSqrt:
      return floats<InverseSqrt, 1>(bits);
    case GLSLstd450Exp:
      return floats<Exp, 1>(bits);
    case GLSLstd450Log:
      return floats<Log, 1>(bits);
    case GLSLstd450Exp2:
      return floats<Exp2, 1>(bits);
    case GLSLstd450Log2:
      return floats<Log2, 1>(bits);
    case GLSLstd450Sin:
      return floats<Sin, 1>(bits);
    case GLSLstd450Cos:
      return floats<Cos, 1>(bits);
    case GLSLstd450Tan:
      return floats<Tan, 1>(bits);
    case GLSLstd450Pow:
      return floats<Power, 2>(bits);
    case GLSLstd450FindILsb:
      return each<LowestBit, Word, Word, 1>;
    case GLSLstd450FindUMsb:
      return each<HighestBit, Word, Word, 1>;
    case GLSLstd450FindSMsb:
      return each<HighestBitOfSigned, Word, Word, 1>;
    case GLSLstd450PackHalf2x16:
      return pack_halves;
    case GLSLstd450UnpackHalf2x16:
      return unpack_halves;
    default:
      return nullptr;
  }
}

Handler find_arithmetic(const Module& module, const Instruction& i) {
  const Word bits = i.type == 0 ? 32 : number_type(module, i.type).bits;
  switch (i.op) {
    case spv::OpIAdd:
      return integers<Add, 2>(bits);
    case spv::OpISub:
      return integers<Subtract, 2>(bits);
    case spv::OpIMul:
      return integers<Multiply, 2>(bits);
    case spv::OpUDiv:
      return integers<Divide, 2>(bits);
    case spv::OpUMod:
      return integers<Remainder, 2>(bits);
    case spv::OpSDiv:
      return integers<Divide, 2, true>(bits);
    case spv::OpSRem:
      return integers<Remainder, 2, true>(bits);
    case spv::OpSMod:
      return integers<Modulo, 2, true>(bits);
    case spv::OpSNegate:
      return integers<Negate, 1>(bits);
    case spv::OpNot:
      return integers<Not, 1>(bits);
    case spv::OpBitwiseAnd:
      return integers<And, 2>(bits);
    case spv::OpBitwiseOr:
      return integers<Or, 2>(bits);
    case spv::OpBitwiseXor:
      return integers<Xor, 2>(bits);
    case spv::OpBitCount:
      return integers<BitCount, 1>(bits);
    case spv::OpBitReverse:
      return integers<BitReverse, 1>(bits);
    case spv::OpFAdd:
      return floats<Add, 2>(bits);
    case spv::OpFSub:
      return floats<Subtract, 2>(bits);
    case spv::OpFMul:
      return floats<Multiply, 2>(bits);
    case spv::OpFDiv:
      return floats<Divide, 2>(bits);
    case spv::OpFRem:
      return floats<Remainder, 2>(bits);
    case spv::OpFMod:
      return floats<Modulo, 2>(bits);
    case spv::OpFNegate:
      return floats<Negate, 1>(bits);
    case spv::OpVectorTimesScalar:
      return for_float(bits, []<typename T>() -> Handler { return scale<T>; });
    case spv::OpShiftLeftLogical:
      return shifts<Shift::left>(module, i);
    case spv::OpShiftRightLogical:
      return shifts<Shift::right>(module, i);
    case spv::OpShiftRightArithmetic:
      return shifts<Shift::arithmetic>(module, i);
    case spv::OpBitFieldUExtract:
      return for_integer<false>(bits, []<typename T>() -> Handler { return extract_bits<T>; });
    case spv::OpBitFieldSExtract:
      return for_integer<true>(bits, []<typename T>() -> Handler { return extract_bits<T>; });
    case spv::OpBitFieldInsert:
      return bits == 32 ? insert_bits : nullptr;
    case spv::OpUMulExtended:
      return pairs<MultiplyExtended>;
    case spv::OpSMulExtended:
      return pairs<SignedMultiplyExtended>;
    case spv::OpIAddCarry:
      return pairs<AddCarry>;
    case spv::OpISubBorrow:
      return pairs<SubtractBorrow>;
    default:
      return nullptr;
  }
}

}  // namespace

Handler find_number_handler(const Module& module, const Instruction& i) {
  if (i.op == spv::OpExtInst) return find_function(module, i);
  if (const Handler handler = find_arithmetic(module, i)) return handler;
  if (const Handler handler = find_comparison(module, i)) return handler;
  return find_conversion(module, i);
}

}  // namespace texelsort::spirv
