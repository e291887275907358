#include "app/external/external_options.h"

#include <tbb/global_control.h>

#include "app/problem/algorithm_options.h"
#include "app/problem/messages.h"
#include "app/problem/option_group.h"
#include "app/problem/problem_options.h"
#include "app/problem/row_options.h"
#include "compute/data/io/files.h"
#include "compute/data/text/outgoing_text.h"
#include "compute/external/rows_format.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace texelsort::app {

void FormatOptions::add_options(CLI::App& app, bool selects) {
  app_ = &app;
  const OptionGroup group(app, "Records");
  group.value("--record", "SIZE", record_, "size of a record in bytes (default: 100, as in the sort benchmark)");
  group.value(
      "-k,--key", "OFFSET:TYPE[:be][:desc]", keys_,
      "key field; repeat for more, the most significant first; TYPE is bytesN (compared as by memcmp), u8, u16, u32, "
      "u64, i8, i16, i32, i64, f32 or f64; little-endian without :be, ascending without :desc (default: 0:bytes10, or "
      "with --record the whole record)");
  add_row_order_options(app, rows_, {"--record", "--key"});
  OptionGroup(app).flag("--explain", explain_, "print how the files are interpreted and why, then exit");
  if (selects) add_row_selection_options(app, selection_);
}

std::unique_ptr<const external::RecordFormat> FormatOptions::format(const std::vector<std::string>& inputs) const {
  require_columns(*app_, rows_, row_reading_options());
  require_columns(*app_, rows_, row_selection_options());
  if (!rows_.by.empty()) {
    // An empty file does not determine a format, so use the first file with content.
    external::Sample sample;
    std::string of;
    for (auto input = inputs.begin(); input != inputs.end() && sample.bytes.empty(); ++input) {
      sample = external::read_sample(of = *input);
    }
    auto format = external::rows_format(sample, of, rows_);
    for (const std::string& note : format->notes()) say_warning(note);
    return format;
  }
  if (record_.empty() && keys_.empty()) {
    for (const std::string& input : inputs) {
      if (data::format_of_name(input) != data::Format::csv) continue;
      throw UsageError(
          fmt::format("{} is a CSV file: name the columns to sort by with --by, or describe its records with "
                      "--record and --key",
                      input));
    }
    return external::benchmark_format();
  }
  const std::uint64_t record = record_.empty() ? 100 : size_option(record_, "--record");
  std::vector<external::KeyField> fields;
  for (const std::string& key : keys_) fields.push_back(external::parse_key_field(key));
  return external::fixed_format(record, std::move(fields));
}

void explain_format(const std::vector<std::string>& files, const external::RecordFormat& format) {
  fmt::print("{}", data::outgoing_text(fmt::format("{}:\n{}", fmt::join(files, ", "), format.explanation())));
}

void ThreadOptions::add_options(const OptionGroup& group) {
  group.read(
      "--threads", "NUMBER",
      [this](const std::string& text) {
        // Largest accepted number of threads, because the size of buffers grows with the number.
        constexpr std::uint64_t most = 1024;
        threads_ = size_option(text, "--threads");
        if (threads_ > most) throw UsageError(fmt::format("--threads {}: expected at most {}", text, most));
      },
      "number of threads (default: one per processor)");
}

std::shared_ptr<void> ThreadOptions::limit() const {
  if (threads_ == 0) return nullptr;
  return std::make_shared<tbb::global_control>(tbb::global_control::max_allowed_parallelism, threads_);
}

void give_freed_memory_back() {
#ifdef __GLIBC__
  // Limit the number of malloc's arenas, because each arena keeps the memory that its threads free. By default, malloc
  // uses eight arenas per processor.
  constexpr int most_arenas = 4;
  mallopt(M_ARENA_MAX, most_arenas);
  constexpr int most_mappings = 65536;  // glibc's default limit of allocations by mmap; see mallopt(3)
  constexpr int own_mapping_bytes = 256 * 1024;
  mallopt(M_MMAP_MAX, most_mappings);
  mallopt(M_MMAP_THRESHOLD, own_mapping_bytes);
  mallopt(M_TRIM_THRESHOLD, own_mapping_bytes);
#endif
}

}  // namespace texelsort::app
