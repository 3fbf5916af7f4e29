'use strict';
// The report of a run.

const result = report.result;
const causes = Object.keys(result.read.cycles);
const words = (name) => name.replaceAll('_', ' ');
const percent = (part, whole) => whole === 0 ? '–' : (100 * part / whole).toFixed(1) + ' %';
// One colour a cause: work in green, waiting in colours, nothing to do in grey.
const causeColours = ['#009e73', '#0072b2', '#56b4e9', '#e69f00', '#f0e442', '#999933', '#cc79a7',
                      '#882255', '#d55e00', '#aa4499', '#bbbbbb'];

function headline() {
  const channel = (name) => `${number(result[name].gbit_per_s)} Gbit/s`;
  const ending = result.ending === 'done';
  note('subtitle', `A run of ${number(result.cycles)} cycles (${number(result.time_ns / 1000)} us), seed ${result.seed}.`);
  tiles('figures', [
    ['gathers (read)', channel('read')],
    ['scatters (write)', channel('write')],
    ['read bus busy', percent(result.read.cycles.moved, result.measured_cycles)],
    ['write bus busy', percent(result.write.cycles.moved, result.measured_cycles)],
    ['transfers', number(result.transfers)],
    ['latency p50, cycles', number(result.latency.p50)],
    ['latency p99, cycles', number(result.latency.p99)],
    ['slots in use, mean (most)', `${number(result.occupancy.slots.mean)} (${result.occupancy.slots.max})`],
    ['storage, bits', number(result.storage_bits.total)],
    ['ending', words(result.ending), ending ? 'good' : 'bad'],
    ['verified', result.verified === null ? 'not asked for' : result.verified ? 'yes' : 'no',
     result.verified === false ? 'bad' : 'good'],
  ]);
  note('limits', `What limits the run? ${result.limits[0].toUpperCase()}${result.limits.slice(1)}.`);
}

function slots() {
  const timeline = report.timeline;
  if (timeline === null) {
    note('slots-note', 'Without an event log there is no timeline: run with --out or --events.');
    return null;
  }
  const [from, to] = [timeline.from, timeline.to];
  const part = from > 0 || to < result.cycles ? ` in cycles ${number(from)} to ${number(to)}` : '';
  const parts = [`${number(timeline.transfers)} transfers${part}; one row a slot.`];
  if (timeline.resolution > 0) {
    parts.push(`Thinned: they are drawn as ${number(timeline.bars.length)} bars; those of a slot that lie within ` +
               `${number(timeline.resolution)} cycles are one. --from and --to show a part of the run whole.`);
  }
  if (timeline.marks_in_all > timeline.marks.length) {
    parts.push(`Of ${number(timeline.marks_in_all)} faults, teardowns and requests the first ` +
               `${number(timeline.marks.length)} are marked.`);
  }
  note('slots-note', parts.join(' '));
  const bars = timeline.bars.map(([slot, direction, begin, end, transfers, qp, tag]) => ({
    slot, begin, end, transfers, tag, direction: direction === 0 ? 'gather' : 'scatter',
    qp: transfers > 1 ? `${qp} and others` : String(qp),
  }));
  if (bars.length === 0) return null;
  const rows = Math.max(...bars.map((bar) => bar.slot)) + 1;
  const x = {type: 'quantitative', title: 'cycle', scale: {domain: [from, Math.max(to, from + 1)], nice: false}, axis: {tickMinStep: 1, format: ',d', labelOverlap: true}};
  const marks = timeline.marks.map(([slot, cycle, kind, text]) => ({slot, cycle, kind, text}));
  const atSlots = marks.filter((mark) => mark.slot >= 0);
  const requests = marks.filter((mark) => mark.slot < 0);
  const layers = [{
    data: {values: bars},
    params: [{name: 'zoom', select: {type: 'interval', encodings: ['x']}, bind: 'scales'}],
    mark: {type: 'rect', cornerRadius: 1, tooltip: true, clip: true},
    encoding: {
      x: {...x, field: 'begin'}, x2: {field: 'end'},
      y: {field: 'slot', type: 'ordinal', title: 'slot',
          axis: {values: rows > 32 ? [...Array(Math.ceil(rows / 16)).keys()].map((at) => at * 16) : undefined, grid: false}},
      color: {field: 'direction', type: 'nominal', title: null,
              scale: {domain: ['gather', 'scatter'], range: [colours.gather, colours.scatter]}},
      tooltip: ['slot', 'direction', 'qp', 'tag', 'begin', 'end', 'transfers'].map((field) => ({field})),
    },
  }];
  if (atSlots.length > 0) {
    const kinds = {domain: ['fault', 'teardown']};
    layers.push({
      data: {values: atSlots},
      mark: {type: 'point', filled: true, size: 60, opacity: 1, stroke: '#000', strokeWidth: 0.6, tooltip: true, clip: true},
      encoding: {
        x: {...x, field: 'cycle'},
        y: {field: 'slot', type: 'ordinal'},
        shape: {field: 'kind', type: 'nominal', title: null, scale: {...kinds, range: ['cross', 'triangle-down']}},
        fill: {field: 'kind', type: 'nominal', title: null, scale: {...kinds, range: [colours.fault, colours.teardown]}},
        tooltip: ['kind', 'text', 'cycle', 'slot'].map((field) => ({field})),
      },
    });
  }
  if (requests.length > 0) {
    layers.push({
      data: {values: requests},
      mark: {type: 'rule', strokeDash: [4, 3], strokeWidth: 1.5, tooltip: true, clip: true},
      encoding: {x: {...x, field: 'cycle'}, tooltip: ['text', 'cycle'].map((field) => ({field}))},
    });
  }
  return {width: 'container', height: Math.min(640, Math.max(80, rows * (rows > 32 ? 5 : 16))), layer: layers};
}

function bus() {
  const use = report.bus;
  if (use === null) {
    hide('bus-section');
    return null;
  }
  note('bus-note', `In bins of ${number(use.bin)} cycles` + (use.from === 'beats'
    ? ', each beat when it moves.'
    : '. The log has no beats (--events-beats): those of a read burst are taken to have come without a pause up to its last one, ' +
      'those of a write burst to have followed its first.'));
  const time = use.bin * report.period_ps / 1000;
  const values = ['gather', 'scatter'].flatMap((direction) => use[direction].map((bytes, at) => ({
    direction, from: at * use.bin, to: (at + 1) * use.bin, rate: bytes * 8 / time,
  })));
  return {
    data: {values}, width: 'container', height: 180,
    mark: {type: 'line', interpolate: 'step-after', strokeWidth: 1.5, tooltip: true},
    encoding: {
      x: {field: 'from', type: 'quantitative', title: 'cycle', scale: {domain: [0, values.length / 2 * use.bin], nice: false},
          axis: {format: ',d', labelOverlap: true}},
      y: {field: 'rate', type: 'quantitative', title: 'Gbit/s'},
      color: {field: 'direction', type: 'nominal', title: null,
              scale: {domain: ['gather', 'scatter'], range: [colours.gather, colours.scatter]}},
      tooltip: [{field: 'direction'}, {field: 'from', title: 'from cycle'}, {field: 'to', title: 'to cycle'},
                {field: 'rate', title: 'Gbit/s', format: '.1f'}],
    },
  };
}

const causeScale = () => ({domain: causes.map(words), range: causeColours});

function causeBars() {
  const values = ['read', 'write'].flatMap((direction) => causes.map((cause, order) => ({
    direction, cause: words(cause), order, cycles: result[direction].cycles[cause],
    share: percent(result[direction].cycles[cause], result.measured_cycles),
  }))).filter((value) => value.cycles > 0);
  return {
    data: {values}, width: 'container', height: 90,
    mark: {type: 'bar', tooltip: true},
    encoding: {
      y: {field: 'direction', type: 'nominal', title: null, sort: ['read', 'write']},
      x: {field: 'cycles', type: 'quantitative', title: 'cycles', stack: 'zero', scale: {nice: false}},
      color: {field: 'cause', type: 'nominal', title: null, scale: causeScale(), legend: {orient: 'bottom', columns: 6}},
      order: {field: 'order'},
      tooltip: ['direction', 'cause', 'cycles', 'share'].map((field) => ({field})),
    },
  };
}

// Where the result tells of queue pairs, too.
function causesOfQueuePairs() {
  const names = {gather: 'read', scatter: 'write'};
  const values = result.qps.flatMap((qp) => Object.entries(qp.cycles || {}).flatMap(([direction, cycles]) =>
    Object.entries(cycles).map(([cause, count]) => ({
      qp: qp.qp, direction: names[direction] || direction, cause: words(cause), order: causes.indexOf(cause), cycles: count,
    }))));
  if (values.length === 0) return null;
  return {
    data: {values}, width: {step: Math.max(8, Math.min(48, 900 / result.qps.length))}, height: 140,
    mark: {type: 'bar', tooltip: true},
    encoding: {
      row: {field: 'direction', type: 'nominal', title: null, sort: ['read', 'write']},
      x: {field: 'qp', type: 'ordinal', title: 'queue pair'},
      y: {field: 'cycles', type: 'quantitative', title: 'cycles'},
      color: {field: 'cause', type: 'nominal', title: 'cause', scale: causeScale()},
      order: {field: 'order'},
      tooltip: ['qp', 'direction', 'cause', 'cycles'].map((field) => ({field})),
    },
  };
}

function causeTable() {
  const head = element('tr', {}, ...['cause', 'read', 'write'].map((text) => element('th', {textContent: text})));
  const rows = [...causes, null].map((cause) => element('tr', {},
    element('td', {textContent: cause === null ? 'in all' : words(cause)}),
    ...['read', 'write'].map((direction) => element('td', {textContent: number(cause === null
      ? Object.values(result[direction].cycles).reduce((sum, cycles) => sum + cycles, 0)
      : result[direction].cycles[cause])}))));
  document.getElementById('causes-table').replaceChildren(element('thead', {}, head), element('tbody', {}, ...rows));
}

function latencyOfAll() {
  if (report.latency === null) return null;
  const values = report.latency.histogram.map(([low, high, transfers]) => ({low, high, transfers}));
  if (values.length === 0) return null;
  return {
    data: {values}, width: 'container', height: 160, title: 'all transfers',
    mark: {type: 'rect', color: colours.gather, tooltip: true},
    encoding: {
      x: {field: 'low', type: 'quantitative', title: 'cycles from intake to completion', scale: {type: 'log', nice: false},
          axis: {format: ',.0f', labelOverlap: true}},
      x2: {field: 'high'},
      y: {field: 'transfers', type: 'quantitative', title: 'transfers', scale: {zero: true}},
      y2: {datum: 0},
      tooltip: [{field: 'low', format: ',.0f'}, {field: 'high', format: ',.0f'}, {field: 'transfers'}],
    },
  };
}

function latencyOfQueuePairs() {
  const fromLog = report.latency !== null;
  const values = fromLog ? report.latency.qps : result.qps.map((qp) => Object.assign({qp: qp.qp}, qp.latency));
  const all = fromLog ? report.latency.qps_in_all : report.qps_in_all;
  note('latency-note', (fromLog ? 'From the event log, warm-up included. ' : 'From the result; distributions need an event log. ') +
    `A queue pair's ${fromLog ? 'box is from the 25th to the 75th percentile, its line from the first to the 99th' : 'line is from p50 to p99'}, ` +
    'the tick its median, the dot its maximum.' +
    (all > values.length ? ` Of ${number(all)} queue pairs ${values.length} are shown.` : ''));
  if (values.length === 0) return null;
  const x = {field: 'qp', type: 'ordinal', title: 'queue pair', axis: {labelOverlap: true, labelAngle: 0}};
  const y = (field) => ({field, type: 'quantitative', title: 'cycles', scale: {type: 'log', nice: false}, axis: {format: ',.0f', labelOverlap: true}});
  const tooltip = ['qp', 'count', 'mean', 'p1', 'p25', 'p50', 'p75', 'p99', 'max']
    .filter((field) => field in values[0]).map((field) => ({field, format: field === 'mean' ? ',.1f' : undefined}));
  const line = {mark: {type: 'rule', strokeWidth: 1.5}, encoding: {x, y: y(fromLog ? 'p1' : 'p50'), y2: {field: 'p99'}, tooltip}};
  const box = {mark: {type: 'bar', size: 10, color: colours.gather, opacity: 0.75}, encoding: {x, y: y('p25'), y2: {field: 'p75'}, tooltip}};
  return {
    data: {values}, width: 'container', height: 240, title: 'by queue pair',
    layer: [line, ...(fromLog ? [box] : []),
            {mark: {type: 'tick', thickness: 2.5, size: 14, color: colours.scatter}, encoding: {x, y: y('p50'), tooltip}},
            {mark: {type: 'point', filled: true, size: 18, color: colours.fault}, encoding: {x, y: y('max'), tooltip}}],
  };
}

function fairness() {
  const jain = result.fairness;
  note('fairness-note', `Jain's index over the bytes of queue pairs: ${number(jain.jain)}; by weight: ${number(jain.jain_weighted)} (1: all alike).` +
    (report.qps_in_all > result.qps.length ? ` Of ${number(report.qps_in_all)} queue pairs the ${result.qps.length} with most bytes are shown.` : ''));
  const values = result.qps.flatMap((qp) => [
    {qp: qp.qp, direction: 'gather', bytes: qp.gather_bytes}, {qp: qp.qp, direction: 'scatter', bytes: qp.scatter_bytes}]);
  if (values.length === 0) return null;
  return {
    data: {values}, width: 'container', height: 180,
    mark: {type: 'bar', tooltip: true},
    encoding: {
      x: {field: 'qp', type: 'ordinal', title: 'queue pair', axis: {labelOverlap: true, labelAngle: 0}},
      y: {field: 'bytes', type: 'quantitative', title: 'bytes', axis: {format: '.3s'}},
      color: {field: 'direction', type: 'nominal', title: null,
              scale: {domain: ['gather', 'scatter'], range: [colours.gather, colours.scatter]}},
      tooltip: [{field: 'qp'}, {field: 'direction'}, {field: 'bytes', format: ','}],
    },
  };
}

function middle() {
  const kinds = ['qp_reset', 'qp_error', 'engine_reset', 'deregister'].filter((kind) => result.mid_transaction[kind].asked > 0);
  const faults = result.read.faults + result.write.faults;
  if (kinds.length === 0 && faults === 0) {
    hide('middle-section');
    return;
  }
  const cells = (texts, name) => element('tr', {}, ...texts.map((text) => element(name, {textContent: text})));
  const rows = kinds.map((kind) => {
    const figures = result.mid_transaction[kind];
    return cells([words(kind), number(figures.asked), number(figures.answered), number(figures.latency.p50), number(figures.latency.max),
                  number(figures.exposed_bytes.gather + figures.exposed_bytes.scatter)], 'td');
  });
  if (faults > 0) {
    const latency = result.mid_transaction.fault_to_cqe;
    rows.push(cells(['bus fault', number(faults), number(latency.count), number(latency.p50), number(latency.max), '–'], 'td'));
  }
  document.getElementById('middle').replaceChildren(
    element('thead', {}, cells(['event', 'asked', 'answered', 'latency p50', 'latency max', 'bytes meanwhile'], 'th')),
    element('tbody', {}, ...rows));
}

headline();
causeTable();
middle();
finished([
  chart('slots', slots), chart('bus', bus), chart('causes', causeBars), chart('causes-qp', causesOfQueuePairs),
  chart('latency', latencyOfAll), chart('latency-qp', latencyOfQueuePairs), chart('fairness', fairness),
]);
