// The next burst of a walk along segments, and where the walk is behind it. Greedy: as long as the
// segment, the 4 KiB page and the longest burst allow, where a burst that begins inside a bus word
// is shorter by the bytes before it, so that only a segment's last burst may end inside one.

module sgdma_burst_splitter #(
    parameter int unsigned DATA_BYTES = 8
) (
    input  sgdma_pkg::walk_t    walk,          // with bytes left
    input  sgdma_pkg::segment_t next_segment,  // behind the walk's
    input  logic [15:0]         max_burst,     // bytes
    output logic [15:0]         bytes,
    output logic [7:0]          last_beat,     // beats less one
    output sgdma_pkg::walk_t    behind
);

  localparam int unsigned LOW = $clog2(DATA_BYTES);

  logic [15:0] in_word;
  logic [15:0] to_page;
  logic [15:0] room;
  logic [15:0] most;
  logic        ends_segment;

  always_comb begin
    in_word = 16'(walk.address[LOW-1:0]);
    to_page = 16'd4096 - 16'(walk.address[11:0]);
    room = max_burst - in_word;
    most = (to_page < room) ? to_page : room;
    bytes = (walk.segment_left < 32'(most)) ? walk.segment_left[15:0] : most;
    last_beat = 8'((in_word + bytes - 16'd1) >> LOW);
    ends_segment = walk.segment_left == 32'(bytes);
    behind.left = walk.left - 32'(bytes);
    behind.cursor = walk.cursor;
    behind.address = walk.address + 64'(bytes);
    behind.segment_left = walk.segment_left - 32'(bytes);
    if (ends_segment && behind.left != 32'd0) begin
      behind.cursor = walk.cursor + 8'd1;
      behind.address = next_segment.address;
      behind.segment_left = next_segment.bytes;
    end
  end

endmodule
