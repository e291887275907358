#pragma once

#include "compute/simt/queue.h"

/// Launches of small correct and wrong kernels. Pointers must come from simt::allocate().
namespace texelsort::simt {

inline Queue queue;

/// Reverse `threads` numbers via shared memory: in a block, or in each of its warps. Wrong without the barrier.
void reverse(unsigned* numbers, unsigned threads, bool barrier);
void warp_reverse(unsigned* numbers, unsigned threads, bool barrier);
/// Runs a kernel in which halves of warps synchronise separately.
void partial(unsigned* numbers);
/// Sends half of the threads to one barrier and half to another.
void half_barrier(unsigned* numbers);
/// Shuffles from lanes that are not in the shuffle's mask, which is wrong.
void missing_lane(unsigned* numbers);
/// Writes one element after the last of `n` elements, which is wrong.
void beyond(unsigned* numbers, unsigned n);
/// Reads an element of shared memory that no thread has written, which is wrong.
void unwritten(unsigned* numbers);
/// Waits in a loop until the first number is 7.
void endless(unsigned* numbers);
/// Appends the number of each block to `order`, in the order of the blocks' tickets.
void chain(unsigned* ticket, unsigned* done, unsigned* order, unsigned blocks);
/// Adds the thread indices of 3 blocks to `to`.
void sum(unsigned* to, unsigned threads);
/// Writes to the same 32 words from two blocks: equal numbers (`same`) or different ones.
void two_blocks(unsigned* numbers, bool same);
/// Copies every `stride`-th number to every `stride`-th word of shared memory, with one warp.
void strided(unsigned* numbers, unsigned stride);
/// Runs two blocks of 64 threads. Every fourth thread adds 1 to its number. After a barrier, all threads set their
/// numbers.
void branch(unsigned* numbers);
/// Writes 32 numbers in a launch that may start before the previous launch ends. Wrong unless it waits.
void write_early(unsigned* numbers, bool waits);

}  // namespace texelsort::simt
