// Reads a value change dump with vcd-stream, which shares no code with ours, and prints what it found
// as one JSON object: signals with their numbers of changes, and the checksum of all changes.
//   node read_vcd.mjs FOLDER FILE      FOLDER holds node_modules
//
// Only the package's WebAssembly is used: its native part would have to be built at installation.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const [folder, file] = process.argv.slice(2);
if (file === undefined) {
  console.error('usage: node read_vcd.mjs FOLDER FILE');
  process.exit(2);
}
const fromFolder = createRequire(resolve(folder, 'package.json'));
const createModule = fromFolder('vcd-stream/out/vcd.js');
const createParser = fromFolder('vcd-stream/lib/web-vcd-parser.js');

// A chunk lies on the stack of the WebAssembly while it is parsed, and the parser loses a declaration
// that two chunks share: so they are short, and end with a line.
const chunkBytes = 16384;
const newline = 10;
const firstScalar = 14;
const lastScalar = 28;
const scalars = { 14: '0', 15: '1', 16: 'x', 17: 'x', 18: 'z', 19: 'z' };

function fail(message) {
  process.stderr.write(`read_vcd: ${file}: ${message}\n`);
  process.exit(1);
}

// The parser prints the numbers of its errors, and goes on.
console.log = (error) => fail(`error ${error}`);

function collect(scope, path, signals) {
  for (const item of scope.body) {
    const inside = path === '' ? item.name : `${path}.${item.name}`;
    if (item.kind === 'scope') {
      collect(item, inside, signals);
    } else if (signals.has(item.link)) {
      fail(`identifier ${item.link} stands twice`);
    } else {
      signals.set(item.link, { path: inside, width: item.size, changes: 0 });
    }
  }
}

// What is unknown or not driven is so in all its bits in our files.
function digits(signal, command, value, mask) {
  if (command >= firstScalar && command <= lastScalar) {
    return scalars[command];
  }
  return mask === 0n ? value.toString(2).padStart(signal.width, '0') : 'z'.repeat(signal.width);
}

// FNV-1a, 32 bits.
function summed(sum, line) {
  for (let at = 0; at < line.length; ++at) {
    sum = Math.imul(sum ^ line.charCodeAt(at), 16777619);
  }
  return sum;
}

const parser = await createParser(await createModule());
const signals = new Map();
let changes = 0;
let checksum = 2166136261;

parser.on('$enddefinitions', () => collect(parser.info.wires, '', signals));
parser.on('error', (error) => fail(error.message));
parser.change.any((code, time, command, value, mask) => {
  const signal = signals.get(code);
  if (signal === undefined) {
    fail(`no signal has the identifier ${JSON.stringify(code)}`);
  }
  signal.changes += 1;
  changes += 1;
  checksum = summed(checksum, `${time} ${signal.path} ${digits(signal, command, value, mask)}\n`);
});
parser.on('finish', () => {
  const found = {
    timescale: parser.info.timescale,
    version: parser.info.version,
    end: Number(parser.getTime()),
    changes,
    checksum: checksum >>> 0,
    signals: [...signals.values()],
  };
  process.stdout.write(`${JSON.stringify(found)}\n`);
});

const text = readFileSync(file);
for (let begin = 0; begin < text.length;) {
  const last = text.lastIndexOf(newline, begin + chunkBytes - 1);
  const end = last < begin ? text.length : last + 1;
  parser.write(text.subarray(begin, end));
  begin = end;
}
parser.end();
