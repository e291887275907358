#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/scripted/claims.h"
#include "compute/algorithms/scripted/fields.h"

/// Claims of scripts, one function per function of the script, and what they share. All functions throw UsageError with
/// file and line for fields that do not fit.
namespace texelsort::algorithms::scripted {

using Found = std::optional<Violation>;
using Numbers = std::vector<std::uint64_t>;

/// Returns the fields of a claim of the script.
Fields fields_of(const Description& description, const script::Value& claim);

/// Returns numbers that the script gives as a list, or by the name of a buffer that has them after the pass.
std::function<Numbers()> numbers_of(const Fields& fields, std::string_view name, const ClaimContext& context);

/// Returns the text of an encoded key.
std::string key_text(const ClaimContext& context, std::uint64_t code);

/// Compares words of a buffer from word `first` on with expected numbers. `text` returns the meaning of a number.
Found find_wrong_words(const std::string& buffer, const Numbers& words, std::uint64_t first, const Numbers& expected,
                       const std::function<std::string(std::uint64_t)>& text);

/// Returns the steps of a claim compare_exchange for n keys.
std::vector<NetworkStep> network_steps(const Description& description, const script::Value& claim, std::uint64_t n,
                                       const std::string& label);

/// Returns the digit of a claim histogram or scatter for n keys.
DigitPass digit_of(const Fields& fields, std::uint64_t n);

// Claims about tables of radix sorts.
Claim histogram_claim(const Fields& fields, const ClaimContext& context);
Claim exclusive_scan_claim(const Fields& fields, const ClaimContext& context);
Claim scatter_claim(const Fields& fields, const ClaimContext& context);

// Claims about the order of keys.
Claim sorted_blocks_claim(const Fields& fields, const ClaimContext& context);
Claim merged_claim(const Fields& fields, const ClaimContext& context);
Claim partition_claim(const Fields& fields, const ClaimContext& context);
Claim split_claim(const Fields& fields, const ClaimContext& context);

// Claims that a function of the script tests. `names` lists the buffers that the function receives.
Claim expect_claim(const Fields& fields, const ClaimContext& context, const script::Value& names);
Claim satisfies_claim(const Fields& fields, const ClaimContext& context, const script::Value& names);

}  // namespace texelsort::algorithms::scripted
