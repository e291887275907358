#include "app/playback/models/selection_progress.h"

#include <algorithm>
#include <bit>

#include "compute/algorithms/selection/encoded_keys.h"
#include "compute/algorithms/selection/histogram_plan.h"
#include "compute/data/keys/order.h"

namespace texelsort::app {

namespace {

/// Returns the position, in the text of a threshold, of the digit that contains a bit.
std::size_t digit_place(const std::string& text, unsigned bit) {
  const bool hexadecimal = text.starts_with("0x");
  return text.size() - 1 - (hexadecimal ? bit / 4 : bit);
}

/// Tracks which values each wanted element can still have, row by row of the table of bits.
class Follower {
 public:
  Follower(const algorithms::Interval& searched, const std::vector<std::uint64_t>& ks)
      : searched_(searched), lowest_bit_(ks.size(), 64) {
    for (const std::uint64_t k : ks) now_.push_back({k, searched.low, searched.last()});
    round_start_ = now_;
  }

  void begin(const algorithms::PassHeader& header) {
    if (header.stage_index == round_) return;
    round_ = header.stage_index;
    round_start_ = now_;
    std::ranges::fill(lowest_bit_, 64u);
  }

  void count(BitRow& row) {
    row.m = algorithms::threshold_text(row.threshold, searched_);
    const auto bit = static_cast<unsigned>(std::countr_zero(row.threshold - searched_.low));
    unsigned lowest = 64, highest = 0;
    for (std::size_t e = 0; e < now_.size(); ++e) {
      const Possible& before = round_start_[e];
      const bool asked = before.low < row.threshold && row.threshold <= before.high;
      row.decisions.push_back(asked ? decide(e, row) : Decision::not_asked);
      if (!asked) continue;
      // The first threshold of a round is one unit of the digit that is decided, so its lowest set bit is the digit's
      // lowest bit.
      lowest_bit_[e] = std::min(lowest_bit_[e], bit);
      lowest = std::min(lowest, lowest_bit_[e]);
      highest = std::max(highest, static_cast<unsigned>(std::bit_width(before.high - before.low)) - 1);
    }
    row.high_bit = std::max(highest, bit);
    row.low_bit = std::min(lowest, bit);
    row.first_digit = digit_place(row.m, row.high_bit);
    row.last_digit = digit_place(row.m, row.low_bit);
  }

  const std::vector<Possible>& now() const { return now_; }

 private:
  Decision decide(std::size_t e, const BitRow& row) {
    Possible& element = now_[e];
    if (row.count >= element.k) {
      element.low = std::max(element.low, row.threshold);
      return Decision::at_least;
    }
    element.high = std::min(element.high, row.threshold - 1);
    return Decision::below;
  }

  algorithms::Interval searched_;
  std::vector<Possible> now_, round_start_;
  std::vector<unsigned> lowest_bit_;
  std::uint64_t round_ = 0;
};

}  // namespace

algorithms::Interval searched_codes(const Player& player) {
  const algorithms::Selection* selection = player.run().selection();
  return selection != nullptr ? algorithms::Interval{selection->low, selection->open} : algorithms::Interval{};
}

const CodeSpan& code_span(const Player& player) {
  return player.of_run().get([&problem = player.problem()] {
    CodeSpan span;
    for (const std::uint64_t code : data::codes(problem.keys, problem.order)) {
      span.lowest = std::min(span.lowest, code);
      span.highest = std::max(span.highest, code);
    }
    return span;
  });
}

const algorithms::ThresholdCount* counted(const Player& player) {
  return player.record() != nullptr ? player.record()->counted() : nullptr;
}

std::vector<std::pair<std::string, std::string>> answers(const Player& player,
                                                         std::span<const algorithms::Question> questions) {
  const algorithms::Selection* selection = player.run().selection();
  const auto found = [](const algorithms::Candidate& candidate) { return candidate.low == candidate.high; };
  std::vector<std::pair<std::string, std::string>> answers;
  if (selection == nullptr || !player.at_end() || !std::ranges::all_of(selection->candidates, found)) {
    return answers;
  }
  for (const algorithms::Question& question : questions) {
    answers.emplace_back(text(question), answer(question, player.problem(), *selection).text);
  }
  return answers;
}

std::uint64_t code_of(const data::Keys& keys, std::uint64_t i, data::Order order) {
  return std::visit([&](const auto& column) -> std::uint64_t { return data::encode(column[i], order); }, keys);
}

data::Keys key_of(std::uint64_t code, data::KeyType type, data::Order order) {
  data::Keys key = data::make_keys(type, 1);
  std::visit(
      [&]<class Key>(std::vector<Key>& column) {
        column[0] = data::decode<Key>(static_cast<data::CodeOf<Key>>(code), order);
      },
      key);
  return key;
}

std::string shared_digits(std::uint64_t low, std::uint64_t high, const algorithms::Interval& searched) {
  const std::string text = algorithms::threshold_text(low, searched);
  const auto undecided = static_cast<unsigned>(std::bit_width(low ^ high));
  if (undecided == 0) return text;
  const std::size_t shared = digit_place(text, undecided - 1);
  std::string shown = text.substr(0, shared);
  for (std::size_t i = shared; i < text.size(); ++i) shown += "\u00b7";
  return shown;
}

namespace {

BitTable find_bits(const Player& player) {
  const algorithms::Problem& problem = player.problem();
  BitTable table;
  for (const std::uint64_t rank : problem.ranks) table.ks.push_back(problem.n() - rank);
  std::ranges::sort(table.ks);
  const auto repeated = std::ranges::unique(table.ks);
  table.ks.erase(repeated.begin(), repeated.end());
  Follower follower(searched_codes(player), table.ks);
  for (const algorithms::PassRecord& record : player.records()) {
    BitRow row;
    row.header = record.header;
    follower.begin(record.header);
    if (record.counted()) {
      row.counts = true;
      row.threshold = record.counted()->threshold;
      row.count = record.counted()->count;
      follower.count(row);
    }
    row.possible = follower.now();
    table.rows.push_back(std::move(row));
  }
  table.possible = follower.now();
  return table;
}

}  // namespace

const BitTable& bit_table(const Player& player) {
  return player.of_state().get([&player] { return find_bits(player); });
}

std::optional<std::uint64_t> DigitHistogram::first_key(std::span<const std::uint64_t> codes, std::uint64_t bin) const {
  const auto counted = [&](std::uint64_t code) { return code >= low && (code - low) >> shift == bin; };
  const auto found = std::ranges::find_if(codes, counted);
  if (found == codes.end()) return std::nullopt;
  return static_cast<std::uint64_t>(found - codes.begin());
}

std::vector<DigitHistogram> digit_histograms(const Player& player) {
  const Player::Table* table = player.table(algorithms::tables::SelectionHistogram{});
  if (table == nullptr) return {};
  const algorithms::Interval searched = searched_codes(player);
  const std::size_t level = std::get<algorithms::tables::SelectionHistogram>(table->kind).level;
  const algorithms::Selection& selection = *player.run().selection();
  const algorithms::DigitLevel at = algorithms::digit_levels(selection.open, selection.digit)[level];
  const auto decided_high = [](std::uint64_t low, unsigned open) { return algorithms::Interval{low, open}.last(); };
  const unsigned open = at.shift + at.width;
  std::vector<algorithms::Candidate> candidates = selection.candidates;
  std::ranges::sort(candidates, std::ranges::greater(), &algorithms::Candidate::rank);
  std::vector<std::uint64_t> prefixes;
  const auto prefix_of = [&](const algorithms::Candidate& candidate) {
    return open >= 64 ? 0 : (candidate.low - searched.low) >> open;
  };
  for (const algorithms::Candidate& candidate : candidates) prefixes.push_back(prefix_of(candidate));
  std::ranges::sort(prefixes);
  const auto repeated = std::ranges::unique(prefixes);
  prefixes.erase(repeated.begin(), repeated.end());

  std::vector<DigitHistogram> histograms;
  for (std::size_t p = 0; p < prefixes.size(); ++p) {
    DigitHistogram histogram;
    const std::uint64_t low = searched.low + (open >= 64 ? 0 : prefixes[p] << open);
    histogram.low = low;
    histogram.shift = at.shift;
    if (open < searched.open) histogram.prefix = shared_digits(low, decided_high(low, open), searched);
    const auto row = std::span(table->values).subspan(p * table->width, std::size_t{1} << at.width);
    histogram.bins.assign(row.begin(), row.end());
    for (const algorithms::Candidate& candidate : candidates) {
      const bool decided = candidate.high == decided_high(candidate.low, at.shift);
      if (!decided || prefix_of(candidate) != prefixes[p]) continue;
      const std::uint64_t bin = ((candidate.low - searched.low) >> at.shift) & ((std::uint64_t{1} << at.width) - 1);
      std::uint64_t above = 0;
      for (std::size_t d = bin + 1; d < row.size(); ++d) above += row[d];
      histogram.marks.push_back({player.n() - candidate.rank, bin, above});
    }
    histograms.push_back(std::move(histogram));
  }
  return histograms;
}

}  // namespace texelsort::app
