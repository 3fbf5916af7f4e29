#include "app/capture_input.h"

#include <new>

#include "workload/capture/capture.h"
#include "workload/capture/capture_error.h"
#include "workload/config/config_error.h"
#include "workload/out_of_memory.h"

namespace sgdma::app {

std::vector<std::string> load_capture(const CaptureInput& input, workload::Scenario& scenario) {
  try {
    workload::CaptureOptions options;
    options.time_scale = workload::CaptureTimeScale::parse(input.time_scale);
    if (input.side) options.side = workload::IpAddress::parse(*input.side);
    const workload::CaptureWorkload capture = workload::read_capture(*input.path, options);
    workload::apply(capture, scenario);
    return capture.report.describe();
  } catch (const workload::CaptureError& error) {
    throw workload::ConfigError(error.source(), error.message(), error.hint());
  } catch (const std::bad_alloc&) {
    throw workload::too_large_an_input(*input.path);
  }
}

}  // namespace sgdma::app
