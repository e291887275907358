#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/core/algorithm.h"

/// The parameters that every sort has for records, and what of them a backend does.
namespace texelsort::algorithms {

/// gather: out of place, one invocation a record (Bandyopadhyay and Sahni, figures 4 and 5). group: out of place, a
/// group of invocations carries a record in words of 16 bytes (figure 6). cycle: in place along the cycles of the
/// order, a table sort. transpose: columns become rows, rows are gathered, rows become columns.
enum class Rearrange : std::uint8_t { gather, group, cycle, transpose };

/// "records" and "rearrange".
const std::vector<ParameterSpec>& record_parameters();
bool is_record_parameter(std::string_view name);

Rearrange rearrange_of(const Parameters& parameters);
std::string_view name(Rearrange rearrange);

/// Why a backend does not rearrange records of this layout so; nothing if it does.
std::optional<std::string> rearrange_refusal(Rearrange rearrange, data::Layout layout, Backend backend);

/// What Algorithm::refuses() says of records on every device.
std::optional<std::string> record_refusal(const Algorithm& algorithm, const ProblemForm& form,
                                          const Parameters& parameters);

/// How records are best rearranged by shaders or on the cpu.
std::map<std::string, std::string> tuned_rearrangement(Backend backend, const gpu::DeviceInfo* device,
                                                       const ProblemForm& form);

}  // namespace texelsort::algorithms
