#include "app/export/reproduction_report.h"

#include <algorithm>
#include <map>
#include <ranges>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/export/html_parts.h"
#include "app/export/plots/table.h"
#include "app/problem/json_document.h"
#include "app/tuning/experiments/setup.h"
#include "app/tuning/experiments/verdict.h"
#include "compute/data/text/number_format.h"
#include "compute/data/text/outgoing_text.h"
#include "compute/measure/result_table.h"

namespace texelsort::app {

namespace {

struct JudgedClaim {
  const Claim& claim;
  const ReproducedMachine& machine;
  const Judgement& judgement;
  std::string why, command;
};

/// Returns the verdicts on one claim of an experiment, one per machine.
std::vector<JudgedClaim> judged_claims(const ReproducedExperiment& experiment, std::size_t claim) {
  std::vector<JudgedClaim> all;
  const Claim& one = experiment.experiment.claims.at(claim);
  for (const ReproducedMachine& machine : experiment.machines) {
    const Judgement& judgement = machine.judgements.at(claim);
    all.push_back({one, machine, judgement, reason_of(one, machine, judgement),
                   claim_command(experiment.experiment, machine, claim)});
  }
  return all;
}

std::vector<std::string> machine_names(std::span<const ReproducedExperiment> experiments) {
  std::vector<std::string> names;
  for (const ReproducedExperiment& experiment : experiments) {
    for (const ReproducedMachine& machine : experiment.machines) {
      if (std::ranges::find(names, machine.name) == names.end()) names.push_back(machine.name);
    }
  }
  return names;
}

/// Returns the paper's number and the bounds that this report applies: "36 % faster; accepted: 1.24 to 1.72".
std::string paper_text(const Claim& claim) {
  return fmt::format("{}; accepted: {}", claim.paper.empty() ? "an order" : claim.paper, bounds_text(claim));
}

std::string source_text(const Experiment& experiment) {
  return fmt::format("{} Hardware of the paper: {}.", experiment.source, experiment.hardware);
}

std::string heading_text(const Experiment& experiment) {
  return fmt::format("{}: {}\n{}\n", short_name_of(experiment), experiment.title, source_text(experiment));
}

std::string claim_line(const Claim& claim) {
  return fmt::format("\n  {}. {} ({})\n", claim.number, claim.says, claim.where);
}

/// Returns the configurations that a claim compares: "bitonic/fused with bitonic/blend".
std::string compared_text(const Claim& claim) {
  const auto side = [](const std::string& configuration, const std::vector<std::string>& in) {
    return in.empty() ? configuration : fmt::format("{} (only {})", configuration, fmt::join(in, ", "));
  };
  std::vector<std::string> others;
  for (const RowSelector& than : claim.than) others.push_back(side(than.text, claim.than_in));
  const std::string faster = side(claim.faster.text, claim.faster_in);
  return others.empty() ? faster : fmt::format("{} with {}", faster, fmt::join(others, ", "));
}

std::string measured_text(const Judgement& judgement) {
  const std::string ratio = ratio_text(judgement), disagreement = disagreement_text(judgement);
  if (ratio.empty()) return "–";
  return disagreement.empty() ? ratio : fmt::format("{}: {}", ratio, disagreement);
}

bool is_judged(const Judgement& judgement) {
  return judgement.verdict != ClaimVerdict::not_measured && judgement.verdict != ClaimVerdict::not_comparable;
}

/// Returns a verdict with its ratio and its reason, as text of a Markdown cell.
std::string verdict_cell(const JudgedClaim& one) {
  const std::string measured = one.judgement.pairs.empty() ? ":" : " " + measured_text(one.judgement) + ".";
  return fmt::format("**{}**{}{}", name(one.judgement.verdict), measured,
                     one.why.empty() ? "" : " " + measure::markdown_cell(one.why));
}

/// Returns the setups of the paper and of every machine that measured a claim, as an item of a Markdown list.
std::string setup_item(const ReproducedExperiment& experiment, std::size_t claim) {
  const Claim& one = experiment.experiment.claims.at(claim);
  const std::string problems = problems_text(one.paper_problems);
  std::string text = fmt::format("- Claim {}. Paper: {}.", one.number, problems.empty() ? "no sizes given" : problems);
  if (!one.differs.empty()) text += fmt::format(" Differs here: {}", fmt::join(one.differs, " "));
  for (const ReproducedMachine& machine : experiment.machines) {
    const Judgement& judgement = machine.judgements.at(claim);
    if (judgement.pairs.empty()) continue;
    text += fmt::format("\n    - {}: {}.", machine.name, setup_text(ran_setup(one, judgement)));
  }
  return text + "\n";
}

std::string machine_line(const ReproducedMachine& machine) {
  const SweepHeader& header = machine.header();
  std::string text = header.renderer.empty()
                         ? header.processor
                         : fmt::format("{}; {}; {}", header.renderer, header.driver, header.processor);
  if (!header.cccl.empty()) text += "; CCCL " + header.cccl;
  std::set<std::string> dates;
  for (const SweepResults& run : machine.runs) {
    dates.insert(run.header.date.substr(0, std::string_view("2026-01-01").size()));
  }
  return fmt::format("{}; {}", text, fmt::join(dates, ", "));
}

std::string pair_text(const ComparedRows& pair) {
  if (pair.than == nullptr) {
    return fmt::format("{}\n{}: {:.3g} times {} [{:.3g} to {:.3g}], {}", configuration_text(*pair.faster),
                       problem_text(*pair.faster), pair.ratio.estimate,
                       pair.found.empty() ? "the paper's rate" : "the other differences", pair.ratio.low,
                       pair.ratio.high, name(pair.verdict));
  }
  return fmt::format(
      "{} against {}\n{}{}: {:.3g} [{:.3g} to {:.3g}], {}", configuration_text(*pair.faster),
      configuration_text(*pair.than), problem_text(*pair.faster),
      problem_text(*pair.faster) == problem_text(*pair.than) ? "" : " against " + problem_text(*pair.than),
      pair.ratio.estimate, pair.ratio.low, pair.ratio.high, name(pair.verdict));
}

ordered_json json_of(const ComparedRows& pair) {
  return {
      {"faster", pair.faster->key()}, {"than", pair.than == nullptr ? ordered_json() : ordered_json(pair.than->key())},
      {"ratio", pair.ratio.estimate}, {"low", pair.ratio.low},
      {"high", pair.ratio.high},      {"verdict", name(pair.verdict)},
      {"found", or_null(pair.found)}};
}

ordered_json json_of(const RanSetup& setup) {
  ordered_json configurations = ordered_json::array();
  for (const RanConfiguration& ran : setup.configurations) {
    configurations.push_back({{"algorithm", ran.algorithm},
                              {"as_in_the_paper", ran.same},
                              {"differs", ran.differ},
                              {"without_paper_value", unsourced_texts(ran)}});
  }
  return {{"configurations", configurations}, {"problems_differ", setup.problems}};
}

ordered_json json_of(const Claim& claim) {
  std::vector<std::string> than;
  for (const RowSelector& selector : claim.than) than.push_back(selector.text);
  return {{"number", claim.number},
          {"says", claim.says},
          {"where", claim.where},
          {"paper", or_null(claim.paper)},
          {"paper_low", or_null(claim.paper_low)},
          {"paper_high", or_null(claim.paper_high)},
          {"at_least", claim.at_least},
          {"at_most", or_null(claim.at_most)},
          {"faster", claim.faster.text},
          {"than", than},
          {"paper_problems", or_null(problems_text(claim.paper_problems))},
          {"not_comparable", or_null(claim.not_comparable)},
          {"differs", claim.differs}};
}

ordered_json json_of(const JudgedClaim& one) {
  ordered_json pairs = ordered_json::array();
  for (const ComparedRows& pair : one.judgement.pairs) pairs.push_back(json_of(pair));
  return {{"machine", one.machine.name},
          {"verdict", name(one.judgement.verdict)},
          {"why", or_null(one.why)},
          {"ratios", pairs},
          {"setup", json_of(ran_setup(one.claim, one.judgement))},
          {"command", or_null(one.command)}};
}

}  // namespace

namespace {

/// Experiments about one paper.
struct Paper {
  std::string authors, title;
  std::vector<const ReproducedExperiment*> experiments{};
};

/// Returns a paper with its authors and its title, from a source "A. One, B. Two, Title, 2010."
Paper paper_of(std::string source) {
  while (source.ends_with('.')) source.pop_back();
  std::istringstream text(source);
  std::vector<std::string> authors;
  std::string part;
  while (std::getline(text >> std::ws, part, ',') && part.size() > 2 && part[1] == '.') authors.push_back(part);
  constexpr std::size_t most_authors = 2;
  const bool all = authors.size() <= most_authors;
  return {authors.empty() ? part
          : all           ? fmt::format("{}", fmt::join(authors, ", "))
                          : authors.front() + " and others",
          authors.empty() ? "" : part};
}

std::vector<Paper> papers_of(std::span<const ReproducedExperiment> experiments) {
  std::vector<Paper> papers;
  std::vector<std::string> sources;
  for (const ReproducedExperiment& experiment : experiments) {
    const std::string& source = experiment.experiment.source;
    const auto place = static_cast<std::size_t>(std::ranges::find(sources, source) - sources.begin());
    if (place == sources.size()) {
      sources.push_back(source);
      papers.push_back(paper_of(source));
    }
    papers[place].experiments.push_back(&experiment);
  }
  return papers;
}

using VerdictCounts = std::map<ClaimVerdict, std::size_t>;

VerdictCounts counts_on(const std::string& machine_name, const ReproducedExperiment& experiment) {
  VerdictCounts counts;
  for (const ReproducedMachine& machine : experiment.machines) {
    if (machine.name != machine_name) continue;
    for (const Judgement& judgement : machine.judgements) ++counts[judgement.verdict];
  }
  return counts;
}

void add(VerdictCounts& counts, const VerdictCounts& more) {
  for (const auto& [verdict, count] : more) counts[verdict] += count;
}

std::size_t sum_of(const VerdictCounts& counts) {
  std::size_t sum = 0;
  for (const auto& [verdict, count] : counts) sum += count;
  return sum;
}

VerdictCounts counts_on(const std::string& machine_name, std::span<const ReproducedExperiment> experiments) {
  VerdictCounts counts;
  for (const ReproducedExperiment& experiment : experiments) add(counts, counts_on(machine_name, experiment));
  return counts;
}

/// Returns how many of all claims one machine has results for: "30 of 45 claims". A machine has none for experiments
/// that it has not measured.
std::string share_text(std::span<const ReproducedExperiment> experiments, const std::string& machine_name) {
  std::size_t claims = 0;
  for (const ReproducedExperiment& experiment : experiments) claims += experiment.experiment.claims.size();
  return fmt::format("{} of {}", sum_of(counts_on(machine_name, experiments)), data::counted(claims, "claim"));
}

/// Returns the numbers of verdicts on one machine: "9 of 9 claims: 7 holds, 2 reversed".
std::string counts_text(std::span<const ReproducedExperiment> experiments, const std::string& machine_name) {
  std::vector<std::string> words;
  for (const auto& [verdict, count] : counts_on(machine_name, experiments))
    words.push_back(fmt::format("{} {}", count, name(verdict)));
  return fmt::format("{}: {}", share_text(experiments, machine_name), fmt::join(words, ", "));
}

/// Returns a text in lines of at most 110 characters. The first line begins with `first`, and the others with `rest`.
std::string wrapped(const std::string& text, const std::string& first, const std::string& rest) {
  constexpr std::size_t width = 110;
  std::istringstream words(text);
  std::string lines, line = first, word;
  for (bool begins = true; words >> word; begins = false) {
    if (line.size() + word.size() + (begins ? 0 : 1) > width) {
      lines += line + "\n";
      line = rest + word;
    } else {
      line += (begins ? "" : " ") + word;
    }
  }
  return lines + line + "\n";
}

/// Returns an item of a Markdown list at a level from 0.
std::string item(const std::string& text, std::size_t level) {
  constexpr std::size_t step = 2;
  const std::string indent(level * step, ' ');
  return wrapped(text, indent + "- ", indent + "  ");
}

/// Returns the numbers of verdicts on one machine, as a Markdown table with one row per paper.
std::string count_table(const std::vector<Paper>& papers, const std::string& machine_name) {
  std::vector<VerdictCounts> rows;
  std::vector<std::size_t> claims;
  VerdictCounts all;
  for (const Paper& paper : papers) {
    VerdictCounts& row = rows.emplace_back();
    std::size_t& count = claims.emplace_back();
    for (const ReproducedExperiment* experiment : paper.experiments) {
      add(row, counts_on(machine_name, *experiment));
      count += experiment->experiment.claims.size();
    }
    add(all, row);
  }
  // Without the vendor, the table is not wider than a screen.
  constexpr std::string_view vendor = "NVIDIA ";
  const std::string heading = machine_name.starts_with(vendor) ? machine_name.substr(vendor.size()) : machine_name;
  std::string text = "| " + measure::markdown_cell(heading) + " |", line = "|---|";
  for (const auto& [verdict, count] : all) {
    text += fmt::format(" {} |", name(verdict));
    line += "--:|";
  }
  text += "\n" + line + "\n";
  for (std::size_t i = 0; i < papers.size(); ++i) {
    const std::size_t counted = sum_of(rows[i]);
    text += fmt::format("| {}{} |", measure::markdown_cell(papers[i].authors),
                        counted < claims[i] ? fmt::format(" ({} of {})", counted, claims[i]) : "");
    for (const auto& [verdict, count] : all) text += fmt::format(" {} |", rows[i][verdict]);
    text += "\n";
  }
  return text;
}

/// Returns the range of the measured ratios without intervals: "1.2 to 1.5".
std::string range_text(const Judgement& judgement) {
  if (judgement.pairs.empty()) return "";
  const auto estimate = [](const ComparedRows& pair) { return pair.ratio.estimate; };
  const auto [least, most] = std::ranges::minmax(judgement.pairs | std::views::transform(estimate));
  return least == most ? fmt::format("{:.3g}", least) : fmt::format("{:.3g} to {:.3g}", least, most);
}

/// Returns the verdicts on the main results of the papers on one machine, as a Markdown list. A verdict that does not
/// agree with the paper has its reason.
std::string main_results(const std::vector<Paper>& papers, const std::string& machine_name) {
  std::string text;
  for (const Paper& paper : papers) {
    std::string items;
    for (const ReproducedExperiment* experiment : paper.experiments) {
      for (std::size_t i = 0; i < experiment->experiment.claims.size(); ++i) {
        if (!experiment->experiment.claims[i].central) continue;
        for (const JudgedClaim& one : judged_claims(*experiment, i)) {
          if (one.machine.name != machine_name) continue;
          const ClaimVerdict verdict = one.judgement.verdict;
          const bool agrees = verdict == ClaimVerdict::holds || verdict == ClaimVerdict::stronger;
          const std::string ratio = range_text(one.judgement);
          items += item(fmt::format("**{}**{}: {}. {}", name(verdict), ratio.empty() ? "" : " " + ratio, one.claim.says,
                                    agrees ? "" : one.why),
                        1);
        }
      }
    }
    if (!items.empty()) text += item(fmt::format("**{}**: {}", paper.authors, paper.title), 0) + items;
  }
  return text;
}

/// Returns the first screen of the report: the verdicts by paper, and its main results. Machines with software
/// rendering have only numbers if there is a GPU.
std::string first_screen(std::span<const ReproducedExperiment> experiments) {
  const std::vector<Paper> papers = papers_of(experiments);
  std::set<std::string> software;
  for (const ReproducedExperiment& experiment : experiments) {
    for (const ReproducedMachine& machine : experiment.machines) {
      if (machine.software) software.insert(machine.name);
    }
  }
  std::string text, others;
  const std::vector<std::string> names = machine_names(experiments);
  for (const std::string& name_of_machine : names) {
    if (software.contains(name_of_machine) && software.size() < names.size()) {
      others += item(fmt::format("{}: {}", name_of_machine, counts_text(experiments, name_of_machine)), 0);
      continue;
    }
    text += count_table(papers, name_of_machine) + "\n";
    text += wrapped(fmt::format("The experiments of {} ran here. Reversed does not mean wrong: hardware and setup "
                                "differ. Mixed: true for some problems. Ratio: time of the sort that the paper calls "
                                "slower, divided by the other's.",
                                share_text(experiments, name_of_machine)),
                    "", "");
    text += main_results(papers, name_of_machine);
  }
  return text + (others.empty() ? "" : "\nAll papers on other machines:\n\n" + others);
}

}  // namespace

std::string claims_text(const Experiment& experiment) {
  std::string text = heading_text(experiment);
  for (const Claim& claim : experiment.claims) {
    text += claim_line(claim);
    const auto line = [&text](const char* name, const std::string& words) {
      if (!words.empty()) text += fmt::format("    {:14} {}\n", name, words);
    };
    line("paper", paper_text(claim));
    line("compares", compared_text(claim));
    line("not comparable", claim.not_comparable);
    for (const std::string& difference : claim.differs) line("differs", difference);
  }
  const auto sizes = [&experiment](Effort effort) {
    std::vector<std::string> all;
    for (const MeasuredSet& set : experiment.sets) {
      for (const std::string& size : set.sizes(effort)) {
        if (std::ranges::find(all, size) == all.end()) all.push_back(size);
      }
    }
    return all.empty() ? std::string("nothing") : fmt::format("{}", fmt::join(all, ", "));
  };
  return text + fmt::format("\nsizes: {} with --quick; {} on software renderers; {} on GPUs\n\n", sizes(Effort::quick),
                            sizes(Effort::software), sizes(Effort::gpu));
}

ordered_json claims_json(const Experiment& experiment) {
  ordered_json claims = ordered_json::array();
  for (const Claim& claim : experiment.claims) claims.push_back(json_of(claim));
  return claims;
}

std::string verdict_counts(std::span<const ReproducedExperiment> experiments) {
  std::string text;
  for (const std::string& name_of_machine : machine_names(experiments)) {
    text += fmt::format("{}: {}\n", name_of_machine, counts_text(experiments, name_of_machine));
  }
  return text;
}

std::string reproduction_text(std::span<const ReproducedExperiment> experiments) {
  std::string text;
  for (const ReproducedExperiment& experiment : experiments) {
    const Experiment& about = experiment.experiment;
    text += heading_text(about);
    for (std::size_t i = 0; i < about.claims.size(); ++i) {
      const Claim& claim = about.claims[i];
      text += claim_line(claim);
      text += fmt::format("    {:14} {}\n", "paper", paper_text(claim));
      for (const JudgedClaim& one : judged_claims(experiment, i)) {
        text += fmt::format("    {:14} {:12} {}\n", one.machine.name, name(one.judgement.verdict),
                            ratio_text(one.judgement));
        const std::string disagreement = disagreement_text(one.judgement);
        if (!disagreement.empty()) text += fmt::format("    {:14} {}\n", "", disagreement);
        if (!one.why.empty()) text += fmt::format("    {:14} {}\n", "", one.why);
        const std::string setup = setup_text(ran_setup(claim, one.judgement));
        if (!setup.empty()) text += fmt::format("    {:14} {}\n", "", setup);
      }
      for (const std::string& difference : claim.differs) text += fmt::format("    {:14} {}\n", "differs", difference);
    }
    text += "\n";
  }
  return text + verdict_counts(experiments);
}

std::string reproduction_markdown(std::span<const ReproducedExperiment> experiments) {
  std::string text = "# The papers, measured again\n\n" + first_screen(experiments) + "\n";
  for (const ReproducedExperiment& experiment : experiments) {
    const Experiment& about = experiment.experiment;
    text += fmt::format("## {}\n\n{}\n\n", measure::markdown_cell(about.title), source_text(about));
    if (!about.notes.empty()) text += about.notes + "\n\n";
    for (const ReproducedMachine& machine : experiment.machines) {
      text += fmt::format("Measured on {}:\n\n    {}\n\n", machine_line(machine), machine.header().command);
    }
    text += "| claim | paper |";
    for (const ReproducedMachine& machine : experiment.machines)
      text += fmt::format(" {} |", measure::markdown_cell(machine.name));
    text += "\n|---|---|";
    for (std::size_t i = 0; i < experiment.machines.size(); ++i) text += "---|";
    text += "\n";
    for (std::size_t i = 0; i < about.claims.size(); ++i) {
      const Claim& claim = about.claims[i];
      text += fmt::format("| {}. {} ({}) | {} |", claim.number, measure::markdown_cell(claim.says),
                          measure::markdown_cell(claim.where), measure::markdown_cell(paper_text(claim)));
      for (const JudgedClaim& one : judged_claims(experiment, i)) text += " " + verdict_cell(one) + " |";
      text += "\n";
    }
    text += fmt::format(
        "\nTo measure only claim {0}: `texelsort reproduce {1} --claim {0}`. The setups, from the settings:\n\n",
        about.claims.front().number, name_or_path(about));
    for (std::size_t i = 0; i < about.claims.size(); ++i) text += setup_item(experiment, i);
    text += "\n";
  }
  text +=
      "## Verdicts\n\n"
      "Each claim is an order or a ratio of two times. Both algorithms are measured interleaved in one run, every output "
      "is verified, and the verdict follows from the 95 % interval of the ratio:\n\n"
      "| verdict | the interval of every ratio |\n|---|---|\n"
      "| holds | lies within the accepted bounds |\n"
      "| stronger, weaker | lies above 1, for some problems above or below the bounds |\n"
      "| reversed | lies below 1 and below the bounds |\n"
      "| differs | lies outside the bounds of a claim that two quantities are the same |\n"
      "| mixed | agrees in direction for some problems, and is reversed or differs for others |\n"
      "| undecided | none of these, or a trend of fewer than four sizes |\n\n"
      "A number above 1 means that the algorithm that the claim names first is faster. If a claim covers several "
      "problems, the table gives the smallest and the largest ratio. The papers' machines are 15 to 20 years old, and "
      "the hardware has changed more than the algorithms. A reversed claim does not mean that the paper was wrong.\n";
  return data::outgoing_text(text);
}

std::string reproduction_json(std::span<const ReproducedExperiment> experiments) {
  ordered_json all = ordered_json::array();
  for (const ReproducedExperiment& experiment : experiments) {
    const Experiment& about = experiment.experiment;
    ordered_json claims = ordered_json::array(), machines = ordered_json::array();
    for (std::size_t i = 0; i < about.claims.size(); ++i) {
      ordered_json verdicts = ordered_json::array();
      for (const JudgedClaim& one : judged_claims(experiment, i)) verdicts.push_back(json_of(one));
      claims.push_back(json_of(about.claims[i]));
      claims.back()["machines"] = verdicts;
    }
    for (const ReproducedMachine& machine : experiment.machines) {
      const SweepHeader& header = machine.header();
      machines.push_back({{"machine", machine.name},
                          {"renderer", or_null(header.renderer)},
                          {"driver", or_null(header.driver)},
                          {"processor", header.processor},
                          {"cccl", or_null(header.cccl)},
                          {"date", header.date},
                          {"version", header.version},
                          {"command", header.command}});
    }
    all.push_back({{"experiment", short_name_of(about)},
                   {"title", about.title},
                   {"source", about.source},
                   {"hardware", about.hardware},
                   {"measured_on", machines},
                   {"claims", claims}});
  }
  return json_document("reproduce", ordered_json{{"experiments", all}});
}

Plot reproduction_plot(std::span<const ReproducedExperiment> experiments, const std::string& title,
                       const PlotStyle& style) {
  const auto names = machine_names(experiments);
  std::vector<RatioRow> rows;
  for (const ReproducedExperiment& experiment : experiments) {
    for (std::size_t i = 0; i < experiment.experiment.claims.size(); ++i) {
      const Claim& claim = experiment.experiment.claims[i];
      RatioRow row{.name = claim.says};
      if (claim.paper_low) row.expected = ValueSpan{*claim.paper_low, claim.paper_high.value_or(*claim.paper_low)};
      for (const JudgedClaim& one : judged_claims(experiment, i)) {
        const auto series = std::ranges::find(names, one.machine.name) - names.begin();
        for (const ComparedRows& pair : one.judgement.pairs) {
          row.marks.push_back({pair.ratio.estimate, pair.ratio.low, pair.ratio.high, static_cast<std::size_t>(series),
                               pair_text(pair)});
        }
        if (!is_judged(one.judgement)) row.without = one.judgement.reason;
      }
      rows.push_back(std::move(row));
    }
  }
  return ratio_plot(rows, {.series = names, .expected = "the paper", .axis = "times as fast", .title = title}, style);
}

std::string reproduction_html(std::span<const ReproducedExperiment> experiments, const PlotStyle& light,
                              const PlotStyle& dark) {
  std::string html = html_head("The papers, measured again");
  html += fmt::format("<pre>{}</pre>\n", data::xml_text(verdict_counts(experiments)));
  for (std::size_t e = 0; e < experiments.size(); ++e) {
    const Experiment& about = experiments[e].experiment;
    std::string inside = fmt::format("<p>{} {}</p>\n", data::xml_text(source_text(about)), data::xml_text(about.notes));
    for (const ReproducedMachine& machine : experiments[e].machines) {
      inside += fmt::format("<p>Measured on {}:<br/><code>{}</code></p>\n", data::xml_text(machine_line(machine)),
                            data::xml_text(machine.header().command));
    }
    const auto draw = [&](const PlotStyle& style) { return reproduction_plot(experiments.subspan(e, 1), "", style); };
    inside += html_plot(about.title, fmt::format("e{}", e), draw, light, dark);
    HtmlTable table({{"claim"}, {"paper"}, {"machine"}, {"verdict"}, {"measured"}, {"why"}, {"again"}});
    for (std::size_t i = 0; i < about.claims.size(); ++i) {
      for (const JudgedClaim& one : judged_claims(experiments[e], i)) {
        table.add({fmt::format("{} ({})", one.claim.says, one.claim.where), paper_text(one.claim), one.machine.name,
                   std::string(name(one.judgement.verdict)), measured_text(one.judgement), one.why, one.command});
      }
    }
    html += html_section(about.title, inside + table.html());
  }
  return html + html_end();
}

}  // namespace texelsort::app
