#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "compute/algorithms/trace.h"
#include "compute/cuda/choice.h"
#include "compute/data/comparison.h"
#include "compute/data/keys.h"
#include "compute/gpu/buffer.h"
#include "compute/gpu/device.h"

namespace texelsort::algorithms {

/// What can be said of a problem before its keys are made.
struct ProblemForm {
  std::uint64_t n = 0;
  data::KeyType type = data::KeyType::u32;
  data::PayloadKind payload = data::PayloadKind::none;
  data::RecordShape shape{};  ///< of records
  data::Comparison comparison = data::Comparison::natural;
  std::uint64_t sequences = 0;  ///< that are merged
};

/// What is to be sorted or merged, or of which keys are to be found. Shared, never changed by a run.
struct Problem {
  data::Keys keys;
  data::Order order = data::Order::ascending;
  data::PayloadKind payload = data::PayloadKind::none;
  /// What a selection finds: the elements at these places, from 0, of the sorted keys. Sorts take no notice.
  std::vector<std::uint64_t> ranks{};
  data::RecordShape shape{};            ///< of records
  std::vector<std::uint32_t> fields{};  ///< those of all records, as in data::State
  data::Comparison comparison = data::Comparison::natural;
  /// Where each of the sorted sequences that a merge takes starts in the keys, and the end of the last: k + 1 places.
  /// Sorts and selections take no notice.
  std::vector<std::uint64_t> sequences{};

  std::uint64_t n() const { return data::size(keys); }
  data::KeyType type() const { return data::type_of(keys); }
  ProblemForm form() const {
    return {n(), type(), payload, shape, comparison, sequences.empty() ? 0 : sequences.size() - 1};
  }
};

/// Array data that can be looked at between two passes. A holder that is a texture or a buffer is borrowed, and valid
/// until the next call on the run; memory made to be looked at lasts as long as its view.
struct View {
  std::string name;         ///< "keys", "payload", "fields"
  data::KeyType element;    ///< u32 for indices and tables, u64 for wide indices
  std::uint64_t count = 0;  ///< elements
  std::uint32_t width = 0;  ///< elements a row: element i is texel (i mod width, i div width); power of two
  std::variant<const gpu::Texture*, const gpu::Buffer*, std::span<const std::byte>> holder;
  std::uint64_t offset = 0;             ///< bytes before element 0 in a buffer
  std::uint32_t packed_bytes = 0;       ///< of an element in a buffer, if fewer than its type's
  std::shared_ptr<const void> owner{};  ///< of memory made for this view; else null
};

/// A view of `elements`, a vector of numbers made for it.
template <typename Elements>
View owning_view(std::string name, data::KeyType element, std::uint64_t width, Elements elements) {
  const auto owner = std::make_shared<const Elements>(std::move(elements));
  const auto bytes = std::as_bytes(std::span(*owner));
  return {.name = std::move(name),
          .element = element,
          .count = bytes.size() / data::key_bytes(element),
          .width = static_cast<std::uint32_t>(width),
          .holder = bytes,
          .owner = owner};
}

/// The elements of a view as unsigned numbers, whatever holds them.
std::vector<std::uint64_t> read_view(const View& view);

/// The codes of keys of which read_view() gave the memory.
std::vector<std::uint64_t> codes_of_view(std::span<const std::uint64_t> numbers, data::KeyType type, data::Order order);

/// A run's data at some pass, enough to go on from there.
struct Snapshot {
  std::uint64_t passes_done = 0;
  data::State state;                             ///< without keys if no pass changes any
  std::vector<std::vector<std::byte>> tables{};  ///< what else stands on the device, in the run's own order
  std::shared_ptr<const void> decisions{};       ///< what the run has found out on the host

  std::uint64_t bytes() const;
};

/// What a selection knows of one element: low <= its code <= high. Found when they are equal.
struct Candidate {
  std::uint64_t rank = 0;
  std::uint64_t low = 0, high = 0;
};

/// What a selection has found out so far.
struct Selection {
  std::vector<Candidate> candidates;  ///< one for each of the problem's ranks, in their order
  std::uint64_t waits = 0;            ///< how often the host needed an answer before it could go on
};

/// What it cost to hand the arrays over to where the sort runs and back, besides the sort: CUDA's, which works on
/// OpenGL's buffers.
struct Handover {
  std::string device;  ///< that sorts
  cuda::Sharing sharing = cuda::Sharing::staged;
  std::string staging_reason;      ///< why arrays are copied through the host; else empty
  double ms = 0;                   ///< wall time of the last timed_finish()'s, there and back
  std::uint64_t staged_bytes = 0;  ///< copied through the host by it, both ways
};

/// One execution of an algorithm on a problem, moved forward pass by pass. Window, command line, tests and benchmarks
/// all drive this.
class Run {
 public:
  virtual ~Run() = default;

  /// Executes the next pass and returns its record, or nothing when all is done. Does not wait for the device unless
  /// the pass is a question to it.
  virtual std::optional<PassRecord> step() = 0;

  /// Executes what is left at full speed: no records, no read-back, no wait but for answers that the next pass needs.
  virtual void finish() = 0;

  /// Puts the problem's input back; the next step() is the first.
  virtual void rewind() = 0;

  /// Right after the start or a rewind(): keeps a copy of the input on the device, if it can, so that later ones bring
  /// nothing from the host. It takes that much memory more, and throws UnavailableError where there is none.
  virtual void keep_input() {}

  /// Passes executed since the start or the last rewind().
  virtual std::uint64_t passes_done() const = 0;

  /// The passes that are certain, from the first on; the total is set once all are known: from the start where the keys
  /// do not matter, at the end where they do.
  virtual std::vector<PassHeader> known_passes() const = 0;
  virtual std::optional<std::uint64_t> total_passes() const = 0;

  virtual std::vector<View> views() const = 0;

  /// Reads keys (and payload and fields) back: elements [first, first + count), or all.
  virtual data::State read(std::uint64_t first, std::uint64_t count) const = 0;
  data::State read() const { return read(0, n()); }
  virtual std::uint64_t n() const = 0;

  virtual Snapshot save() const { return {passes_done(), read()}; }
  virtual void restore(const Snapshot& snapshot) = 0;

  /// What a selection knows now; null if this run sorts.
  virtual const Selection* selection() const { return nullptr; }

  /// One sentence if guard words around the data have changed; nothing while they are intact.
  virtual std::optional<std::string> find_guard_damage() const = 0;

  /// Waits for the device, executes finish(), waits again; milliseconds by `clock()`.
  virtual double timed_finish() = 0;

  /// Per-pass timing for the passes that follow; see gpu::Executor::time_passes.
  virtual void time_passes(bool on) = 0;
  virtual std::vector<double> take_pass_times() = 0;
  virtual gpu::Clock clock() const = 0;

  /// Nothing if the sort runs where the arrays are.
  virtual std::optional<Handover> handover() const { return std::nullopt; }
};

}  // namespace texelsort::algorithms
