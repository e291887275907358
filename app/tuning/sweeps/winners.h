#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compute/measure/statistics.h"

namespace texelsort::app {

struct SearchOutcome;

/// Device and driver for which a measurement is valid. The program's version is another condition.
struct MeasuredPlace {
  std::string device, driver;  ///< name of renderer, CUDA device or processor; its driver (none for a processor)
};

/// Values that were faster than the default in a search, with the evidence.
struct Winner {
  std::string algorithm, type, payload;
  unsigned size_class = 0;  ///< number of binary digits of n, the number of keys
  MeasuredPlace place{};
  std::string version;                                 ///< version of the program
  std::map<std::string, std::string> values{}, own{};  ///< values that the search found; all values of the default
  std::uint64_t n = 0;
  std::string distribution{}, order{}, date{}, command{};
  measure::Ratio ratio{};                              ///< winner's time over the default's
  std::vector<double> samples_ms{}, own_samples_ms{};  ///< interleaved, of the confirmation run

  /// Returns whether both are for the same problems on the same machine, with the same driver and program.
  bool replaces(const Winner& other) const;
};

unsigned size_class(std::uint64_t n);

/// Returns the result of a search in the form to save.
Winner winner_of(const SearchOutcome& outcome, const MeasuredPlace& place, const std::string& command);

/// Returns for example "0.84 [0.82, 0.86] of the default's time at 65536 keys, measured on 2026-03-01".
std::string evidence_text(const Winner& winner);

/// The saved winners. `fault` states in one line which parts of the file are unusable and why. It is empty if none are.
struct Winners {
  std::vector<Winner> all{};
  std::string fault{};
};

/// Returns the path of the saved winners. Nothing if neither XDG_CACHE_HOME nor HOME is set.
std::optional<std::filesystem::path> winners_file();

/// Reads winners from a file. A missing file has no winners. Ignores damaged entries and never throws.
Winners read_winners(const std::filesystem::path& file);

/// Returns the user's saved winners.
Winners kept_winners();

/// Saves a winner, replaces an older one for the same problems, and drops damaged entries. Throws UsageError if the
/// file cannot be written.
void keep_winner(const std::filesystem::path& file, const Winner& winner);

/// Deletes the winners of an algorithm, or all winners if `algorithm` is empty, and returns them. A damaged file is
/// deleted if all winners are; otherwise it causes a UsageError.
std::vector<Winner> forget_winners(const std::filesystem::path& file, const std::string& algorithm);

}  // namespace texelsort::app
