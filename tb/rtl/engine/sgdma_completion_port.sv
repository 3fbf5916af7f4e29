// Presents what has finished: at most one completion a direction and clock, [0] of the gathers and
// [1] of the scatters. The reader takes at the next edge.
//
// Every grant reserves an entry, which serves again one edge after its completion is taken, or one
// edge after its transfer has ended without a completion.

module sgdma_completion_port (
    input logic clk,
    input logic rst_n,

    input logic [15:0] depth,  // 0: unlimited

    input logic [1:0]                   grant,
    input logic [1:0]                   present,
    input logic [1:0][sgdma_pkg::COMPLETION_BITS-1:0] completion,
    input logic [1:0]                   cancel,  // an end without a completion

    output logic any_entry,
    output logic single_entry,

    output logic [1:0]                   presented,
    output logic [1:0][sgdma_pkg::COMPLETION_BITS-1:0] presents
);

  logic [15:0] reserved;

  assign any_entry = depth == 16'd0 || reserved < depth;
  assign single_entry = depth != 16'd0 && depth - reserved == 16'd1;

  always_ff @(posedge clk) begin
    presented <= present;
    for (int d = 0; d < 2; d++) if (present[d]) presents[d] <= completion[d];
    reserved <= reserved + 16'(grant[0]) + 16'(grant[1]) - 16'(presented[0]) - 16'(presented[1])
        - 16'(cancel[0]) - 16'(cancel[1]);
    if (!rst_n) begin
      presented <= '0;
      reserved  <= '0;
    end
  end

endmodule
