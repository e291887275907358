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

/// Sorted runs on disk. A run consists of pieces of complete records, followed by a table of the pieces with checksums.
/// Merge threads use the table to locate keys, so that they merge different key ranges in parallel.
namespace texelsort::external {

/// Completed run. Owns the file; only kept runs have a file name.
struct Run {
  data::OpenFile file{};
  int folder = -1;               ///< descriptor of the folder that contains the file; -1 if the file has no name
  std::filesystem::path path{};  ///< path for messages and the name in the folder; empty if the file has no name
  std::string name{};            ///< name for messages: "run 3"
  Position begin{}, end{};       ///< covered part of the input
  std::uint64_t records = 0, bytes = 0;
  std::uint64_t stored_bytes = 0;  ///< bytes of the run on disk
  std::vector<Piece> pieces{};     ///< pieces in key order

  /// Bytes of all records in the output.
  std::uint64_t bare_bytes() const { return pieces.empty() ? 0 : pieces.back().before + pieces.back().bare; }
  /// Deletes the file name, if there is one.
  void unlink() const;
};

/// Writes a run. take() returns it after finish().
class RunWriter final : public BlockSink {
 public:
  /// If `compress` is true, compresses pieces with zstd. `identity` identifies the input.
  RunWriter(Run run, bool compress, std::uint64_t identity);
  RunWriter(const RunWriter&) = delete;
  RunWriter& operator=(const RunWriter&) = delete;
  /// Removes an incomplete file.
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
  std::map<std::uint64_t, std::vector<Piece>> written_;  ///< written pieces by block index
};

/// Error: the disk or the memory has modified a run after it was written.
struct DamagedRun : InternalError {
  DamagedRun(const std::string& message, std::filesystem::path file) : InternalError(message), path(std::move(file)) {}
  std::filesystem::path path;  ///< path of the run; empty if the file has no name
};

/// Throws DamagedRun if the stored bytes of a piece do not match its checksum.
void require_intact(const Run& run, std::size_t index, std::span<const std::byte> stored);

/// Returns the records of a piece from its intact stored bytes. Compressed pieces are decompressed into `raw`. Throws
/// DamagedRun.
std::span<const std::byte> decoded(const Run& run, std::size_t index, std::span<const std::byte> stored,
                                   std::vector<std::byte>& raw);

/// Reads the stored bytes of pieces [first, end), concatenated. Throws DamagedRun if the file is too short.
void read_pieces(const Run& run, std::size_t first, std::size_t end, std::span<std::byte> stored);

/// Opens a kept run in an open folder. Null if it is not a complete run of that identity or does not belong to this
/// user. `path` is the full path of the file.
std::optional<Run> open_run(int folder, const std::filesystem::path& path, std::uint64_t identity);

}  // namespace texelsort::external
