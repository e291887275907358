#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/core/algorithm.h"

/// Record settings of every sort, and functions that check whether a backend supports them.
namespace texelsort::algorithms {

/// Method of rearranging records.
/// - gather: out of place, one invocation per record (Bandyopadhyay and Sahni, figures 4 and 5).
/// - group: out of place, a group of invocations moves each record in words of 16 bytes (figure 6).
/// - cycle: in place along the cycles of the order, as in a table sort.
/// - transpose: transposes columns to rows, gathers the rows, and transposes them back.
/// - by_layout: the source's method for the layout, which Prepared replaces by `gather` or `group`.
enum class Rearrange : std::uint8_t { gather, group, cycle, transpose, by_layout };

std::string_view name(Rearrange rearrange);

/// Returns the source's method for a layout: gather for columns (figure 4), and otherwise groups (figure 6). A CPU has
/// no groups, so it gathers (figure 5).
Rearrange source_rearrange(data::Layout layout, Backend backend);

struct RecordSettings {
  /// Method of sorting records. indirect: sorts keys with indices, then moves each record once. direct: moves records
  /// with every move of their keys.
  enum class Way : std::uint8_t { indirect, direct };
  Way records = Way::indirect;
  Rearrange rearrange = Rearrange::gather;

  bool direct() const { return records == Way::direct; }
  bool operator==(const RecordSettings&) const = default;
};

const SettingsTable<RecordSettings>& record_settings();
bool is_record_setting(std::string_view name);

/// Returns the default record settings for an algorithm and a device.
RecordSettings tuned_records(const Algorithm& algorithm, const gpu::DeviceInfo* device, const ProblemForm& form);

/// Returns why a backend cannot rearrange records of this layout by this method. Returns null if it can.
std::optional<std::string> rearrange_refusal(Rearrange rearrange, data::Layout layout, Backend backend);
/// Returns why an algorithm cannot rearrange its records by this method. Returns null if it can.
std::optional<std::string> rearrange_refusal(Rearrange rearrange, data::Layout layout, const Algorithm& algorithm);

/// Returns why no device can sort records of this form with these settings. Returns null if some device can.
std::optional<std::string> record_refusal(const Algorithm& algorithm, const ProblemForm& form,
                                          const RecordSettings& settings);

/// Returns why a device cannot store or move the records in addition to a sorter of `plan`. Returns null if it can.
std::optional<std::string> refusal_of_records(const Algorithm& algorithm, const gpu::DeviceInfo* device,
                                              const ProblemForm& form, const RecordSettings& settings,
                                              const RunPlan& plan);

}  // namespace texelsort::algorithms
