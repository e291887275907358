"""Mutations of the CUDA kernels, which scripts/mutate_kernels.py inserts into their sources one at a time.

A row contains: a file below compute/algorithms; the number of the line among those that contain the text (1 for the
first); the text; its replacement; the generated source that compiles the file; and the arguments of `texelsort check`
that run the kernel.
"""

SYNC = ("__syncthreads();", ";")
WARP = ("__syncwarp();", ";")
TEAM = ("team.sync();", ";")

ONESWEEP = ("radix__OnesweepLaunches", "-a radix/onesweep@cuda -p passes=all")
PREFIX = ("radix__PrefixLaunches", "-a radix/prefix@cuda")
PREFIX_RANGES = ("radix__PrefixLaunches", "-a radix/prefix@cuda -p prefix=2")
PREFIX_RANGES_MERGED = ("radix__PrefixLaunches", "-a radix/prefix@cuda -p prefix=2 -d zero,few-distinct -n 9000")
PREFIX_RANGES_LONG = ("radix__PrefixLaunches", "-a radix/prefix@cuda -p prefix=2 -d anded-2,anded-4 -n 20000")
PREFIX_FULL = ("radix__PrefixLaunches", "-a radix/prefix@cuda -t u32 -p prefix=2 -d uniform -n 20000")
PREFIX_DENSE = ("radix__PrefixLaunches",
                "-a radix/prefix@cuda -t u32 -p prefix=3 -d permutation -n 4000 --payload index")
PREFIX_SAMPLE = ("radix__PrefixLaunches", "-a radix/prefix@cuda -t f64 -d uniform -n 20000")
PREFIX_MERGED = ("radix__PrefixLaunches", "-a radix/prefix@cuda -p prefix=1 -d zero,few-distinct -n 9000")
PREFIX_EQUAL = ("radix__PrefixLaunches", "-a radix/prefix@cuda -p prefix=1 -d anded-2,anded-4 -n 20000 --payload index")
SRTS = ("radix__SrtsLaunches", "-a radix/srts@cuda")
GRS = ("radix__GrsLaunches", "-a radix/grs@cuda")
SRTS_COUNTERS = ("radix__SrtsLaunches", "-a radix/srts@cuda -p ranking=counters")
GRS_COUNTERS = ("radix__GrsLaunches", "-a radix/grs@cuda -p ranking=counters")
QUICK = ("quick__Launches", "-a quick/parallel@cuda -p blocks=4")
WARPSORT = ("warpsort__Launches", "-a merge/warpsort@cuda")
WARPSORT_PARTS = ("warpsort__Launches", "-a merge/warpsort@cuda -p l=8 -p s=4")
WARPSORT_EQUAL = ("warpsort__Launches", "-a merge/warpsort@cuda -p l=8 -p s=64 -n 9000 -d zero")
SORT = ("merge__device__SortLaunches", "-a merge/sort@cuda")
TWO_WAY = ("merge__device__TwoWayLaunches", "-a merge/multiway@cuda -p merger=two-way")
FOUR_WAY = ("merge__device__FourWayLaunches", "-a merge/multiway@cuda -p merger=four-way")
PATH = ("merge__device__PathLaunches", "-a merge/path@cuda")
FOUR_PATH = ("merge__device__FourPathLaunches", "-a merge/multiway@cuda -p merger=four-path")
SELECT_FOUR = ("merge__device__SelectLaunches", "-a merge/multiway@cuda -p merger=four-path")
ORIGINAL = ("randomized__device__Launches", "-a sample/original@cuda")
RANDOMIZED = ("randomized__device__Launches", "-a sample/randomized@cuda")
FEW = ("kernels__SmallInputLaunches", "-a sample/ordered@cuda")
FEW_PARTS = ("kernels__SmallInputLaunches", "-a sample/ordered@cuda -n 5000")
ORDERED_LEVELS = ("ordered__Launches", "-a sample/ordered@cuda -p bucket=64 -p ways=3")
QUICK_IN_BLOCKS = ("quick__Launches", "-a quick/parallel@cuda -p small=64 -p parts=1 -p threads=128")
RECORDS_IN_BLOCKS = ("randomized__device__Launches",
                     "-a sample/original@cuda --payload record:5 -p records=direct -n 1000")
RANDOMIZED_BLOCKS = ("randomized__device__Launches", "-a sample/randomized@cuda -p second=block")
DETERMINISTIC = ("deterministic__device__Launches", "-a sample/deterministic@cuda")
SELECT = ("selection__Launches", "-a select/histogram@cuda -p threads=32 -p blocks=3 -n 1001")
SELECT_SAMPLE = ("selection__Launches", "-a select/histogram@cuda -p threads=32 -p sample=512 -n 9000")
SELECT_DECIDE = ("selection__DecideLaunches", "-a select/histogram@cuda")
SELECT_SAMPLE_DECIDE = ("selection__DecideLaunches", "-a select/histogram@cuda -p sample=512 -n 9000 -d uniform,zero")
DETERMINISTIC_PARALLEL = ("deterministic__device__Launches", "-a sample/deterministic@cuda -p search=parallel")

TILE = "cuda/kernels/digit_tile.cuh"
COUNTING_TILE = "cuda/kernels/counting_tile.cuh"
QUICK_BLOCK = "cuda/kernels/block_quick_sort.cuh"
PREFIX_BLOCK = "radix/cuda/prefix_block.cuh"
MERGE_SORT = "cuda/kernels/block_merge_sort.cuh"

MUTATIONS = [
    # Mutations of radix sorts: barriers.
    (TILE, 1, *SYNC, *ONESWEEP),
    (TILE, 2, *SYNC, *SRTS),
    (TILE, 3, *WARP, *ONESWEEP),
    ("radix/cuda/onesweep.cuh", 1, *SYNC, *ONESWEEP),
    ("radix/cuda/onesweep.cuh", 2, *SYNC, *ONESWEEP),
    ("radix/cuda/onesweep.cuh", 8, *SYNC, *ONESWEEP),
    ("radix/cuda/onesweep.cuh", 9, *SYNC, *ONESWEEP),
    ("radix/cuda/onesweep.cuh", 10, *SYNC, *ONESWEEP),
    ("radix/cuda/srts.cuh", 1, *SYNC, *SRTS),
    ("radix/cuda/srts.cuh", 5, *SYNC, *SRTS),
    ("radix/cuda/srts.cuh", 6, *SYNC, *SRTS),
    ("radix/cuda/grs.cuh", 1, *SYNC, *GRS),
    ("radix/cuda/grs.cuh", 2, *SYNC, *GRS),
    # Mutations of radix sorts: values.
    (TILE, 1, "(1u << own_lane()) - 1", "(1u << own_lane())", *ONESWEEP),
    (TILE, 1, "__ffs(peers[j]) - 1", "31 - __clz(static_cast<int>(peers[j]))", *ONESWEEP),
    (TILE, 1, "n - start < keys", "n - start <= keys / 2", *SRTS),
    (TILE, 1, "keys - valid : 0", "0 : 0", *ONESWEEP),
    (TILE, 2, "peers[1] = vote_for(digits[1])", "peers[1] = vote_for(digits[0])", *GRS),
    ("radix/cuda/look_back.cuh", 1, "sum += word & Status::number", "sum = word & Status::number", *ONESWEEP),
    ("radix/cuda/look_back.cuh", 1, "return next < 0", "return next <= 0", *ONESWEEP),
    ("radix/cuda/onesweep.cuh", 1, "Status::summed | (back.sum + column.count)", "Status::summed | back.sum", *ONESWEEP),
    ("radix/cuda/onesweep.cuh", 1, "first - column.before", "first + column.before", *ONESWEEP),
    ("radix/cuda/onesweep.cuh", 1, "std::int64_t{own} - 1", "std::int64_t{own} - 2", *ONESWEEP),
    ("radix/cuda/srts.cuh", 1, "next - column.before", "next + column.before", *SRTS),
    ("radix/cuda/grs.cuh", 1, "(base(i + 1) << 16)", "(base(i) << 16)", *GRS),
    # Mutations of the parallel quicksort.
    (QUICK_BLOCK, 1, *SYNC, *QUICK),
    (QUICK_BLOCK, 2, *SYNC, *QUICK_IN_BLOCKS),
    (QUICK_BLOCK, 12, *SYNC, *QUICK_IN_BLOCKS),
    (QUICK_BLOCK, 1, "(1u << lane) - 1", "1u << lane", *QUICK),
    (QUICK_BLOCK, 1, "less(key, pivot) ? 0u", "!less(pivot, key) ? 0u", *QUICK),
    (QUICK_BLOCK, 1, "part.side : part.side ^ 1", "part.side ^ 1 : part.side", *QUICK_IN_BLOCKS),
    (QUICK_BLOCK, 1, "found[kind] += __popc(mates)", "found[kind] += 1", *QUICK),
    ("cuda/kernels/scan.cuh", 1, *TEAM, "kernels__ScanLaunches", "-a sample/original@cuda"),
    ("cuda/kernels/scan.cuh", 1, "if (lane >= step)", "if (lane > step)", *ONESWEEP),
    (QUICK_BLOCK, 4, *SYNC, RECORDS_IN_BLOCKS[0], RECORDS_IN_BLOCKS[1].replace("1000", "9000")),
    (QUICK_BLOCK, 1, "middle <= place && place < end ? to : other", "other", *RECORDS_IN_BLOCKS),
    ("randomized/cuda/steps.cuh", 1, "typed.n, i, place, there", "typed.n, i, i, there", *RECORDS_IN_BLOCKS),
    # Mutations of networks and Warpsort.
    ("cuda/kernels/network_sort.cuh", 1, *SYNC, *QUICK),
    ("cuda/kernels/network_sort.cuh", 1, "pair.high < count", "pair.high < count - 1", *QUICK),
    ("warpsort/cuda/warpsort.cuh", 1, *WARP, *WARPSORT),
    ("warpsort/cuda/warpsort.cuh", 2, *WARP, *WARPSORT),
    ("warpsort/cuda/warpsort.cuh", 3, *WARP, *WARPSORT),
    ("warpsort/cuda/warpsort.cuh", 1, "at.keys[second] = max(one, other)", "at.keys[second] = other", *WARPSORT),
    ("warpsort/cuda/warpsort.cuh", 1, "if (part == parts) low = high;", "", *WARPSORT_PARTS),
    ("warpsort/cuda/warpsort.cuh", 1, "low = place + 1;", "low = place;", *WARPSORT_PARTS),
    ("warpsort/cuda/warpsort.cuh", 1, "own.last <= place", "own.last > place", *WARPSORT_EQUAL),
    ("warpsort/cuda/warpsort.cuh", 1, "if (equal && round > 1) return;", "if (equal && round > 0) return;", *WARPSORT_EQUAL),
    ("warpsort/cuda/warpsort.cuh", 1, "less |= arrays.less(", "less |= !arrays.less(", *WARPSORT_EQUAL),
    ("warpsort/cuda/warpsort.cuh", 1, "places[at(1)], places[at(2)]", "places[at(1)], places[at(1)]", *WARPSORT_PARTS),
    ("cuda/kernels/warp_register_merge.cuh", 1, "other = size - 1 - place", "other = size - 2 - place", *WARPSORT),
    ("cuda/kernels/warp_register_merge.cuh", 1, "if (place >= half - loaded)", "if (place > half - loaded)", *WARPSORT),
    # Mutations of the merge sort and merges.
    ("cuda/kernels/block_merge_sort.cuh", 1, *SYNC, *FEW),
    ("cuda/kernels/block_merge_sort.cuh", 1, "j < end && less(other, one)", "j < end && less(one, other)", *FEW),
    ("cuda/kernels/block_merge_sort.cuh", 1, "one.place < other.place", "one.place > other.place", "ordered__Launches",
     "-a sample/ordered@cuda -p bucket=16 -n 2100"),
    ("cuda/kernels/block_merge_sort.cuh", 1, "(threadIdx.x & upper) == 0", "(threadIdx.x & upper) != 0", *FEW),
    ("cuda/kernels/collected_block.cuh", 1, *SYNC, *FEW_PARTS),
    ("cuda/kernels/small_input.cuh", 1, *SYNC, *FEW),
    ("cuda/kernels/small_input.cuh", 2, *SYNC, *FEW_PARTS),
    ("cuda/kernels/small_input.cuh", 1, "wanted > equal_before ? wanted - equal_before : 0u", "wanted", *FEW_PARTS),
    ("merge/cuda/path.cuh", 1, *SYNC, *PATH),
    ("merge/cuda/path.cuh", 2, *SYNC, *PATH),
    ("merge/cuda/path.cuh", 1, "a >= end_a || arrays.less(head_b, head_a)", "a >= end_a || !arrays.less(head_a, head_b)",
     *PATH),
    ("merge/cuda/path.cuh", 1, "a >= end_a ||", "a > end_a ||", *PATH),
    ("merge/cuda/path.cuh", 1, "place + item, merged", "place + item + 1, merged", *FOUR_PATH),
    ("merge/cuda/four_diagonals.cuh", 1, "rank.high < target", "rank.high <= target", *SELECT_FOUR),
    ("merge/cuda/two_way.cuh", 1, *TEAM, *TWO_WAY),
    ("merge/cuda/two_way.cuh", 2, *TEAM, *TWO_WAY),
    ("merge/cuda/four_way.cuh", 1, "if (step > 2) head.merge(", "if (step > 3) head.merge(",
     "merge__device__FourWayLaunches", "-a merge/sort@cuda -p merger=four-way"),
    ("merge/cuda/sort.cuh", 1, *SYNC, *SORT),
    ("merge/cuda/sort.cuh", 1, "block + 2 * half - 1 - inside", "block + 2 * half - 2 - inside",
     "merge__device__SortLaunches", "-a merge/sort@cuda -p first=bitonic -p sequences=1"),
    ("cuda/kernels/merge_block.cuh", 1, "if (own < high)", "if (own + 1 < high)", TWO_WAY[0],
     TWO_WAY[1] + " -p network=ranking"),
    # Mutations of sample sorts.
    ("randomized/cuda/steps.cuh", 1, *SYNC, *ORIGINAL),
    ("randomized/cuda/steps.cuh", 3, *SYNC, *ORIGINAL),
    ("randomized/cuda/steps.cuh", 1, "level.a - 1]", "level.a]", *ORIGINAL),
    ("randomized/cuda/steps.cuh", 1, "(less(tree[buckets[u]], keys[u]) ? 1 : 0)",
     "(!less(keys[u], tree[buckets[u]]) ? 1 : 0)", *RANDOMIZED),
    ("randomized/cuda/steps.cuh", 1, "replicas == blockDim.x ? counter++", "replicas != 0 ? counter++", *RANDOMIZED),
    ("randomized/cuda/steps.cuh", 1, "one_value ? 1u : 0u", "inner ? 1u : 0u", *RANDOMIZED),
    ("randomized/cuda/randomized.cuh", 1, *SYNC, *RANDOMIZED_BLOCKS),
    ("randomized/cuda/randomized.cuh", 2, *SYNC, *RANDOMIZED_BLOCKS),
    ("randomized/cuda/randomized.cuh", 1, "__syncthreads_or(alike) != 0", "alike != 0", *RANDOMIZED_BLOCKS),
    ("randomized/cuda/randomized.cuh", 1, "found.size == parent.count", "found.size > 0", *RANDOMIZED_BLOCKS),
    ("randomized/cuda/randomized.cuh", 1, "place - parent.shift", "place", *RANDOMIZED_BLOCKS),
    ("randomized/cuda/randomized.cuh", 1, "parent.first, sums", "0u, sums", *RANDOMIZED_BLOCKS),
    ("ordered/cuda/distribute.cuh", 1, *SYNC, *ORDERED_LEVELS),
    ("ordered/cuda/distribute.cuh", 4, *SYNC, *ORDERED_LEVELS),
    ("ordered/cuda/distribute.cuh", 6, *SYNC, *ORDERED_LEVELS),
    ("ordered/cuda/distribute.cuh", 1, "places[found] < place", "places[found] <= place", *ORDERED_LEVELS),
    ("ordered/cuda/tiles.cuh", 1, *SYNC, *ORDERED_LEVELS),
    ("ordered/cuda/tiles.cuh", 1, "= own.before;", "= own.before + 1;", *ORDERED_LEVELS),
    ("ordered/cuda/buckets.cuh", 1, "(both >> half)", "(both >> half) + 1", *ORDERED_LEVELS),
    ("deterministic/cuda/deterministic.cuh", 1, *SYNC, *DETERMINISTIC),
    ("deterministic/cuda/deterministic.cuh", 2, *SYNC, *DETERMINISTIC_PARALLEL),
    ("deterministic/cuda/deterministic.cuh", 3, *SYNC, *DETERMINISTIC),
    ("deterministic/cuda/deterministic.cuh", 4, *SYNC, *DETERMINISTIC),
    ("deterministic/cuda/deterministic.cuh", 1, "place < first + i", "place <= first + i", *DETERMINISTIC),
    ("deterministic/cuda/deterministic.cuh", 1, "locations[j + step - 1] : size",
     "locations[j + step - 1] : size - 1", "deterministic__device__Launches",
     "-a sample/deterministic@cuda -p sublist=64 -p samples=7 -d zero"),
    ("deterministic/cuda/deterministic.cuh", 1, "locations[j - step - 1] : 0", "locations[j - step - 1] + 1 : 0",
     *DETERMINISTIC),
    ("deterministic/cuda/deterministic.cuh", 1, "2 * step < s", "4 * step < s", *DETERMINISTIC),
    ("deterministic/cuda/deterministic.cuh", 1, "j + 1 < s ? tables.splitter_places[j] : segment.size",
     "tables.splitter_places[j]", *DETERMINISTIC),
    ("deterministic/cuda/bitonic.cuh", 1, *SYNC, *DETERMINISTIC),
    ("deterministic/cuda/bitonic.cuh", 1, "key[b] = max(key[a], key[b])", "key[b] = key[a]", *DETERMINISTIC),
    ("cuda/kernels/scans.cuh", 1, "scan.table[i] = sum;", "if (i + 1 < end) scan.table[i] = sum;",
     "kernels__ScanLaunches", "-a sample/original@cuda"),
    ("ordered/cuda/segments.cuh", 1, "(cut.sizes[i] + cut.tile - 1) / cut.tile", "cut.sizes[i] / cut.tile",
     "ordered__SegmentLaunches", "-a sample/ordered@cuda -p bucket=64 -p ways=3"),
    ("warpsort/cuda/places.cuh", 1, "if (warp.rank == 0) *to = n;", "if (warp.rank == 0) *to = n - 1;",
     "warpsort__PlaceLaunches", "-a merge/warpsort@cuda -p l=8 -p s=4"),
    ("radix/cuda/bins.cuh", 1, "bins[i] = before", "bins[i] = before + 1", "radix__BinLaunches",
     "-a radix/onesweep@cuda -p passes=all"),
    ("records/cuda/records.cuh", 1, "((std::uint64_t{1} << 32) + number - 1) / number",
     "((std::uint64_t{1} << 32) - number) / number", "records__Launches",
     "-a radix/onesweep@cuda --payload record:5 -n 1000 -p records=indirect -p rearrange=transpose"),
    ("records/cuda/records.cuh", 1, *SYNC, "records__Launches",
     "-a radix/onesweep@cuda --payload record:5 -n 1000 -p records=indirect -p rearrange=transpose"),
    # Mutations of radix sorts with one counter per thread and digit.
    (COUNTING_TILE, 1, *SYNC, *GRS_COUNTERS),
    (COUNTING_TILE, 2, *SYNC, *GRS_COUNTERS),
    (COUNTING_TILE, 3, *SYNC, *GRS_COUNTERS),
    (TILE, 3, *SYNC, *GRS),
    ("radix/cuda/srts.cuh", 3, *SYNC, *SRTS_COUNTERS),
    (COUNTING_TILE, 1, "= counter++;", "= ++counter;", *GRS_COUNTERS),
    (COUNTING_TILE, 1, "before += count;", "before = count;", *GRS_COUNTERS),
    (COUNTING_TILE, 1, ": this->valid;", ": Base::keys;", *GRS_COUNTERS),
    (COUNTING_TILE, 1, "counted_by = Base::place(item) / Items", "counted_by = threadIdx.x", *SRTS_COUNTERS),
    (COUNTING_TILE, 1, "counted_by)] - before", "counted_by)]", *GRS_COUNTERS),
    ("radix/cuda/srts.cuh", 1, "own == d ? 1 : 0", "own >= d ? 1 : 0", *SRTS_COUNTERS),
    ("radix/cuda/srts.cuh", 1, "w < warps; ++w) all", "w + 1 < warps; ++w) all", *SRTS_COUNTERS),
    # Mutations of the radix sort by prefixes.
    ("radix/cuda/prefix.cuh", 1, *SYNC, *PREFIX_RANGES),
    ("radix/cuda/prefix.cuh", 2, *SYNC, *PREFIX_RANGES_MERGED),
    ("radix/cuda/prefix.cuh", 3, *SYNC, *PREFIX),
    ("radix/cuda/prefix.cuh", 1, "? starts[1] : arguments.move.n", "? starts[1] : first", *PREFIX),
    ("radix/cuda/prefix.cuh", 1, "if (!sorted && threadIdx.x == 0)", "if (false)", *PREFIX_MERGED),
    ("radix/cuda/onesweep.cuh", 1, "bins += left << row.bits;", ";", "radix__OnesweepLaunches",
     "-a radix/prefix@cuda -p prefix=2"),
    (PREFIX_BLOCK, 1, *SYNC, *PREFIX),
    (PREFIX_BLOCK, 2, *SYNC, *PREFIX),
    (PREFIX_BLOCK, 3, *SYNC, *PREFIX),
    (PREFIX_BLOCK, 4, *SYNC, *PREFIX),
    (PREFIX_BLOCK, 5, *SYNC, *PREFIX_RANGES_MERGED),
    (PREFIX_BLOCK, 6, *SYNC, *PREFIX),
    (PREFIX_BLOCK, 7, *SYNC, *PREFIX),
    (PREFIX_BLOCK, 1, "place_at(at) > place_at(at - 1)", "true", *PREFIX_EQUAL),
    (PREFIX_BLOCK, 1, "starts.y = starts.x + counts.x", "starts.y = starts.x", *PREFIX),
    (PREFIX_BLOCK, 1, "if (most > most_together)", "if (false)", *PREFIX_MERGED),
    (PREFIX_BLOCK, 1, "own.rounds = max(most, few_in_registers)", "own.rounds = 2", *PREFIX_FULL),
    (PREFIX_BLOCK, 1, "border - half, count", "border, count", *PREFIX_FULL),
    (PREFIX_BLOCK, 1, "slot_of.range >> (8 * sizeof(unsigned) - place_bits) == 0", "true", *PREFIX),
    (PREFIX_BLOCK, 1, "<< place_bits | j", "<< place_bits", *PREFIX_DENSE),
    ("radix/cuda/prefix_ranges.cuh", 1, "if (begin > first) return begin - first;", "if (begin > first) return most;",
     *PREFIX_RANGES_LONG),
    ("radix/cuda/prefix_sample.cuh", 1, "return prefix_start(sample,", "return 4 + prefix_start(sample,",
     *PREFIX_SAMPLE),
    # Mutations of the radix selection.
    ("selection/cuda/histogram.cuh", 1, *SYNC, *SELECT),
    ("selection/cuda/histogram.cuh", 2, *SYNC, *SELECT),
    ("selection/cuda/histogram.cuh", 1, "if (rest >= source.n) return;", "return;", *SELECT),
    ("selection/cuda/histogram.cuh", 1, "if (at < share) places", "if (at <= share) places", *SELECT),
    ("selection/cuda/histogram.cuh", 1, "low_rank < end) level.state", "low_rank <= end) level.state", *SELECT_SAMPLE),
    ("selection/cuda/decide.cuh", 1, "= rank - before;", "= rank;", *SELECT_DECIDE),
    ("selection/cuda/decide.cuh", 1, "next_histogram[i] = 0", "next_histogram[i] = 1", *SELECT_DECIDE),
    ("selection/cuda/decide.cuh", 1, "!overflows && !missed", "!missed", *SELECT_SAMPLE_DECIDE),
]
