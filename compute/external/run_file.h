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

/// Sorted runs on disk: pieces of whole records, and behind them a table of the pieces with a checksum of each. A merge
/// finds in the table where a key is, so that several threads merge different ranges of keys.
namespace texelsort::external {

/// A run whose file is complete. Owns the file; one that is kept has a name.
struct Run {
  data::OpenFile file{};
  int folder = -1;               ///< descriptor of the folder that has the name; -1: the file has no name
  std::filesystem::path path{};  ///< for people and for the name in the folder; empty: the file has no name
  std::string name{};            ///< for people: "run 3"
  Position begin{}, end{};       ///< the part of the input that it holds
  std::uint64_t records = 0, bytes = 0;
  std::uint64_t stored_bytes = 0;  ///< on disk
  std::vector<Piece> pieces{};     ///< in the order of the keys

  /// Bytes of all records, as the output has them.
  std::uint64_t bare_bytes() const { return pieces.empty() ? 0 : pieces.back().before + pieces.back().bare; }
  /// Removes the file's name if it has one.
  void unlink() const;
};

/// Writes a run; take() gives it once finish() has been called.
class RunWriter final : public BlockSink {
 public:
  /// `compress`: with zstd. `identity` tells the input that it is of.
  RunWriter(Run run, bool compress, std::uint64_t identity);
  RunWriter(const RunWriter&) = delete;
  RunWriter& operator=(const RunWriter&) = delete;
  /// Removes a file that is not complete.
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
  std::map<std::uint64_t, std::vector<Piece>> written_;  ///< by the blocks' indices
};

/// The disk or the memory has changed a run after it was written.
struct DamagedRun : InternalError {
  DamagedRun(const std::string& message, std::filesystem::path file) : InternalError(message), path(std::move(file)) {}
  std::filesystem::path path;  ///< empty if it has no name
};

/// Throws DamagedRun if these are not the bytes that were stored as that piece.
void require_intact(const Run& run, std::size_t index, std::span<const std::byte> stored);

/// The records of a piece whose stored bytes are given and intact: these, or what zstd makes of them in `raw`. Throws
/// DamagedRun.
std::span<const std::byte> decoded(const Run& run, std::size_t index, std::span<const std::byte> stored,
                                   std::vector<std::byte>& raw);

/// The stored bytes of pieces [first, end), one behind the other. Throws DamagedRun if the file is too short.
void read_pieces(const Run& run, std::size_t first, std::size_t end, std::span<std::byte> stored);

/// The run of a kept file in a folder that is open; nothing if it is no complete run of that identity, or no file of
/// this user. `path` is the file's whole path.
std::optional<Run> open_run(int folder, const std::filesystem::path& path, std::uint64_t identity);

}  // namespace texelsort::external
