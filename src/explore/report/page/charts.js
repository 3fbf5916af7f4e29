'use strict';
// What both kinds of pages need: the data, themes, charts that follow them, numbers for people.

const report = JSON.parse(document.getElementById('data').textContent);

// Okabe and Ito's colours, which people with any kind of colour vision tell apart.
const colours = {
  gather: '#0072b2', scatter: '#e69f00', fault: '#d55e00', teardown: '#cc79a7', control: '#7a7a7a',
};

const dark = window.matchMedia('(prefers-color-scheme: dark)');
let printing = false;
const drawn = new Map();

function theme() {
  const night = dark.matches && !printing;
  const ink = night ? '#e6edf3' : '#1b1f24';
  const quiet = night ? '#9198a1' : '#57606a';
  const line = night ? '#30363d' : '#d8dee4';
  return {
    background: null,
    font: 'system-ui, "Segoe UI", "DejaVu Sans", sans-serif',
    axis: {labelColor: quiet, titleColor: ink, gridColor: line, domainColor: line, tickColor: line,
           labelFontSize: 11, titleFontSize: 12, titleFontWeight: 500, labelLimit: 200, labelSeparation: 6},
    legend: {labelColor: ink, titleColor: ink, labelFontSize: 11, titleFontSize: 12,
             titleFontWeight: 500, labelLimit: 260, symbolLimit: 40},
    title: {color: ink, fontSize: 13, fontWeight: 600, anchor: 'start'},
    view: {stroke: null},
    text: {color: ink},
    rule: {color: quiet},
  };
}

function draw(id, make) {
  const spec = make();
  const place = document.getElementById(id);
  if (spec === null) {
    place.replaceChildren();
    return Promise.resolve();
  }
  const fit = spec.width === 'container' ? {autosize: {type: 'fit-x', contains: 'padding'}} : {};
  const whole = {$schema: 'https://vega.github.io/schema/vega-lite/v6.json', config: theme(), ...fit, ...spec};
  return vegaEmbed(place, whole, {actions: false, renderer: 'svg', tooltip: {theme: dark.matches ? 'dark' : 'light'}});
}

/** Draws a chart into the element, and again whenever the theme changes. `make` returns a
    Vega-Lite specification, or null where there is nothing to draw. */
function chart(id, make) {
  drawn.set(id, make);
  return draw(id, make);
}

function redraw() { return Promise.all([...drawn].map(([id, make]) => draw(id, make))); }
dark.addEventListener('change', redraw);
window.addEventListener('beforeprint', () => { printing = true; redraw(); });
window.addEventListener('afterprint', () => { printing = false; redraw(); });

/** 12,346, 123.5, 1.235, 0.1235 or 1.23e-5. */
function number(value) {
  if (value === null || value === undefined) return '–';
  if (typeof value !== 'number') return String(value);
  const size = Math.abs(value);
  if (size !== 0 && size < 0.001) return value.toExponential(2);
  const digits = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : size >= 1 ? 3 : 4;
  return value.toLocaleString('en', {maximumFractionDigits: digits});
}

/** Three digits: 0.449, 12.3, 216K. */
function brief(value) {
  const least = Number.isInteger(value) ? 1 : 3;
  return value.toLocaleString('en', {notation: 'compact', minimumSignificantDigits: least, maximumSignificantDigits: 3});
}

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function tiles(id, entries) {
  document.getElementById(id).replaceChildren(...entries.map(([label, value, kind]) =>
    element('div', {className: 'tile'}, element('b', {className: kind || '', textContent: value}),
            element('span', {textContent: label}))));
}

function note(id, text) { document.getElementById(id).textContent = text; }

function hide(id) { document.getElementById(id).hidden = true; }

/** For an image of a page: resolves when everything stands. */
function finished(charts) {
  Promise.all(charts).then(() => { document.documentElement.dataset.ready = 'true'; });
}
