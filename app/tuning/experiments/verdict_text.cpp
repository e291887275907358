#include <algorithm>
#include <bit>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/tuning/experiments/verdict.h"
#include "app/tuning/sweeps/dimension.h"
#include "compute/data/text/number_format.h"

namespace texelsort::app {

namespace {

std::string dimension_text(const TrialResult& row, const std::string& dimension) {
  if (dimension == "n" && std::has_single_bit(row.n)) return fmt::format("2^{}", std::countr_zero(row.n));
  return value_of(row, dimension);
}

/// Returns one label per pair of rows in a judgement. The labels are short, but distinct.
std::vector<std::string> labels(const Judgement& judgement) {
  std::vector<std::string> texts(judgement.pairs.size());
  const auto add = [&](const auto& text_of) {
    std::set<std::pair<std::string, std::string>> all;
    for (std::size_t i = 0; i < texts.size(); ++i) all.emplace(texts[i], text_of(judgement.pairs[i]));
    if (all.size() == std::set<std::string>(texts.begin(), texts.end()).size()) return;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const std::string text = text_of(judgement.pairs[i]);
      if (!text.empty()) texts[i] += (texts[i].empty() ? "" : ", ") + text;
    }
  };
  for (const char* dimension : {"n", "type", "distribution", "payload", "task"}) {
    add([&](const ComparedRows& pair) { return dimension_text(*pair.faster, dimension); });
  }
  std::set<std::string> given;
  for (const ComparedRows& pair : judgement.pairs) {
    if (pair.than == nullptr) continue;
    for (const auto& [name, value] : pair.than->given) given.insert(name);
  }
  add([](const ComparedRows& pair) {
    return pair.than == nullptr ? std::string() : "against " + pair.than->algorithm;
  });
  for (const std::string& name : given) {
    add([&](const ComparedRows& pair) {
      const auto value = pair.than->given.find(name);
      return value == pair.than->given.end() ? fmt::format("without {}", name)
                                             : fmt::format("{}={}", name, value->second);
    });
  }
  for (const char* dimension : {"n", "type", "distribution", "payload", "task"}) {
    const auto differs = [&](const ComparedRows& pair) {
      return pair.than != nullptr && value_of(*pair.than, dimension) != value_of(*pair.faster, dimension);
    };
    add([&](const ComparedRows& pair) {
      return differs(pair) ? "against " + dimension_text(*pair.than, dimension) : std::string();
    });
  }
  return texts;
}

std::string listed_few(const std::vector<std::string>& texts) {
  constexpr std::size_t most = 4;
  if (texts.size() <= most) return fmt::format("{}", fmt::join(texts, "; "));
  const std::vector<std::string> first(texts.begin(), texts.begin() + most - 1);
  return fmt::format("{}; and {} others", fmt::join(first, "; "), texts.size() - first.size());
}

}  // namespace

std::string bounds_text(const Claim& claim) {
  if (claim.at_most) return fmt::format("{:.4g} to {:.4g}", claim.at_least, *claim.at_most);
  return fmt::format("above {:.4g}", claim.at_least);
}

std::string ratio_text(const Judgement& judgement) {
  if (judgement.pairs.empty()) return "";
  if (judgement.pairs.size() == 1) {
    const auto& [faster, than, ratio, verdict, found] = judgement.pairs.front();
    return fmt::format("{:.3g} [{:.3g} to {:.3g}]{}{}", ratio.estimate, ratio.low, ratio.high,
                       found.empty() ? "" : ": ", found);
  }
  const auto estimate = [](const ComparedRows& pair) { return pair.ratio.estimate; };
  const auto [least, most] = std::ranges::minmax_element(judgement.pairs, {}, estimate);
  return fmt::format("{:.3g} to {:.3g} ({})", least->ratio.estimate, most->ratio.estimate,
                     data::counted(judgement.pairs.size(), "ratio"));
}

std::string disagreement_text(const Judgement& judgement) {
  const auto same = [&judgement](const ComparedRows& pair) { return pair.verdict == judgement.pairs.front().verdict; };
  if (std::ranges::all_of(judgement.pairs, same)) return "";
  const std::vector<std::string> texts = labels(judgement);
  std::string all;
  for (const ClaimVerdict verdict : {ClaimVerdict::holds, ClaimVerdict::stronger, ClaimVerdict::weaker,
                                     ClaimVerdict::reversed, ClaimVerdict::differs, ClaimVerdict::undecided}) {
    std::vector<std::string> of_verdict;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (judgement.pairs[i].verdict == verdict) of_verdict.push_back(texts[i]);
    }
    if (of_verdict.empty()) continue;
    const char* preposition = of_verdict.front().starts_with("against ") ? "" : "for ";
    all += fmt::format("{}{} {}{}", all.empty() ? "" : "; ", name(verdict), preposition, listed_few(of_verdict));
  }
  return all;
}

}  // namespace texelsort::app
