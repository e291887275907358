#pragma once

#include <string>
#include <string_view>

/// Files in gzip's and zstd's forms, by their names' endings. Internal to the data layer.
namespace texelsort::data {

/// "data.csv" of "data.csv.gz" and "data.csv.zst"; all other names as they are.
std::string_view without_compression(std::string_view path);

/// What a file of that name holds. Throws UsageError for one that is damaged or cut off, or has more behind its end.
std::string decompress(std::string contents, const std::string& path);

}  // namespace texelsort::data
