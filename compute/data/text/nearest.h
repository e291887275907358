#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace texelsort::data {

/// Returns the candidate with the smallest edit distance (Levenshtein) to `text`. Empty if more than half of the
/// letters differ.
std::string nearest(std::string_view text, const std::vector<std::string>& candidates);

/// Returns ", did you mean 'NEAREST'?", with `prefix` before the candidate. Empty if no candidate is near.
std::string did_you_mean(std::string_view text, const std::vector<std::string>& candidates,
                         std::string_view prefix = "");

}  // namespace texelsort::data
