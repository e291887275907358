#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

namespace texelsort::data {

/// Asks for large pages for memory that nothing has touched yet: filling it takes fewer faults. That it is not possible
/// is no harm.
void prefer_large_pages(std::span<std::byte> memory);

/// `column`, which has room for n elements, becomes n elements of any values: the standard library would set them all
/// to zero by one thread. As folly's resizeWithoutInitialization does it (folly/memory/UninitializedMemoryHacks.h);
/// with other libraries than GCC's they are set.
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

/// `column` becomes n elements of any values, for who sets them all: by many threads, each of which then is the first
/// to touch its pages.
template <typename Element>
void resize_in_large_pages(std::vector<Element>& column, std::size_t n) {
  // Arrays of fewer bytes come from memory that the process has touched already.
  constexpr std::size_t worth_it = std::size_t{32} << 20;
  if (n <= column.capacity() || n * sizeof(Element) < worth_it) return column.resize(n);
  column.clear();
  column.reserve(n);
  prefer_large_pages({reinterpret_cast<std::byte*>(column.data()), n * sizeof(Element)});
  resize_unset(column, n);
}

}  // namespace texelsort::data
