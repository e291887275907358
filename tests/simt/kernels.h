#pragma once

#include "compute/simt/queue.h"

/// Launches of small kernels, right and wrong. Pointers are of simt::allocate().
namespace texelsort::simt {

/// The queue of all these launches.
inline Queue queue;

/// Reverses `threads` numbers by shared memory, by a block or by its warps; wrong without the barrier.
void reverse(unsigned* numbers, unsigned threads, bool barrier);
void warp_reverse(unsigned* numbers, unsigned threads, bool barrier);
/// Halves of the warps, which meet by themselves.
void partial(unsigned* numbers);
/// Half of the threads come to one barrier, half to another.
void half_barrier(unsigned* numbers);
/// Lanes shuffle with lanes that take no part.
void missing_lane(unsigned* numbers);
/// Writes the element after the last of `n`.
void beyond(unsigned* numbers, unsigned n);
/// Reads an element of shared memory that nothing has written.
void unwritten(unsigned* numbers);
/// Waits until the first number is 7.
void endless(unsigned* numbers);
/// Block after block, in the order of their tickets, appends its number to `order`.
void chain(unsigned* ticket, unsigned* done, unsigned* order, unsigned blocks);
/// Adds up the numbers of threads of 3 blocks.
void sum(unsigned* to, unsigned threads);
/// Two blocks write to the same 32 places, the same numbers or others.
void two_blocks(unsigned* numbers, bool same);
/// A warp copies every `stride`-th number to every `stride`-th word of shared memory.
void strided(unsigned* numbers, unsigned stride);
/// In two blocks, every fourth of 64 threads adds one to its number; behind a barrier all set theirs.
void branch(unsigned* numbers);
/// Writes 32 numbers in a launch that may start before the one before has ended; wrong if it does not wait for that.
void write_early(unsigned* numbers, bool waits);

}  // namespace texelsort::simt
