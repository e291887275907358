#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/buckets.h"
#include "app/key_groups.h"
#include "app/merge_state.h"
#include "app/player.h"
#include "app/problem_spec.h"
#include "app/record_map.h"
#include "app/selection_progress.h"
#include "compute/algorithms/core/algorithm.h"
#include "compute/measure/copy_bandwidth.h"
#include "compute/measure/cost.h"
#include "compute/measure/measuring.h"
#include "compute/network/drawing.h"

namespace texelsort::app {

enum class ThemeName : std::uint8_t { dark, light };
enum class ColormapName : std::uint8_t { viridis, cividis };

/// A view that can be enlarged.
enum class Focus : std::uint8_t { none, texture, bars, diagram };

/// How the window looks; kept between sessions.
struct Look {
  ThemeName theme = ThemeName::dark;
  ColormapName colormap = ColormapName::viridis;
  Focus focus = Focus::none;
  bool presenter = false;
  bool group_colours =
      true;            ///< keys by their digits, buckets or parts where there are any, instead of by their values
  bool memory = true;  ///< of records: their memory, instead of what goes with the algorithm
};

/// An index, or the two places of a comparator.
struct Pair {
  std::uint64_t index = 0;
  std::optional<std::uint64_t> partner;
  bool touches(std::uint64_t i) const { return i == index || (partner && *partner == i); }
  bool operator==(const Pair&) const = default;
};

/// The finite keys' range, found once when a problem is loaded; what views scale by.
struct ValueRange {
  double low = 0;              ///< the lowest key, approximate if it has 64 bits
  double span = 0;             ///< highest less lowest, of integers subtracted before they are rounded
  std::uint64_t low_bits = 0;  ///< the lowest key's memory, zero-extended

  /// Key i's place between the lowest, 0, and the highest, 1; -1 for a NaN. All equal: 0.5.
  double unit(const data::Keys& keys, std::uint64_t i) const;
};

ValueRange find_range(const data::Keys& keys);

/// The chosen problem, algorithm and parameters, the player on them, and what all views share: selection, playing,
/// look. Knows neither ImGui nor OpenGL.
class Session {
 public:
  /// `device` may be null: only cpu algorithms then run. It outlives the session.
  explicit Session(gpu::Device* device);

  /// Starts anew. Throws Error if the input or the parameters are wrong or the algorithm cannot run here; the session
  /// is then as it was. A value that would make no difference is wrong.
  void open(const ProblemSpec& spec, const std::string& algorithm,
            const std::map<std::string, std::string>& overrides = {});
  /// The same with an algorithm that need not be in the registry; it outlives the session.
  void open(const ProblemSpec& spec, const algorithms::Algorithm& algorithm,
            const std::map<std::string, std::string>& overrides = {});

  /// The same for panels: a refusal becomes message() and changes nothing else.
  bool change_problem(const ProblemSpec& spec);
  bool change_algorithm(const std::string& id);
  /// Takes a file that somebody dropped on the window: a network is run by the present method, on as many made-up keys
  /// as it has places unless the present ones fit; anything else is the new input.
  bool take_file(const std::string& path);
  bool change_parameter(const std::string& name, const std::string& value);
  bool use_tuned_parameters();
  bool use_paper_parameters();

  const ProblemSpec& spec() const { return spec_; }
  const LoadedProblem& loaded() const { return loaded_; }
  const algorithms::Problem& problem() const { return *loaded_.problem; }
  const algorithms::Algorithm& algorithm() const { return *algorithm_; }
  const algorithms::Parameters& parameters() const { return parameters_; }
  const std::map<std::string, std::string>& overrides() const { return overrides_; }
  const gpu::DeviceInfo* device_info() const;
  const ValueRange& range() const { return range_; }

  /// How the algorithm selects; nothing if it sorts.
  const std::optional<SelectionMethod>& selection_method() const { return selection_method_; }
  /// What it is to find: the spec's questions, or the lower median if there are none. Empty if it sorts.
  const std::vector<algorithms::Question>& questions() const { return loaded_spec_.questions; }
  /// Of a selection's keys.
  const CodeScale& codes() const { return codes_; }
  /// How many sorted sequences the input is cut into; 0 if the algorithm does not merge.
  std::uint64_t sequences() const { return sequence_count(loaded_spec_); }
  /// The answers to the questions by name, "2nd largest", once all are found; empty before that.
  std::vector<std::pair<std::string, std::string>> answers() const;
  /// What a selection's present pass has counted; nothing if it has not.
  std::optional<algorithms::ThresholdCount> counted() const;

  /// What a sort that is no network tells keys apart by.
  const std::optional<Grouping>& grouping() const { return grouping_; }
  /// Of the present state; null if there are none, or too many keys.
  const KeyGroups* groups() const;
  /// Of the present pass; null if it has none.
  const BucketTables* buckets() const;
  /// Of the present state; null if the algorithm does not merge.
  const MergeState* merging() const;
  /// How the sizes of a randomized sort's present buckets differ over `spread_seeds` seeds; null if it has no such
  /// buckets, or the keys that its level distributed are not at hand.
  static constexpr std::uint64_t spread_seeds = 20;
  const BucketSpread* spread() const;

  /// Whether keys have fields that travel with them.
  bool has_records() const { return problem().payload == data::PayloadKind::record && problem().n() > 0; }
  /// Where they stand; null without, and where record_map() finds nothing.
  const RecordMap* records() const;

  std::uint64_t problem_revision() const { return problem_revision_; }
  Player& player() { return *player_; }
  const Player& player() const { return *player_; }

  /// What went wrong last, for people; empty if nothing.
  const std::string& message() const { return message_; }
  void dismiss_message() { message_.clear(); }
  void report(std::string message) { message_ = std::move(message); }

  /// The steps of the network as columns, if the algorithm sorts by one, each step is a pass, and it has at most
  /// `most_wires` wires; otherwise why not.
  static constexpr std::uint64_t most_wires = 64;
  struct Diagram {
    std::vector<network::DiagramColumn> columns;
    std::string reason;
  };
  const Diagram& diagram() const { return diagram_; }

  // Moving about.
  void seek(std::uint64_t pass);
  void step(int direction);
  void step_stage(int direction);
  void to_end();
  void set_playing(bool playing);
  bool playing() const { return playing_; }
  bool loop = false;
  double speed = 4;  ///< passes a second
  void faster();
  void slower();

  // Selection: hovering lasts a frame, pinning until it is undone.
  void begin_frame();
  void hover(const Pair& pair) { next_hovered_ = pair; }
  void hold_hover(std::optional<Pair> pair) { held_hover_ = pair; }  ///< as if the mouse rested there
  void pin(std::optional<Pair> pair) { pinned_ = pair; }
  const std::optional<Pair>& hovered() const { return hovered_; }
  const std::optional<Pair>& pinned() const { return pinned_; }
  const std::optional<Pair>& selected() const { return pinned_ ? pinned_ : hovered_; }

  /// The index with the partner that the present pass gives it.
  Pair pair_of(std::uint64_t index) const;
  /// The comparator of the present pass that touches this place, if the pass is a network's step.
  std::optional<network::Comparator> comparator_of(std::uint64_t index) const;

  // Timing.
  void measure();
  void cancel_measurement() { timing_.reset(); }
  bool measuring() const { return timing_ != nullptr; }
  float measuring_progress() const { return timing_ ? timing_->progress() : 0; }
  const std::optional<measure::Measurement>& measurement() const { return measurement_; }
  /// What a pass costs: predicted from a copy that is measured when a cost is first asked for, and measured if the pass
  /// of this index was timed.
  measure::Cost cost_of(const algorithms::Counters& counters, std::uint64_t pass_index);
  /// "texelsort sort ... --timing" for what is chosen, or "texelsort select ...".
  std::string command_line() const;

  /// A frame's share of work: playing, seeking, measuring. `seconds` since the last call.
  void update(double seconds);

  /// True while frames are needed although nobody touches anything.
  bool busy() const;

  Look look;

 private:
  template <class Change>
  bool attempt(Change&& change);
  /// What becomes of overrides that would make no difference.
  enum class Unused : std::uint8_t { refused, dropped };
  void start(const ProblemSpec& spec, const algorithms::Algorithm& algorithm,
             std::map<std::string, std::string> overrides, Unused unused);
  void make_diagram();
  /// Whether the run's passes are the network's steps.
  bool is_step_by_step(const network::Network& network) const;
  /// What the level of the present pass has distributed, as codes; nothing if it is not at hand.
  std::optional<std::vector<std::uint64_t>> distributed_codes() const;

  gpu::Device* device_;
  ProblemSpec spec_;
  ProblemSpec loaded_spec_;  ///< without questions if the algorithm sorts
  LoadedProblem loaded_;
  const algorithms::Algorithm* algorithm_ = nullptr;
  std::map<std::string, std::string> overrides_;
  algorithms::Parameters parameters_;
  std::unique_ptr<Player> player_;
  ValueRange range_;
  CodeScale codes_;
  std::optional<SelectionMethod> selection_method_;
  std::optional<Grouping> grouping_;
  /// A value with the revisions that it was found at.
  template <class Value>
  struct Found {
    std::pair<std::uint64_t, std::uint64_t> at{};
    std::optional<Value> value{};
  };
  mutable Found<KeyGroups> groups_;
  mutable Found<BucketTables> buckets_;
  mutable Found<MergeState> merging_;
  mutable Found<BucketSpread> spread_;
  mutable Found<RecordMap> records_;
  Diagram diagram_;
  std::uint64_t problem_revision_ = 0;
  std::string message_;
  std::optional<Pair> hovered_, next_hovered_, held_hover_, pinned_;
  bool playing_ = false;
  double owed_passes_ = 0;
  std::unique_ptr<measure::Measuring> timing_;
  std::optional<measure::Measurement> measurement_;
  measure::CopyBandwidth copy_bandwidth_;
};

}  // namespace texelsort::app
