#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace texelsort::app {

/// Help without CLI11's notes on validators and exclusions, which the texts say in words.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter();
  std::string make_option_opts(const CLI::Option* option) const override;
};

}  // namespace texelsort::app
