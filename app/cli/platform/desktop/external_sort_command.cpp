#include <algorithm>
#include <array>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

#include <fmt/format.h>

#include "app/cli/commands/commands.h"
#include "app/cli/options/device_options.h"
#include "app/external/external_options.h"
#include "app/external/report_file.h"
#include "app/problem/option_group.h"
#include "app/problem/progress.h"
#include "compute/algorithms/registry.h"
#include "compute/cuda/device_selection.h"
#include "compute/data/error.h"
#include "compute/data/io/compressed.h"
#include "compute/data/text/outgoing_text.h"
#include "compute/external/external_sort.h"

namespace texelsort::app {

namespace {

struct ExternalSortOptions {
  std::vector<std::string> inputs, temp_folders;
  std::string output, memory, run, read;
  bool compress = false, keep = false, resume = false, plan = false, copies = false, json = false;
  FormatOptions format;
  ThreadOptions threads;
  AlgorithmOptions algorithm;
  DeviceOptions device;
};

std::optional<std::uint64_t> optional_size(const std::string& text, const std::string& option) {
  return text.empty() ? std::nullopt : std::optional(size_option(text, option));
}

/// Prints the progress of an external sort during its lifetime. Throws std::system_error if no thread can be started.
class Ticker {
 public:
  Ticker(const external::Meter& meter, bool json) : thread_([this, &meter, json] { work(meter, json); }) {}
  ~Ticker() {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    changed_.notify_one();
    thread_.join();
    show_progress("");
  }
  Ticker(const Ticker&) = delete;
  Ticker& operator=(const Ticker&) = delete;

 private:
  void work(const external::Meter& meter, bool json) {
    constexpr auto every = std::chrono::seconds(1);
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, every, [this] { return ended_; })) {
      try {
        tell(meter, json);
      } catch (const std::exception&) {
        // Ignore errors, because progress is optional. Memory may be low, or standard output may not be writable.
      }
    }
  }
  static void tell(const external::Meter& meter, bool json) {
    if (json) {
      fmt::print("{}\n", data::json_text(progress_json(meter.state())));
      std::fflush(stdout);
    } else {
      show_progress(progress_text(meter.state()));
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool ended_ = false;
  std::thread thread_;
};

external::SortRequest request_of(ExternalSortOptions& options, const external::RecordFormat& format) {
  external::SortRequest request{.inputs = options.inputs,
                                .output = options.output,
                                .format = &format,
                                .selection = options.format.selection(),
                                .memory = optional_size(options.memory, "--memory").value_or(external::usual_memory()),
                                .temp_folders = options.temp_folders,
                                .compress = options.compress,
                                .keep_runs = options.keep || options.resume,
                                .resume = options.resume,
                                .run_bytes = optional_size(options.run, "--run-size"),
                                .read_bytes = optional_size(options.read, "--read-size"),
                                .plan_only = options.plan,
                                .copies = options.copies};
  const cuda::ExecutionOptions& execution = options.device.execution();
  request.sort.execution = execution;
  if (options.algorithm.id.empty() && !execution.devices.empty()) {
    request.sort.device = options.device.device_if_any();
    request.sort.devices = cuda::devices_to_share(execution);
  } else if (options.algorithm.id.empty()) {
    gpu::Device* device = options.device.device_if_faster();
    if (device != nullptr && external::processors_are_faster(&device->info(), execution)) {
      options.device.release();  // frees the software renderer's memory, because the CPU sorts the runs
      device = nullptr;
    }
    request.sort.device = device;
  } else {
    request.sort.algorithm = &algorithms::find_algorithm(options.algorithm.id);
    require_used_devices(std::array{request.sort.algorithm}, execution);
    request.sort.device = options.device.device_for(*request.sort.algorithm);
    request.sort.values = options.algorithm.overrides(*request.sort.algorithm);
  }
  return request;
}

external::SortReport sort(ExternalSortOptions& options, const external::RecordFormat& format) {
  const external::SortRequest request = request_of(options, format);
  external::Meter meter;
  const Ticker ticker(meter, options.json && !options.plan);
  return sort_files(request, meter);
}

void sort_externally(ExternalSortOptions& options) {
  if (options.output.empty() && !options.plan && !options.format.explains()) {
    throw UsageError("the file for the sorted records is missing: name it with -o");
  }
  if (data::without_compression(options.output).size() < options.output.size()) {
    throw UsageError(fmt::format("-o {}: compressed files can be read, but not written", options.output));
  }
  if (options.json && options.output == "-") {
    throw UsageError("--json and the records cannot both go to standard output: name a file with -o");
  }
  if (options.algorithm.id.empty() && !options.algorithm.assignments.empty()) {
    throw UsageError("-p sets parameters of an algorithm: also name the algorithm with -a");
  }
  if ((options.keep || options.resume) && std::ranges::count(options.inputs, "-") > 0) {
    throw UsageError("--keep-runs and --resume need files: standard input cannot be read twice");
  }
  const auto limit = options.threads.limit();
  give_freed_memory_back();
  const auto of_inputs = options.format.format(options.inputs);
  const external::RecordFormat& format = *of_inputs;
  if (options.format.explains()) return explain_format(options.inputs, format);
  const external::SortReport report = sort(options, format);
  if (options.json) {
    fmt::print("{}\n", data::json_text(report_json(report, format, options.plan)));
  } else {
    fmt::print(options.output == "-" ? stderr : stdout, "{}",
               data::outgoing_text(report_text(report, format, options.plan)));
  }
}

}  // namespace

void add_external_sort_command(CLI::App& app) {
  auto* command =
      app.add_subcommand("external-sort", "Sort files of records, or rows of CSV files, that do not fit into memory");
  auto options = std::make_shared<ExternalSortOptions>();
  const OptionGroup group(*command);
  group
      .value("IN", "FILE", options->inputs,
             "files of records, sorted together; .gz and .zst are decompressed; - for standard input")
      ->required();
  group.value("-o,--output", "FILE", options->output,
              "file for the sorted records; may be an input; - for standard output");
  group.value("--memory", "SIZE", options->memory,
              "largest resident memory of the whole program (default: half of the free memory)");
  group.value("--temp-dir", "DIR", options->temp_folders,
              "folder for runs until they are merged; repeat to spread them over disks (default: $TMPDIR or /tmp)");
  group.flag("--compress", options->compress, "compress runs with zstd");
  group.flag("--keep-runs", options->keep, "keep complete runs if the sort fails or is interrupted");
  group.flag("--resume", options->resume, "continue with runs that were kept; implies --keep-runs");
  group.value("--run-size", "SIZE", options->run,
              "size of a run in bytes (default: by Salzberg's rule and the memory)");
  group.value("--read-size", "SIZE", options->read,
              "largest size of one read of a run in the merge, in bytes (default: 2Mi)");
  group.flag("--plan", options->plan, "print how the files would be sorted, with the reasons, then exit");
  group.flag("--copies", options->copies,
             "first time two plain copies of the files, and report the I/O efficiency of the sort");
  options->threads.add_options(group);
  group.flag("--json", options->json, "print progress as JSON, one line per second, and the report as the last line");
  options->format.add_options(*command, true);
  options->algorithm.add_options(OptionGroup(*command, "Algorithm"));
  options->device.add_options(*command);
  command->footer(
      "Input that fits into memory is sorted at once. Otherwise texelsort sorts runs that fit, one by one, and merges\n"
      "them. Equal keys keep their order. The output appears when it is complete. An input that changes during the\n"
      "sort is an error. Runs have no file names, so that none remains however the program ends, unless --keep-runs\n"
      "is given. With --devices, each device sorts one run at a time; -a sample/distributed@cuda divides every run\n"
      "among them.\n\n"
      "Examples:\n"
      "  texelsort external-sort records.dat -o sorted.dat --memory 512M\n"
      "  texelsort external-sort prices.bin -o prices.bin --record 16 --key 8:f64:desc\n"
      "  texelsort external-sort visits.csv -o visits.csv --by day:date,price:desc --memory 512M\n"
      "  texelsort external-sort big.dat -o sorted.dat --temp-dir /disk1 --temp-dir /disk2 --compress --keep-runs\n"
      "  texelsort external-sort big.dat --memory 512M --plan\n"
      "  texelsort external-sort big.dat -o sorted.dat --devices all\n"
      "  texelsort external-sort big.dat -o sorted.dat -a std/stable-sort@cpu --json");
  command->callback([options] { sort_externally(*options); });
}

}  // namespace texelsort::app
