#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

namespace texelsort::data {

/// Asks the system for large pages for untouched memory, so that filling the memory causes fewer page faults. Does
/// nothing if large pages are unavailable.
void prefer_large_pages(std::span<std::byte> memory);

/// Resizes a column without initialising the new elements. The capacity must be sufficient. The standard library would
/// set elements to zero on one thread. The technique is that of folly's resizeWithoutInitialization
/// (folly/memory/UninitializedMemoryHacks.h). With standard libraries other than GCC's, elements are set to zero.
template <typename Element>
void resize_unset(std::vector<Element>& column, std::size_t n) {
  static_assert(std::is_trivially_copyable_v<Element> && std::is_trivially_default_constructible_v<Element>);
#if defined(__GLIBCXX__) && !defined(_GLIBCXX_DEBUG) && !defined(_GLIBCXX_SANITIZE_VECTOR)
  struct Access : std::vector<Element> {
    static auto& ends_of(std::vector<Element>& column) { return column.*(&Access::_M_impl); }
  };
  auto& ends = Access::ends_of(column);
  ends._M_finish = ends._M_start + n;
#else
  column.resize(n);
#endif
}

/// Resizes a column to n elements with unspecified values, in large pages if the column is large. Callers must set all
/// elements on many threads, because each thread should be the first to touch its pages.
template <typename Element>
void resize_in_large_pages(std::vector<Element>& column, std::size_t n) {
  // Minimum bytes of an array for large pages. The allocator serves smaller arrays from memory that the process has
  // already touched.
  constexpr std::size_t worth_it = std::size_t{32} << 20;
  if (n <= column.capacity() || n * sizeof(Element) < worth_it) return column.resize(n);
  column.clear();
  column.reserve(n);
  prefer_large_pages({reinterpret_cast<std::byte*>(column.data()), n * sizeof(Element)});
  resize_unset(column, n);
}

}  // namespace texelsort::data
