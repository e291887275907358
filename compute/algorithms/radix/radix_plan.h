#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "compute/algorithms/core/algorithm.h"
#include "compute/algorithms/core/trace.h"
#include "compute/gpu/shader_library.h"

namespace texelsort::algorithms {

/// The passes of shaders/radix/ that work on the array.
enum class RadixKernel : std::uint8_t {
  count,    ///< digits of each column
  scatter,  ///< ranks each tile again while it moves it
  rank,     ///< digits of each column, and ranks
  move      ///< by those ranks
};

/// How a radix sort cuts an array of n keys, and what its kernels need.
struct RadixPlan {
  std::uint64_t n = 0;
  data::KeyType type = data::KeyType::u32;
  data::PayloadKind payload = data::PayloadKind::none;
  bool serial = false;    ///< an invocation a column, instead of a workgroup
  bool matching = false;  ///< how a workgroup ranks a tile: by masks, instead of counters of each invocation
  bool ranks = false;     ///< ranks are kept between a column's count and its move
  std::uint32_t digit_bits = 1;
  std::uint32_t workgroup = 1;  ///< invocations
  std::uint64_t tile = 1;       ///< keys
  std::uint64_t columns = 0;    ///< of the table
  std::uint64_t column_keys = 1;

  std::uint64_t items() const { return tile / workgroup; }  ///< keys an invocation
  /// Digits of a key; the last may have fewer bits.
  std::uint64_t digits() const;
  DigitPass digit(std::uint64_t index) const;
  std::uint64_t table_words() const { return columns << digit_bits; }
  /// One a key, up to whole groups of four, see shaders/radix/serial.glsl.
  std::uint64_t rank_words() const { return ranks ? (n + 3) / 4 * 4 : 0; }

  RadixKernel counting() const { return ranks ? RadixKernel::rank : RadixKernel::count; }
  RadixKernel moving() const { return ranks ? RadixKernel::move : RadixKernel::scatter; }
  std::uint32_t workgroups() const;  ///< of a dispatch of a kernel
  std::uint64_t shared_bytes(RadixKernel kernel) const;
  /// Of all loops of an invocation together, at the most.
  std::uint64_t rounds() const;
  std::string shader(RadixKernel kernel) const;
  gpu::Defines defines(RadixKernel kernel, data::Order order) const;

  /// Bytes on the device beside twice the keys and the payload: table, ranks, sums of the scan, guards.
  std::uint64_t table_bytes() const;

  std::optional<std::string> refusal(const gpu::DeviceInfo& device) const;

 private:
  std::uint64_t pool_words(RadixKernel kernel) const;
};

/// "digit", "form", "ranking": what all radix sorts here have in common.
std::vector<ParameterSpec> common_radix_parameters();
/// Their values, and "tile" and "workgroup", in a plan that has no columns yet.
RadixPlan radix_plan(std::uint64_t n, data::KeyType type, data::PayloadKind payload, const Parameters& parameters);
/// Whether invocations go over shares by themselves: the form that is given, else the one tuned for the device.
bool serial_form(const gpu::DeviceInfo& device, const std::map<std::string, std::string>& given);
/// Tuned values of the same, beside those given: they suit the form, and tile and workgroup suit one another.
std::map<std::string, std::string> tuned_radix(const gpu::DeviceInfo& device, std::uint64_t n, data::KeyType type,
                                               const std::map<std::string, std::string>& given);

}  // namespace texelsort::algorithms
