#pragma once

#include <memory>
#include <string>

#include "compute/data/rows/row_options.h"
#include "compute/external/format.h"

namespace texelsort::external {

/// First bytes of a file or of standard input, which show the format of the rows.
struct Sample {
  std::string bytes;
  bool whole = false;  ///< true if the sample is the whole input
};

/// Reads the first bytes of a file or of standard input. Afterwards, an Input of the same path still reads them. Throws
/// UsageError if the file cannot be read.
Sample read_sample(const std::string& path);

/// Returns the format of rows of comma-separated values, which are sorted as whole rows. Properties that `options`
/// leave open are detected in `sample`. Throws UsageError for the reasons of data::RowOrder.
std::unique_ptr<const RecordFormat> rows_format(const Sample& sample, const std::string& path,
                                                const data::RowOptions& options);

}  // namespace texelsort::external
