#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace texelsort::data {

/// The candidate with the smallest edit distance (Levenshtein) to `text`, or an empty string if none comes near
/// (more than half of the letters differ).
std::string nearest(std::string_view text, const std::vector<std::string>& candidates);

}  // namespace texelsort::data
