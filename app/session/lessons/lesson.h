#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace texelsort::app {

/// What a lesson asks, and what the program answers by running it.
enum class Asked : std::uint8_t {
  swaps,   ///< the comparators of the next pass that exchange their keys: "0:1, 4:5", or "none"
  key,     ///< the key at an index after the next pass
  place,   ///< the index at which a key stands after the next pass
  group,   ///< the digit, bucket or part of the key at an index after the next pass, from 0
  count,   ///< c(m), the keys that the next pass counts
  bit,     ///< what the next pass finds out of the bits of each element: "kept" or "cleared"
  passes,  ///< the passes of the whole run
  sorted,  ///< whether the run ends sorted: "yes" or "no"
  found,   ///< what a selection finds: "2nd largest: 12"
  fewer,   ///< which of two view states' runs takes fewer passes: its algorithm, or "both"
};

std::string_view name(Asked asked);

struct LessonQuestion {
  Asked asked = Asked::swaps;
  std::string text{};                    ///< what the class is asked
  std::string answer{};                  ///< what the run answers, as the lesson's author has it
  std::string hint{};                    ///< why, shown with the answer
  std::optional<std::uint64_t> index{};  ///< of a key
  std::string other{};                   ///< `fewer`: the second view state's line
};

/// A caption beside a view state.
struct LessonStep {
  std::string show;  ///< the view state, as a line of options: "-d slides-bitonic --pass 3"
  std::string caption;
  std::string notes{};  ///< for the teacher alone
  std::optional<LessonQuestion> question{};
  std::size_t line = 0;  ///< of the file, from 1
};

struct Lesson {
  std::string file;  ///< a path, or the name of one that the program carries
  std::string title, level, source, notes;
  std::uint64_t minutes = 0;
  std::vector<LessonStep> steps;
};

/// Reads a lesson's text; `file` is what messages name. Throws UsageError with file and line for what is no TOML, for a
/// key that a lesson has not (with the nearest one), and for one that is missing or of the wrong kind.
Lesson read_lesson(std::string_view text, const std::string& file);

/// The lessons that the program carries, in the order in which they are taught.
const std::vector<Lesson>& lessons();

/// One of them by name, or a file. Throws UsageError as read_lesson(), and for what cannot be read.
Lesson find_lesson(const std::string& name_or_path);

/// Whether the path ends as a lesson's.
bool is_lesson_file(std::string_view path);

/// "bitonic-merge-sort" of "lessons/bitonic-merge-sort.toml".
std::string short_name_of(const Lesson& lesson);

/// What find_lesson() finds it by from any folder: the short name, or a whole path.
std::string findable_name_of(const Lesson& lesson);

/// Whether the program carries a lesson of this short name.
bool is_built_in_lesson(const std::string& name);

/// The short names of those that the program carries.
std::vector<std::string> lesson_names();

}  // namespace texelsort::app
