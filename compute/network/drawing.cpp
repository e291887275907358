#include "compute/network/drawing.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "compute/data/text/outgoing_text.h"
#include "compute/network/lanes.h"

namespace texelsort::network {
namespace {

/// Distributes comparators over as few columns as possible, without overlaps in a column. In ascending order of low,
/// each comparator goes to the first column in which the previous comparator ends before it.
std::vector<std::vector<Comparator>> pack(std::vector<Comparator> list) {
  std::sort(list.begin(), list.end(), [](const Comparator& a, const Comparator& b) { return a.low < b.low; });
  std::vector<std::vector<Comparator>> columns;
  for (const Comparator& c : list) {
    const auto fits = [&c](const std::vector<Comparator>& column) { return column.back().high < c.low; };
    auto column = std::find_if(columns.begin(), columns.end(), fits);
    if (column == columns.end()) column = columns.emplace(columns.end());
    column->push_back(c);
  }
  return columns;
}

std::string print_step(const Step& step, std::uint64_t n) {
  std::string text;
  for (const Comparator& c : comparators(step, n)) {
    if (!text.empty()) text += ',';
    text += std::to_string(c.reversed ? c.high : c.low) + ':' + std::to_string(c.reversed ? c.low : c.high);
  }
  return text;
}

/// Returns the number of places up to the highest place with a comparator, or 0 without comparators.
std::uint64_t used_places(const Network& network) {
  std::uint64_t used = 0;
  for (const Stage& stage : network.stages) {
    for (const Step& step : stage.steps) {
      for_each_pair(step, network.n, [&used](std::uint64_t a, std::uint64_t b) {
        used = std::max({used, a + 1, b + 1});
      });
    }
  }
  return used;
}

/// Calls visit(text) for each step that has comparators. The text lists them, such as "(0,1),(2,3)".
template <class Visit>
void for_each_tuples(const Network& network, Visit&& visit) {
  for (const Stage& stage : network.stages) {
    for (const Step& step : stage.steps) {
      std::string tuples;
      for_each_pair(step, network.n, [&tuples](std::uint64_t smaller, std::uint64_t larger) {
        tuples += fmt::format("{}({},{})", tuples.empty() ? "" : ",", smaller, larger);
      });
      if (!tuples.empty()) visit(tuples);
    }
  }
}

}  // namespace

std::vector<DiagramColumn> diagram_columns(const Network& network) {
  std::vector<DiagramColumn> columns;
  std::uint64_t pass = 0;
  for (std::uint64_t stage = 0; stage < network.stages.size(); ++stage) {
    const std::vector<Step>& steps = network.stages[stage].steps;
    for (std::uint64_t step = 0; step < steps.size(); ++step) {
      auto packed = pack(comparators(steps[step], network.n));
      for (auto& column : packed) columns.push_back({stage, step, pass, std::move(column)});
      if (!packed.empty()) ++pass;
    }
  }
  return columns;
}

std::string print(const Network& network, bool with_stages) {
  std::string text;
  if (const std::uint64_t used = used_places(network); used > 0 && used < network.n) {
    text = fmt::format("n={}{}", network.n, with_stages ? "\n" : "");
  }
  for (const Stage& stage : network.stages) {
    std::string line;
    for (const Step& step : stage.steps) {
      const std::string printed = print_step(step, network.n);
      if (printed.empty()) continue;
      if (!line.empty()) line += ';';
      line += printed;
    }
    if (with_stages) {
      std::string name = data::outgoing_text(stage.name);
      // Remove line ends from the name of the stage, which is written as a comment of one line.
      std::ranges::replace_if(
          name, [](char c) { return c == '\n' || c == '\r'; }, ' ');
      text += "# " + name + "\n";
      if (!line.empty()) text += line + "\n";
    } else if (!line.empty()) {
      if (!text.empty()) text += ';';
      text += line;
    }
  }
  return text;
}

std::string print_tuples(const Network& network) {
  std::string text;
  for_each_tuples(network, [&text](const std::string& tuples) { text += fmt::format("[{}]\n", tuples); });
  return text;
}

std::string print_flat_tuples(const Network& network) {
  std::string text;
  for_each_tuples(network, [&text](const std::string& tuples) { text += (text.empty() ? "" : ",") + tuples; });
  return text + "\n";
}

std::string print_flat_json(const Network& network) {
  std::string pairs;
  std::uint64_t size = 0;
  for (const Stage& stage : network.stages) {
    for (const Step& step : stage.steps) {
      for_each_pair(step, network.n, [&](std::uint64_t smaller, std::uint64_t larger) {
        pairs += fmt::format("{}[{},{}]", size++ == 0 ? "" : ",", smaller, larger);
      });
    }
  }
  return fmt::format("{{\"N\":{},\"L\":{},\"nw\":[{}]}}\n", network.n, size, pairs);
}

std::string print_json(const Network& network) {
  std::string stages;
  for (const Stage& stage : network.stages) {
    std::string steps;
    for (const Step& step : stage.steps) {
      std::string pairs;
      for_each_pair(step, network.n, [&pairs](std::uint64_t smaller, std::uint64_t larger) {
        pairs += fmt::format("{}[{}, {}]", pairs.empty() ? "" : ", ", smaller, larger);
      });
      if (!pairs.empty()) steps += fmt::format("{}[{}]", steps.empty() ? "" : ", ", pairs);
    }
    const std::string name = data::json_text(nlohmann::json(stage.name));
    stages += fmt::format("{}  {{\"name\": {}, \"steps\": [{}]}}", stages.empty() ? "" : ",\n", name, steps);
  }
  return fmt::format("{{\"schema\": \"texelsort/network/1\", \"n\": {}, \"stages\": [\n{}\n]}}\n", network.n, stages);
}

}  // namespace texelsort::network
