#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace texelsort::data {

/// The candidate with the smallest edit distance (Levenshtein) to `text`, or an empty string if none comes near
/// (more than half of the letters differ).
std::string nearest(std::string_view text, const std::vector<std::string>& candidates);

/// ", did you mean 'NEAREST'?", with `prefix` before the candidate; empty if none comes near.
std::string did_you_mean(std::string_view text, const std::vector<std::string>& candidates,
                         std::string_view prefix = "");

}  // namespace texelsort::data
