// Takes the RTL engine through Yosys (from npm, so that its version is pinned): every module is
// elaborated and checked, and no latch may be inferred.
//   node tb/rtl/synthesize.mjs NODE_MODULES [--gates] [PARAMETER=VALUE]...
// --gates: maps it to gates as well, which takes a minute, and prints how many of each.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [nodeModules, ...rest] = process.argv.slice(2);
if (nodeModules === undefined) {
  console.error('usage: synthesize.mjs NODE_MODULES [--gates] [PARAMETER=VALUE]...');
  process.exit(2);
}
const yosys = path.resolve(nodeModules, '@yowasp/yosys/gen/bundle.js');
const { runYosys } = await import(pathToFileURL(yosys).href);

const gates = rest.includes('--gates');
const parameters = rest
  .filter((word) => word.includes('='))
  .map((word) => `-chparam ${word.replace('=', ' ')}`)
  .join(' ');
const folder = new URL('engine/', import.meta.url);
const names = fs.readdirSync(folder).filter((name) => name.endsWith('.sv')).sort();
// The package comes before what uses it.
names.sort((a, b) => Number(b === 'sgdma_pkg.sv') - Number(a === 'sgdma_pkg.sv'));
const files = Object.fromEntries(
  names.map((name) => [name, fs.readFileSync(new URL(name, folder), 'utf8')]));
const script = [
  `read_verilog -sv ${names.join(' ')}`,
  `hierarchy -check -top sgdma_engine ${parameters}`,
  'proc',
  'select -assert-none t:$dlatch t:$adlatch',
  'check -assert',
  gates ? 'synth -top sgdma_engine; tee -o report stat' : 'opt; tee -o report stat',
].join('; ');

let output = '';
const keep = (bytes) => {
  if (bytes) output += new TextDecoder().decode(bytes);
};
try {
  const tree = await runYosys(['-q', '-p', script], files, { stdout: keep, stderr: keep });
  const report = tree.report instanceof Uint8Array ? new TextDecoder().decode(tree.report) : tree.report;
  const total = report.slice(report.lastIndexOf('=== design hierarchy ==='));
  console.log(gates ? total.trim() : `${names.length} files: elaborated and checked, no latch`);
} catch (error) {
  console.error(output.trim().split('\n').slice(-10).join('\n'));
  console.error(String(error));
  process.exit(1);
}
