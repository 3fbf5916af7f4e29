// The first request from a pointer on, round the ring.

module sgdma_round_robin #(
    parameter int unsigned N = 4,  // at least 2
    localparam int unsigned BITS = $clog2(N)
) (
    input  logic [N-1:0]    request,
    input  logic [BITS-1:0] pointer,
    output logic            found,
    output logic [BITS-1:0] index
);

  logic [N-1:0] ahead;   // requests at the pointer or behind it
  logic [N-1:0] chosen;

  assign ahead = request & ({N{1'b1}} << pointer);
  assign chosen = (ahead != '0) ? ahead : request;
  assign found = request != '0;

  always_comb begin
    index = '0;
    for (int i = N - 1; i >= 0; i--) begin
      if (chosen[i]) index = BITS'(i);
    end
  end

endmodule
