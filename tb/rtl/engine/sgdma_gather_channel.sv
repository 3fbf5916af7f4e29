// Gathers: asks for read bursts, and moves what comes to the outgoing payload.
//
// A beat moves at the edge that takes it. One that comes with an error fails its transfer; that one,
// and those of a transfer that is stopped, are thrown away as they come. A transfer ends with the
// last beat of what was asked for, where nothing is left to ask for. The ID is the slot, so that
// beats of a slot come in order.

module sgdma_gather_channel #(
    parameter int unsigned SLOTS = 4,
    parameter int unsigned QPS = 4,
    parameter int unsigned DATA_BYTES = 8,
    localparam int unsigned BITS = $clog2(SLOTS),
    localparam int unsigned QP_BITS = $clog2(QPS)
) (
    input logic clk,
    input logic rst_n,
    input logic [7:0] bug,  // 0: none

    input sgdma_pkg::limits_t limits,
    input logic [31:0]        limit_of_bytes,  // outstanding; 0: unlimited
    input logic               run_to_completion,
    input logic               reset_cuts,

    // A transfer begins.
    input logic                begin_valid,
    input logic [BITS-1:0]     begin_slot,
    input sgdma_pkg::walk_t    begin_walk,

    // What the table holds.
    input logic [SLOTS-1:0][sgdma_pkg::ENTRY_BITS-1:0]  entries,
    input logic [SLOTS-1:0][QP_BITS-1:0]  owner,

    // Slots of the direction whose queue pair is reset at this edge.
    input logic [SLOTS-1:0] reset_hit,

    // Segments behind those that are walked along: [0] by requests, [1] by moves, [2] by answers.
    output logic [2:0][BITS-1:0]       segment_slot,
    output logic [2:0][7:0]            segment_index,
    input  logic [2:0][sgdma_pkg::SEGMENT_BITS-1:0]  segment,

    // Read address and read data.
    output logic            ar_valid,
    input  logic            ar_ready,
    output logic [BITS-1:0] ar_slot,
    output logic [63:0]     ar_address,
    output logic [7:0]      ar_last_beat,
    output logic [15:0]     ar_bytes,
    input  logic            r_valid,
    output logic            r_ready,
    input  logic [BITS-1:0] r_slot,
    input  logic [1:0]      r_status,
    input  logic            r_last,

    // A beat moves at this edge.
    input  logic            payload_ready,  // there is room for a bus word
    output logic            move,
    output logic [BITS-1:0] move_slot,
    output logic [63:0]     move_from,      // address of its first byte
    output logic [7:0]      move_bytes,
    output logic [63:0]     move_address,   // of the entry afterwards
    output logic [31:0]     move_remaining,
    output logic [31:0]     move_cursor,

    // A transfer fails at this edge.
    output logic              fault,
    output logic [BITS-1:0]   fault_slot,
    output sgdma_pkg::fault_t fault_record,

    // A transfer ends at this edge.
    output logic            ends,
    output logic [BITS-1:0] end_slot,
    output logic            end_failed,
    output logic            end_answered,   // with what the bus answered at this edge
    output sgdma_pkg::fault_t end_fault,
    output logic            ends_wait
);

  localparam int unsigned LOW = $clog2(DATA_BYTES);

  sgdma_pkg::walk_t  issue[SLOTS];          // what is asked for next
  sgdma_pkg::walk_t  answer[SLOTS];         // the burst that is answered next
  logic [31:0]       segment_left[SLOTS];   // of the entry's segment
  logic [15:0]       out[SLOTS];            // bursts that are asked for and not answered
  logic [7:0]        beat[SLOTS];           // of the burst that is answered next
  logic [SLOTS-1:0]  may_issue;             // bytes are left to ask for
  logic [SLOTS-1:0]  stopped;               // beats are thrown away
  logic [SLOTS-1:0]  failed;
  sgdma_pkg::fault_t faults[SLOTS];
  logic [15:0]       reads;                 // bursts outstanding
  logic [31:0]       read_bytes;
  logic [BITS-1:0]   pointer;

  // Answers.
  /* verilator lint_off UNUSEDSIGNAL */
  sgdma_pkg::entry_t   entry;
  /* verilator lint_on UNUSEDSIGNAL */
  sgdma_pkg::segment_t moved_segment;  // behind the entry's
  logic              take, discard, faulty, burst_ends;
  logic [31:0]       to_word_end;
  logic [31:0]       beat_bytes;
  logic              segment_ends;
  sgdma_pkg::walk_t  answered;
  sgdma_pkg::walk_t  answer_behind;
  logic [15:0]       answer_bytes;
  logic              last_out;  // no other burst of the slot is asked for
  logic              ends_by_answer;

  assign entry = entries[r_slot];
  assign moved_segment = segment[1];

  always_comb begin
    r_ready = stopped[r_slot] || payload_ready || r_status != 2'b00;
    take = r_valid && r_ready;
    discard = take && stopped[r_slot];
    faulty = take && !stopped[r_slot] && r_status[1];
    move = take && !stopped[r_slot] && !r_status[1];
    burst_ends = take && r_last;
    to_word_end = 32'(DATA_BYTES) - 32'(entry.address[LOW-1:0]);
    beat_bytes = (segment_left[r_slot] < to_word_end) ? segment_left[r_slot] : to_word_end;
    segment_ends = segment_left[r_slot] == beat_bytes;
    move_slot = r_slot;
    move_from = entry.address;
    move_bytes = 8'(beat_bytes);
    move_remaining = entry.remaining - beat_bytes;
    move_address = entry.address + 64'(beat_bytes);
    move_cursor = entry.cursor;
    if (segment_ends && move_remaining != 32'd0) begin
      move_address = moved_segment.address;
      move_cursor = entry.cursor + 32'd1;
    end
    if (bug == 8'd1 && segment_ends) move_address = entry.address + 64'(beat_bytes);
    if (bug == 8'd2) move_remaining = entry.remaining - 32'(DATA_BYTES);
    last_out = out[r_slot] == 16'd1;
    ends_by_answer = (move || discard) && burst_ends && last_out && !may_issue[r_slot];
  end

  // The burst that ends gives back its bytes.
  assign answered = answer[r_slot];

  sgdma_burst_splitter #(.DATA_BYTES(DATA_BYTES)) answer_split (
      .walk(answered),
      .next_segment(segment[2]),
      .max_burst(limits.max_burst),
      .bytes(answer_bytes),
      /* verilator lint_off PINCONNECTEMPTY */
      .last_beat(),
      /* verilator lint_on PINCONNECTEMPTY */
      .behind(answer_behind)
  );

  // Resets and errors.
  logic [SLOTS-1:0] stops_by_reset;
  logic [SLOTS-1:0] ends_by_reset;
  logic [SLOTS-1:0] waiting;
  logic             ends_by_fault;

  always_comb begin
    stops_by_reset = reset_hit & {SLOTS{reset_cuts}} & ~waiting;
    ends_by_reset = '0;
    if (reset_hit != '0) begin
      for (int s = 0; s < SLOTS; s++) ends_by_reset[s] = out[s] == 16'd0;
      // With the last beat of this edge nothing is outstanding either; a faulty one is thrown away
      // by the reset, if that stops its transfer.
      if (burst_ends && last_out && (!faulty || stops_by_reset[r_slot])) begin
        ends_by_reset[r_slot] = !ends_by_answer;
      end
      ends_by_reset = ends_by_reset & reset_hit & ~waiting;
    end
    fault = faulty && !stops_by_reset[r_slot];
    if (bug == 8'd3 && r_status == 2'b11) fault = 1'b0;
    fault_slot = r_slot;
    fault_record.address = answered.address;
    if (beat[r_slot] != 8'd0) begin
      fault_record.address = {answered.address[63:LOW], LOW'(0)} + (64'(beat[r_slot]) << LOW);
    end
    fault_record.segment = answered.cursor;
    fault_record.beat = beat[r_slot];
    fault_record.status = r_status;
    ends_by_fault = faulty && !stops_by_reset[r_slot] && burst_ends && last_out;
  end

  sgdma_end_select #(.SLOTS(SLOTS), .QPS(QPS)) end_select (
      .clk(clk),
      .rst_n(rst_n),
      .answered(ends_by_answer),
      .answered_slot(r_slot),
      .stopped(ends_by_reset),
      .owner(owner),
      .failed(ends_by_fault),
      .failed_slot(r_slot),
      .ends(ends),
      .slot(end_slot),
      .waiting(waiting),
      .waits(ends_wait)
  );

  assign end_answered = ends_by_answer;
  assign end_failed = failed[end_slot] || (fault && fault_slot == end_slot);
  assign end_fault = failed[end_slot] ? faults[end_slot] : fault_record;

  // Requests.
  logic             channel_free;
  logic             limits_allow;
  logic [SLOTS-1:0] below_limit;
  logic [SLOTS-1:0] candidates;
  logic             found;
  logic [BITS-1:0]  chosen;
  logic             asks;
  logic [15:0]      issue_bytes;
  logic [7:0]       issue_last_beat;
  sgdma_pkg::walk_t issue_walk;
  sgdma_pkg::walk_t issue_behind;

  assign issue_walk = issue[chosen];
  assign segment_slot = {r_slot, r_slot, chosen};
  assign segment_index = {answered.cursor + 8'd1, entry.cursor[7:0] + 8'd1,
                          issue_walk.cursor + 8'd1};

  always_comb begin
    channel_free = !ar_valid || ar_ready;
    limits_allow = reads < limits.bursts &&
        (limit_of_bytes == 32'd0 || read_bytes + 32'(limits.max_burst) <= limit_of_bytes);
    below_limit = '1;
    if (limits.bursts_per_slot != 16'd0) begin
      for (int s = 0; s < SLOTS; s++) below_limit[s] = out[s] < limits.bursts_per_slot;
    end
    candidates = may_issue & below_limit & ~reset_hit;
    if (fault && bug != 8'd4) candidates[r_slot] = 1'b0;
    asks = channel_free && limits_allow && found;
  end

  sgdma_round_robin #(.N(SLOTS)) scheduler (
      .request(candidates),
      .pointer(pointer),
      .found  (found),
      .index  (chosen)
  );

  sgdma_burst_splitter #(.DATA_BYTES(DATA_BYTES)) issue_split (
      .walk(issue_walk),
      .next_segment(segment[0]),
      .max_burst(limits.max_burst),
      .bytes(issue_bytes),
      .last_beat(issue_last_beat),
      .behind(issue_behind)
  );

  always_ff @(posedge clk) begin
    if (take) begin
      beat[r_slot] <= r_last ? 8'd0 : beat[r_slot] + 8'd1;
      if (r_last) answer[r_slot] <= answer_behind;
    end
    if (move) begin
      segment_left[r_slot] <= segment_ends ? moved_segment.bytes : segment_left[r_slot] - beat_bytes;
    end
    may_issue <= may_issue & ~reset_hit;
    stopped <= stopped | stops_by_reset;
    if (fault) begin
      may_issue[r_slot] <= 1'b0;
      stopped[r_slot] <= 1'b1;
      failed[r_slot] <= 1'b1;
      faults[r_slot] <= fault_record;
    end

    if (channel_free) ar_valid <= asks;
    if (asks) begin
      ar_slot <= chosen;
      ar_address <= issue_walk.address;
      ar_last_beat <= issue_last_beat;
      ar_bytes <= issue_bytes;
      issue[chosen] <= issue_behind;
      if (issue_behind.left == 32'd0) may_issue[chosen] <= 1'b0;
      pointer <= run_to_completion ? chosen : (chosen == BITS'(SLOTS - 1)) ? '0 : chosen + 1'b1;
    end
    if (bug == 8'd5 && ar_valid && !ar_ready && found) ar_address <= issue_walk.address;
    if (asks && !(burst_ends && r_slot == chosen)) out[chosen] <= out[chosen] + 16'd1;
    if (burst_ends && !(asks && r_slot == chosen)) out[r_slot] <= out[r_slot] - 16'd1;
    reads <= reads + 16'(asks) - 16'(burst_ends);
    read_bytes <= read_bytes + (asks ? 32'(issue_bytes) : 32'd0)
        - ((burst_ends && !(bug == 8'd6 && discard)) ? 32'(answer_bytes) : 32'd0);

    if (begin_valid) begin
      issue[begin_slot] <= begin_walk;
      answer[begin_slot] <= begin_walk;
      segment_left[begin_slot] <= begin_walk.segment_left;
      out[begin_slot] <= 16'd0;
      beat[begin_slot] <= 8'd0;
      may_issue[begin_slot] <= 1'b1;
      stopped[begin_slot] <= 1'b0;
      failed[begin_slot] <= 1'b0;
    end
    if (!rst_n) begin
      ar_valid <= 1'b0;
      may_issue <= '0;
      stopped <= '0;
      failed <= '0;
      reads <= '0;
      read_bytes <= '0;
      pointer <= '0;
    end
  end

endmodule
