// Opens a report in headless Chromium, uses it by keyboard, and says what it saw, as one JSON object.
//   node look.mjs MODULES CHROMIUM PAGE.html [SCREENSHOT_PREFIX]
import {pathToFileURL} from 'node:url';
import path from 'node:path';

const [modules, chromium, file, shots] = process.argv.slice(2);
const entry = path.join(modules, 'puppeteer-core/lib/esm/puppeteer/puppeteer-core.js');
const {default: puppeteer} = await import(pathToFileURL(entry));
const browser = await puppeteer.launch({
  executablePath: chromium, args: ['--no-sandbox', '--disable-gpu', '--force-device-scale-factor=1'],
});
const page = await browser.newPage();
const seen = {console: [], requests: []};
page.on('console', (message) => seen.console.push(`${message.type()}: ${message.text()}`));
page.on('pageerror', (error) => seen.console.push(`error: ${error.message}`));
page.on('request', (request) => seen.requests.push(request.url().slice(0, 60)));
await page.setViewport({width: 1200, height: 900});
await page.goto(pathToFileURL(path.resolve(file)).href);
const ready = () => page.waitForFunction(() => document.documentElement.dataset.ready === 'true', {timeout: 60000});
await ready();

// Marks of each chart: rectangles, bars, symbols and rules, each drawn as an element of its own.
const marks = () => page.evaluate(() => Object.fromEntries([...document.querySelectorAll('.chart')]
  .filter((chart) => chart.querySelector('svg'))
  .map((chart) => [chart.id, Object.fromEntries(['rect', 'symbol', 'rule', 'line'].map((kind) => [kind,
    chart.querySelectorAll(`.mark-${kind}.role-mark path, .mark-${kind}.role-mark line`).length]))])));
const rows = () => page.evaluate(() => [...document.querySelectorAll('#designs tbody tr')]
  .map((row) => [...row.cells].map((cell) => cell.textContent)));
const colours = () => page.evaluate(() => ({
  paper: getComputedStyle(document.body).backgroundColor,
  label: document.querySelector('.chart svg .role-axis-label text')?.getAttribute('fill'),
}));
// Texts of axes, legends and titles that lie over each other, or leave their chart.
const crowded = () => page.evaluate(() => [...document.querySelectorAll('.chart svg')].flatMap((svg) => {
  const frame = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll('.role-axis text, .role-legend text, .role-title text')]
    .filter((text) => text.textContent.trim() !== '' && getComputedStyle(text).opacity !== '0')
    .map((text) => ({text: text.textContent, box: text.getBoundingClientRect()}));
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
  const outside = (box) => box.left < frame.left - 1 || box.right > frame.right + 1 ||
    box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
  return texts.flatMap(({text, box}, at) => [
    ...(outside(box) || text.endsWith('…') ? [`${svg.closest('.chart').id}: ${text} is cut`] : []),
    ...texts.slice(0, at).filter((other) => over(box, other.box))
      .map((other) => `${svg.closest('.chart').id}: ${text} over ${other.text}`)]);
}));
// What one can use and no screen reader can name.
const nameless = () => page.evaluate(() => [...document.querySelectorAll('select, input, button')]
  .filter((each) => !each.labels?.length && !each.getAttribute('aria-label') && each.textContent.trim() === '')
  .map((each) => each.outerHTML));
/** The least contrast of a text with the paper, as WCAG counts it. */
const contrast = () => page.evaluate(() => {
  const luminance = (colour) => {
    const [red, green, blue] = colour.match(/[\d.]+/g).map((part) => Number(part) / 255)
      .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const paper = luminance(getComputedStyle(document.body).backgroundColor);
  const inks = [...document.querySelectorAll('.chart svg .role-axis text, .chart svg .role-legend text')]
    .map((text) => getComputedStyle(text).fill)
    .concat([...document.querySelectorAll('p, td, .tile b, .tile span')].map((each) => getComputedStyle(each).color));
  return Math.min(...inks.map(luminance).map((ink) => (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05)));
});
const overflow = () => page.evaluate(() => [...document.querySelectorAll('.chart svg')]
  .filter((svg) => svg.getBoundingClientRect().right > document.documentElement.clientWidth).length);

seen.title = await page.title();
seen.marks = await marks();
seen.wide = await overflow();
seen.crowded = await crowded();
seen.nameless = await nameless();
seen.light = {...await colours(), contrast: await contrast()};
seen.causes = await page.evaluate(() => [...document.querySelectorAll('#causes-table tbody tr')]
  .map((row) => [...row.cells].map((cell) => cell.textContent)));
seen.notes = await page.evaluate(() => Object.fromEntries([...document.querySelectorAll('.note[id], [role=status]')]
  .map((each) => [each.id, each.textContent])));
if (shots) await page.screenshot({path: `${shots}.png`, fullPage: true});

if (await page.$('#designs')) {
  seen.rows = await rows();
  // By keyboard alone: Tab to the filter, words, then Tab to the first heading, and Enter twice.
  const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.textContent);
  for (let tabs = 0; tabs < 60 && await focused() !== 'filter'; ++tabs) await page.keyboard.press('Tab');
  seen.reached = await focused();
  await page.keyboard.type(process.env.FILTER || '');
  seen.filtered = await rows();
  await new Promise((resolve) => setTimeout(resolve, 700));
  seen.filtered_marks = await marks();
  seen.count = await page.$eval('#count', (each) => each.textContent);
  for (let length = (process.env.FILTER || '').length; length > 0; --length) await page.keyboard.press('Backspace');
  const first = await page.$eval('#designs th button', (each) => each.textContent);
  for (let tabs = 0; tabs < 60 && await focused() !== first; ++tabs) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  seen.up = (await rows()).map((row) => row[0]);
  await page.keyboard.press('Enter');
  seen.down = (await rows()).map((row) => row[0]);
  seen.sort = await page.$eval('#designs th', (each) => each.getAttribute('aria-sort'));
  seen.focus = await focused();
}

await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: 'dark'}]);
await new Promise((resolve) => setTimeout(resolve, 500));
seen.dark = {...await colours(), contrast: await contrast()};
if (shots) await page.screenshot({path: `${shots}_dark.png`, fullPage: true});
await page.emulateMediaFeatures([]);
await page.emulateMediaType('print');
await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
await new Promise((resolve) => setTimeout(resolve, 500));
seen.print = {...await colours(), contrast: await contrast()};
seen.controls = await page.evaluate(() => [...document.querySelectorAll('.controls')]
  .filter((each) => getComputedStyle(each).display !== 'none').length);
seen.pdf = (await page.pdf({format: 'A4'})).length;
await browser.close();
console.log(JSON.stringify(seen));
