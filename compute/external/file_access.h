#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace texelsort::external {

/// All bytes at that place of a file. Throws UsageError, "NAME: cannot be written: No space left on device".
void write_at(int descriptor, std::span<const std::byte> bytes, std::uint64_t offset, const std::string& name);
/// The same where the file stands: pipes.
void write_on(int descriptor, std::span<const std::byte> bytes, const std::string& name);
/// As many of the bytes as there are; by several threads where that is worth it. Throws UsageError.
std::size_t read_at(int descriptor, std::span<std::byte> room, std::uint64_t offset, const std::string& name);
/// The next ones of a pipe, until `room` is full or it has ended.
std::size_t read_on(int descriptor, std::span<std::byte> room, const std::string& name);

[[noreturn]] void fail_to_read(const std::string& name, int error);

}  // namespace texelsort::external
