// The in-flight table: six fields a slot, and no more.
//
// A slot is occupied from the edge that allocates it to the edge that releases it. Two of each a
// clock, [0] of the gather and [1] of the scatter; they concern different slots, but that a slot
// may be advanced and released at one edge.

module sgdma_in_flight_table #(
    parameter int unsigned SLOTS = 4,
    localparam int unsigned BITS = $clog2(SLOTS)
) (
    input logic clk,
    input logic rst_n,

    input logic [1:0]             allocate,
    input logic [1:0][BITS-1:0]   allocate_slot,
    input logic [1:0][sgdma_pkg::ENTRY_BITS-1:0] allocate_entry,

    input logic [1:0]           advance,  // a beat moved
    input logic [1:0][BITS-1:0] advance_slot,
    input logic [1:0][63:0]     advance_address,
    input logic [1:0][31:0]     advance_remaining,
    input logic [1:0][31:0]     advance_cursor,

    input logic [1:0]           release_,
    input logic [1:0][BITS-1:0] release_slot,

    output logic [SLOTS-1:0]                busy,
    output logic [SLOTS-1:0][sgdma_pkg::ENTRY_BITS-1:0]   entries
);

  /* verilator lint_off UNUSEDSIGNAL */
  sgdma_pkg::entry_t gathered;  // as it was
  sgdma_pkg::entry_t scattered;
  /* verilator lint_on UNUSEDSIGNAL */
  assign gathered = entries[advance_slot[0]];
  assign scattered = entries[advance_slot[1]];

  always_ff @(posedge clk) begin
    if (advance[0]) begin
      entries[advance_slot[0]] <= {gathered.tag, advance_cursor[0], advance_remaining[0],
                                   advance_address[0], gathered.owner};
    end
    if (advance[1]) begin
      entries[advance_slot[1]] <= {scattered.tag, advance_cursor[1], advance_remaining[1],
                                   advance_address[1], scattered.owner};
    end
    for (int d = 0; d < 2; d++) if (allocate[d]) entries[allocate_slot[d]] <= allocate_entry[d];
    for (int d = 0; d < 2; d++) begin
      if (release_[d]) busy[release_slot[d]] <= 1'b0;
      if (allocate[d]) busy[allocate_slot[d]] <= 1'b1;
    end
    if (!rst_n) busy <= '0;
  end

endmodule
