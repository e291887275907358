#pragma once

#include "compute/simt/queue.h"

/// Launches of small correct and wrong kernels. Pointers must come from simt::allocate().
namespace texelsort::simt {

inline Queue queue;

/// Reverse `threads` numbers via shared memory: as a block, or within each warp. Without the barrier, the result is
/// wrong.
void reverse(unsigned* numbers, unsigned threads, bool barrier);
void warp_reverse(unsigned* numbers, unsigned threads, bool barrier);
/// Runs a kernel in which the two halves of each warp synchronise separately.
void partial(unsigned* numbers);
/// Sends half of the threads to one barrier and the other half to another barrier, which is wrong.
void half_barrier(unsigned* numbers);
/// Shuffles from lanes that the mask of the shuffle excludes, which is wrong.
void missing_lane(unsigned* numbers);
/// Writes one element after the last of `n` elements, which is wrong.
void beyond(unsigned* numbers, unsigned n);
/// Reads an element of shared memory that no thread has written, which is wrong.
void unwritten(unsigned* numbers);
/// Waits in a loop until the first number is 7.
void endless(unsigned* numbers);
/// Appends the number of each block to `order`, in the order of the blocks' tickets.
void chain(unsigned* ticket, unsigned* done, unsigned* order, unsigned blocks);
/// Adds up the thread indices of three blocks in `to`.
void sum(unsigned* to, unsigned threads);
/// Writes to the same 32 words from two blocks. Both write equal numbers if `same` is true, and different numbers
/// otherwise.
void two_blocks(unsigned* numbers, bool same);
/// Copies numbers to shared memory with one warp. Lane i copies element i * stride to the word with the same index.
void strided(unsigned* numbers, unsigned stride);
/// Runs two blocks of 64 threads with a branch and a barrier. Every fourth thread adds 1 to its number. After the
/// barrier, all threads set their numbers.
void branch(unsigned* numbers);
/// Writes 32 numbers in a launch that may start before the previous launch ends. The result is wrong unless the kernel
/// waits for that launch.
void write_early(unsigned* numbers, bool waits);

}  // namespace texelsort::simt
