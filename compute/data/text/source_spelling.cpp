#include <numeric>

#include "compute/data/io/files.h"

namespace texelsort::data {
namespace {

template <typename Value>
void extend(std::vector<Value>& all, const std::vector<Value>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

}  // namespace

void append(SourceSpelling& all, std::uint64_t n, const SourceSpelling* more, std::uint64_t count) {
  const std::uint64_t base = all.row_count;
  static const SourceSpelling none;
  const SourceSpelling& other = more == nullptr ? none : *more;
  if (!all.keys.empty() || !other.keys.empty()) {
    all.keys.resize(n);
    extend(all.keys, other.keys);
    all.keys.resize(n + count);
  }
  if (!all.rows.empty() || !other.rows.empty()) {
    if (all.rows.empty()) {
      all.rows.resize(n);
      std::iota(all.rows.begin(), all.rows.end(), std::uint64_t{0});
    }
    for (std::uint64_t i = 0; i < count; ++i) all.rows.push_back(base + (other.rows.empty() ? i : other.rows[i]));
  }
  for (const std::uint64_t row : other.missing_rows) all.missing_rows.push_back(base + row);
  extend(all.missing_keys, other.missing_keys);
  extend(all.texts, other.texts);
  if (more != nullptr) all.missing = other.missing;
  all.row_count = base + (more == nullptr ? count : other.row_count);
}

}  // namespace texelsort::data
