#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/distributed/settings.h"

/// Distribution of the keys among ranks, and the steps of the sort, for ranks of any kind.
namespace texelsort::algorithms::distributed {

using Numbers = std::vector<std::uint64_t>;

/// Returns the start of each rank's keys among all keys, and the end of the last: ranks + 1 places.
Numbers share_starts(std::uint64_t n, const Settings& settings);

/// Keys that the ranks send each other. From the share of rank i, rank j receives the keys from place `of(j, i)` to
/// `of(j + 1, i)`. The sizes of parts differ by at most one key. Received keys are in the order of their senders, so
/// that the sort is stable.
class Exchange {
 public:
  Exchange() = default;
  /// `places` has ranks + 1 rows with one number per share: how many keys of the share precede a part.
  Exchange(std::uint64_t ranks, Numbers places) : ranks_(ranks), places_(std::move(places)) {}

  std::uint64_t ranks() const { return ranks_; }
  std::uint64_t of(std::uint64_t part, std::uint64_t rank) const { return places_[part * ranks_ + rank]; }
  std::uint64_t count(std::uint64_t from, std::uint64_t to) const { return of(to + 1, from) - of(to, from); }
  /// Returns the number of keys of rank `to` after the exchange.
  std::uint64_t received(std::uint64_t to) const { return arrival(ranks_, to); }
  /// Returns the place in the part of rank `to` at which the keys from rank `from` begin.
  std::uint64_t arrival(std::uint64_t from, std::uint64_t to) const;
  const Numbers& places() const { return places_; }
  /// Returns the matrix of numbers of keys, with one row per sender and one column per receiver.
  Numbers matrix() const;
  /// Return starts among all keys. part_starts() returns those of the parts. sequence_starts() returns those of the
  /// sequences from each sender in all parts, ranks^2 + 1 places.
  Numbers part_starts() const;
  Numbers sequence_starts() const;

 private:
  std::uint64_t ranks_ = 1;
  Numbers places_;
};

/// A step that all ranks execute together. The last kind, which moves the records, is not part of the sort itself.
struct CollectiveStep {
  enum class Kind : std::uint8_t { sort, select, exchange, merge, sort_again, move };
  Kind kind = Kind::sort;
  std::uint64_t round = 0;   ///< number of the round of selection or merging
  bool from_shares = false;  ///< true if merging reads the shares directly, without an exchange
  bool operator==(const CollectiveStep&) const = default;
};

/// Returns the number of rounds until `ranks` sequences are one, if each round merges `ways` neighbours into one.
std::uint64_t merge_rounds(std::uint64_t ranks, std::uint64_t ways);

/// Returns the display name of a step: "sort of the shares", "exchange".
std::string name(CollectiveStep::Kind kind);
/// Returns the header of the step's pass. `rounds` is the number of rounds of merging.
PassHeader header(const CollectiveStep& step, const Settings& settings, std::uint64_t rounds);

/// Returns the elements of all ranks after the exchange.
Numbers exchange(std::span<const std::uint64_t> elements, const Numbers& shares, const Exchange& exchange);

}  // namespace texelsort::algorithms::distributed
