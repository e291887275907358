#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace texelsort::app {

/// Kinds of questions in lessons. texelsort finds the answers by running the algorithm.
enum class Asked : std::uint8_t {
  swaps,   ///< comparators of the next pass that will swap their keys: "0:1, 4:5", or "none"
  key,     ///< text of the key at an index after the next pass
  place,   ///< index of a key after the next pass
  group,   ///< digit, bucket or part of the key at an index after the next pass, from 0
  count,   ///< c(m), the number that the next pass of a selection counts
  bit,     ///< "kept" or "cleared": decision of the next pass on the bit of each wanted element
  passes,  ///< number of passes of the whole run
  sorted,  ///< "yes" or "no": whether the result of the run is sorted
  found,   ///< result of a selection: "2nd largest: 12"
  fewer,   ///< the algorithm whose run has fewer passes, or "both" if the numbers of passes are equal
};

std::string_view name(Asked asked);

struct LessonQuestion {
  Asked asked = Asked::swaps;
  std::string text{};                    ///< text of the question that the class reads
  std::string answer{};                  ///< expected answer, as the author of the lesson wrote it
  std::string hint{};                    ///< explanation that is shown with the answer
  std::optional<std::uint64_t> index{};  ///< index of the key to which the question refers; unset for other questions
  std::string other{};                   ///< options of the second view state, for questions of the kind `fewer`
};

/// One step of a lesson: a view state with a caption.
struct LessonStep {
  std::string show;  ///< options of the step's view state: "-d slides-bitonic --pass 3"
  std::string caption;
  std::string name{};   ///< short name of the step for tables of contents; empty if the file gives none
  std::string notes{};  ///< notes that only the teacher sees
  std::optional<LessonQuestion> question{};
  std::size_t line = 0;  ///< line of the step in the lesson file, from 1
};

/// Returns the name of a step for a table of contents: its short name, or its caption if it has no name.
inline const std::string& title_of(const LessonStep& step) {
  return step.name.empty() ? step.caption : step.name;
}

struct Lesson {
  std::string file;  ///< path of the lesson file, or name of a built-in lesson
  std::string title, level, source, notes;
  std::uint64_t minutes = 0;
  std::vector<LessonStep> steps;
};

/// Parses the text of a lesson. `file` is the name in error messages. Throws UsageError with file and line for invalid
/// TOML, unknown or missing keys, and values of the wrong type. The message suggests the nearest valid key.
Lesson read_lesson(std::string_view text, const std::string& file);

/// Returns the built-in lessons, in teaching order.
const std::vector<Lesson>& lessons();

/// Returns a built-in lesson by its name, or reads a lesson file. Throws the errors of read_lesson(), and UsageError
/// for unreadable files.
Lesson find_lesson(const std::string& name_or_path);

/// Returns whether a path has the ending of a lesson file.
bool is_lesson_file(std::string_view path);

/// Returns the name of a lesson's file without folder and ending: "bitonic-merge-sort" for
/// "lessons/bitonic-merge-sort.toml".
std::string short_name_of(const Lesson& lesson);

/// Returns a name by which find_lesson() finds the lesson from any folder: the short name, or an absolute path.
std::string findable_name_of(const Lesson& lesson);

/// Returns whether `name` is the short name of a built-in lesson.
bool is_built_in_lesson(const std::string& name);

/// Returns the short names of the built-in lessons.
std::vector<std::string> lesson_names();

}  // namespace texelsort::app
