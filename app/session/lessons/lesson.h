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
  key,     ///< text of the key at an index after the next pass
  place,   ///< index of a key after the next pass
  group,   ///< digit, bucket or part of the key at an index after the next pass, from 0
  count,   ///< c(m), the number of keys that the next pass counts
  bit,     ///< "kept" or "cleared": the next pass's decision on the bit of each wanted element
  passes,  ///< number of passes of the whole run
  sorted,  ///< "yes" or "no": whether the run ends sorted
  found,   ///< result of a selection: "2nd largest: 12"
  fewer,   ///< algorithm of the view state whose run has fewer passes, or "both" if they are equal
};

std::string_view name(Asked asked);

struct LessonQuestion {
  Asked asked = Asked::swaps;
  std::string text{};                    ///< the question that the class reads
  std::string answer{};                  ///< expected answer, in the words of the lesson's author
  std::string hint{};                    ///< explanation, shown with the answer
  std::optional<std::uint64_t> index{};  ///< index of the key that the question is about
  std::string other{};                   ///< options of the second view state; only for `fewer`
};

/// One step of a lesson: a view state with a caption.
struct LessonStep {
  std::string show;  ///< view state as command-line options: "-d slides-bitonic --pass 3"
  std::string caption;
  std::string notes{};  ///< notes that only the teacher sees
  std::optional<LessonQuestion> question{};
  std::size_t line = 0;  ///< line of the step in the lesson file, from 1
};

struct Lesson {
  std::string file;  ///< path of the lesson file, or name of a built-in lesson
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

/// Returns whether a path ends like the name of a lesson file.
bool is_lesson_file(std::string_view path);

/// Returns the file name without folder and ending: "bitonic-merge-sort" for "lessons/bitonic-merge-sort.toml".
std::string short_name_of(const Lesson& lesson);

/// Returns a name that find_lesson() accepts in any folder: the short name, or an absolute path.
std::string findable_name_of(const Lesson& lesson);

/// Returns whether a built-in lesson has this short name.
bool is_built_in_lesson(const std::string& name);

/// Returns the short names of the built-in lessons.
std::vector<std::string> lesson_names();

}  // namespace texelsort::app
