#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/distributed/settings.h"

/// Distribution of the keys among ranks, and the steps of a distributed sort, for ranks of any kind.
namespace texelsort::algorithms::distributed {

using Numbers = std::vector<std::uint64_t>;

/// Returns the start of each rank's keys among all keys, and the end of the last: ranks + 1 positions.
Numbers share_starts(std::uint64_t n, const Settings& settings);

/// Plan of the keys that ranks send to each other. Rank j receives the keys from `of(j, i)` to `of(j + 1, i)` of the
/// share of rank i. The sizes of parts differ by at most one key. Received keys are in the order of their senders, so
/// that the sort is stable.
class Exchange {
 public:
  Exchange() = default;
  /// Makes an exchange from the splitters. `places` has ranks + 1 rows, one per part and one for the end. Each number
  /// of a row is the number of keys of one share that precede the part.
  Exchange(std::uint64_t ranks, Numbers places) : ranks_(ranks), places_(std::move(places)) {}

  std::uint64_t ranks() const { return ranks_; }
  std::uint64_t of(std::uint64_t part, std::uint64_t rank) const { return places_[part * ranks_ + rank]; }
  std::uint64_t count(std::uint64_t from, std::uint64_t to) const { return of(to + 1, from) - of(to, from); }
  /// Returns the number of keys that rank `to` has after the exchange.
  std::uint64_t received(std::uint64_t to) const { return arrival(ranks_, to); }
  /// Returns the position in the part of rank `to` at which the keys from rank `from` begin.
  std::uint64_t arrival(std::uint64_t from, std::uint64_t to) const;
  const Numbers& places() const { return places_; }
  /// Returns the numbers of keys that ranks send to each other, with one row per sender and one column per receiver.
  Numbers matrix() const;
  /// Return positions among all keys. part_starts() returns the start of each part. sequence_starts() returns, for each
  /// part, the start of the sequence from each sender, which are ranks^2 + 1 positions.
  Numbers part_starts() const;
  Numbers sequence_starts() const;

 private:
  std::uint64_t ranks_ = 1;
  Numbers places_;
};

/// Step that all ranks execute together. The kind `move`, which moves the records, is not part of the sort itself.
struct CollectiveStep {
  enum class Kind : std::uint8_t { sort, select, exchange, merge, sort_again, move };
  Kind kind = Kind::sort;
  std::uint64_t round = 0;   ///< index of the selection round or merge round
  bool from_shares = false;  ///< true if merging reads the shares directly, without an exchange
  bool operator==(const CollectiveStep&) const = default;
};

/// Returns the number of merge rounds until one of `ranks` sequences is left, if each round merges `ways` neighbouring
/// sequences into one.
std::uint64_t merge_rounds(std::uint64_t ranks, std::uint64_t ways);

/// Returns the display name of a kind of step: "sort of the shares", "exchange".
std::string name(CollectiveStep::Kind kind);
/// Returns the header of the pass that executes a step. `rounds` is the number of merge rounds.
PassHeader header(const CollectiveStep& step, const Settings& settings, std::uint64_t rounds);

/// Returns the elements of all ranks after the exchange, as the reference implementation.
Numbers exchange(std::span<const std::uint64_t> elements, const Numbers& shares, const Exchange& exchange);

}  // namespace texelsort::algorithms::distributed
