#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/core/algorithm.h"

/// The settings that every sort has for records, and what of them a backend does.
namespace texelsort::algorithms {

/// gather: out of place, one invocation a record (Bandyopadhyay and Sahni, figures 4 and 5). group: out of place, a
/// group of invocations carries a record in words of 16 bytes (figure 6). cycle: in place along the cycles of the
/// order, a table sort. transpose: columns become rows, rows are gathered, rows become columns.
enum class Rearrange : std::uint8_t { gather, group, cycle, transpose };

std::string_view name(Rearrange rearrange);

struct RecordSettings {
  /// Keys with their indices move, and each record once at the end; or whole records with every move of their keys.
  enum class Way : std::uint8_t { indirect, direct };
  Way records = Way::indirect;
  Rearrange rearrange = Rearrange::gather;

  bool direct() const { return records == Way::direct; }
  bool operator==(const RecordSettings&) const = default;
};

const SettingsTable<RecordSettings>& record_settings();
bool is_record_setting(std::string_view name);

/// What is best for an algorithm and a device.
RecordSettings tuned_records(const Algorithm& algorithm, const gpu::DeviceInfo* device, const ProblemForm& form);

/// Why a backend does not rearrange records of this layout so; nothing if it does.
std::optional<std::string> rearrange_refusal(Rearrange rearrange, data::Layout layout, Backend backend);
/// The same for what an algorithm has sorted.
std::optional<std::string> rearrange_refusal(Rearrange rearrange, data::Layout layout, const Algorithm& algorithm);

/// Why records of this form are refused on every device.
std::optional<std::string> record_refusal(const Algorithm& algorithm, const ProblemForm& form,
                                          const RecordSettings& settings);

/// Why this device does not take them beside a sorter of `plan`: what the mover or the memory does not.
std::optional<std::string> refusal_of_records(const Algorithm& algorithm, const gpu::DeviceInfo* device,
                                              const ProblemForm& form, const RecordSettings& settings,
                                              const RunPlan& plan);

}  // namespace texelsort::algorithms
