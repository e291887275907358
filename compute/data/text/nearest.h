#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace texelsort::data {

/// Returns the candidate with the smallest Levenshtein distance to `text`. Returns an empty string if more than half of
/// the letters differ for every candidate.
std::string nearest(std::string_view text, const std::vector<std::string>& candidates);

/// Returns ", did you mean 'NEAREST'?" with the most similar candidate. Puts `prefix` before the candidate. Returns an
/// empty string if no candidate is similar.
std::string did_you_mean(std::string_view text, const std::vector<std::string>& candidates,
                         std::string_view prefix = "");

}  // namespace texelsort::data
