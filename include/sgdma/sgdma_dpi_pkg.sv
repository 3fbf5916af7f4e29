// Imports of sgdma_dpi.h, which says what each function does. `check` turns an error of a call into
// a message of the simulator's.

package sgdma_dpi_pkg;

  localparam int SGDMA_DPI_VERSION = 1;

  import "DPI-C" function int sgdma_dpi_version();
  import "DPI-C" function string sgdma_dpi_last_error();
  import "DPI-C" function chandle sgdma_dpi_create(input int version, input string settings);
  import "DPI-C" function void sgdma_dpi_destroy(input chandle predictor);

  import "DPI-C" function int sgdma_dpi_post(input chandle predictor, input int qp, input int scatter,
                                             input int after_scatters, input longint tag);
  import "DPI-C" function int sgdma_dpi_segment(input chandle predictor, input longint address,
                                                input int bytes);
  import "DPI-C" function int sgdma_dpi_read_accepted(input chandle predictor);
  import "DPI-C" function int sgdma_dpi_read_beat(input chandle predictor, input int slot,
                                                  input int response);
  import "DPI-C" function int sgdma_dpi_write_accepted(input chandle predictor);
  import "DPI-C" function int sgdma_dpi_write_response(input chandle predictor, input int slot,
                                                       input int response);
  import "DPI-C" function int sgdma_dpi_reset(input chandle predictor, input int qp);
  import "DPI-C" function int sgdma_dpi_error(input chandle predictor, input int qp);

  import "DPI-C" function longint sgdma_dpi_step(input chandle predictor);

  import "DPI-C" function int sgdma_dpi_slot(
      input chandle predictor, input int slot, output int busy, output int qp, output int scatter,
      output longint address, output longint remaining, output int cursor, output longint tag);
  import "DPI-C" function int sgdma_dpi_read_request(
      input chandle predictor, output int valid, output int slot, output longint address,
      output int bytes, output int beats);
  import "DPI-C" function int sgdma_dpi_write_beat(
      input chandle predictor, output int valid, output int slot, output longint address,
      output int bytes, output int first, output int last, output int cut, output longint offset,
      output int burst_beats);
  import "DPI-C" function int sgdma_dpi_grant(input chandle predictor, input int scatter,
                                              output int granted, output int qp, output int slot);
  import "DPI-C" function int sgdma_dpi_completion(
      input chandle predictor, input int scatter, output int presented, output longint bytes,
      output int status, output longint tag);
  import "DPI-C" function int sgdma_dpi_fault(
      input chandle predictor, input int scatter, output int faulted, output int slot,
      output longint address, output int segment, output int beat, output int response);
  import "DPI-C" function int sgdma_dpi_answered(input chandle predictor, input int qp,
                                                 output int answered);

  function automatic void check(input int result);
    if (result < 0) $error("sgdma_dpi: %s", sgdma_dpi_last_error());
  endfunction

endpackage
