#include <algorithm>
#include <cmath>

#include "app/problem/question_form.h"
#include "compute/algorithms/selection/question.h"
#include "compute/data/io/files.h"
#include "compute/data/keys/comparison.h"
#include "compute/data/keys/records.h"
#include "compute/data/text/nearest.h"
#include "compute/data/text/number.h"
#include "tests/fuzz/targets/plain.h"
#include "tests/fuzz/targets/property.h"
#include "tests/fuzz/targets/targets.h"

namespace texelsort::fuzz {
namespace {

/// A whole number as decimal digits without leading zeros; the number 0 has no digits.
struct Digits {
  std::string text;

  void times(unsigned factor) {
    unsigned carry = 0;
    for (auto digit = text.rbegin(); digit != text.rend(); ++digit) {
      carry += static_cast<unsigned>(*digit - '0') * factor;
      *digit = static_cast<char>('0' + carry % 10);
      carry /= 10;
    }
    for (; carry > 0; carry /= 10) text.insert(text.begin(), static_cast<char>('0' + carry % 10));
    text.erase(0, std::min(text.find_first_not_of('0'), text.size()));
  }
};

/// Returns the whole number of a word such as "12.5e3Ki" as digits, or an error. Returns null if the exponent exceeds
/// 1000.
std::string plain_size(std::string word) {
  unsigned kilo = 1, times = 0;
  if (word.ends_with('i')) kilo = 1024, word.pop_back();
  const std::string units = "kMGT";
  if (!word.empty() && (units.find(word.back()) != std::string::npos || word.back() == 'K')) {
    times = word.back() == 'K' ? 1 : static_cast<unsigned>(units.find(word.back())) + 1;
    if (kilo == 1) kilo = 1000;
    word.pop_back();
  }
  std::size_t exponent = 0;
  if (const auto e = word.find_first_of("eE"); e != std::string::npos) {
    exponent = std::strtoul(word.c_str() + e + 1, nullptr, 10);
    word.resize(e);
  }
  const auto point = word.find('.');
  std::size_t behind = point == std::string::npos ? 0 : word.size() - point - 1;
  if (point != std::string::npos) word.erase(point, 1);
  Digits digits{word};
  digits.times(1);
  for (unsigned i = 0; i < times; ++i) digits.times(kilo);
  if (digits.text.empty()) return "0";
  for (; behind > 0 && exponent > 0; --behind) --exponent;
  if (exponent > 30) return "too large";
  digits.text.append(exponent, '0');
  for (; behind > 0; --behind) {
    if (digits.text.empty() || digits.text.back() != '0') return "not whole";
    digits.text.pop_back();
  }
  return digits.text;
}

void check_size(const std::string& word) {
  const auto size = data::parse_size(word);
  const bool plain = !word.empty() && word.size() <= 19 && word.find_first_not_of("0123456789") == std::string::npos;
  if (plain) require(size == std::strtoull(word.c_str(), nullptr, 10), "a decimal number is its size");
  if (!size) return;
  if (const auto caret = word.find('^'); caret != std::string::npos) {
    const long double power =
        std::pow(std::strtold(word.c_str(), nullptr), std::strtold(word.c_str() + caret + 1, nullptr));
    require(power == static_cast<long double>(*size), "a power is its size: " + word);
  } else {
    require(plain_size(word) == std::to_string(*size), "a size is what its digits, exponent and unit say: " + word);
  }
}

template <typename Value>
void check_name(std::string_view word, std::optional<Value> value) {
  if (value) require(name(*value) == word, "a word that is understood is the name of what it means");
}

void check_names(const std::string& word) {
  check_name(word, data::parse_key_type(word));
  check_name(word, data::parse_order(word));
  check_name(word, data::parse_layout(word));
  check_name(word, data::parse_format(word));
  check_name(word, data::parse_comparison(word));
  check_name(word, algorithms::parse_interpolation(word));
  const auto payload = data::parse_payload_choice(word);
  if (payload) require(payload->fields <= data::most_fields, "records have at most data::most_fields fields");
  const auto ending = data::key_type_of_name("keys." + word);
  require(!ending || data::format_of_name("keys." + word) == data::Format::binary, "a type's ending is for raw keys");
  const std::vector<std::string> names{"bitonic/compute", "radix/srts@compute", "index"};
  const std::string nearest = data::nearest(word, names);
  require(nearest.empty() || std::ranges::find(names, nearest) != names.end(), "a suggestion is one of the names");
}

void check_place(const algorithms::Question& question) {
  for (const std::uint64_t n : {1ull, 2ull, 3ull, 10ull, 1ull << 20, (1ull << 53) + 1}) {
    const auto place = accepted([&] { return algorithms::place_of(question, n); });
    if (!place) continue;
    require(place->low <= place->high && place->high < n && place->high - place->low <= 1,
            "a place is one of the keys");
    require(place->weight >= 0 && place->weight < 1, "a place lies between two keys");
  }
}

void check_questions(const std::string& word) {
  using Kind = algorithms::Question::Kind;
  for (const Kind kind : {Kind::largest, Kind::smallest, Kind::quantile}) {
    for (const auto interpolation : {algorithms::Interpolation::linear, algorithms::Interpolation::inverted_cdf}) {
      const app::QuestionForm form{.kind = kind, .numbers = word, .interpolation = interpolation};
      const auto questions = accepted([&] { return app::questions_of(form); });
      if (!questions) continue;
      require(!questions->empty(), "numbers ask something");
      for (const algorithms::Question& question : *questions) {
        require(!algorithms::text(question).empty(), "a question has a text");
        check_place(question);
      }
      require(app::questions_of(app::form_of(*questions)) == *questions, "questions come back from their form");
    }
  }
}

}  // namespace

void fuzz_words(std::string_view input) {
  const std::string word(input.substr(0, 300));
  check_size(word);
  check_names(word);
  check_questions(word);
}

}  // namespace texelsort::fuzz
