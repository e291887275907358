#include "compute/algorithms/merge/cpu_selection.h"

#include <algorithm>
#include <bit>

#include "compute/data/mix.h"

namespace texelsort::algorithms::merge {
namespace {

constexpr std::uint64_t nobody = ~std::uint64_t{0};

std::uint64_t middle(std::uint64_t low, std::uint64_t high) {
  return low + (high - low) / 2;
}

}  // namespace

Tournament::Tournament(std::uint64_t players, Winner winner)
    : kind_(winner),
      leaves_(std::bit_ceil(std::max<std::uint64_t>(players, 1))),
      samples_(players),
      tree_(2 * leaves_, nobody) {}

std::uint64_t Tournament::better(std::uint64_t left, std::uint64_t right) const {
  if (left == nobody) return right;
  if (right == nobody) return left;
  const bool right_is_smaller = samples_[right] < samples_[left];
  return right_is_smaller == (kind_ == Winner::smallest) ? right : left;
}

void Tournament::play(std::uint64_t player) {
  for (std::uint64_t node = (leaves_ + player) / 2; node > 0; node /= 2) {
    tree_[node] = better(tree_[2 * node], tree_[2 * node + 1]);
  }
}

void Tournament::enter(std::uint64_t player, std::uint64_t sample) {
  samples_[player] = sample;
  tree_[leaves_ + player] = player;
  play(player);
}

void Tournament::leave(std::uint64_t player) {
  tree_[leaves_ + player] = nobody;
  play(player);
}

std::optional<std::uint64_t> Tournament::winner() const {
  const std::uint64_t first = tree_[1];
  return first == nobody ? std::nullopt : std::optional(first);
}

OsipovSelection::OsipovSelection(Sequences sequences, std::uint64_t target)
    : sequences_(sequences),
      target_(target),
      bounds_(sequences.count()),
      smallest_(sequences.count(), Tournament::Winner::smallest),
      greatest_(sequences.count(), Tournament::Winner::greatest) {
  for (std::uint64_t i = 0; i < bounds_.size(); ++i) {
    bounds_[i].upper = sequences_.length(i);
    enter(i);
  }
}

std::uint64_t OsipovSelection::read(std::uint64_t sequence, std::uint64_t position) {
  ++accesses_;
  return sequences_.at(sequence, position);
}

/// Updates the two tournaments with the sequence's current sample. It enters `smallest_` if more of the sequence can be
/// selected, and `greatest_` if less can.
void OsipovSelection::enter(std::uint64_t sequence) {
  const auto [lower, taken, upper] = bounds_[sequence];
  smallest_.leave(sequence);
  greatest_.leave(sequence);
  if (lower == upper) return;
  const std::uint64_t sample = read(sequence, taken == 0 ? 0 : taken - 1);
  smallest_.enter(sequence, sample);
  if (taken > lower) greatest_.enter(sequence, sample);
}

void OsipovSelection::step() {
  ++steps_;
  if (taken_ <= target_) {
    grow();
  } else {
    shrink();
  }
}

/// Selects more elements of the sequence with the smallest sample. This sample certainly belongs to the selection: only
/// selected elements that are not samples can precede it, and there are fewer than t of these.
void OsipovSelection::grow() {
  const std::uint64_t i = smallest_.winner().value();
  Bounds& own = bounds_[i];
  known_ = smallest_.sample(i);
  const std::uint64_t known = std::max<std::uint64_t>(own.taken, 1);
  // halfway between the known element and `upper`, rounded up
  const std::uint64_t taken = own.upper - middle(0, own.upper - known);
  lower_ += known - own.lower;
  taken_ += taken - own.taken;
  own = {known, taken, own.upper};
  enter(i);
}

/// Removes half of the unsettled elements of the sequence with the greatest sample from the selection. The sample does
/// not belong to the selection, because U > t elements are not above it. Elements below the known element stay, because
/// they belong to the selection.
void OsipovSelection::shrink() {
  const std::uint64_t i = greatest_.winner().value();
  Bounds& own = bounds_[i];
  const Bounds old = own;
  own.upper = old.taken - 1;
  own.taken = middle(own.lower, own.upper);
  while (own.taken > own.lower && read(i, own.taken - 1) < known_) {
    own.lower = own.taken;
    own.taken = middle(own.lower, own.upper);
  }
  lower_ += own.lower - old.lower;
  taken_ -= old.taken - own.taken;
  enter(i);
}

std::vector<std::uint64_t> OsipovSelection::splitters() const {
  std::vector<std::uint64_t> positions;
  for (const Bounds& own : bounds_) positions.push_back(own.taken);
  return positions;
}

QuickSelection::QuickSelection(Sequences sequences, std::uint64_t target, std::uint32_t seed)
    : sequences_(sequences), target_(target), random_(seed), bounds_(sequences.count()) {
  for (std::uint64_t i = 0; i < bounds_.size(); ++i) {
    bounds_[i].upper = bounds_[i].through = sequences_.length(i);
  }
  done_ = target_ == 0 || target_ == sequences_.total();
}

/// Returns a random number below `choices`. Combines the upper halves of two random numbers into one 32-bit number,
/// because this generator's upper bits are better.
std::uint64_t QuickSelection::draw(std::uint64_t choices) {
  std::uint64_t number = 0;
  for (int half = 0; half < 2; ++half) {
    random_ = data::lcg_factor * random_ + data::lcg_summand;
    number = number << 16 | random_ >> 16;
  }
  return number % choices;
}

/// Draws a sequence and one of its undecided elements. If it has none, returns its element at the bound.
std::uint64_t QuickSelection::draw_pivot() {
  std::uint64_t i = draw(bounds_.size());
  while (sequences_.length(i) == 0) i = draw(bounds_.size());
  const std::uint64_t lower = bounds_[i].lower, undecided = bounds_[i].upper - lower;
  const std::uint64_t position = lower + draw(std::max<std::uint64_t>(undecided, 1));
  ++accesses_;
  return sequences_.at(i, std::min(position, sequences_.length(i) - 1));
}

/// Returns the first position in [first, last) whose element is not below the pivot. If `through` is true, equal
/// elements also count as below. Returns `last` if there is none.
std::uint64_t QuickSelection::search(std::uint64_t sequence, std::uint64_t first, std::uint64_t last, bool through) {
  while (first < last) {
    const std::uint64_t at = middle(first, last);
    ++accesses_;
    const std::uint64_t element = sequences_.at(sequence, at);
    const bool before = through ? !(pivot_ < element) : element < pivot_;
    if (before) {
      first = at + 1;
    } else {
      last = at;
    }
  }
  return first;
}

void QuickSelection::step() {
  ++steps_;
  pivot_ = draw_pivot();
  for (std::uint64_t i = 0; i < bounds_.size(); ++i) {
    Bounds& own = bounds_[i];
    own.through = search(i, own.lower, own.upper, true);
    own.below = search(i, own.lower, own.through, false);
  }
  done_ = decide_by_pivot(bounds_, target_);
}

std::vector<std::uint64_t> QuickSelection::splitters() const {
  return selected_by_pivot(bounds_, target_);
}

std::uint32_t selection_seed(std::uint32_t seed, std::uint64_t part) {
  return seed + static_cast<std::uint32_t>(part) * data::seed_factor;
}

namespace {

template <typename Selection>
void run_selection(Selection selection, Splitters& splitters) {
  while (!selection.done()) selection.step();
  splitters.accesses += selection.accesses();
  const auto positions = selection.splitters();
  splitters.positions.insert(splitters.positions.end(), positions.begin(), positions.end());
}

}  // namespace

Splitters select_splitters(const Sequences& sequences, std::uint64_t parts, device::Selection selection,
                           std::uint32_t seed) {
  Splitters splitters{.parts = parts, .sequences = sequences.count(), .positions = {}};
  splitters.positions.reserve((parts + 1) * splitters.sequences);
  splitters.positions.assign(splitters.sequences, 0);
  for (std::uint64_t j = 1; j < parts; ++j) {
    const std::uint64_t target = part_start(sequences.total(), parts, j);
    if (selection == device::Selection::osipov) {
      run_selection(OsipovSelection(sequences, target), splitters);
    } else {
      run_selection(QuickSelection(sequences, target, selection_seed(seed, j)), splitters);
    }
  }
  for (std::uint64_t i = 0; i < splitters.sequences; ++i) splitters.positions.push_back(sequences.length(i));
  return splitters;
}

}  // namespace texelsort::algorithms::merge
