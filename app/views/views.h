#pragma once

#include "app/panels/widgets.h"
#include "app/session.h"
#include "app/window/ui.h"

/// Pictures of the present state. Each fills a card at a fixed place; selecting in one selects in all.
namespace texelsort::app {

/// Keys as coloured texels, with what the present pass draws.
void texture_view(Ui& ui, Session& session, const Box& box);

/// Keys as bars.
void bars_view(Ui& ui, Session& session, const Box& box);

/// The network's diagram with the keys on its wires.
void network_view(Ui& ui, Session& session, const Box& box);

/// A selection's thresholds and what their counts have decided, a row for each pass so far.
void bits_view(Ui& ui, Session& session, const Box& box);

/// The present digit's histograms in a selection by digits, one for each prefix.
void histogram_view(Ui& ui, Session& session, const Box& box);

/// A radix sort's counts, their sums and where keys go.
void digits_view(Ui& ui, Session& session, const Box& box);

/// A sample sort's splitters as the search tree that sends keys to their buckets.
void splitters_view(Ui& ui, Session& session, const Box& box);

/// How full a sample sort's buckets are.
void buckets_view(Ui& ui, Session& session, const Box& box);

/// A merge's sequences with the splitters across them, the output, and a merger's buffer.
void sequences_view(Ui& ui, Session& session, const Box& box);

/// The memory of records, and what the present pass moves in it.
void records_view(Ui& ui, Session& session, const Box& box);

/// What goes with an algorithm besides texture and bars; `buckets` stands for splitters too,
/// `records` goes with any algorithm that sorts them.
enum class DiagramKind : std::uint8_t { none, network, bits, histogram, digits, buckets, sequences, records };
DiagramKind diagram_of(const Session& session);

/// The pixels that the diagram wants of so many, the margin above it included: 0 if there is none, and few if it has
/// nothing to show yet.
float diagram_height(const Ui& ui, const Session& session, float height);
void diagram_view(Ui& ui, Session& session, const Box& box);

}  // namespace texelsort::app
