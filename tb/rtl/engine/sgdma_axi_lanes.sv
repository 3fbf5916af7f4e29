// Where a beat's bytes lie on the bus: payload ends have them from byte 0 on.

module sgdma_axi_lanes #(
    parameter int unsigned DATA_BYTES = 8,
    localparam int unsigned LOW = $clog2(DATA_BYTES)
) (
    input  logic [LOW-1:0]          write_place,  // of the first byte in its bus word
    input  logic [7:0]              write_bytes,
    input  logic                    write_cut,
    input  logic [DATA_BYTES*8-1:0] write_payload,
    output logic [DATA_BYTES*8-1:0] wdata,
    output logic [DATA_BYTES-1:0]   wstrb,

    input  logic [LOW-1:0]          read_place,
    input  logic [DATA_BYTES*8-1:0] rdata,
    output logic [DATA_BYTES*8-1:0] read_payload
);

  logic [DATA_BYTES-1:0] enabled;

  always_comb begin
    enabled = ~({DATA_BYTES{1'b1}} << write_bytes);
    if (write_bytes == 8'(DATA_BYTES)) enabled = '1;
    wstrb = write_cut ? '0 : enabled << write_place;
    wdata = write_payload << {write_place, 3'b000};
    read_payload = rdata >> {read_place, 3'b000};
  end

endmodule
