#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace texelsort::app {

/// Kinds of lesson questions. texelsort finds the answers by running the algorithm.
enum class Asked : std::uint8_t {
  swaps,   ///< comparators of the next pass that exchange their keys: "0:1, 4:5", or "none"
  key,     ///< key at an index after the next pass
  place,   ///< index of a key after the next pass
  group,   ///< digit, bucket or part of the key at an index after the next pass, from 0
  count,   ///< c(m), the number of keys that the next pass counts
  bit,     ///< whether the next pass keeps the bit of each wanted element: "kept" or "cleared"
  passes,  ///< number of passes of the whole run
  sorted,  ///< whether the run ends sorted: "yes" or "no"
  found,   ///< result of a selection: "2nd largest: 12"
  fewer,   ///< algorithm of the view state whose run has fewer passes, or "both" if they are equal
};

std::string_view name(Asked asked);

struct LessonQuestion {
  Asked asked = Asked::swaps;
  std::string text{};                    ///< the question that the class reads
  std::string answer{};                  ///< expected answer, as the lesson's author wrote it
  std::string hint{};                    ///< explanation, shown with the answer
  std::optional<std::uint64_t> index{};  ///< index of the key in question
  std::string other{};                   ///< only for `fewer`: the options of the second view state
};

/// One step of a lesson: a view state with a caption.
struct LessonStep {
  std::string show;  ///< the view state as command-line options: "-d slides-bitonic --pass 3"
  std::string caption;
  std::string notes{};  ///< for the teacher only
  std::optional<LessonQuestion> question{};
  std::size_t line = 0;  ///< line in the lesson file, from 1
};

struct Lesson {
  std::string file;  ///< path, or name of a built-in lesson
  std::string title, level, source, notes;
  std::uint64_t minutes = 0;
  std::vector<LessonStep> steps;
};

/// Parses the text of a lesson; messages name `file`. Throws UsageError with file and line for invalid TOML, unknown
/// keys (with the nearest valid one), missing keys and values of the wrong type.
Lesson read_lesson(std::string_view text, const std::string& file);

/// Built-in lessons, in teaching order.
const std::vector<Lesson>& lessons();

/// Returns a built-in lesson by name, or reads a lesson file. Throws UsageError as read_lesson() and for unreadable
/// files.
Lesson find_lesson(const std::string& name_or_path);

/// Returns whether the path has the ending of a lesson file.
bool is_lesson_file(std::string_view path);

/// Returns the file name without folder and ending: "bitonic-merge-sort" for "lessons/bitonic-merge-sort.toml".
std::string short_name_of(const Lesson& lesson);

/// Returns the name by which find_lesson() finds the lesson from any folder: the short name, or an absolute path.
std::string findable_name_of(const Lesson& lesson);

/// Returns whether a built-in lesson has this short name.
bool is_built_in_lesson(const std::string& name);

/// Returns the short names of the built-in lessons.
std::vector<std::string> lesson_names();

}  // namespace texelsort::app
