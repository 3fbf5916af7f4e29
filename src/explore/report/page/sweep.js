'use strict';
// The report of a sweep.

const axes = report.axes;
const figures = report.figures;
const seedsEach = Math.max(1, report.seeds.length);
const axisNames = axes.map((axis) => axis.name);
const labelOf = (design, axis) => axes[axis].steps[design.step[axis]].label;
// What limits a design is what limits its first seed's run.
report.designs.forEach((design, at) => { design.limits = report.points[at * seedsEach][4]; });
const done = report.designs.filter((design) => design.status === 'done');

/** Those that are done, and that the filter leaves. */
const chosen = () => done.filter((design) => matches(design, document.getElementById('filter').value));

/** A figure of a design by name, or its place on an axis. */
function valueOf(design, name) {
  const at = figures.indexOf(name);
  if (at >= 0) return design.mean[at];
  const axis = axisNames.indexOf(name);
  return axis >= 0 ? axes[axis].steps[design.step[axis]].number : null;
}
function rangeOf(design, name) {
  const at = figures.indexOf(name);
  return at >= 0 && design.low !== null ? [design.low[at], design.high[at]] : [null, null];
}
/** Of an axis's numbers: what the sweep calls them. */
const labels = (axis) =>
  `(${JSON.stringify(Object.fromEntries(axis.steps.map((step) => [step.number, step.label])))})[datum.value] || datum.label`;
const isNumeric = (axis) => axis.steps.every((step) => step.number !== null);
/** Steps over more than a factor of eight want equal ratios. */
const isWide = (axis) => {
  const numbers = axis.steps.map((step) => step.number);
  return Math.min(...numbers) > 0 && Math.max(...numbers) / Math.min(...numbers) > 8;
};

function select(id, names, chosen, onChange) {
  const made = document.getElementById(id);
  made.replaceChildren(...names.map((name) => element('option', {value: name, textContent: name})));
  made.value = chosen;
  made.addEventListener('change', onChange);
  return made;
}

const objectiveNames = report.objectives.map((objective) => objective.figure);
const varying = figures.filter((name) => new Set(done.map((design) => valueOf(design, name))).size > 1);
const choices = [...new Set([...objectiveNames.filter((name) => figures.includes(name)), ...varying, ...figures])];
const groupColours = ['#0072b2', '#e69f00', '#009e73', '#d55e00', '#cc79a7', '#56b4e9', '#999933', '#882255'];
const manyAxes = axes.filter((axis) => axis.steps.length > 1);

function headline() {
  const count = (status) => report.points.filter((point) => point[2] === status).length;
  const bad = report.points.length - count('done') - count('missing');
  note('subtitle', `A sweep of ${number(report.designs.length)} designs, each with ${seedsEach} ${seedsEach > 1 ? 'seeds' : 'seed'}; sgdma ${report.version}.`);
  tiles('figures', [
    ['points', number(report.points.length)],
    ['done', number(count('done')), 'good'],
    ['failed', number(bad), bad > 0 ? 'bad' : ''],
    ['missing', number(count('missing')), count('missing') > 0 ? 'bad' : ''],
    ['on the front', number(report.designs.filter((design) => design.front).length)],
    ...axes.map((axis) => [axis.name, `${axis.steps.length} steps`]),
  ]);
  if (report.figures_left_out > 0) {
    note('left-out', `${number(report.figures_left_out)} figures of single queue pairs are not in this page; table.csv and result.sqlite have them.`);
  }
}

function xOf(axis, used) {
  if (isNumeric(axis)) {
    return {field: 'number', type: 'quantitative', title: axis.name,
            scale: isWide(axis) ? {type: 'log', base: 2, nice: false} : {zero: false},
            axis: {values: axis.steps.map((step) => step.number).filter((each) => used.has(each)), labelOverlap: true, labelExpr: labels(axis)}};
  }
  return {field: 'label', type: 'ordinal', title: axis.name, sort: axis.steps.map((step) => step.label), axis: {labelAngle: -25}};
}

function against(axisNumber) {
  const axis = axes[axisNumber];
  const metric = document.getElementById('metric').value;
  const colour = axisNames.indexOf(document.getElementById('colour').value);
  const values = chosen().map((design) => {
    const [low, high] = rangeOf(design, metric);
    const step = axis.steps[design.step[axisNumber]];
    return {
      label: step.label, number: step.number, value: valueOf(design, metric), low, high,
      group: colour >= 0 && colour !== axisNumber ? labelOf(design, colour) : 'all',
      design: axes.map((each, at) => `${each.name} ${labelOf(design, at)}`).join(', '),
    };
  }).filter((value) => value.value !== null);
  if (values.length === 0) return null;
  const grouped = colour >= 0 && colour !== axisNumber;
  const x = xOf(axis, new Set(values.map((value) => value.number)));
  const y = {type: 'quantitative', title: metric, scale: {zero: false}};
  const hue = grouped ? {field: 'group', type: 'nominal', title: axisNames[colour], sort: axes[colour].steps.map((step) => step.label),
                         scale: axes[colour].steps.length > groupColours.length ? {scheme: 'viridis'} : {range: groupColours}}
                      : {value: colours.gather};
  const layers = [
    {mark: {type: 'line', strokeWidth: 2}, encoding: {x, y: {...y, aggregate: 'mean', field: 'value'}, color: hue}},
    {mark: {type: 'point', filled: true, size: 32, opacity: 0.85}, encoding: {x, y: {...y, field: 'value'}, color: hue,
      tooltip: [{field: 'design'}, {field: 'value', title: metric, format: ',.6~g'}, {field: 'low', format: ',.6~g'}, {field: 'high', format: ',.6~g'}]}},
  ];
  // Intervals where they can be told apart: one design a dot.
  if (values[0].low !== null && values.length <= 300) {
    layers.unshift({mark: {type: 'rule', opacity: 0.5}, encoding: {x, y: {...y, field: 'low'}, y2: {field: 'high'}, color: hue}});
  }
  return {data: {values}, width: 'container', height: 220, layer: layers};
}

function allAgainst() {
  const place = document.getElementById('against');
  const shown = axes.map((axis, at) => at).filter((at) => axes[at].steps.length > 1);
  if (place.children.length === 0) {
    place.append(...shown.map((at) => element('div', {className: 'chart', id: `against-${at}`})));
  }
  return shown.map((at) => chart(`against-${at}`, () => against(at)));
}

function heat() {
  const [x, y] = ['heat-x', 'heat-y'].map((id) => axisNames.indexOf(document.getElementById(id).value));
  const metric = document.getElementById('heat-metric').value;
  if (x === y) return null;
  const cells = new Map();
  for (const design of chosen()) {
    const value = valueOf(design, metric);
    if (value === null) continue;
    const key = `${design.step[x]},${design.step[y]}`;
    const cell = cells.get(key) || {x: labelOf(design, x), y: labelOf(design, y), sum: 0, designs: 0};
    cell.sum += value;
    cell.designs += 1;
    cells.set(key, cell);
  }
  const values = [...cells.values()].map((cell) => ({...cell, mean: cell.sum / cell.designs}))
    .map((value) => ({...value, text: brief(value.mean)}));
  if (values.length === 0) return null;
  const order = (axis) => axes[axis].steps.map((step) => step.label);
  const position = (field, axis) => ({field, type: 'ordinal', title: axes[axis].name, sort: order(axis)});
  const middle = (Math.min(...values.map((value) => value.mean)) + Math.max(...values.map((value) => value.mean))) / 2;
  return {
    data: {values}, width: 'container', height: 34 * axes[y].steps.length,
    encoding: {x: {...position('x', x), axis: {labelAngle: axes[x].steps.length > 10 ? -40 : 0}}, y: position('y', y)},
    layer: [
      {mark: {type: 'rect', tooltip: true}, encoding: {
        color: {field: 'mean', type: 'quantitative', title: metric, scale: {scheme: 'viridis'}, legend: {orient: 'top', gradientLength: 240, titleLimit: 500}},
        tooltip: [{field: 'x', title: axes[x].name}, {field: 'y', title: axes[y].name}, {field: 'mean', title: metric, format: ',.6~g'}, {field: 'designs'}]}},
      {mark: {type: 'text', fontSize: 10}, encoding: {
        text: {field: 'text', type: 'nominal'},
        color: {condition: {test: `datum.mean > ${middle}`, value: '#111'}, value: '#fff'}}},
    ],
  };
}

function front() {
  const [x, y] = ['front-x', 'front-y'].map((id) => document.getElementById(id).value);
  const values = chosen().map((design) => ({
    x: valueOf(design, x), y: valueOf(design, y), front: design.front ? 'on the front' : 'beaten',
    design: axes.map((axis, at) => `${axis.name} ${labelOf(design, at)}`).join(', '),
    ...Object.fromEntries(objectiveNames.map((name) => [name.replaceAll('.', ' '), valueOf(design, name)])),
  })).filter((value) => value.x !== null && value.y !== null);
  if (values.length === 0) return null;
  const scale = (field) => {
    const numbers = values.map((value) => value[field]);
    const low = Math.min(...numbers);
    return low > 0 && Math.max(...numbers) / low > 20 ? {type: 'log', nice: false} : {zero: false};
  };
  return {
    data: {values}, width: 'container', height: 320,
    mark: {type: 'point', filled: true, tooltip: true},
    encoding: {
      x: {field: 'x', type: 'quantitative', title: x, scale: scale('x'), axis: {labelOverlap: true, tickCount: 12}},
      y: {field: 'y', type: 'quantitative', title: y, scale: scale('y')},
      color: {field: 'front', type: 'nominal', title: null, scale: {domain: ['on the front', 'beaten'], range: [colours.fault, '#8c959f']}},
      shape: {field: 'front', type: 'nominal', title: null, scale: {domain: ['on the front', 'beaten'], range: ['diamond', 'circle']}},
      size: {condition: {test: "datum.front == 'on the front'", value: 90}, value: 35},
      order: {field: 'front', sort: 'ascending'},
      tooltip: [{field: 'design'}, ...objectiveNames.map((name) => ({field: name.replaceAll('.', ' '), format: ',.6~g'}))],
    },
  };
}

// The table: axes, front, objectives, one more figure, the command.
let sorted = {column: 'front', up: true};

function columns() {
  const more = document.getElementById('more').value;
  const named = [...new Set([...objectiveNames.filter((name) => !axisNames.includes(name)), ...(more ? [more] : [])])];
  return [
    ...axes.map((axis, at) => ({name: axis.name, text: true, cell: (design) => labelOf(design, at),
                                key: (design) => axis.steps[design.step[at]].number ?? design.step[at]})),
    {name: 'front', text: true, cell: (design) => design.front ? 'yes' : '', key: (design) => design.front ? 0 : 1},
    {name: 'status', text: true, cell: (design) => design.status, key: (design) => design.status},
    ...named.map((name) => ({
      name, cell: (design) => {
        const [low, high] = rangeOf(design, name);
        const value = number(valueOf(design, name));
        return low === null || low === undefined ? value : `${value} [${number(low)}, ${number(high)}]`;
      }, key: (design) => valueOf(design, name),
    })),
    {name: 'limits', text: true, wide: true, cell: (design) => design.limits, key: (design) => design.limits},
  ];
}

const comparisons = {'<': (a, b) => a < b, '<=': (a, b) => a <= b, '>': (a, b) => a > b, '>=': (a, b) => a >= b, '=': (a, b) => a === b};

/** Words that all have to be in a line, or comparisons of a figure or axis with a number. */
function matches(design, text) {
  return text.split(/[,;]| and /).every((part) => {
    const comparison = part.match(/^\s*([\w.\s]+?)\s*(<=|>=|<|>|=)\s*([-+0-9.eE]+)\s*$/);
    if (comparison && (figures.includes(comparison[1]) || axisNames.includes(comparison[1]))) {
      const value = valueOf(design, comparison[1]);
      return value !== null && comparisons[comparison[2]](value, Number(comparison[3]));
    }
    const line = [...axes.map((axis, at) => `${axis.name}=${labelOf(design, at)}`), design.status, design.limits, design.front ? 'front' : ''].join(' ').toLowerCase();
    return part.trim().toLowerCase().split(/\s+/).every((word) => line.includes(word));
  });
}

/** The commands of a design's points: that of the first seed, and the others to unfold. */
function commandsOf(at) {
  const [first, ...others] = report.points.slice(at * seedsEach, (at + 1) * seedsEach)
    .map((point) => element('code', {textContent: report.command.replace('{key}', point[0])}));
  if (others.length === 0) return [first];
  return [first, element('details', {}, element('summary', {textContent: `${others.length} more seeds`}),
                         ...others.map((each) => element('div', {}, each)))];
}

/** What has no value comes last either way. */
function compare(x, y, direction) {
  if (x === null || y === null) return (x === null) - (y === null);
  return direction * (x < y ? -1 : x > y ? 1 : 0);
}

function byObjective(a, b) {
  const objective = report.objectives[0];
  if (!objective) return 0;
  return compare(valueOf(a, objective.figure), valueOf(b, objective.figure), objective.maximise ? -1 : 1);
}

function table() {
  const shown = columns();
  const text = document.getElementById('filter').value;
  let rows = report.designs.map((design, at) => ({design, at})).filter(({design}) => matches(design, text));
  const column = shown.find((each) => each.name === sorted.column);
  if (column) {
    const direction = sorted.up ? 1 : -1;
    rows.sort((a, b) => {
      return compare(column.key(a.design), column.key(b.design), direction) || byObjective(a.design, b.design);
    });
  }
  const head = element('tr', {}, ...shown.map((each) => {
    const cell = element('th', {className: each.text ? 'text' : '', scope: 'col'},
      element('button', {type: 'button', textContent: each.name + (sorted.column === each.name ? (sorted.up ? ' ▲' : ' ▼') : ''),
        onclick: () => {
          sorted = {column: each.name, up: sorted.column === each.name ? !sorted.up : true};
          table();
          [...document.querySelectorAll('#designs th button')].find((button) => button.textContent.startsWith(each.name))?.focus();
        }}));
    if (sorted.column === each.name) cell.setAttribute('aria-sort', sorted.up ? 'ascending' : 'descending');
    return cell;
  }), element('th', {className: 'text', scope: 'col', textContent: 'command'}));
  const body = rows.map(({design, at}) => element('tr', {className: design.front ? 'front' : ''},
    ...shown.map((each) => element('td', {className: (each.text ? 'text' : '') + (each.wide ? ' wide' : ''), textContent: each.cell(design)})),
    element('td', {className: 'text'}, ...commandsOf(at))));
  document.getElementById('designs').replaceChildren(element('thead', {}, head), element('tbody', {}, ...body));
  note('count', `${number(rows.length)} of ${number(report.designs.length)} designs`);
}

function failures() {
  const bad = report.points.map((point, at) => ({point, design: report.designs[Math.floor(at / seedsEach)]}))
    .filter(({point}) => point[2] !== 'done');
  if (bad.length === 0) {
    hide('failed-section');
    return;
  }
  const head = element('tr', {}, ...['design', 'seed', 'status', 'command'].map((name) => element('th', {className: 'text', textContent: name})));
  document.getElementById('failed').replaceChildren(element('thead', {}, head), element('tbody', {}, ...bad.map(({point, design}) => element('tr', {},
    ...[axes.map((axis, at) => `${axis.name} ${labelOf(design, at)}`).join(', '), point[1] === null ? '' : String(point[1]),
        point[2] + (point[3] ? `, ${point[3]}` : '')].map((cell) => element('td', {className: 'text', textContent: cell})),
    element('td', {className: 'text'}, element('code', {textContent: report.command.replace('{key}', point[0])}))))));
}

const axisChoices = (manyAxes.length > 0 ? manyAxes : axes).map((axis) => axis.name);
select('metric', choices, choices[0], allAgainst);
select('colour', ['nothing', ...axisChoices], axisChoices.length > 1 ? axisChoices[0] : 'nothing', allAgainst);
select('heat-metric', choices, choices[0], () => chart('heat', heat));
select('heat-x', axisChoices, axisChoices[axisChoices.length - 1], () => chart('heat', heat));
select('heat-y', axisChoices, axisChoices[0], () => chart('heat', heat));
if (axisChoices.length < 2) hide('heat-section');
const frontChoices = [...new Set([...objectiveNames, ...choices])];
select('front-x', frontChoices, objectiveNames[0], () => chart('front', front));
select('front-y', frontChoices, objectiveNames[1] || frontChoices[1] || objectiveNames[0], () => chart('front', front));
select('more', ['', ...figures], '', table);
document.getElementById('filter').addEventListener('input', () => { table(); redraw(); });
note('front-note', 'Nobody beats the designs on the front: ' + report.objectives.map((objective) =>
  `${objective.maximise ? 'most' : 'least'} ${objective.figure}`).join(', ') + '.');
headline();
failures();
table();
finished([...allAgainst(), chart('heat', heat), chart('front', front)]);
