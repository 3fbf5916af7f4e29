// An AXI4 memory for tests of pins: INCR bursts, four read bursts at a time whose beats come in turns
// where their IDs differ, write responses in order, errors by address, and hold-ups by an input. A
// burst's first write beat may be taken with its address.
//
// Timing: a read burst taken in cycle a has its first beat valid from a + READ_LATENCY, where nothing
// holds it up; a write response is valid from one cycle behind the burst's last beat.

module axi_ram #(
    parameter int unsigned DATA_WIDTH = 64,    // 32 to 1024, a power of two
    parameter int unsigned ID_WIDTH = 6,
    parameter int unsigned WORDS_LOG2 = 12,    // words of memory; addresses wrap
    parameter int unsigned READ_LATENCY = 3,   // at least 1
    parameter bit          IN_ORDER = 1'b0,    // read bursts one after the other
    // From here on SLVERR, and from twice as high on DECERR; nothing is read or written there.
    parameter logic [63:0] ERRORS_FROM = 64'h40000000
) (
    input logic aclk,
    input logic aresetn,

    input logic [4:0] hold,  // this cycle: AR, AW and W are not ready, no new R, no new B

    // A look at memory, byte by byte.
    input  logic [WORDS_LOG2-1:0]   peek_word,
    output logic [DATA_WIDTH-1:0]   peek_data,
    input  logic                    poke,
    input  logic [DATA_WIDTH-1:0]   poke_data,

    input  logic                    awvalid,
    output logic                    awready,
    input  logic [ID_WIDTH-1:0]     awid,
    input  logic [63:0]             awaddr,
    input  logic [7:0]              awlen,
    input  logic                    wvalid,
    output logic                    wready,
    input  logic [DATA_WIDTH-1:0]   wdata,
    input  logic [DATA_WIDTH/8-1:0] wstrb,
    input  logic                    wlast,
    output logic                    bvalid,
    input  logic                    bready,
    output logic [ID_WIDTH-1:0]     bid,
    output logic [1:0]              bresp,
    input  logic                    arvalid,
    output logic                    arready,
    input  logic [ID_WIDTH-1:0]     arid,
    input  logic [63:0]             araddr,
    input  logic [7:0]              arlen,
    output logic                    rvalid,
    input  logic                    rready,
    output logic [ID_WIDTH-1:0]     rid,
    output logic [DATA_WIDTH-1:0]   rdata,
    output logic [1:0]              rresp,
    output logic                    rlast
);

  localparam int unsigned LOW = $clog2(DATA_WIDTH / 8);
  localparam int unsigned BURSTS = 4;

  logic [DATA_WIDTH-1:0] memory[1<<WORDS_LOG2];
  assign peek_data = memory[peek_word];

  function automatic logic [1:0] response(input logic [63:0] address);
    return (address >= 2 * ERRORS_FROM) ? 2'b11 : (address >= ERRORS_FROM) ? 2'b10 : 2'b00;
  endfunction

  // Read bursts, the older in front.
  typedef struct packed {
    logic                valid;
    logic [ID_WIDTH-1:0] id;
    logic [63:0]         address;
    logic [8:0]          left;
    logic [15:0]         wait_for;
  } read_t;
  read_t reads[BURSTS];
  read_t next_reads[BURSTS];
  logic [1:0] turn;
  logic       serves;
  logic [1:0] served;
  logic       placed;

  assign arready = aresetn && !hold[0] && !reads[BURSTS-1].valid;

  always_comb begin
    // One that is not behind another of its ID, from the turn on.
    serves = 1'b0;
    served = '0;
    for (int i = 0; i < BURSTS; i++) begin
      automatic logic [1:0] at = turn + 2'(i);
      automatic logic first = reads[at].valid && reads[at].wait_for == 16'd0;
      for (int j = 0; j < BURSTS; j++) begin
        if (2'(j) < at && reads[j].valid && reads[j].id == reads[at].id) first = 1'b0;
      end
      if (first && !serves) begin
        serves = 1'b1;
        served = at;
      end
    end
    if ((rvalid && !rready) || hold[3]) serves = 1'b0;
  end

  always_comb begin
    next_reads = reads;
    for (int i = 0; i < BURSTS; i++) begin
      if (reads[i].wait_for != 16'd0) next_reads[i].wait_for = reads[i].wait_for - 16'd1;
    end
    if (serves) begin
      next_reads[served].left = reads[served].left - 9'd1;
      next_reads[served].address = {reads[served].address[63:LOW] + (64-LOW)'(1), LOW'(0)};
      if (reads[served].left == 9'd1) begin
        for (int i = 0; i < BURSTS - 1; i++) if (2'(i) >= served) next_reads[i] = next_reads[i+1];
        next_reads[BURSTS-1].valid = 1'b0;
      end
    end
    placed = !(arvalid && arready);
    for (int i = 0; i < BURSTS; i++) begin
      if (!next_reads[i].valid && !placed) begin
        placed = 1'b1;
        next_reads[i] = '{1'b1, arid, araddr, 9'(arlen) + 9'd1, 16'(READ_LATENCY - 1)};
      end
    end
  end

  always_ff @(posedge aclk) begin
    reads <= next_reads;
    if (!rvalid || rready) rvalid <= 1'b0;
    if (serves) begin
      rvalid <= 1'b1;
      rid <= reads[served].id;
      rdata <= memory[reads[served].address[LOW+:WORDS_LOG2]];
      rresp <= response(reads[served].address);
      rlast <= reads[served].left == 9'd1;
      turn <= IN_ORDER ? 2'd0 : served + 2'd1;
    end
    if (!aresetn) begin
      for (int i = 0; i < BURSTS; i++) reads[i].valid <= 1'b0;
      rvalid <= 1'b0;
      turn <= '0;
    end
  end

  // Write bursts: addresses that came, and responses that wait.
  logic                writing;
  logic [ID_WIDTH-1:0] write_id;
  logic [63:0]         write_address;
  logic [1:0]          worst;
  logic [1:0]          now_worst;
  logic                answer_waits;
  logic [ID_WIDTH-1:0] answer_id;
  logic [1:0]          answer;

  assign awready = aresetn && !hold[1] && !writing;
  logic        here;     // the burst whose beat may be taken
  logic [63:0] address;  // of that beat
  logic        answer_free;
  assign here = writing || (awvalid && awready);
  assign address = writing ? write_address : awaddr;
  assign answer_free = !answer_waits || ((!bvalid || bready) && !hold[4]);
  assign wready = aresetn && !hold[2] && here && answer_free;
  assign now_worst = (writing && worst > response(address)) ? worst : response(address);

  logic [DATA_WIDTH-1:0] old_word;
  logic [DATA_WIDTH-1:0] new_word;
  assign old_word = memory[address[LOW+:WORDS_LOG2]];
  always_comb begin
    for (int b = 0; b < DATA_WIDTH / 8; b++) begin
      new_word[8*b+:8] = (wstrb[b] && response(address) == 2'b00) ? wdata[8*b+:8]
                                                                         : old_word[8*b+:8];
    end
  end

  always_ff @(posedge aclk) begin
    if (awvalid && awready) begin
      writing <= 1'b1;
      write_id <= awid;
      write_address <= awaddr;
      worst <= 2'b00;
    end
    if (!bvalid || bready) bvalid <= 1'b0;
    if (answer_waits && (!bvalid || bready) && !hold[4]) begin
      bvalid <= 1'b1;
      bid <= answer_id;
      bresp <= answer;
      answer_waits <= 1'b0;
    end
    if (wvalid && wready) begin
      memory[address[LOW+:WORDS_LOG2]] <= new_word;
      write_address <= {address[63:LOW] + (64-LOW)'(1), LOW'(0)};
      worst <= now_worst;
      if (wlast) begin
        writing <= 1'b0;
        answer_waits <= 1'b1;
        answer_id <= writing ? write_id : awid;
        answer <= now_worst;
      end
    end
    if (poke) memory[peek_word] <= poke_data;
    if (!aresetn) begin
      writing <= 1'b0;
      answer_waits <= 1'b0;
      bvalid <= 1'b0;
    end
  end

  // Nobody needs to know how long a write burst is: WLAST says it.
  logic unused;
  assign unused = ^awlen;

endmodule
