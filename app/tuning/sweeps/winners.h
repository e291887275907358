#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compute/measure/ratio.h"

namespace texelsort::app {

struct SearchOutcome;

/// What a measurement is valid for, besides the version of the program.
struct MeasuredPlace {
  std::string device, driver;  ///< the renderer, CUDA's device, or the processor, which has no driver
};

/// Values that beat the default in a search, with the evidence.
struct Winner {
  std::string algorithm, type, payload;
  unsigned size_class = 0;  ///< n has as many binary digits
  MeasuredPlace place{};
  std::string version;                                 ///< of the program
  std::map<std::string, std::string> values{}, own{};  ///< those that were searched; all of the default's in use
  std::uint64_t n = 0;
  std::string distribution{}, order{}, date{}, command{};
  measure::Ratio ratio{};                              ///< of the winner's time to the default's
  std::vector<double> samples_ms{}, own_samples_ms{};  ///< of the final, interleaved

  /// Whether both are for the same runs on the same machine, with the same driver and program.
  bool replaces(const Winner& other) const;
};

unsigned size_class(std::uint64_t n);

/// What a search has found, as it is kept.
Winner winner_of(const SearchOutcome& outcome, const MeasuredPlace& place, const std::string& command);

/// "0.84 [0.82, 0.86] of the default's time at 65536 keys, measured on 2026-03-01".
std::string evidence_text(const Winner& winner);

/// What is kept, and what of a file cannot be used and why, in one line; that is empty if all of it can.
struct Winners {
  std::vector<Winner> all{};
  std::string fault{};
};

/// Where winners are kept; nothing without XDG_CACHE_HOME and HOME.
std::optional<std::filesystem::path> winners_file();

/// A file that is not there has none. Never throws: what is damaged is left out.
Winners read_winners(const std::filesystem::path& file);

/// The user's, for a command that passes them on.
Winners kept_winners();

/// Keeps a winner in place of an older one, and drops what is damaged. Throws UsageError if it cannot be
/// written.
void keep_winner(const std::filesystem::path& file, const Winner& winner);

/// Takes out those of an algorithm, or all of them if it is empty, and says which. A damaged file goes as a whole with
/// the latter, and is refused with a UsageError with the former.
std::vector<Winner> forget_winners(const std::filesystem::path& file, const std::string& algorithm);

}  // namespace texelsort::app
