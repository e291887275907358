#pragma once

#include <memory>
#include <string>

#include "compute/data/rows/row_options.h"
#include "compute/external/format.h"

namespace texelsort::external {

/// The start of a file, or of standard input.
struct Sample {
  std::string bytes;
  bool whole = false;  ///< nothing follows
};

/// Reads it without taking it from an Input of the same path. Throws UsageError for what cannot be read.
Sample read_sample(const std::string& path);

/// Whole rows of comma-separated values; `sample` says what the options leave open. Throws UsageError as
/// data::RowOrder.
std::unique_ptr<const RecordFormat> rows_format(const Sample& sample, const std::string& path,
                                                const data::RowOptions& options);

}  // namespace texelsort::external
