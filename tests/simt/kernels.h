#pragma once

#include "compute/simt/queue.h"

/// Launches of small kernels, right and wrong. Pointers come from simt::allocate().
namespace texelsort::simt {

/// Queue of all these launches.
inline Queue queue;

/// Reverses `threads` numbers via shared memory, in a block or in each of its warps. Wrong without the barrier.
void reverse(unsigned* numbers, unsigned threads, bool barrier);
void warp_reverse(unsigned* numbers, unsigned threads, bool barrier);
/// Runs a kernel in which halves of warps synchronise separately.
void partial(unsigned* numbers);
/// Sends half of the threads to one barrier and half to another.
void half_barrier(unsigned* numbers);
/// Shuffles from lanes that do not take part.
void missing_lane(unsigned* numbers);
/// Writes the element after the last of `n`.
void beyond(unsigned* numbers, unsigned n);
/// Reads an element of shared memory that has not been written.
void unwritten(unsigned* numbers);
/// Waits until the first number is 7.
void endless(unsigned* numbers);
/// Appends the number of each block to `order`, in the order of the blocks' tickets.
void chain(unsigned* ticket, unsigned* done, unsigned* order, unsigned blocks);
/// Adds up the thread numbers of 3 blocks.
void sum(unsigned* to, unsigned threads);
/// Writes to the same 32 places from two blocks, the same numbers or different ones.
void two_blocks(unsigned* numbers, bool same);
/// Copies every `stride`-th number to every `stride`-th word of shared memory with one warp.
void strided(unsigned* numbers, unsigned stride);
/// Runs two blocks of 64 threads. Every fourth thread adds one to its number; after a barrier all threads set theirs.
void branch(unsigned* numbers);
/// Writes 32 numbers in a launch that may start before the previous one has ended. Wrong unless it waits.
void write_early(unsigned* numbers, bool waits);

}  // namespace texelsort::simt
