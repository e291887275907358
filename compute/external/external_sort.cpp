#include "compute/external/external_sort.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <tbb/task_arena.h>

#include "compute/data/error.h"
#include "compute/external/make_runs.h"
#include "compute/external/merge_runs.h"
#include "compute/external/output_file.h"
#include "compute/external/run_store.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace texelsort::external {
namespace {

namespace fs = std::filesystem;

/// The hash of what identifies a sort and its input: FNV-1a of 64 bits.
std::uint64_t hash_of(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
  return hash;
}

class OutputSink final : public BlockSink {
 public:
  explicit OutputSink(OutputFile& file) : file_(file) {}
  void write(const Block& block) override { file_.write(block.raw); }
  void finish() override {}

 private:
  OutputFile& file_;
};

/// Throws UnavailableError where a disk has less room than a sort takes there.
void require_space(const std::map<fs::path, std::uint64_t>& needs) {
  struct Disk {
    std::uint64_t needed = 0, free = 0;
    std::string folders;
  };
  std::map<dev_t, Disk> disks;
  for (const auto& [folder, bytes] : needs) {
    struct stat status {};
    struct statvfs space {};
    if (stat(folder.c_str(), &status) != 0 || statvfs(folder.c_str(), &space) != 0) continue;
    Disk& disk = disks[status.st_dev];
    disk.needed += bytes;
    disk.free = space.f_bavail * space.f_frsize;
    disk.folders += (disk.folders.empty() ? "" : " and ") + folder.string();
  }
  for (const auto& [device, disk] : disks) {
    if (disk.needed <= disk.free) continue;
    throw UnavailableError(fmt::format(
        "{}: the sort takes {} there, and {} are free: name other disks with --temp-dir, or --compress", disk.folders,
        size_text(static_cast<double>(disk.needed)), size_text(static_cast<double>(disk.free))));
  }
}

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
    check_space(output);
    OutputSink sink(output);
    meter_.set_input(input_.bytes().value_or(0));
    if (report_.plan.fits && !request_.keep_runs) {
      sort_in_memory(sink);
    } else {
      RunStore store(store_request());
      make_all_runs(store);
      input_.require_unchanged();
      merge_all(store, sink);
      publish(output);
      store.remove_all();
      return finished();
    }
    input_.require_unchanged();
    publish(output);
    return finished();
  }

 private:
  std::uint64_t records_at_most() const {
    const std::uint64_t record = request_.format->usual_record_bytes();
    const std::uint64_t in_memory = request_.memory / record;
    return input_.bytes() ? std::min(in_memory, *input_.bytes() / record + 1) : in_memory;
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
                       .most_records = sorter_.most_records(),
                       .run_bytes = request_.run_bytes,
                       .processors = processors_,
                       .compress = request_.compress};
    if (request_.read_bytes) wanted.read_bytes = *request_.read_bytes;
    report_.plan = make_plan(wanted);
    report_.algorithm = sorter_.algorithm().info().id;
    report_.reason = sorter_.reason();
    report_.key_bits = sorter_.bits();
  }

  std::vector<fs::path> temp_folders() const {
    if (request_.temp_folders.empty()) return {fs::temp_directory_path()};
    return {request_.temp_folders.begin(), request_.temp_folders.end()};
  }

  StoreRequest store_request() const {
    std::string names = request_.format->identity(), contents = names;
    for (std::size_t i = 0; i < request_.inputs.size(); ++i) {
      names += "\n" + fs::absolute(request_.inputs[i]).string();
      const FileStamp& stamp = input_.stamps()[i];
      contents += fmt::format("\n{} {} {} {}", stamp.device, stamp.inode, stamp.bytes, stamp.modified_ns);
      if (request_.keep_runs && !stamp.regular) {
        throw UsageError("--keep-runs and --resume take files: nothing can be read from a pipe twice");
      }
    }
    return {.folders = temp_folders(),
            .keep = request_.keep_runs,
            .resume = request_.resume,
            .sort_id = hash_of(names),
            .content_id = hash_of(contents)};
  }

  /// The whole of the runs and of the output: what compression saves is not known before.
  void check_space(const OutputFile& output) const {
    const std::uint64_t bytes = input_.bytes().value_or(0);
    std::map<fs::path, std::uint64_t> needs;
    if (output.aside()) needs[output.folder()] += bytes;
    const std::vector<fs::path> folders = temp_folders();
    const bool writes_runs = !report_.plan.fits || request_.keep_runs;
    for (const fs::path& folder : folders) {
      if (writes_runs && !request_.compress) needs[folder] += bytes / folders.size();
    }
    require_space(needs);
  }

  RunRequest run_request() {
    const Plan& plan = report_.plan;
    return {.format = request_.format,
            .input = &input_,
            .sorter = &sorter_,
            .meter = &meter_,
            .ranges = {{}},
            .chunk_bytes = plan.run_bytes,
            .chunks = plan.fits ? 1 : chunks_in_pipeline,
            .block_bytes = plan.block_bytes,
            .blocks = blocks_in_flight(processors_),
            .processors = processors_,
            .stopped = request_.stopped};
  }

  void sort_in_memory(OutputSink& sink) {
    meter_.begin(SortPhase::runs);
    RunRequest request = run_request();
    request.begin_sink = [&sink](Position, Position) -> BlockSink& { return sink; };
    request.finished = [](BlockSink&) {};
    report_.records = sort_chunks(request);
  }

  /// The parts of the input that no run has.
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

  void make_all_runs(RunStore& store) {
    meter_.begin(SortPhase::runs);
    runs_ = store.take_found();
    report_.resumed_runs = runs_.size();
    for (const Run& run : runs_) report_.records += run.records;
    RunRequest request = run_request();
    request.ranges = missing(runs_);
    std::mutex mutex;
    std::vector<std::unique_ptr<RunWriter>> writers;
    std::uint64_t made = runs_.size();
    request.begin_sink = [&](Position begin, Position end) -> BlockSink& {
      const std::lock_guard lock(mutex);
      writers.push_back(std::make_unique<RunWriter>(store.make(begin, fmt::format("run {}", ++made)), request_.compress,
                                                    store.identity()));
      writers.back()->set_end(end);
      return *writers.back();
    };
    request.finished = [&](BlockSink& sink) {
      const std::lock_guard lock(mutex);
      const auto writer = std::ranges::find(writers, &sink, [](const auto& one) -> BlockSink* { return one.get(); });
      runs_.push_back((*writer)->take());
      writers.erase(writer);
      meter_.run_is_complete();
    };
    report_.records += sort_chunks(request);
    std::ranges::sort(runs_, {}, &Run::begin);
    report_.runs = runs_.size();
    for (const Run& run : runs_) report_.stored_bytes += run.stored_bytes;
  }

  void merge(std::span<const Run> runs, BlockSink& sink) {
    std::uint64_t records = 0;
    for (const Run& run : runs) {
      records += run.records;
      meter_.add_merge(run.bytes);
    }
    try {
      const std::uint64_t merged = merge_runs({.format = request_.format,
                                               .meter = &meter_,
                                               .runs = runs,
                                               .sink = &sink,
                                               .block_bytes = report_.plan.block_bytes,
                                               .blocks = blocks_in_flight(processors_),
                                               .stopped = request_.stopped});
      if (merged != records) throw InternalError(fmt::format("{} of {} records were merged", merged, records));
    } catch (const DamagedRun& damage) {
      if (!damage.path.empty()) fs::remove(damage.path);  // --resume makes it anew
      throw;
    }
  }

  void merge_all(RunStore& store, BlockSink& sink) {
    meter_.begin(SortPhase::merging);
    const std::size_t fan_in = std::max<std::size_t>(2, report_.plan.fits ? runs_.size() : report_.plan.fan_in);
    // Neighbours become one until the rest can be merged at once, so that equal keys keep their order.
    for (std::size_t at = 0; runs_.size() > fan_in; ++at) {
      const std::size_t count = std::min(fan_in, runs_.size() - fan_in + 1);
      if (at + count > runs_.size()) at = 0;
      const auto first = runs_.begin() + static_cast<std::ptrdiff_t>(at),
                 end = first + static_cast<std::ptrdiff_t>(count);
      RunWriter writer(store.make(first->begin, fmt::format("a merged run of {}", count)), request_.compress,
                       store.identity());
      writer.set_end((end - 1)->end);
      merge({first, end}, writer);
      for (auto run = first; run != end; ++run) RunStore::remove(*run);
      *first = writer.take();
      runs_.erase(first + 1, end);
    }
    merge(runs_, sink);
  }

  void publish(OutputFile& output) {
    meter_.begin(SortPhase::syncing);
    if (const auto bytes = input_.bytes(); bytes && *bytes != output.bytes()) {
      throw InternalError(fmt::format("{} of {} bytes were written", output.bytes(), *bytes));
    }
    output.publish();
    report_.bytes = output.bytes();
    meter_.begin(SortPhase::done);
  }

  SortReport finished() {
    report_.state = meter_.state();
    report_.peak_bytes = peak_resident_bytes();
    return report_;
  }

  const SortRequest& request_;
  Meter& meter_;
  Input input_;
  KeySorter sorter_;
  unsigned processors_;
  std::vector<Run> runs_;
  SortReport report_;
};

}  // namespace

SortReport sort_files(const SortRequest& request, Meter& meter) {
  return FileSort(request, meter).run();
}

}  // namespace texelsort::external
