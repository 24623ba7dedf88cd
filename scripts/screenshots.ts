import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { DESK, launchBrowser, PHONE, sitDown, TABLET } from '#e2e/helpers/browser.ts'
import { logsIn } from '#e2e/helpers/people.ts'
import { startServer } from '#e2e/helpers/server.ts'
import { reach, visits } from './screens.ts'

// Every screen of the demonstration on a phone, on a tablet and at a desk, light and dark, into `screenshots/`, to be looked at;
// with `operador`, the pictures of docs/operador.md alone.

const FOLDER = 'screenshots'

if (!process.env['WEB_DIR']) await import('./build.ts')

// `npm run screenshots -- operador` makes only the pictures of docs/operador.md.
if (process.argv[2] === 'operador') {
  const { takeOperatorPictures } = await import('./operator-pictures.ts')
  const opened = await launchBrowser()
  try {
    console.log(`${await takeOperatorPictures(opened)} pictures in docs/pictures/`)
  } finally {
    await opened.close()
  }
  process.exit()
}

// `-- --count` counts what the pages of an ordinary roda ask of their readers; `-- roda` takes their pictures.
if (process.argv[2] === '--count' || process.argv[2] === 'roda') {
  const { printCounts, takeRodaPictures } = await import('./count-pages.ts')
  const opened = await launchBrowser()
  try {
    mkdirSync(FOLDER, { recursive: true })
    if (process.argv[2] === '--count') await printCounts(opened)
    else console.log(`${await takeRodaPictures(opened, FOLDER)} screenshots in ${FOLDER}/`)
  } finally {
    await opened.close()
  }
  process.exit()
}

if (process.argv[2] !== undefined)
  throw new Error(`there is no '${process.argv[2]}': operador, roda, --count, or nothing`)

rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER)
const server = await startServer({ SEED: 'demo', RATE_LIMIT: 'off' })
const browser = await launchBrowser()
let taken = 0
try {
  for (const [size, viewport] of [
    ['360', PHONE],
    ['768', TABLET],
    ['1280', DESK],
  ] as const) {
    for (const { who, as, pages } of visits) {
      const page = await sitDown(browser, server.url, { viewport })
      if (as) await logsIn(page, as)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        for (const visit of pages) {
          await reach(page, visit)
          await page.waitForTimeout(400)
          await page.screenshot({
            path: path.join(FOLDER, `${who}-${visit.name}-${size}-${colorScheme}.png`),
            fullPage: true,
          })
          taken += 1
        }
      }
      await page.owner.close()
    }
  }
} finally {
  await browser.close()
  await server.stop()
}
console.log(`${taken} screenshots in ${FOLDER}/`)
