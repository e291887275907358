#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "compute/data/error.h"
#include "compute/data/io/temporary_file.h"
#include "compute/external/block.h"
#include "compute/external/input.h"

/// Sorted runs on disk. A run consists of pieces of complete records and a table of the pieces with checksums. Merge
/// threads find keys with the table, and merge different key ranges in parallel.
namespace texelsort::external {

/// Completed run, which owns its open file. Only runs that are kept for --resume have a file name.
struct Run {
  data::OpenFile file{};
  int folder = -1;               ///< descriptor of the folder that contains the file; -1 if the file has no name
  std::filesystem::path path{};  ///< path of the file; empty if the file has no name
  std::string name{};            ///< name of the run for messages, such as "run 3"
  Position begin{}, end{};       ///< range of the input whose records the run contains
  std::uint64_t records = 0, bytes = 0;
  std::uint64_t stored_bytes = 0;  ///< bytes of all pieces on disk, after compression
  std::vector<Piece> pieces{};     ///< pieces of the run in the order of keys

  /// Returns the bytes of the run's records in the output, without keys that runs store.
  std::uint64_t bare_bytes() const { return pieces.empty() ? 0 : pieces.back().before + pieces.back().bare; }
  /// Deletes the file name of a kept run.
  void unlink() const;
};

/// Writes the file of a run. After finish(), take() returns the completed run.
class RunWriter final : public BlockSink {
 public:
  /// Compresses pieces with zstd if `compress` is true. Stores `identity`, a hash of the input, so that --resume finds
  /// the run again.
  RunWriter(Run run, bool compress, std::uint64_t identity);
  RunWriter(const RunWriter&) = delete;
  RunWriter& operator=(const RunWriter&) = delete;
  /// Deletes the file if the run is incomplete.
  ~RunWriter() override;

  void encode(Block& block) const override;
  void write(const Block& block) override;
  void finish() override;

  Run take() { return std::move(run_); }
  void set_end(Position end) { run_.end = end; }

 private:
  Run run_;
  bool compress_, complete_ = false;
  std::uint64_t identity_;
  std::mutex mutex_;
  /// Written pieces by number of their block, to put them in key order at the end.
  std::map<std::uint64_t, std::vector<Piece>> written_;
};

/// Error: the bytes of a run differ from those written, because of the disk or the memory.
struct DamagedRun : InternalError {
  DamagedRun(const std::string& message, std::filesystem::path file) : InternalError(message), path(std::move(file)) {}
  std::filesystem::path path;  ///< path of the damaged run; empty if the file has no name
};

/// Throws DamagedRun if a piece of a run does not match its checksum. `stored` contains the bytes of the piece from the
/// file.
void require_intact(const Run& run, std::size_t index, std::span<const std::byte> stored);

/// Returns the records of a piece, given its bytes from the file. Decompresses a compressed piece into `raw`. Throws
/// DamagedRun.
std::span<const std::byte> decoded(const Run& run, std::size_t index, std::span<const std::byte> stored,
                                   std::vector<std::byte>& raw);

/// Reads pieces [first, end) of a run from its file to `stored`, one after another, without decompression. Throws
/// DamagedRun if the file is too short.
void read_pieces(const Run& run, std::size_t first, std::size_t end, std::span<std::byte> stored);

/// Opens a run that an earlier sort kept in a folder. `path` is the full path of the file. Returns null if the run is
/// incomplete, has another identity or belongs to another user.
std::optional<Run> open_run(int folder, const std::filesystem::path& path, std::uint64_t identity);

}  // namespace texelsort::external
