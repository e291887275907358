#include <algorithm>
#include <string>
#include <vector>

#include "compute/network/diagram_layout.h"
#include "compute/network/drawing.h"

namespace texelsort::network {
namespace {

enum class Cell : std::uint8_t { wire, end, crossing, head_down, head_up };

const char* glyph(Cell cell, bool ascii) {
  switch (cell) {
    case Cell::end:
      return ascii ? "o" : "●";
    case Cell::crossing:
      return ascii ? "+" : "┼";
    case Cell::head_down:
      return ascii ? "v" : "▼";
    case Cell::head_up:
      return ascii ? "^" : "▲";
    case Cell::wire:
      break;
  }
  return ascii ? "-" : "─";
}

/// Grid of characters to which a diagram is drawn, column by column.
class Canvas {
 public:
  Canvas(std::uint64_t rows, bool heads) : rows_(rows), heads_(heads) {}

  void add_wires(std::size_t count) { columns_.resize(columns_.size() + count, std::vector(rows_, Cell::wire)); }

  void add_comparators(const std::vector<Comparator>& list) {
    add_wires(1);
    for (const Comparator& c : list) {
      for (std::uint64_t row = c.low + 1; row < c.high; ++row) columns_.back()[row] = Cell::crossing;
      columns_.back()[c.low] = heads_ && c.reversed ? Cell::head_up : Cell::end;
      columns_.back()[c.high] = heads_ && !c.reversed ? Cell::head_down : Cell::end;
    }
  }

  std::size_t width() const { return columns_.size(); }

  std::string row(std::uint64_t row, bool ascii) const {
    std::string line;
    for (const auto& column : columns_) line += glyph(column[row], ascii);
    return line;
  }

 private:
  std::uint64_t rows_;
  /// True if arrowheads mark the places of larger keys, because comparators have both directions.
  bool heads_;
  std::vector<std::vector<Cell>> columns_;
};

/// Draws all stages, and returns the line of stage names. A column of plain wires precedes each stage and separates the
/// columns of a step, and three separate steps. A stage is at least as wide as its name, which is above its first
/// column.
std::string lay_out(const std::vector<StageColumns>& stages, Canvas& canvas) {
  std::string names;
  for (const StageColumns& stage : stages) {
    canvas.add_wires(1);
    const std::size_t start = canvas.width();
    names.append(start - names.size(), ' ');
    names += stage.name;
    for (std::size_t p = 0; p < stage.passes.size(); ++p) {
      if (p > 0) canvas.add_wires(2);
      for (const DiagramColumn& column : stage.passes[p].columns) {
        canvas.add_comparators(column.comparators);
        canvas.add_wires(1);
      }
    }
    const std::size_t needed = start + stage.name.size() + 1;
    if (canvas.width() < needed) canvas.add_wires(needed - canvas.width());
  }
  return names;
}

bool points_both_ways(const std::vector<StageColumns>& stages) {
  for (const StageColumns& stage : stages) {
    for (const PassColumns& pass : stage.passes) {
      for (const DiagramColumn& column : pass.columns) {
        if (std::ranges::any_of(column.comparators, &Comparator::reversed)) return true;
      }
    }
  }
  return false;
}

}  // namespace

std::string draw_text(const Network& network, bool ascii) {
  require_drawable(network);
  if (network.n == 0) return {};
  const std::vector<StageColumns> stages = grouped_columns(network);
  Canvas canvas(network.n, points_both_ways(stages));
  const std::string names = lay_out(stages, canvas);
  if (canvas.width() == 0) canvas.add_wires(3);  // without comparators, draw three columns of plain wires
  const std::size_t label_width = std::to_string(network.n - 1).size();
  std::string text;
  if (!names.empty()) text += std::string(label_width + 1, ' ') + names + "\n";
  for (std::uint64_t row = 0; row < network.n; ++row) {
    const std::string label = std::to_string(row);
    text += std::string(label_width - label.size(), ' ') + label + " " + canvas.row(row, ascii) + "\n";
  }
  return text;
}

}  // namespace texelsort::network
