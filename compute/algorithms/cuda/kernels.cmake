texelsort_algorithm_kernels(cuda/kernels/device_scan_by_block.cuh kernels::DeviceScanLaunches once cpu)
texelsort_algorithm_kernels(cuda/kernels/device_scan_by_cub.cuh kernels::DeviceScanLaunches once cuda)
texelsort_algorithm_kernels(cuda/kernels/scans.cuh kernels::ScanLaunches once)
texelsort_algorithm_kernels(cuda/kernels/small_input.cuh kernels::SmallInputLaunches words)
