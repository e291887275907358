#include "compute/data/rows/row_table.h"

#include <algorithm>
#include <atomic>
#include <limits>

#include "compute/data/parallel.h"

namespace texelsort::data {
namespace {

constexpr std::size_t prefix_bytes = sizeof(std::uint64_t);

std::uint64_t prefix_of(const std::vector<std::byte>& key) {
  std::uint64_t prefix = 0;
  for (std::size_t i = 0; i < prefix_bytes; ++i) {
    prefix = prefix << 8 | (i < key.size() ? std::to_integer<std::uint64_t>(key[i]) : 0);
  }
  return prefix;
}

}  // namespace

RowTable::RowTable(std::string contents, std::string origin, const RowOptions& options)
    : contents_(std::move(contents)),
      origin_(std::move(origin)),
      order_(std::string_view(contents_).substr(0, dialect_sample_bytes), contents_.size() <= dialect_sample_bytes,
             origin_, options) {
  split();
  make_prefixes();
}

std::string_view RowTable::row(std::uint64_t index) const {
  return std::string_view(contents_).substr(starts_[index], ends_[index] - starts_[index]);
}

void RowTable::split() {
  const std::string_view all = contents_;
  for (std::size_t at = order_.head_bytes(); at < all.size();) {
    const auto length = order_.row_length(all.substr(at));
    starts_.push_back(at);
    at = length ? at + *length : all.size();
    ends_.push_back(at);
  }
}

void RowTable::make_prefixes() {
  prefixes_.resize(size());
  constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();
  std::vector<std::uint8_t> dropped(size());
  std::atomic<std::uint64_t> first_wrong = none;
  std::atomic<bool> longer = false;
  constexpr std::uint64_t part_rows = 4096;
  for_each_part((size() + part_rows - 1) / part_rows, size() >= worth_threads, [&](std::uint64_t part) {
    std::vector<std::byte> key;
    for (std::uint64_t i = part * part_rows; i < std::min((part + 1) * part_rows, size()); ++i) {
      key.clear();
      const auto outcome = order_.append_key(row(i), key);
      if (outcome == RowOrder::Outcome::wrong) {
        std::uint64_t seen = first_wrong;
        while (i < seen && !first_wrong.compare_exchange_weak(seen, i)) {
        }
      }
      dropped[i] = outcome == RowOrder::Outcome::dropped;
      if (key.size() > prefix_bytes && !longer) longer = true;
      prefixes_[i] = prefix_of(key);
    }
  });
  if (first_wrong != none) fail(starts_[first_wrong], ends_[first_wrong] - starts_[first_wrong]);
  prefixes_decide_ = !longer;
  std::uint64_t kept = 0;
  for (std::uint64_t i = 0; i < size(); ++i) {
    if (dropped[i] != 0) continue;
    starts_[kept] = starts_[i];
    ends_[kept] = ends_[i];
    prefixes_[kept++] = prefixes_[i];
  }
  starts_.resize(kept);
  ends_.resize(kept);
  prefixes_.resize(kept);
}

std::vector<std::byte> RowTable::key(std::uint64_t index) const {
  std::vector<std::byte> key;
  order_.append_key(row(index), key);
  return key;
}

void RowTable::fail(std::size_t start, std::size_t length) const {
  const RowOrder::Fault fault = order_.fault(std::string_view(contents_).substr(start, length));
  fail_in_text(contents_, start + fault.at, order_.line_end(), origin_, fault.message);
}

void RowTable::resolve_ties(std::vector<std::uint64_t>& rows) const {
  struct Keyed {
    std::vector<std::byte> key;
    std::uint64_t row;
    bool operator<(const Keyed& other) const {
      return key == other.key ? row < other.row : std::ranges::lexicographical_compare(key, other.key);
    }
  };
  for (std::size_t from = 0, to = 0; from < rows.size(); from = to) {
    const std::uint64_t prefix = prefixes_[rows[from]];
    for (to = from + 1; to < rows.size() && prefixes_[rows[to]] == prefix;) ++to;
    if (to - from < 2) continue;
    const std::span<std::uint64_t> tied(rows.data() + from, to - from);
    std::ranges::sort(tied);
    if (prefixes_decide_) continue;
    std::vector<Keyed> keyed(tied.size());
    for_each_index(tied.size(), [&](std::uint64_t i) { keyed[i] = {key(tied[i]), tied[i]}; });
    std::sort(keyed.begin(), keyed.end());
    std::ranges::transform(keyed, tied.begin(), &Keyed::row);
  }
}

std::vector<std::uint64_t> RowTable::rows_to(std::uint64_t prefix, std::uint64_t count, bool last) const {
  std::vector<std::uint64_t> rows;
  for (std::uint64_t i = 0; i < size(); ++i) {
    if (last ? prefixes_[i] >= prefix : prefixes_[i] <= prefix) rows.push_back(i);
  }
  std::ranges::stable_sort(rows, {}, [this](std::uint64_t i) { return prefixes_[i]; });
  resolve_ties(rows);
  if (last) {
    // The last rows are returned in reverse order of keys, but rows with equal keys keep the file's order.
    for (std::size_t from = 0, to = 0; from < rows.size(); from = to) {
      for (to = from + 1; to < rows.size() && same_key(rows[from], rows[to]);) ++to;
      std::reverse(rows.begin() + static_cast<std::ptrdiff_t>(from), rows.begin() + static_cast<std::ptrdiff_t>(to));
    }
    std::ranges::reverse(rows);
  }
  rows.resize(std::min<std::uint64_t>(rows.size(), count));
  return rows;
}

bool RowTable::same_key(std::uint64_t a, std::uint64_t b) const {
  return prefixes_[a] == prefixes_[b] && (prefixes_decide_ || key(a) == key(b));
}

std::string RowTable::text(std::span<const std::uint64_t> rows, const RowSelection& selection) const {
  std::string text;
  text.reserve(contents_.size() + 2);
  const auto add_line = [&](std::string_view line) {
    text += line;
    if (!line.ends_with(order_.line_end())) text += order_.dialect().line_end;
  };
  if (order_.head_bytes() > 0) {
    const std::string_view head = std::string_view(contents_).substr(0, order_.head_bytes());
    order_.has_header() ? add_line(head) : void(text += head);
  }
  std::uint64_t written = 0;
  for (std::size_t i = 0; i < rows.size() && written < selection.top.value_or(rows.size()); ++i) {
    if (selection.unique && i > 0 && same_key(rows[i - 1], rows[i])) continue;
    add_line(row(rows[i]));
    ++written;
  }
  return text;
}

}  // namespace texelsort::data
