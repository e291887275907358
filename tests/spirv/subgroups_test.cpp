// Results of subgroup operations for each subgroup size, with all lanes and with inactive lanes.
#include <algorithm>
#include <functional>
#include <limits>
#include <optional>

#include <gtest/gtest.h>

#include "tests/spirv/evaluate.h"

namespace texelsort::spirv {
namespace {

using evaluate::Stored;

constexpr std::uint32_t invocations = 128;
constexpr std::uint32_t subgroup_sizes[] = {4, 8, 16, 32, 64, 128};

/// One operation of a lane: its subgroup, the active lanes there in ascending order, and its own lane.
struct Lane {
  std::uint32_t size = 0, first = 0, own = 0;  ///< `first` is the invocation of lane 0
  std::vector<std::uint32_t> active;

  bool is_active(std::uint32_t lane) const { return std::ranges::find(active, lane) != active.end(); }
};

/// Calls f(lane) for all invocations that take part: all, or those with odd numbers.
template <typename F>
void for_each_lane(std::uint32_t size, bool odd, const F& f) {
  for (std::uint32_t n = odd ? 1 : 0; n < invocations; n += odd ? 2 : 1) {
    Lane lane{size, n / size * size, n % size, {}};
    for (std::uint32_t each = odd ? 1 : 0; each < size; each += odd ? 2 : 1) lane.active.push_back(each);
    f(lane);
  }
}

const std::string subgroup_extensions = [] {
  std::string text = evaluate::extensions;
  for (const char* const name :
       {"KHR_shader_subgroup_basic", "KHR_shader_subgroup_vote", "KHR_shader_subgroup_ballot",
        "KHR_shader_subgroup_arithmetic", "KHR_shader_subgroup_shuffle", "KHR_shader_subgroup_shuffle_relative",
        "KHR_shader_subgroup_clustered", "KHR_shader_subgroup_quad", "NV_shader_subgroup_partitioned",
        "EXT_shader_subgroup_extended_types_int8", "EXT_shader_subgroup_extended_types_int16",
        "EXT_shader_subgroup_extended_types_int64", "EXT_shader_subgroup_extended_types_float16"}) {
    text += fmt::format("#extension GL_{} : require\n", name);
  }
  return text + fmt::format("layout(local_size_x = {}) in;\n", invocations);
}();

/// Executes expressions of `value`, each in all lanes or in a branch of odd lanes. Returns the results by expression
/// and invocation.
template <typename Bits>
std::vector<Bits> run_expressions(const Module& module, const std::vector<Bits>& values, std::size_t expressions,
                                  std::uint32_t size, bool odd) {
  Memory from(evaluate::words_of(values)), to(std::vector<std::uint32_t>(expressions * invocations * 2));
  Dispatch dispatch;
  const std::uint32_t limit = odd ? 1 : 0;
  dispatch.push_constants.resize(4);
  std::memcpy(dispatch.push_constants.data(), &limit, 4);
  dispatch.memories = {&from, &to};
  dispatch.blocks = {{{0, 0}, {0, 0, from.bytes()}}, {{0, 1}, {1, 0, to.bytes()}}};
  dispatch.rounds = 1000;
  const Outcome outcome = execute(module, dispatch, {{}, size});
  EXPECT_TRUE(outcome.findings.empty());
  return evaluate::values_of<Bits>(to.words(), expressions * invocations);
}

template <typename T>
Module compiled(const std::vector<std::string>& expressions) {
  std::string text = subgroup_extensions +
                     fmt::format(
                         "#define T {}\nlayout(push_constant) uniform Push {{ uint odd; }};\n"
                         "layout(std430, binding = 0) buffer Values {{ T values[]; }};\n"
                         "layout(std430, binding = 1) buffer Results {{ T results[]; }};\n"
                         "uint hash(uvec4 mask) {{ return mask.x + 3u * mask.y + 5u * mask.z + 7u * mask.w; }}\n"
                         "void main() {{\n  const uint n = gl_LocalInvocationIndex, lane = gl_SubgroupInvocationID;\n"
                         "  const T value = values[n];\n  if (odd == 0u || n % 2u == 1u) {{\n",
                         evaluate::glsl_name<T>());
  for (std::size_t k = 0; k < expressions.size(); ++k) {
    text += fmt::format("    results[{}u + n] = T({});\n", k * invocations, expressions[k]);
  }
  return Module(compile({text + "  }\n}\n", {"shader"}, Language::vulkan_glsl, "main"}));
}

/// An operation that combines values.
template <typename N>
struct Combination {
  std::string name;
  N identity;
  std::function<N(N, N)> combine;
};

template <typename T>
std::vector<Combination<typename Stored<T>::Number>> combinations() {
  using N = typename Stored<T>::Number;
  const auto wrapped = [](auto f) {
    return [f](N a, N b) {
      if constexpr (std::is_integral_v<N>) {
        return static_cast<N>(f(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b)));
      } else {
        return static_cast<N>(f(a, b));
      }
    };
  };
  using Limits = std::numeric_limits<N>;
  const bool real = !std::is_integral_v<N>;
  std::vector<Combination<N>> all{
      {"Add", 0, wrapped(std::plus<>{})},
      {"Mul", 1, wrapped(std::multiplies<>{})},
      {"Min", real ? Limits::infinity() : Limits::max(), [](N a, N b) { return std::min(a, b); }},
      {"Max", real ? -Limits::infinity() : Limits::lowest(), [](N a, N b) { return std::max(a, b); }},
  };
  if constexpr (std::is_integral_v<N>) {
    all.push_back({"And", static_cast<N>(-1), [](N a, N b) { return static_cast<N>(a & b); }});
    all.push_back({"Or", 0, [](N a, N b) { return static_cast<N>(a | b); }});
    all.push_back({"Xor", 0, [](N a, N b) { return static_cast<N>(a ^ b); }});
  }
  return all;
}

/// Values that sums and products of 128 of them represent exactly in each type.
template <typename T>
std::vector<typename Stored<T>::Bits> values_to_combine() {
  std::vector<typename Stored<T>::Bits> values;
  for (std::uint32_t n = 0; n < invocations; ++n) {
    if constexpr (std::is_same_v<T, Half> || std::is_floating_point_v<T>) {
      values.push_back(Stored<T>::bits(n % 11 == 0 ? 2.0f : n % 17 == 3 ? -1.0f : n % 5 == 2 ? 0.5f : 1.0f));
    } else {
      values.push_back(static_cast<T>(n * n * 2654435761u + 12345u));
    }
  }
  return values;
}

template <typename T>
void compare_combinations() {
  using N = typename Stored<T>::Number;
  enum class Kind { reduce, inclusive, exclusive };
  struct Form {
    std::string text;  ///< {} is the name of the operation
    Kind kind;
    std::function<std::uint32_t(std::uint32_t lane)> group;
    std::uint32_t cluster = 1;
  };
  const auto all = [](std::uint32_t) { return 0u; };
  const auto parts = [](std::uint32_t lane) { return lane % 3; };
  const std::string partition = "subgroupPartitionNV(lane % 3u)";
  std::vector<Form> forms{
      {"subgroup{}(value)", Kind::reduce, all},
      {"subgroupInclusive{}(value)", Kind::inclusive, all},
      {"subgroupExclusive{}(value)", Kind::exclusive, all},
      {"subgroupPartitioned{}NV(value, " + partition + ")", Kind::reduce, parts},
      {"subgroupPartitionedInclusive{}NV(value, " + partition + ")", Kind::inclusive, parts},
      {"subgroupPartitionedExclusive{}NV(value, " + partition + ")", Kind::exclusive, parts},
  };
  for (std::uint32_t cluster = 1; cluster <= invocations; cluster *= 2) {
    forms.push_back({fmt::format("subgroupClustered{{}}(value, {}u)", cluster), Kind::reduce,
                     [cluster](std::uint32_t lane) { return lane / cluster; }, cluster});
  }
  const auto operations = combinations<T>();
  std::vector<std::string> texts;
  for (const auto& operation : operations) {
    for (const Form& form : forms) texts.push_back(fmt::format(fmt::runtime(form.text), operation.name));
  }
  const Module module = compiled<T>(texts);
  const auto values = values_to_combine<T>();
  for (const std::uint32_t size : subgroup_sizes) {
    for (const bool odd : {false, true}) {
      const auto results = run_expressions(module, values, texts.size(), size, odd);
      for_each_lane(size, odd, [&](const Lane& lane) {
        for (std::size_t k = 0; k < texts.size(); ++k) {
          const auto& operation = operations[k / forms.size()];
          const Form& form = forms[k % forms.size()];
          if (form.cluster > size) continue;  // not allowed
          N expected = operation.identity;
          for (const std::uint32_t other : lane.active) {
            const bool counts =
                form.kind == Kind::reduce || other < lane.own || (other == lane.own && form.kind == Kind::inclusive);
            if (!counts || form.group(other) != form.group(lane.own)) continue;
            expected = operation.combine(expected, Stored<T>::number(values[lane.first + other]));
          }
          const N result = Stored<T>::number(results[k * invocations + lane.first + lane.own]);
          ASSERT_TRUE(evaluate::is_same(result, expected))
              << texts[k] << " of " << evaluate::glsl_name<T>() << " in lane " << lane.own << " of " << size
              << (odd ? " with odd lanes" : "") << " is " << +result << ", expected " << +expected;
        }
      });
    }
  }
}

template <typename T>
class SubgroupArithmetic : public ::testing::Test {};
using CombinedTypes = ::testing::Types<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t,
                                       std::uint32_t, std::int64_t, std::uint64_t, Half, float, double>;
TYPED_TEST_SUITE(SubgroupArithmetic, CombinedTypes);

TYPED_TEST(SubgroupArithmetic, CombinesTheValuesOfActiveLanes) {
  compare_combinations<TypeParam>();
}

/// An expression of `value`, whose reference has the lane and the values of its subgroup. Null means undefined.
struct Query {
  std::string text;
  std::function<std::optional<std::uint32_t>(const Lane& lane, const std::uint32_t* values)> reference;
};

std::uint32_t value_of(std::uint32_t invocation) {
  return invocation * 7 % 32;
}

/// Returns a query that reads another lane.
Query reads(const std::string& text, std::function<std::uint32_t(const Lane&)> from) {
  return {text, [from](const Lane& lane, const std::uint32_t* values) -> std::optional<std::uint32_t> {
            const std::uint32_t other = from(lane);
            return lane.is_active(other) ? std::optional(values[other]) : std::nullopt;
          }};
}

/// Returns a query with the sum of four words of a ballot, each times another number, of the lanes that `is_in`
/// accepts.
Query mask(const std::string& text, std::function<bool(const Lane&, std::uint32_t lane, const std::uint32_t*)> is_in,
           bool active_only = true) {
  return {fmt::format("hash({})", text),
          [=](const Lane& lane, const std::uint32_t* values) -> std::optional<std::uint32_t> {
            std::uint32_t words[4] = {};
            for (std::uint32_t n = 0; n < lane.size; ++n) {
              if (active_only && !lane.is_active(n)) continue;
              if (is_in(lane, n, values)) words[n / 32] |= 1u << n % 32;
            }
            return words[0] + 3 * words[1] + 5 * words[2] + 7 * words[3];
          }};
}

/// Returns a query with the number of lanes in a mask that `counts` accepts.
Query counts(const std::string& text, std::function<bool(const Lane&, std::uint32_t lane)> counts) {
  return {text, [=](const Lane& lane, const std::uint32_t* values) -> std::optional<std::uint32_t> {
            return static_cast<std::uint32_t>(std::ranges::count_if(
                lane.active, [&](std::uint32_t n) { return values[n] % 3 == 1 && counts(lane, n); }));
          }};
}

std::vector<Query> queries() {
  const std::string third = "subgroupBallot(value % 3u == 1u)";
  const auto in_third = [](const Lane& lane, const std::uint32_t* values) {
    std::vector<std::uint32_t> lanes;
    std::ranges::copy_if(lane.active, std::back_inserter(lanes), [&](std::uint32_t n) { return values[n] % 3 == 1; });
    return lanes;
  };
  std::vector<Query> all{
      {"gl_SubgroupSize", [](const Lane& lane, auto) { return lane.size; }},
      {"gl_NumSubgroups", [](const Lane& lane, auto) { return invocations / lane.size; }},
      {"gl_SubgroupID", [](const Lane& lane, auto) { return lane.first / lane.size; }},
      {"lane", [](const Lane& lane, auto) { return lane.own; }},
      {"subgroupElect()", [](const Lane& lane, auto) { return lane.own == lane.active.front(); }},
      {"subgroupAll(value < 30u)",
       [](const Lane& lane, auto values) {
         return std::ranges::all_of(lane.active, [&](std::uint32_t n) { return values[n] < 30; });
       }},
      {"subgroupAny(value == 14u)",
       [](const Lane& lane, auto values) {
         return std::ranges::any_of(lane.active, [&](std::uint32_t n) { return values[n] == 14; });
       }},
      {"subgroupAllEqual(n / 8u)",
       [](const Lane& lane, auto) {
         return (lane.first + lane.active.front()) / 8 == (lane.first + lane.active.back()) / 8;
       }},
      {"subgroupAllEqual(vec2(1.0, 2.0))", [](const Lane&, auto) { return 1u; }},
      mask(third, [](const Lane&, std::uint32_t n, auto values) { return values[n] % 3 == 1; }),
      mask("subgroupPartitionNV(value % 5u)",
           [](const Lane& lane, std::uint32_t n, auto values) { return values[n] % 5 == values[lane.own] % 5; }),
      mask(
          "gl_SubgroupEqMask", [](const Lane& lane, std::uint32_t n, auto) { return n == lane.own; }, false),
      mask(
          "gl_SubgroupLtMask", [](const Lane& lane, std::uint32_t n, auto) { return n < lane.own; }, false),
      mask(
          "gl_SubgroupLeMask", [](const Lane& lane, std::uint32_t n, auto) { return n <= lane.own; }, false),
      mask(
          "gl_SubgroupGtMask", [](const Lane& lane, std::uint32_t n, auto) { return n > lane.own; }, false),
      mask(
          "gl_SubgroupGeMask", [](const Lane& lane, std::uint32_t n, auto) { return n >= lane.own; }, false),
      counts("subgroupBallotBitCount(" + third + ")", [](auto&, std::uint32_t) { return true; }),
      counts("subgroupBallotInclusiveBitCount(" + third + ")",
             [](auto& lane, std::uint32_t n) { return n <= lane.own; }),
      counts("subgroupBallotExclusiveBitCount(" + third + ")",
             [](auto& lane, std::uint32_t n) { return n < lane.own; }),
      counts("subgroupInverseBallot(" + third + ")", [](auto& lane, std::uint32_t n) { return n == lane.own; }),
      counts("subgroupBallotBitExtract(" + third + ", lane ^ 2u)",
             [](auto& lane, std::uint32_t n) { return n == (lane.own ^ 2u); }),
      {"subgroupBallotFindLSB(" + third + ")",
       [=](const Lane& lane, auto values) {
         const auto lanes = in_third(lane, values);
         return lanes.empty() ? std::nullopt : std::optional(lanes.front());
       }},
      {"subgroupBallotFindMSB(" + third + ")",
       [=](const Lane& lane, auto values) {
         const auto lanes = in_third(lane, values);
         return lanes.empty() ? std::nullopt : std::optional(lanes.back());
       }},
      reads("subgroupBroadcast(value, 3u)", [](auto&) { return 3u; }),
      reads("subgroupBroadcastFirst(value)", [](auto& lane) { return lane.active.front(); }),
      reads("subgroupShuffle(value, value)", [](auto& lane) { return value_of(lane.first + lane.own); }),
      reads("subgroupShuffleXor(value, 2u)", [](auto& lane) { return lane.own ^ 2u; }),
      reads("subgroupShuffleUp(value, 2u)", [](auto& lane) { return lane.own - 2; }),
      reads("subgroupShuffleDown(value, 2u)", [](auto& lane) { return lane.own + 2; }),
      reads("subgroupShuffle(uvec3(0, value, 1), gl_SubgroupSize - 1u - (lane & ~1u)).y",
            [](auto& lane) { return lane.size - 1 - (lane.own & ~1u); }),
      reads("subgroupShuffleXor(uint64_t(value) << 32, 2u) >> 32", [](auto& lane) { return lane.own ^ 2u; }),
      reads("subgroupQuadBroadcast(value, 1u)", [](auto& lane) { return (lane.own & ~3u) + 1; }),
      reads("subgroupQuadSwapHorizontal(value)", [](auto& lane) { return lane.own ^ 1u; }),
      reads("subgroupQuadSwapVertical(value)", [](auto& lane) { return lane.own ^ 2u; }),
      reads("subgroupQuadSwapDiagonal(value)", [](auto& lane) { return lane.own ^ 3u; }),
  };
  const auto parities = [](const Lane& lane, const std::uint32_t* values, auto combine, bool start, std::uint32_t end) {
    for (const std::uint32_t n : lane.active) {
      if (n < end) start = combine(start, values[n] % 4 != 1);
    }
    return std::optional<std::uint32_t>(start ? 1 : 0);
  };
  const auto add_logical = [&](const std::string& name, auto combine, bool start) {
    all.push_back({fmt::format("subgroup{}(value % 4u != 1u)", name),
                   [=](const Lane& lane, auto values) { return parities(lane, values, combine, start, lane.size); }});
    all.push_back({fmt::format("subgroupExclusive{}(value % 4u != 1u)", name),
                   [=](const Lane& lane, auto values) { return parities(lane, values, combine, start, lane.own); }});
  };
  add_logical("And", std::logical_and<>{}, true);
  add_logical("Or", std::logical_or<>{}, false);
  add_logical("Xor", std::not_equal_to<>{}, false);
  return all;
}

TEST(SubgroupQueries, SeeTheActiveLanes) {
  const std::vector<Query> all = queries();
  std::vector<std::string> texts;
  for (const Query& query : all) {
    texts.push_back(query.text);
  }
  const Module module = compiled<std::uint32_t>(texts);
  std::vector<std::uint32_t> values;
  for (std::uint32_t n = 0; n < invocations; ++n) values.push_back(value_of(n));
  for (const std::uint32_t size : subgroup_sizes) {
    for (const bool odd : {false, true}) {
      const auto results = run_expressions(module, values, texts.size(), size, odd);
      for_each_lane(size, odd, [&](const Lane& lane) {
        for (std::size_t k = 0; k < all.size(); ++k) {
          const auto expected = all[k].reference(lane, &values[lane.first]);
          if (!expected) continue;
          ASSERT_EQ(results[k * invocations + lane.first + lane.own], *expected)
              << texts[k] << " in lane " << lane.own << " of " << size << (odd ? " with odd lanes" : "");
        }
      });
    }
  }
}

}  // namespace
}  // namespace texelsort::spirv
