#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/distributed/settings.h"

/// Where keys lie, and which steps bring them in order, whoever the ranks are.
namespace texelsort::algorithms::distributed {

using Numbers = std::vector<std::uint64_t>;

/// Where each rank's keys start among all, and the end of the last: ranks + 1 places.
Numbers share_starts(std::uint64_t n, const Settings& settings);

/// What the ranks send each other: of rank i's share to rank j the keys from place `of(j, i)` to `of(j + 1, i)` of the
/// share. Parts are equal but for one key, and what comes is in order of ranks, so that equal keys keep theirs.
class Exchange {
 public:
  Exchange() = default;
  /// `places`: ranks + 1 rows, of a number for each share: how many of its keys come before a part.
  Exchange(std::uint64_t ranks, Numbers places) : ranks_(ranks), places_(std::move(places)) {}

  std::uint64_t ranks() const { return ranks_; }
  std::uint64_t of(std::uint64_t part, std::uint64_t rank) const { return places_[part * ranks_ + rank]; }
  std::uint64_t count(std::uint64_t from, std::uint64_t to) const { return of(to + 1, from) - of(to, from); }
  /// Keys that rank `to` has afterwards.
  std::uint64_t received(std::uint64_t to) const { return arrival(ranks_, to); }
  /// Where in the part of `to` the keys from `from` stand.
  std::uint64_t arrival(std::uint64_t from, std::uint64_t to) const;
  const Numbers& places() const { return places_; }
  /// A row a sender, a column a receiver.
  Numbers matrix() const;
  /// Where the parts start among all keys; and where each sequence in them that one rank has sent, ranks^2 + 1 places.
  Numbers part_starts() const;
  Numbers sequence_starts() const;

 private:
  std::uint64_t ranks_ = 1;
  Numbers places_;
};

/// A step that all ranks do together. The last of them, moving the records, is none of the sort itself.
struct CollectiveStep {
  enum class Kind : std::uint8_t { sort, select, exchange, merge, sort_again, move };
  Kind kind = Kind::sort;
  std::uint64_t round = 0;   ///< of selecting or merging
  bool from_shares = false;  ///< merging reads what stands in the shares still, without an exchange
  bool operator==(const CollectiveStep&) const = default;
};

/// Rounds of merging `ways` sequences each until what `ranks` ranks have sent is one.
std::uint64_t merge_rounds(std::uint64_t ranks, std::uint64_t ways);

/// "sort of the shares", "exchange": for people.
std::string name(CollectiveStep::Kind kind);
/// `rounds` of merging there are.
PassHeader header(const CollectiveStep& step, const Settings& settings, std::uint64_t rounds);

}  // namespace texelsort::algorithms::distributed
