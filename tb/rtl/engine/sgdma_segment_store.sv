// The segments of the transfers in slots: written with the grant, read by whoever walks along them.

module sgdma_segment_store #(
    parameter int unsigned SLOTS = 4,
    parameter int unsigned SGES = 8,
    parameter int unsigned PORTS = 3,
    localparam int unsigned BITS = $clog2(SLOTS)
) (
    input logic clk,

    input logic                              write,
    input logic [BITS-1:0]                   write_slot,
    input logic [SGES*sgdma_pkg::SEGMENT_BITS-1:0] write_segments,

    input  logic [PORTS-1:0][BITS-1:0]         read_slot,
    /* verilator lint_off UNUSEDSIGNAL */
    input  logic [PORTS-1:0][7:0]              read_index,  // above SGES - 1: anything is read
    /* verilator lint_on UNUSEDSIGNAL */
    output logic [PORTS-1:0][sgdma_pkg::SEGMENT_BITS-1:0]    read_segment
);

  localparam int unsigned INDEX_BITS = (SGES == 1) ? 1 : $clog2(SGES);

  logic [SGES*sgdma_pkg::SEGMENT_BITS-1:0] store[SLOTS];

  always_ff @(posedge clk) if (write) store[write_slot] <= write_segments;

  for (genvar p = 0; p < PORTS; p++) begin : gen_port
    logic [SGES*sgdma_pkg::SEGMENT_BITS-1:0] of_slot;
    assign of_slot = store[read_slot[p]];
    assign read_segment[p] =
        of_slot[32'(INDEX_BITS'(read_index[p]))*sgdma_pkg::SEGMENT_BITS+:sgdma_pkg::SEGMENT_BITS];
  end

endmodule
