// Takes out of WaveDrom's SVGs the bricks that a picture does not use: half of each file and more.
//   node prune_svg.js FILE.svg ...
const fs = require('fs');

for (const path of process.argv.slice(2)) {
  const svg = fs.readFileSync(path, 'utf8');
  const used = new Set(Array.from(svg.matchAll(/href="#([^"]+)"/g), (match) => match[1]));
  const pruned = svg.replace(/<defs>.*?<\/defs>/gs, (bricks) =>
    bricks.replace(/<g id="([^"]+)">(?:(?!<\/?g[ >]).)*<\/g>/gs, (brick, id) =>
      used.has(id) ? brick : ''));
  fs.writeFileSync(path, pruned + '\n');
}
