#include "compute/algorithms/selection/histogram_run.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include <fmt/format.h>

#include "compute/algorithms/arrays/shader_keys.h"
#include "compute/algorithms/core/input_state.h"
#include "compute/algorithms/primitives/compute_limits.h"
#include "compute/algorithms/selection/code_range.h"
#include "compute/algorithms/selection/code_words.h"

namespace texelsort::algorithms {
namespace {

// The layout of shaders/selection/rank_state.glsl.
constexpr std::size_t header_words = 2, rank_words = 4, prefix_words = 2;

std::uint64_t ceiling(std::uint64_t whole, std::uint64_t part) {
  return (whole + part - 1) / part;
}

constexpr std::uint32_t deciding_workgroup = 128;  // OpenGL promises 1024; a histogram has 256 to 4,096 bins

std::vector<std::uint64_t> ascending(std::vector<std::uint64_t> ranks) {
  std::ranges::sort(ranks);
  const auto repeated = std::ranges::unique(ranks);
  ranks.erase(repeated.begin(), repeated.end());
  return ranks;
}

std::uint64_t joined(std::uint32_t low, std::uint32_t high) {
  return std::uint64_t{high} << 32 | low;
}

template <typename Word>
std::vector<Word> read_words(const GuardedBuffer& buffer, std::size_t count) {
  std::vector<Word> words(count);
  buffer.read(0, std::as_writable_bytes(std::span(words)));
  return words;
}

}  // namespace

HistogramShape histogram_shape(const HistogramSettings& settings, std::uint64_t ranks) {
  HistogramShape shape{.digit = settings.digit, .workgroup = settings.workgroup, .workgroups = settings.workgroups};
  constexpr std::uint64_t promised_bytes = 16'384;  // of shared memory, OpenGL 4.3 table 23.65
  while (shape.prefixes < ranks && 2 * shape.shared_bytes() <= promised_bytes) shape.prefixes *= 2;
  return shape;
}

std::uint32_t loads_ahead(const gpu::DeviceInfo& device) {
  return device.software ? 1 : 4;
}

HistogramCut::HistogramCut(const gpu::DeviceInfo& device, const HistogramShape& shape, data::KeyType type,
                           std::uint64_t n, std::uint64_t all_ranks) {
  const std::uint64_t loads = loads_ahead(device), vector_keys = 16 / data::key_bytes(type), w = shape.workgroup;
  const std::uint64_t limit = device.max_loop_rounds;
  // What histogram.comp does beside going over keys, a key's search among the prefixes, and one round over vectors.
  const std::uint64_t beside = 2 * ceiling(shape.prefixes * shape.bins(), w) + ceiling(shape.prefixes, w);
  const std::uint64_t search =
      1 + (shape.prefixes == 1 ? 0 : static_cast<std::uint64_t>(std::bit_width(shape.prefixes)));
  const std::uint64_t round = 1 + loads * (2 + vector_keys * (1 + search)), rest = vector_keys * (1 + search);
  const std::uint64_t rounds_of_all = ceiling(n / vector_keys, w * shape.workgroups * loads);
  const std::uint64_t looks_of_all = ceiling(shape.share(n), w);
  const std::uint64_t least = beside + rest + std::max(round, 1 + search);
  // And of decide.comp: a rank's bins are summed up, scanned, gone through again and cleared.
  const std::uint64_t chunk = ceiling(shape.bins(), deciding_workgroup);
  const std::uint64_t a_rank = 3 + 3 * chunk + static_cast<std::uint64_t>(std::bit_width(deciding_workgroup));
  const std::uint64_t deciding = 1 + ceiling(shape.workgroups, deciding_workgroup) + all_ranks;
  refusal = loop_refusal(device, "counting digits", least, "a larger workgroup or a smaller digit");
  if (!refusal) {
    refusal = loop_refusal(device, fmt::format("{} keys to find, and as many prefixes", all_ranks), deciding + a_rank,
                           "fewer keys at a time");
  }
  if (refusal) return;
  const std::uint64_t rounds = std::min((limit - beside - rest) / round, std::max<std::uint64_t>(rounds_of_all, 1));
  const std::uint64_t looks = std::min((limit - beside) / (1 + search), std::max<std::uint64_t>(looks_of_all, 1));
  vectors = rounds * w * shape.workgroups * loads;
  candidates = looks * w;
  dispatches = std::max({ceiling(rounds_of_all, rounds), ceiling(looks_of_all, looks), std::uint64_t{1}});
  count_rounds = beside + std::max(rest + rounds * round, looks * (1 + search));
  ranks = std::max<std::uint64_t>(std::min((limit - deciding) / a_rank, all_ranks), 1);
  decide_rounds = deciding + ranks * a_rank;
}

HistogramRun::HistogramRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const HistogramShape& shape,
                           unsigned key_bits)
    : Run(problem, std::make_unique<GlPassTimer>(device)),
      device_(device),
      keys_(device, *problem),
      shape_(shape),
      cut_(device.info(), shape, problem->type(), problem->n(), ascending(problem->ranks).size()),
      range_((largest_of_ranks(*problem), code_range(*problem, key_bits))),
      ranks_(ascending(problem->ranks)),
      levels_(digit_levels(range_.open, shape.digit)),
      state_(sizeof(std::uint32_t) * (header_words + ranks_.size() * (rank_words + prefix_words)), "ranks"),
      kept_(shape.workgroups * sizeof(std::uint32_t), "kept"),
      candidates_(shape.workgroups * shape.share(problem->n()) * data::key_bytes(problem->type()), "candidates"),
      histograms_{GuardedBuffer(bytes_of_histogram(), "histogram"), GuardedBuffer(bytes_of_histogram(), "histogram")} {
  gpu::Defines defines = key_defines(problem->type(), problem->order, problem->payload);
  defines["DIGIT_BITS"] = std::to_string(shape.digit);
  defines["WORKGROUP"] = std::to_string(shape.workgroup);
  defines["LOADS"] = std::to_string(loads_ahead(device.info()));
  defines["PREFIXES"] = "1";
  defines["FIRST"] = "1";
  first_ = &device.compute_program("selection/histogram.comp", defines);
  defines["FIRST"] = "0";
  defines["PREFIXES"] = std::to_string(shape.prefixes);
  if (levels_.size() > 1) later_ = &device.compute_program("selection/histogram.comp", defines);
  decide_ = &device.compute_program("selection/decide.comp", {{"DIGIT_BITS", std::to_string(shape.digit)},
                                                              {"WORKGROUP", std::to_string(deciding_workgroup)}});
  make_plan();
  for (const Planned& planned : steps_) add_pass(pass_of(planned, &planned == &steps_.back()));
  keys_.load(input_state(*problem));
  HistogramRun::forget();
}

void HistogramRun::make_plan() {
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    const std::string stage = fmt::format("digit {} of {}", level + 1, levels_.size());
    const auto add = [&](std::optional<std::uint64_t> first_prefix, std::string label) {
      steps_.push_back({level, first_prefix, {steps_.size(), level, stage, std::move(label)}});
    };
    const std::uint64_t prefixes = level == 0 ? 1 : ranks_.size();
    for (std::uint64_t first = 0; first < prefixes; first += shape_.prefixes) {
      add(first, first == 0 ? "histogram" : fmt::format("histogram, prefixes from {}", first + 1));
    }
    add(std::nullopt, "decide");
  }
}

std::vector<std::uint32_t> HistogramRun::start_words() const {
  std::vector<std::uint32_t> words(header_words + ranks_.size() * (rank_words + prefix_words), 0);
  words[0] = 1;  // one prefix, of no bits
  for (std::size_t r = 0; r < ranks_.size(); ++r) {
    words[header_words + r * rank_words + 2] = static_cast<std::uint32_t>(ranks_[r]);
  }
  return words;
}

void HistogramRun::forget() {
  const std::vector<std::uint32_t> words = start_words();
  state_.write(0, std::as_bytes(std::span(words)));
  const std::vector<std::byte> zeros(bytes_of_histogram());
  for (GuardedBuffer& histogram : histograms_) histogram.write(0, zeros);
  prefixes_ = {0};
  keys_read_ = n();
  selection_ = {};
  for (const std::uint64_t rank : problem().ranks) {
    selection_.candidates.push_back({rank, range_.low, range_.last()});
  }
}

void HistogramRun::count(const Planned& planned) {
  gpu::DispatchCall call;
  call.program = planned.level == 0 ? first_ : later_;
  keys_.append_bindings(call.buffers, 0);
  call.buffers.push_back(call.buffers.front());
  call.buffers.back().binding = 1;
  call.buffers.push_back(state_.binding(2));
  call.buffers.push_back(histograms_[planned.level % 2].binding(3));
  call.buffers.push_back(candidates_.binding(4));
  call.buffers.push_back(kept_.binding(5));
  const DigitLevel& level = levels_[planned.level];
  call.uniforms = {{"n", static_cast<std::uint32_t>(n())},
                   {"lowest", code_words(range_.low)},
                   {"shift", level.shift},
                   {"width", level.width},
                   {"first_prefix", static_cast<std::uint32_t>(*planned.first_prefix)},
                   {"share", static_cast<std::uint32_t>(shape_.share(n()))},
                   {"ranks", static_cast<std::uint32_t>(ranks_.size())}};
  call.workgroups = shape_.workgroups;
  call.rounds = cut_.count_rounds;
  const std::uint64_t vectors = n() * data::key_bytes(problem().type()) / 16;
  const std::size_t fixed = call.uniforms.size();
  for (std::uint64_t part = 0; part < cut_.dispatches; ++part) {
    const auto place = [](std::uint64_t at, std::uint64_t end) {
      return static_cast<std::uint32_t>(std::min(at, end));
    };
    call.uniforms.resize(fixed);
    call.uniforms.insert(call.uniforms.end(),
                         {{"first_vector", place(part * cut_.vectors, vectors)},
                          {"last_vector", place((part + 1) * cut_.vectors, vectors)},
                          {"first_candidate", place(part * cut_.candidates, shape_.share(n()))},
                          {"last_candidate", place((part + 1) * cut_.candidates, shape_.share(n()))},
                          {"begins", std::uint32_t{part == 0}},
                          {"ends", std::uint32_t{part + 1 == cut_.dispatches}}});
    device_.executor().dispatch(call);
  }
}

void HistogramRun::decide(const Planned& planned) {
  gpu::DispatchCall call;
  call.program = decide_;
  call.buffers = {state_.binding(2), histograms_[planned.level % 2].binding(3),
                  histograms_[(planned.level + 1) % 2].binding(4), kept_.binding(5)};
  call.uniforms = {{"width", levels_[planned.level].width},
                   {"workgroups", shape_.workgroups},
                   {"share", static_cast<std::uint32_t>(shape_.share(n()))},
                   {"keeps", static_cast<std::uint32_t>(planned.level > 0)},
                   {"ranks", static_cast<std::uint32_t>(ranks_.size())}};
  call.rounds = cut_.decide_rounds;
  const std::size_t fixed = call.uniforms.size();
  for (std::uint64_t first = 0; first < ranks_.size(); first += cut_.ranks) {
    const std::uint64_t last = std::min<std::uint64_t>(first + cut_.ranks, ranks_.size());
    call.uniforms.resize(fixed);
    call.uniforms.push_back({"first_rank", static_cast<std::uint32_t>(first)});
    call.uniforms.push_back({"last_rank", static_cast<std::uint32_t>(last)});
    device_.executor().dispatch(call);
  }
}

void HistogramRun::read_decisions(std::size_t level) {
  const auto words = read_words<std::uint32_t>(state_, start_words().size());
  const unsigned shift = levels_[level].shift;
  for (Candidate& candidate : selection_.candidates) {
    const auto r = static_cast<std::size_t>(std::ranges::lower_bound(ranks_, candidate.rank) - ranks_.begin());
    const std::uint32_t* rank = words.data() + header_words + r * rank_words;
    const Interval at{range_.low + (joined(rank[0], rank[1]) << shift), shift};
    candidate.low = at.low;
    candidate.high = at.last();
  }
  prefixes_.clear();
  const std::uint32_t* prefix = words.data() + header_words + ranks_.size() * rank_words;
  for (std::uint32_t p = 0; p < words[0]; ++p) prefixes_.push_back(joined(prefix[2 * p], prefix[2 * p + 1]));
  const auto kept = read_words<std::uint32_t>(kept_, shape_.workgroups);
  keys_read_ = words[1] != 0 ? std::accumulate(kept.begin(), kept.end(), std::uint64_t{0}) : n();
  if (level + 1 == levels_.size()) selection_.waits = 1;
}

Counters HistogramRun::counters(const Planned& planned) const {
  Counters counters;
  counters.dispatches = planned.first_prefix ? cut_.dispatches : ceiling(ranks_.size(), cut_.ranks);
  if (!planned.first_prefix) {
    const std::uint64_t words = 2 * ranks_.size() * shape_.bins();
    counters.fragments = deciding_workgroup;
    counters.texels_fetched = words / 2;
    counters.bytes = words * sizeof(std::uint32_t);
    return counters;
  }
  counters.fragments = std::uint64_t{shape_.workgroup} * shape_.workgroups;
  counters.texels_fetched = keys_read_;
  counters.bytes = keys_read_ * data::key_bytes(problem().type());
  return counters;
}

Claim HistogramRun::claim(const Planned& planned) const {
  if (!planned.first_prefix) {
    const unsigned decided = range_.open - levels_[planned.level].shift;
    return candidates_claim(fmt::format("{} of {} bits are decided", decided, range_.open), selection_.candidates);
  }
  const std::uint64_t first = std::min<std::uint64_t>(*planned.first_prefix, prefixes_.size());
  const std::uint64_t last = std::min<std::uint64_t>(first + shape_.prefixes, prefixes_.size());
  std::vector<std::uint64_t> counted(prefixes_.begin() + static_cast<std::ptrdiff_t>(first),
                                     prefixes_.begin() + static_cast<std::ptrdiff_t>(last));
  return histogram_claim("each bin counts the keys with its digit after its prefix", range_, levels_[planned.level],
                         std::move(counted), first, shape_.bins());
}

Pass HistogramRun::pass_of(const Planned& planned, bool last) {
  Pass pass;
  pass.header = [&planned] { return planned.header; };
  pass.execute = [this, &planned] { execute(planned); };
  // Later passes read on the device what was decided; the host wants the answer alone.
  if (!planned.first_prefix)
    (last ? pass.conclude : pass.observe) = [this, &planned] { read_decisions(planned.level); };
  pass.cost = [this, &planned] { return counters(planned); };
  pass.claim = [this, &planned] { return claim(planned); };
  return pass;
}

std::vector<View> HistogramRun::views() const {
  std::vector<View> views = keys_.views();
  if (passes_done() == 0) return views;
  const Planned& last = steps_[passes_done() - 1];
  const GuardedBuffer& histogram = histograms_[last.level % 2];
  const std::uint64_t bins = shape_.bins();
  views.push_back({histogram_kind(last.level), data::KeyType::u32, ranks_.size() * bins,
                   static_cast<std::uint32_t>(bins), &histogram.buffer(), GuardedBuffer::guard_bytes});
  return views;
}

std::optional<std::string> HistogramRun::find_guard_damage() const {
  if (auto damage = keys_.find_guard_damage()) return damage;
  for (const GuardedBuffer* table : tables()) {
    if (!table->intact()) return "a word beside a table was written";
  }
  return std::nullopt;
}

void HistogramRun::save_more(Snapshot& snapshot) const {
  for (const GuardedBuffer* table : tables()) {
    snapshot.tables.push_back(read_words<std::byte>(*table, table->binding(0).size));
  }
  snapshot.decisions = std::make_shared<const Selection>(selection_);
}

void HistogramRun::restore_more(const Snapshot& snapshot) {
  auto saved = snapshot.tables.begin();
  for (GuardedBuffer* table : {&state_, &histograms_[0], &histograms_[1], &kept_, &candidates_}) {
    table->write(0, *saved++);  // in the order of tables()
  }
  if (snapshot.passes_done > 0) read_decisions(steps_[snapshot.passes_done - 1].level);
  selection_ = *static_cast<const Selection*>(snapshot.decisions.get());
}

}  // namespace texelsort::algorithms
