// Scatters: begins write bursts, drives their beats, and takes their responses.
//
// A beat moves at the edge at which the bus takes it. A burst that has begun goes out in full: what
// a stop cuts goes out without a byte enabled. A transfer ends with its last beat where writes are
// posted, else with its last response; an error there fails it. The ID is the slot.

module sgdma_scatter_channel #(
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
    input sgdma_pkg::policy_t policy,

    // A transfer begins.
    input logic             begin_valid,
    input logic [BITS-1:0]  begin_slot,
    input sgdma_pkg::walk_t begin_walk,

    // What the table holds.
    input logic [SLOTS-1:0][sgdma_pkg::ENTRY_BITS-1:0] entries,
    input logic [SLOTS-1:0][QP_BITS-1:0] owner,

    // Slots of the direction whose queue pair is reset at this edge.
    input logic [SLOTS-1:0] reset_hit,

    // Segments behind those that are walked along: [0] by bursts, [1] by moves, [2] by responses.
    output logic [2:0][BITS-1:0]      segment_slot,
    output logic [2:0][7:0]           segment_index,
    input  logic [2:0][sgdma_pkg::SEGMENT_BITS-1:0] segment,

    // Write address, write data (without the data themselves), write response.
    output logic            aw_valid,
    input  logic            aw_ready,
    output logic [BITS-1:0] aw_slot,
    output logic [63:0]     aw_address,
    output logic [7:0]      aw_last_beat,
    output logic [15:0]     aw_bytes,
    output logic            w_valid,
    input  logic            w_ready,
    output logic            w_last,
    output logic            w_cut,      // no byte is enabled
    output logic [BITS-1:0] w_slot,
    output logic [63:0]     w_address,  // of the beat's first byte
    output logic [7:0]      w_bytes,
    output logic [31:0]     w_offset,   // of the first byte in the transfer
    input  logic            b_valid,
    input  logic [BITS-1:0] b_slot,
    input  logic [1:0]      b_status,

    // A beat moves at this edge.
    output logic            move,
    output logic [BITS-1:0] move_slot,
    output logic [63:0]     move_address,  // of the entry afterwards
    output logic [31:0]     move_remaining,
    output logic [31:0]     move_cursor,

    // A transfer fails at this edge.
    output logic              fault,
    output logic [BITS-1:0]   fault_slot,
    output sgdma_pkg::fault_t fault_record,

    // A transfer ends at this edge.
    output logic              ends,
    output logic [BITS-1:0]   end_slot,
    output logic              end_failed,
    output logic            end_answered,   // with what the bus answered at this edge
    output sgdma_pkg::fault_t end_fault,
    output logic              ends_wait
);

  localparam int unsigned LOW = $clog2(DATA_BYTES);

  sgdma_pkg::walk_t  issue[SLOTS];         // what begins next
  sgdma_pkg::walk_t  answer[SLOTS];        // the burst that is answered next
  logic [31:0]       segment_left[SLOTS];  // of the entry's segment
  logic [31:0]       bytes[SLOTS];         // of the transfer
  logic [15:0]       out[SLOTS];           // bursts begun and not done
  logic [SLOTS-1:0]  may_issue;            // bytes are left to begin
  logic [SLOTS-1:0]  stopped;
  logic [SLOTS-1:0]  failed;
  sgdma_pkg::fault_t faults[SLOTS];
  logic [15:0]       writes;  // bursts begun and not done
  logic [BITS-1:0]   pointer;

  // The burst that goes out.
  logic            bursting;    // beats are left to be driven
  logic            cutting;
  logic [BITS-1:0] burst_slot;
  logic [63:0]     burst_address;  // of its next beat
  logic [15:0]     burst_left;     // bytes
  logic [31:0]     burst_offset;

  // Acceptance.
  /* verilator lint_off UNUSEDSIGNAL */
  sgdma_pkg::entry_t   entry;
  /* verilator lint_on UNUSEDSIGNAL */
  sgdma_pkg::segment_t moved_segment;  // behind the entry's
  logic              take;
  logic              segment_ends;

  assign entry = entries[w_slot];
  assign moved_segment = segment[1];

  always_comb begin
    take = w_valid && w_ready;
    move = take && !w_cut;
    segment_ends = segment_left[w_slot] == 32'(w_bytes);
    move_slot = w_slot;
    move_remaining = entry.remaining - 32'(w_bytes);
    move_address = entry.address + 64'(w_bytes);
    move_cursor = entry.cursor;
    if (segment_ends && move_remaining != 32'd0) begin
      move_address = moved_segment.address;
      move_cursor = (bug == 8'd7) ? entry.cursor : entry.cursor + 32'd1;
    end
  end

  // Bursts that are done: posted, with the last beat; else with the response.
  logic             done;
  logic [BITS-1:0]  done_slot;
  logic             faulty;
  logic             last_out;
  logic             ends_by_answer;
  sgdma_pkg::walk_t answered;
  sgdma_pkg::walk_t answer_behind;

  always_comb begin
    done = policy.posted ? take && w_last : b_valid;
    done_slot = policy.posted ? w_slot : b_slot;
    faulty = !policy.posted && b_valid && b_status[1];
    last_out = out[done_slot] == 16'd1;
    ends_by_answer = done && !faulty && last_out && !may_issue[done_slot];
  end

  assign answered = answer[b_slot];

  sgdma_burst_splitter #(.DATA_BYTES(DATA_BYTES)) answer_split (
      .walk(answered),
      .next_segment(segment[2]),
      .max_burst(limits.max_burst),
      /* verilator lint_off PINCONNECTEMPTY */
      .bytes(),
      .last_beat(),
      /* verilator lint_on PINCONNECTEMPTY */
      .behind(answer_behind)
  );

  // Resets and errors.
  logic [SLOTS-1:0] stops_by_reset;
  logic [SLOTS-1:0] ends_by_reset;
  logic [SLOTS-1:0] waiting;
  logic             was_stopped;  // with bytes left, and not by an error
  logic             first_fault;
  logic             cuts;  // the burst that goes out

  always_comb begin
    stops_by_reset = reset_hit & {SLOTS{policy.reset_cuts}} & ~waiting;
    ends_by_reset = '0;
    if (reset_hit != '0) begin
      for (int s = 0; s < SLOTS; s++) ends_by_reset[s] = out[s] == 16'd0;
      if (done && !faulty && last_out) ends_by_reset[done_slot] = !ends_by_answer;
      ends_by_reset = ends_by_reset & reset_hit & ~waiting;
    end
    was_stopped = (stopped[b_slot] || stops_by_reset[b_slot]) && !failed[b_slot];
    first_fault = faulty && !failed[b_slot] && !was_stopped;
    fault = first_fault;
    if (bug == 8'd8) fault = first_fault && b_status == 2'b10;
    fault_slot = b_slot;
    fault_record.address = answered.address;
    fault_record.segment = answered.cursor;
    fault_record.beat = 8'd0;
    fault_record.status = b_status;
    cuts = cutting || stops_by_reset[burst_slot] ||
        (fault && policy.fault_cuts && fault_slot == burst_slot);
    if (bug == 8'd9) cuts = cutting;
  end

  sgdma_end_select #(.SLOTS(SLOTS), .QPS(QPS)) end_select (
      .clk(clk),
      .rst_n(rst_n),
      .answered(ends_by_answer),
      .answered_slot(done_slot),
      .stopped(ends_by_reset),
      .owner(owner),
      .failed(faulty && last_out),
      .failed_slot(b_slot),
      .ends(ends),
      .slot(end_slot),
      .waiting(waiting),
      .waits(ends_wait)
  );

  assign end_answered = ends_by_answer;
  assign end_failed = failed[end_slot] || (fault && fault_slot == end_slot);
  assign end_fault = failed[end_slot] ? faults[end_slot] : fault_record;

  // Bursts begin.
  logic             channel_free;
  logic [SLOTS-1:0] below_limit;
  logic [SLOTS-1:0] candidates;
  logic             found;
  logic [BITS-1:0]  chosen;
  logic             starts;
  logic [15:0]      issue_bytes;
  logic [7:0]       issue_last_beat;
  sgdma_pkg::walk_t issue_walk;
  sgdma_pkg::walk_t issue_behind;

  assign issue_walk = issue[chosen];
  assign segment_slot = {b_slot, w_slot, chosen};
  assign segment_index = {answered.cursor + 8'd1, entry.cursor[7:0] + 8'd1,
                          issue_walk.cursor + 8'd1};

  always_comb begin
    channel_free = !w_valid || w_ready;
    below_limit = '1;
    if (limits.bursts_per_slot != 16'd0) begin
      for (int s = 0; s < SLOTS; s++) below_limit[s] = out[s] < limits.bursts_per_slot;
    end
    candidates = may_issue & below_limit & ~reset_hit;
    if (fault) candidates[fault_slot] = 1'b0;
    starts = channel_free && !bursting && (!aw_valid || aw_ready) && writes < limits.bursts && found;
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

  // The beat that is driven at this edge, of the burst that goes out or begins.
  logic            drives;
  logic [BITS-1:0] next_slot;
  logic [63:0]     next_address;
  logic [15:0]     next_left;
  logic [31:0]     next_offset;
  logic [15:0]     to_word_end;
  logic [15:0]     next_bytes;
  logic            next_last;

  always_comb begin
    drives = (channel_free && bursting) || starts;
    next_slot = bursting ? burst_slot : chosen;
    next_address = bursting ? burst_address : issue_walk.address;
    next_left = bursting ? burst_left : issue_bytes;
    next_offset = bursting ? burst_offset : bytes[chosen] - issue_walk.left;
    to_word_end = 16'(DATA_BYTES) - 16'(next_address[LOW-1:0]);
    next_bytes = (next_left < to_word_end) ? next_left : to_word_end;
    next_last = next_left == next_bytes;
  end

  always_ff @(posedge clk) begin
    if (move) begin
      segment_left[w_slot] <= segment_ends ? moved_segment.bytes : segment_left[w_slot] - 32'(w_bytes);
    end
    if (b_valid) answer[b_slot] <= answer_behind;
    may_issue <= may_issue & ~reset_hit;
    stopped <= stopped | stops_by_reset;
    if (fault) begin
      may_issue[fault_slot] <= 1'b0;
      stopped[fault_slot] <= 1'b1;
      failed[fault_slot] <= 1'b1;
      faults[fault_slot] <= fault_record;
    end

    if (!aw_valid || aw_ready) aw_valid <= starts;
    if (channel_free) w_valid <= drives;
    if (starts) begin
      aw_slot <= chosen;
      aw_address <= issue_walk.address;
      aw_last_beat <= issue_last_beat;
      aw_bytes <= issue_bytes;
      issue[chosen] <= issue_behind;
      if (issue_behind.left == 32'd0) may_issue[chosen] <= 1'b0;
      pointer <= policy.run_to_completion ? chosen : (chosen == BITS'(SLOTS - 1)) ? '0 : chosen + 1'b1;
    end
    if (drives) begin
      w_slot <= next_slot;
      w_address <= next_address;
      w_bytes <= next_bytes[7:0];
      w_offset <= next_offset;
      w_last <= next_last;
      w_cut <= bursting && cuts;
      burst_slot <= next_slot;
      burst_address <= next_address + 64'(next_bytes);
      burst_left <= next_left - next_bytes;
      burst_offset <= next_offset + 32'(next_bytes);
      bursting <= !next_last;
    end
    cutting <= bursting && cuts && !(drives && next_last);

    if (starts && !(done && done_slot == chosen)) out[chosen] <= out[chosen] + 16'd1;
    if (done && !(starts && done_slot == chosen)) out[done_slot] <= out[done_slot] - 16'd1;
    writes <= writes + 16'(starts) - 16'(done);

    if (begin_valid) begin
      issue[begin_slot] <= begin_walk;
      answer[begin_slot] <= begin_walk;
      segment_left[begin_slot] <= begin_walk.segment_left;
      bytes[begin_slot] <= begin_walk.left;
      out[begin_slot] <= 16'd0;
      may_issue[begin_slot] <= 1'b1;
      stopped[begin_slot] <= 1'b0;
      failed[begin_slot] <= 1'b0;
    end
    if (!rst_n) begin
      aw_valid <= 1'b0;
      w_valid <= 1'b0;
      may_issue <= '0;
      stopped <= '0;
      failed <= '0;
      writes <= '0;
      pointer <= '0;
      bursting <= 1'b0;
      cutting <= 1'b0;
    end
  end

endmodule
