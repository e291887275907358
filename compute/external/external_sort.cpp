#include "compute/external/external_sort.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <mutex>
#include <numeric>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <tbb/task_arena.h>

#include "compute/data/error.h"
#include "compute/data/io/compressed.h"
#include "compute/external/make_runs.h"
#include "compute/external/merge_runs.h"
#include "compute/external/output_file.h"
#include "compute/external/run_store.h"
#include "compute/external/space.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace texelsort::external {
namespace {

namespace fs = std::filesystem;

/// Returns the 64-bit FNV-1a hash of a text that identifies a sort or its input.
std::uint64_t hash_of(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
  return hash;
}

class OutputSink final : public BlockSink {
 public:
  /// Writes the first bytes of the output, such as a CSV header, before the records. A pipe receives them together with
  /// the first block, so that a sort that fails earlier writes nothing.
  OutputSink(OutputFile& file, std::string_view head) : file_(file), head_(head), begin_(head.size()) {
    if (any_order()) write_head();
  }
  bool any_order() const override { return file_.positional(); }
  void write(const Block& block) override {
    write_head();
    file_.write(block.raw, begin_ + block.offset);
  }
  void finish() override {}
  void write_head() { file_.write(std::as_bytes(std::span(std::exchange(head_, {})))); }

 private:
  OutputFile& file_;
  std::string_view head_;
  std::uint64_t begin_;
};

class FileSort {
 public:
  FileSort(const SortRequest& request, Meter& meter)
      : request_(request),
        meter_(meter),
        input_(request.inputs, *request.format),
        sorter_(request.sort, records_at_most()),
        processors_(static_cast<unsigned>(tbb::this_task_arena::max_concurrency())) {}

  SortReport run() {
    plan();
    if (request_.plan_only) return report_;
    OutputFile output(request_.output);
    if (writes_runs()) open_store();
    check_space(output);
    expect(output);
    OutputSink sink(output, request_.format->head());
    if (request_.copies) time_copies(output);
    meter_.set_input(input_.bytes().value_or(0));
    sort_parts(sink);
    input_.require_unchanged();
    if (!sorted_at_once_) merge_all(sink);
    sink.write_head();
    require_complete(output);
    publish(output);
    if (store_) store_->remove_all();
    report_.state = meter_.state();
    report_.peak_bytes = peak_resident_bytes();
    return report_;
  }

 private:
  std::uint64_t records_at_most() const {
    // Smallest cost of a variable-length record in the memory limit, in bytes. Gives an upper bound of the number of
    // records.
    constexpr std::uint64_t least_cost = 64;
    const std::uint64_t record = request_.format->record_bytes().value_or(least_cost);
    const std::uint64_t in_memory = request_.memory / record;
    return input_.bytes() ? std::min(in_memory, *input_.bytes() / request_.format->record_bytes().value_or(1) + 1)
                          : in_memory;
  }

  void plan() {
    sorter_.warm_up();
#ifdef __GLIBC__
    malloc_trim(0);
#endif
    PlanRequest wanted{.input_bytes = input_.bytes(),
                       .memory = request_.memory,
                       .resident = resident_bytes(),
                       .record_bytes = request_.format->usual_record_bytes(),
                       .table = !request_.format->record_bytes(),
                       .key_bytes = request_.format->kept_key_bytes(),
                       .sort_bytes = sorter_.bytes_per_record(),
                       .most_records = sorter_.most_records(),
                       .run_bytes = request_.run_bytes,
                       .sorters = sorter_.workers(),
                       .most_runs = most_runs_,
                       .processors = processors_,
                       .compress = request_.compress};
    if (request_.read_bytes) wanted.read_bytes = *request_.read_bytes;
    report_.plan = make_plan(wanted);
    report_.notes = request_.format->notes();
    report_.algorithm = sorter_.algorithm().info().id;
    report_.reason = sorter_.reason();
    report_.key_bits =
        sorter_.bits(report_.plan.run_bytes / std::max<std::uint64_t>(1, request_.format->usual_record_bytes()));
  }

  std::vector<fs::path> temp_folders() const {
    if (!request_.temp_folders.empty()) return {request_.temp_folders.begin(), request_.temp_folders.end()};
    std::error_code error;
    const fs::path folder = fs::temp_directory_path(error);
    if (error)
      throw UsageError(
          fmt::format("$TMPDIR cannot be used ({}): name a folder for runs with --temp-dir", error.message()));
    return {folder};
  }

  StoreRequest store_request() const {
    std::string names = request_.format->identity();
    if (request_.selection.unique) names += " --unique";
    if (request_.selection.top) names += fmt::format(" --top {}", *request_.selection.top);
    std::string contents = names;
    for (std::size_t i = 0; i < request_.inputs.size(); ++i) {
      names += "\n" + fs::absolute(request_.inputs[i]).string();
      const FileStamp& stamp = input_.stamps()[i];
      contents +=
          fmt::format("\n{} {} {} {} {}", stamp.device, stamp.inode, stamp.bytes, stamp.modified_ns, stamp.changed_ns);
      if (request_.keep_runs && !stamp.regular) {
        throw UsageError("--keep-runs and --resume need files as input, because a pipe cannot be read twice");
      }
    }
    return {.folders = temp_folders(),
            .keep = request_.keep_runs,
            .resume = request_.resume,
            .sort_id = hash_of(names),
            .content_id = hash_of(contents)};
  }

  bool writes_runs() const {
    return !report_.plan.fits || request_.keep_runs;
  }

  void check_space(const OutputFile& output) const {
    SpaceNeed need{.output = output.aside() ? std::optional(output.folder()) : std::nullopt,
                   .output_bytes = input_.least_bytes()};
    if (writes_runs()) {
      const double with_keys = static_cast<double>(request_.format->in_runs().usual_record_bytes()) /
                               static_cast<double>(request_.format->usual_record_bytes());
      need.folders = temp_folders();
      const std::uint64_t kept = std::transform_reduce(runs_.begin(), runs_.end(), std::uint64_t{0}, std::plus(),
                                                       std::mem_fn(&Run::bare_bytes));
      const std::uint64_t left = input_.least_bytes() - std::min(kept, input_.least_bytes());
      need.runs_bytes = static_cast<std::uint64_t>(with_keys * static_cast<double>(left));
      if (request_.compress) need.share = compressed_share(request_.inputs.front());
    }
    require_space(need);
  }

  /// Times plain copies of all inputs. The time of the sort starts afterwards.
  void time_copies(const OutputFile& output) {
    if (!output.aside()) throw UsageError(fmt::format("--copies: {} is not a file", request_.output));
    const fs::path folder = temp_folders().front();
    CopyTimes& sum = report_.copies.emplace();
    for (std::size_t i = 0; i < request_.inputs.size(); ++i) {
      const std::string& input = request_.inputs[i];
      if (input == "-" || !input_.stamps()[i].regular || data::without_compression(input).size() < input.size()) {
        throw UsageError(fmt::format("--copies: {} is not a file without compression", input));
      }
      // Copy first without timing. Otherwise the copies, and not the sort after them, would pay for pages that a
      // virtual machine has returned to its host.
      copy_twice(input, folder, output.folder(), request_.stopped);
      const CopyTimes times = copy_twice(input, folder, output.folder(), request_.stopped);
      sum.to_runs_s += times.to_runs_s;
      sum.to_output_s += times.to_output_s;
    }
    meter_.begin(SortPhase::starting);
  }

  void expect(OutputFile& output) const {
    if (request_.selection != data::RowSelection{} || !input_.bytes()) return;
    const Plan& plan = report_.plan;
    const std::uint64_t bytes = *input_.bytes();
    output.expect({.bytes = bytes, .threads = processors_, .maps = plan.fits && plan.needed + bytes <= plan.usable});
  }

  RunRequest run_request() {
    const Plan& plan = report_.plan;
    // Reserve disk space for record terminators, which the sort adds if the last record of a file lacks one: 4 bytes
    // per file.
    const std::uint64_t ends = request_.format->record_bytes() ? 0 : 4 * (request_.inputs.size() + 1);
    ReadLimits limits;
    if (!request_.format->record_bytes()) {
      limits = {.cost = plan.chunk_cost,
                .record_cost = plan.record_cost,
                .records = sorter_.most_records(),
                .bytes = plan.run_bytes + ends,
                .longest = plan.longest_record};
    }
    return {.format = request_.format,
            .input = &input_,
            .sorter = &sorter_,
            .meter = &meter_,
            .ranges = {{}},
            .chunk_bytes = std::max(plan.run_bytes, plan.longest_record) + ends,
            .limits = limits,
            .selection = request_.selection,
            .chunks = plan.fits ? 1 : chunks_in_pipeline(sorter_.workers()),
            .block_bytes = plan.write_bytes,
            .piece_bytes = plan.piece_bytes,
            .processors = processors_,
            .stopped = request_.stopped};
  }

  /// Returns the parts of the input that the kept runs of an earlier sort do not contain.
  std::vector<InputRange> missing(const std::vector<Run>& found) const {
    std::vector<InputRange> ranges;
    Position at;
    for (const Run& run : found) {
      if (at < run.begin) ranges.push_back({at, run.begin});
      at = run.end;
    }
    if (at.file < request_.inputs.size()) ranges.push_back({at, std::nullopt});
    return ranges;
  }

  /// Writes the sorted records directly to the output if the input fits in one chunk. Otherwise writes runs.
  void sort_parts(OutputSink& sink) {
    meter_.begin(SortPhase::runs);
    RunRequest request = run_request();
    request.ranges = missing(runs_);
    std::mutex mutex;
    std::vector<std::unique_ptr<RunWriter>> writers;
    std::uint64_t made = runs_.size();
    request.begin_sink = [&](Position begin, Position end) -> ChunkSink {
      const std::lock_guard lock(mutex);
      const bool all = begin == Position{} && end == Position{request_.inputs.size(), 0};
      if (all && !request_.keep_runs) {
        sorted_at_once_ = true;
        return {.sink = sink, .bare = true};
      }
      open_store();
      if (made >= most_runs_) refuse_runs(made + 1, most_runs_);
      writers.push_back(std::make_unique<RunWriter>(store_->make(begin, fmt::format("run {}", ++made)),
                                                    request_.compress, store_->identity()));
      writers.back()->set_end(end);
      return {.sink = *writers.back()};
    };
    request.finished = [&](BlockSink& sink_of_run) {
      const std::lock_guard lock(mutex);
      const auto writer =
          std::ranges::find(writers, &sink_of_run, [](const auto& one) -> BlockSink* { return one.get(); });
      if (writer == writers.end()) return;  // nothing to do for the output, because only runs are registered
      runs_.push_back((*writer)->take());
      writers.erase(writer);
      meter_.run_is_complete();
    };
    sorted_ = sort_chunks(request);
    report_.records += sorted_.records;
    report_.left_out = sorted_.left_out;
    report_.written = sorted_.records - sorted_.left_out - sorted_.deselected;
    std::ranges::sort(runs_, {}, &Run::begin);
    report_.runs = runs_.size();
    for (const Run& run : runs_) report_.stored_bytes += run.stored_bytes;
  }

  void open_store() {
    if (store_) return;
    store_.emplace(store_request());
    runs_ = store_->take_found();
    report_.resumed_runs = runs_.size();
    for (const Run& run : runs_) report_.records += run.records;
  }

  void merge(std::span<const Run> runs, BlockSink& sink, bool bare) {
    std::uint64_t records = 0;
    for (const Run& run : runs) {
      records += run.records;
      meter_.add_merge(run.bytes);
    }
    try {
      const Merged merged = merge_runs({.format = &request_.format->in_runs(),
                                        .meter = &meter_,
                                        .runs = runs,
                                        .sink = &sink,
                                        .piece_bytes = report_.plan.piece_bytes,
                                        .memory = report_.plan.merge_bytes,
                                        .read_bytes = report_.plan.most_read,
                                        .threads = processors_,
                                        .bare = bare,
                                        .selection = request_.selection,
                                        .stopped = request_.stopped});
      if (merged.taken != records && !request_.selection.top) {
        throw InternalError(fmt::format("{} of {} records were merged", merged.taken, records));
      }
      report_.written = merged.written;
    } catch (const DamagedRun& damage) {
      // Remove the damaged run, so that --resume sorts its records again.
      for (const Run& run : runs) {
        if (run.path == damage.path) run.unlink();
      }
      throw;
    }
  }

  /// Returns the maximum number of runs that one merge can read within the memory.
  std::size_t fan_in() const {
    return most_runs(report_.plan.merge_bytes, cursor_cost(runs_, !request_.format->record_bytes()));
  }

  void merge_all(BlockSink& sink) {
    meter_.begin(SortPhase::merging);
    const std::size_t fan_in = this->fan_in();
    // Merge adjacent runs until a final merge can read all remaining runs. Records with equal keys keep their order.
    for (std::size_t at = 0; runs_.size() > fan_in; ++at) {
      const std::size_t count = std::min(fan_in, runs_.size() - fan_in + 1);
      if (at + count > runs_.size()) at = 0;
      const auto first = runs_.begin() + static_cast<std::ptrdiff_t>(at),
                 end = first + static_cast<std::ptrdiff_t>(count);
      RunWriter writer(store_->make(first->begin, fmt::format("a merged run of {}", count)), request_.compress,
                       store_->identity());
      writer.set_end((end - 1)->end);
      merge({first, end}, writer, false);
      std::for_each(first, end, std::mem_fn(&Run::unlink));
      *first = writer.take();
      runs_.erase(first + 1, end);
    }
    merge(runs_, sink, true);
  }

  /// Throws InternalError if bytes of the input are missing from the sorted records or from the output.
  void require_complete(const OutputFile& output) const {
    const auto require = [](std::uint64_t found, std::uint64_t expected, const char* what) {
      if (found != expected) throw InternalError(fmt::format("{} of {} bytes were {}", found, expected, what));
    };
    const auto input = input_.bytes();
    const bool selects = request_.selection != data::RowSelection{};
    if (report_.resumed_runs > 0) {
      if (input && request_.format->record_bytes() && !selects) require(output.bytes(), *input, "written");
      return;
    }
    if (input) require(sorted_.bytes + input_.head_bytes() - input_.added_bytes(), *input, "sorted");
    if (!selects) {
      require(output.bytes(), request_.format->head().size() + sorted_.bytes - sorted_.left_out_bytes, "written");
    }
  }

  void publish(OutputFile& output) {
    meter_.begin(SortPhase::syncing);
    output.publish();
    report_.bytes = output.bytes();
    meter_.begin(SortPhase::done);
  }

  const SortRequest& request_;
  Meter& meter_;
  Input input_;
  KeySorter sorter_;
  unsigned processors_;
  std::uint64_t most_runs_ = most_open_runs();
  std::optional<RunStore> store_;
  std::vector<Run> runs_;
  bool sorted_at_once_ = false;
  Sorted sorted_;
  SortReport report_;
};

}  // namespace

std::optional<double> io_efficiency(const SortReport& report) {
  const SortState& state = report.state;
  const double time = state.runs_s + state.merge_s + state.sync_s;
  if (!report.copies || state.merge_s == 0 || state.phase != SortPhase::done) return std::nullopt;
  return (report.copies->to_runs_s + report.copies->to_output_s) / time;
}

SortReport sort_files(const SortRequest& request, Meter& meter) {
  return FileSort(request, meter).run();
}

}  // namespace texelsort::external
