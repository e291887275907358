texelsort_algorithm_kernels(ordered/cuda/ordered.cuh ordered::Launches words)
texelsort_algorithm_kernels(ordered/cuda/segments.cuh ordered::SegmentLaunches once)
