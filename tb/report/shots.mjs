// Pictures of parts of a report.
//   node shots.mjs MODULES CHROMIUM PAGE.html [ID=CHOICE|filter=TEXT...] [SELECTOR:FILE.png...]
// Choices are made in the page's selects before anything is drawn; ":FILE.png" is the whole page.
import {pathToFileURL} from 'node:url';
import path from 'node:path';

const [modules, chromium, file, ...parts] = process.argv.slice(2);
const {default: puppeteer} = await import(pathToFileURL(path.join(modules, 'puppeteer-core/lib/esm/puppeteer/puppeteer-core.js')));
const browser = await puppeteer.launch({executablePath: chromium, args: ['--no-sandbox', '--disable-gpu']});
const page = await browser.newPage();
await page.setViewport({width: 1160, height: 900});
await page.goto(pathToFileURL(path.resolve(file)).href);
await page.waitForFunction(() => document.documentElement.dataset.ready === 'true', {timeout: 60000});
for (const part of parts) {
  const picture = part.match(/^(.*):(.*\.png)$/);
  if (!picture) {
    const id = part.slice(0, part.indexOf('='));
    const choice = part.slice(id.length + 1);
    if (id === 'filter') await page.type('#filter', choice);
    else await page.select(`#${id}`, choice);
    await new Promise((resolve) => setTimeout(resolve, 700));
  } else if (picture[1] === '') {
    await page.screenshot({path: picture[2], fullPage: true});
  } else {
    await (await page.$(picture[1])).screenshot({path: picture[2]});
  }
}
await browser.close();
