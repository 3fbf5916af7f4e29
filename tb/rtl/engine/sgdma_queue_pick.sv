// The queue pair that one direction would grant: round robin, or weighted round robin.
//
// Weighted: a queue pair that has had as many turns in this round as it has weight comes behind all
// that have turns left. Where none has, a new round begins. The pointer moves on a grant only, to
// the queue pair behind the winner.

module sgdma_queue_pick #(
    parameter int unsigned QPS = 4,
    localparam int unsigned BITS = $clog2(QPS)
) (
    input logic clk,
    input logic rst_n,
    input logic [7:0] bug,  // 0: none

    input logic                 weighted,
    input logic [QPS-1:0][20:0] weights,

    input  logic [QPS-1:0]  candidates,
    output logic            found,
    output logic [BITS-1:0] winner,
    input  logic            grant  // the winner gets its turn at this edge
);

  logic [BITS-1:0]      pointer;
  logic [QPS-1:0][20:0] turns;  // taken in this round
  logic [QPS-1:0]       have_turns;
  logic [QPS-1:0]       chosen;
  logic                 new_round;

  always_comb begin
    for (int q = 0; q < QPS; q++) have_turns[q] = candidates[q] && turns[q] != weights[q];
    new_round = have_turns == '0;
    chosen = (weighted && !new_round) ? have_turns : candidates;
  end

  sgdma_round_robin #(.N(QPS)) ring (
      .request(chosen),
      .pointer(pointer),
      .found  (found),
      .index  (winner)
  );

  always_ff @(posedge clk) begin
    if (grant || (found && bug == 8'd14)) begin
      pointer <= (winner == BITS'(QPS - 1)) ? '0 : winner + 1'b1;
      if (weighted) begin
        if (new_round && bug != 8'd13) turns <= '0;
        turns[winner] <= new_round ? 21'd1 : turns[winner] + 1'b1;
      end
    end
    if (!rst_n) begin
      pointer <= '0;
      turns   <= '0;
    end
  end

endmodule
