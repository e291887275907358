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

/// Device and driver for which a measurement is valid. A measurement is also valid for only one version of texelsort.
struct MeasuredPlace {
  /// Name of the renderer, CUDA device or processor, and its driver, which is empty for a processor.
  std::string device, driver;
  /// Name of the CPU, and number of threads that compute at the same time, which is 0 for a GPU. Both are empty for
  /// winners of earlier versions.
  std::string processor{};
  std::uint64_t threads = 0;
};

/// Parameter values that were faster than the default in a search, and the evidence for that.
struct Winner {
  std::string algorithm;  ///< saved_id() of the algorithm
  std::string type, payload;
  /// Number of binary digits of the number of keys, because values are tuned per power of two.
  unsigned size_class = 0;
  MeasuredPlace place{};
  std::string version;  ///< version of texelsort that ran the search
  /// Definition of the algorithm during the search; see Algorithm::content_hash(). Empty for built-in algorithms.
  std::string definition{};
  /// Values that the search found, and values of all parameters in the default configuration.
  std::map<std::string, std::string> values{}, own{};
  std::uint64_t n = 0;
  std::string distribution{}, order{}, date{}, command{};
  measure::Ratio ratio{};  ///< winner's time divided by the default's time
  /// Samples in ms of the winner and of the default, which were interleaved.
  std::vector<double> samples_ms{}, own_samples_ms{};

  /// Returns whether this winner replaces `other`: both are for the same algorithm, problems, machine, driver and
  /// version of texelsort.
  bool replaces(const Winner& other) const;
};

unsigned size_class(std::uint64_t n);

/// Returns the id under which winners are saved: for the folder of a user's sort its absolute path without links, so
/// that all spellings of the folder share their values. Returns other ids unchanged.
std::string saved_id(const std::string& algorithm);

/// Returns the result of a search in the form in which it is saved. `definition` is the definition of the algorithm.
Winner winner_of(const SearchOutcome& outcome, const MeasuredPlace& place, const std::string& command,
                 const std::string& definition = "");

/// Returns the evidence for a winner, for example "0.84 [0.82, 0.86] of the default's time at 65536 keys, measured on
/// 2026-03-01".
std::string evidence_text(const Winner& winner);

/// The saved winners. `fault` states in one line which parts of the file are unusable, and why. It is empty if the
/// whole file is usable.
struct Winners {
  std::vector<Winner> all{};
  std::string fault{};
};

/// Returns the path of the file with the saved winners, or nothing if neither XDG_CACHE_HOME nor HOME is set.
std::optional<std::filesystem::path> winners_file();

/// Reads winners from a file. Returns no winners if the file is missing. Ignores damaged entries and never throws.
Winners read_winners(const std::filesystem::path& file);

/// Returns the winners that this user has saved.
Winners kept_winners();

/// Saves a winner, and removes an older one for the same problems. Drops damaged entries. Throws UsageError if the file
/// cannot be written.
void keep_winner(const std::filesystem::path& file, const Winner& winner);

/// Deletes and returns the winners of an algorithm by its id, or all winners if it is empty. A damaged file is deleted
/// if all winners are to be deleted. Otherwise, a damaged file causes a UsageError.
std::vector<Winner> forget_winners(const std::filesystem::path& file, const std::string& algorithm);

}  // namespace texelsort::app
