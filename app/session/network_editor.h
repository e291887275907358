#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/playback/zero_one_run.h"
#include "app/session/workspace.h"
#include "compute/network/reader.h"

namespace texelsort::app {

/// An editor for comparator networks, which tests the network on all inputs of zeros and ones. Every change can be
/// undone and restarts the test. Independent of ImGui and OpenGL.
class NetworkEditor : public Workspace {
 public:
  static constexpr std::uint64_t fewest_places = 2, most_places = ZeroOneRun::most_places;

  /// Opens a network with at least fewest_places and at most most_places places. `device` may be null, and must outlive
  /// the editor.
  NetworkEditor(gpu::Device* device, const network::Network& first);
  /// Opens the session's network. If it has more than most_places places, opens the network of the same family on
  /// most_places places.
  explicit NetworkEditor(const Session& session);

  /// A network as a list of steps. The comparators of a step are disjoint, and every step has a comparator.
  struct Design {
    std::uint64_t n = 0;
    std::vector<std::vector<network::Comparator>> steps;
    bool operator==(const Design&) const = default;
  };
  /// Position of a comparator in a design: its step, and its index in the list of the step.
  struct Spot {
    std::size_t step = 0, index = 0;
    bool operator==(const Spot&) const = default;
  };
  /// Place at which a comparator can be inserted: into an existing step, or into a new step before it. At the end of
  /// the network, only a new step is possible.
  struct Target {
    std::size_t step = 0;
    bool own = false;
  };

  const Design& design() const { return history_[present_]; }
  const network::Comparator& at(const Spot& spot) const { return design().steps[spot.step][spot.index]; }
  /// Returns the current design as a network with one stage and without claims.
  network::Network network() const;
  std::uint64_t size() const;

  // Functions that change the design. If a change is invalid, they return false, set message() and leave the design
  // unchanged.

  bool add(Target target, std::uint64_t smaller, std::uint64_t larger);
  bool remove(const Spot& spot);
  /// Moves a comparator to another step, to other places, or both.
  bool move(const Spot& spot, Target target, std::uint64_t smaller, std::uint64_t larger);
  /// Changes the number of places. Places that have comparators cannot be removed.
  bool set_places(std::uint64_t n);
  /// Replaces the design by another network.
  bool take(const network::Network& network);
  bool undo();
  bool redo();
  bool can_undo() const { return present_ > 0; }
  bool can_redo() const { return present_ + 1 < history_.size(); }

  // Functions for texts and files. They accept each notation that network::parse_networks reads.

  /// Open the first network of a text, of "FILE" or "FILE#3", or of a list of comparators. Afterwards, list() returns
  /// all networks of the text or file.
  bool read_text(const std::string& text, const std::string& origin);
  bool open(const std::string& name);
  /// Returns the networks of the text or file that was opened last.
  const std::vector<network::ListedNetwork>& list() const { return list_; }
  bool choose(std::size_t listed);
  std::optional<std::size_t> chosen() const { return chosen_; }
  /// Saves a text to a file. A second call is necessary to overwrite an existing file that this editor did not write.
  bool save(const std::string& path, const std::string& text);

  /// Returns the reason for the last rejection, or the result of the last file action. Returns an empty string after
  /// every other change.
  const std::string& message() const { return message_; }
  bool refused() const { return refused_; }
  void report(std::string message);
  void dismiss() { message_.clear(); }

  /// Returns a number that changes whenever the design changes.
  std::uint64_t revision() const { return revision_; }

  /// Returns the result of testing all inputs, or null while the test is running.
  const ZeroOneResult* result() const { return run_ ? run_->result() : nullptr; }
  bool busy() const { return run_ && run_->result() == nullptr; }
  /// Continues the test for the duration `budget`. Returns true while inputs remain.
  bool advance(std::chrono::milliseconds budget);

  /// Starts the network in the session with one input of zeros and ones. Returns false, with the reason in message(),
  /// if the network cannot run.
  bool run_in_stepper(Session& session, std::uint32_t input);

  void frame(Session& session, double seconds) override;
  bool has_work(const Session& session) const override;

 private:
  template <class Change>
  bool change(Change&& made);
  template <class Read>
  bool take_list(Read&& read);
  void start();

  gpu::Device* device_;
  std::vector<Design> history_;
  std::size_t present_ = 0;
  std::uint64_t revision_ = 0;
  std::unique_ptr<ZeroOneRun> run_;
  std::vector<network::ListedNetwork> list_;
  std::optional<std::size_t> chosen_;
  /// File that save() overwrites without a second call, because this editor wrote it or the user was warned.
  std::string replaceable_;
  std::string message_;
  bool refused_ = false;
};

}  // namespace texelsort::app
