#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/distributed/settings.h"

/// Distribution of the keys and steps of the sort, for ranks of any kind.
namespace texelsort::algorithms::distributed {

using Numbers = std::vector<std::uint64_t>;

/// Returns the start of each rank's keys among all, and the end of the last: ranks + 1 places.
Numbers share_starts(std::uint64_t n, const Settings& settings);

/// Keys that the ranks send each other: from rank i's share, rank j receives the keys from place `of(j, i)` to `of(j +
/// 1, i)`. Parts differ by at most one key. Received keys are in the order of their senders, so that the sort is
/// stable.
class Exchange {
 public:
  Exchange() = default;
  /// `places`: ranks + 1 rows, with one number per share: how many of its keys precede a part.
  Exchange(std::uint64_t ranks, Numbers places) : ranks_(ranks), places_(std::move(places)) {}

  std::uint64_t ranks() const { return ranks_; }
  std::uint64_t of(std::uint64_t part, std::uint64_t rank) const { return places_[part * ranks_ + rank]; }
  std::uint64_t count(std::uint64_t from, std::uint64_t to) const { return of(to + 1, from) - of(to, from); }
  /// Returns the keys of rank `to` after the exchange.
  std::uint64_t received(std::uint64_t to) const { return arrival(ranks_, to); }
  /// Returns the place of the keys from rank `from` in the part of rank `to`.
  std::uint64_t arrival(std::uint64_t from, std::uint64_t to) const;
  const Numbers& places() const { return places_; }
  /// Returns the numbers of keys, one row per sender and one column per receiver.
  Numbers matrix() const;
  /// Returns the starts of the parts among all keys. sequence_starts() returns those of the sequences from each sender
  /// in them, ranks^2 + 1 places.
  Numbers part_starts() const;
  Numbers sequence_starts() const;

 private:
  std::uint64_t ranks_ = 1;
  Numbers places_;
};

/// Step that all ranks execute together. Moving the records, the last one, is not part of the sort itself.
struct CollectiveStep {
  enum class Kind : std::uint8_t { sort, select, exchange, merge, sort_again, move };
  Kind kind = Kind::sort;
  std::uint64_t round = 0;   ///< round of selecting or merging
  bool from_shares = false;  ///< merging reads the shares directly, without an exchange
  bool operator==(const CollectiveStep&) const = default;
};

/// Returns the rounds of merging `ways` sequences each until the sequences from `ranks` ranks are one.
std::uint64_t merge_rounds(std::uint64_t ranks, std::uint64_t ways);

/// Returns a display name: "sort of the shares", "exchange".
std::string name(CollectiveStep::Kind kind);
/// `rounds`: all rounds of merging.
PassHeader header(const CollectiveStep& step, const Settings& settings, std::uint64_t rounds);

/// Returns all elements after the exchange.
Numbers exchange(std::span<const std::uint64_t> elements, const Numbers& shares, const Exchange& exchange);

}  // namespace texelsort::algorithms::distributed
