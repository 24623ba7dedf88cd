import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openBrowser, sitDown } from '#e2e/helpers/browser.ts'
import { logsIn } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, freePort } from '#e2e/helpers/server.ts'

test('npm run dev shows the pages as they are in the files, with the server behind them', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'ciranda-dev-'))
  const [port, pagesPort] = [await freePort(), await freePort()]
  const dev = spawn(process.execPath, ['scripts/dev.ts'], {
    env: {
      ...process.env,
      PORT: String(port),
      DEV_PORT: String(pagesPort),
      DATA_DIR: dataDir,
      SEED: 'empty',
      ADMIN_PASSWORD: ADMINISTRATOR.password,
      LOG_LEVEL: 'warn',
    },
    stdio: 'ignore',
  })
  const browser = await openBrowser()
  try {
    await expect
      .poll(
        () =>
          fetch(`http://localhost:${pagesPort}/api/health`).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 150_000 },
      )
      .toBe(200)
    const page = await sitDown(browser, `http://localhost:${pagesPort}`)
    page.setDefaultTimeout(150_000)
    await logsIn(page, ADMINISTRATOR)
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  } finally {
    await browser.close()
    const ended = once(dev, 'exit')
    dev.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
})
