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

/// A network that people take apart, and what all its inputs of zeros and ones become. Every change can be undone, and
/// starts the inputs through the network anew. Knows neither ImGui nor OpenGL.
class NetworkEditor : public Workspace {
 public:
  static constexpr std::uint64_t fewest_places = 2, most_places = ZeroOneRun::most_places;

  /// `device` may be null and outlives the network editor. It starts with a network of fewest_places to most_places.
  NetworkEditor(gpu::Device* device, const network::Network& first);
  /// Begins with the session's network if it has no more than `most_places`.
  explicit NetworkEditor(const Session& session);

  /// Comparators of a step touch a place once; no step is empty.
  struct Design {
    std::uint64_t n = 0;
    std::vector<std::vector<network::Comparator>> steps;
    bool operator==(const Design&) const = default;
  };
  /// A comparator by where it stands.
  struct Spot {
    std::size_t step = 0, index = 0;
    bool operator==(const Spot&) const = default;
  };
  /// Where a comparator goes: into a step, or into one of its own before that step. Past the last step there is only
  /// the latter.
  struct Target {
    std::size_t step = 0;
    bool own = false;
  };

  const Design& design() const { return history_[present_]; }
  const network::Comparator& at(const Spot& spot) const { return design().steps[spot.step][spot.index]; }
  /// The design as a network in one stage, without claims.
  network::Network network() const;
  std::uint64_t size() const;

  // Changes. What makes no sense is refused: false, and message() says why; nothing else has changed then.

  bool add(Target target, std::uint64_t smaller, std::uint64_t larger);
  bool remove(const Spot& spot);
  /// The comparator goes elsewhere, or to other places, or both.
  bool move(const Spot& spot, Target target, std::uint64_t smaller, std::uint64_t larger);
  /// More places, or fewer if the last ones have no comparator.
  bool set_places(std::uint64_t n);
  /// Another network takes the place of this one.
  bool take(const network::Network& network);
  bool undo();
  bool redo();
  bool can_undo() const { return present_ > 0; }
  bool can_redo() const { return present_ + 1 < history_.size(); }

  // Texts and files, in any notation that network::parse_networks reads.

  /// Takes the network of a text, or of "FILE", "FILE#3" or comparators; of several, the first, and keeps them as
  /// list().
  bool read_text(const std::string& text, const std::string& origin);
  bool open(const std::string& name);
  /// The networks that were opened last, to choose from.
  const std::vector<network::ListedNetwork>& list() const { return list_; }
  bool choose(std::size_t listed);
  std::optional<std::size_t> chosen() const { return chosen_; }
  /// A file that is there, and not from here, is replaced when it is asked for once more.
  bool save(const std::string& path, const std::string& text);

  /// What was refused last, or what was done with a file; empty after every other change.
  const std::string& message() const { return message_; }
  bool refused() const { return refused_; }
  void report(std::string message);
  void dismiss() { message_.clear(); }

  /// Changes with the design.
  std::uint64_t revision() const { return revision_; }

  /// Null while inputs are still going through.
  const ZeroOneResult* result() const { return run_ ? run_->result() : nullptr; }
  bool busy() const { return run_ && run_->result() == nullptr; }
  /// Works on the inputs for about `budget`; true while there is more to do.
  bool advance(std::chrono::milliseconds budget);

  /// Runs the network on one input of zeros and ones, instead of the session's problem. Returns false, with the reason
  /// in message(), if there is nothing to run.
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
  std::string replaceable_;  ///< the file that save() may replace
  std::string message_;
  bool refused_ = false;
};

}  // namespace texelsort::app
