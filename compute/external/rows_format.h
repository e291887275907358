#pragma once

#include <memory>
#include <string>

#include "compute/data/rows/row_options.h"
#include "compute/external/format.h"

namespace texelsort::external {

/// Bytes from the start of a file or of standard input, which show the format of its rows.
struct Sample {
  std::string bytes;
  bool whole = false;  ///< true if the sample is the whole input
};

/// Reads a sample. Afterwards, an Input of the same path still reads these bytes. Throws UsageError if the input cannot
/// be read.
Sample read_sample(const std::string& path);

/// Returns the format of whole rows of comma-separated values. `sample` determines what the options leave open. Throws
/// UsageError like data::RowOrder.
std::unique_ptr<const RecordFormat> rows_format(const Sample& sample, const std::string& path,
                                                const data::RowOptions& options);

}  // namespace texelsort::external
