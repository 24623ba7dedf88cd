import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { SlowestFirst } from './scripts/test-order.ts'
import { START_PROCESSES } from './scripts/tiers.ts'

// The projects are the tiers of `npm test`: tidy (the habits), rules (pure, fast), server (real databases) and
// stories (a real browser, and whatever else needs the built pages).
/** Only ends what hangs, on a machine that is busy with others too. `npm run soak` repeats what is random a hundred times as often. */
const TIMEOUT_MS = process.env['FULL'] === '1' ? 6 * 3_600_000 : 600_000

/** The same for what is asked again and again until it is so. */
const POLLED = { poll: { timeout: 60_000 } }

/**
 * Tests that put something of their own in the place of modules or of the machine's, which those of the same worker must
 * neither have loaded before nor meet afterwards.
 */
const REPLACES = /\bvi\.(mock|stub|resetModules)|Intl\.\w+\.prototype/
const REPLACING = globSync('{server,circle,contracts,web,scripts,bench}/**/*.test.{ts,tsx}').filter((file) =>
  REPLACES.test(readFileSync(file, 'utf8')),
)
const isOfServer = (file: string) => file.startsWith('server/')

const SAME_DRAWS = 'circle/testing/same-draws.ts'
const NEED_PAGES = '**/*.pages.test.ts'

export default defineConfig({
  test: {
    // More than two cores: a worker often waits for its browser or its database. A fourth was no faster.
    maxWorkers: 3,
    sequence: { sequencer: SlowestFirst },
    projects: [
      { test: { name: 'tidy', include: ['*.test.ts'], testTimeout: 60_000 } },
      {
        test: {
          name: 'rules',
          include: ['{circle,contracts,web,scripts,bench}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', NEED_PAGES, START_PROCESSES, ...REPLACING],
          // A worker loads the rules once, not once for each file.
          isolate: false,
          setupFiles: SAME_DRAWS,
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
          expect: POLLED,
        },
      },
      {
        test: {
          name: 'rules-isolated',
          include: REPLACING.filter((file) => !isOfServer(file)),
          setupFiles: SAME_DRAWS,
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
          expect: POLLED,
        },
      },
      {
        test: {
          name: 'server',
          globalSetup: 'server/testing/postgres-server.ts',
          include: ['{server,soak}/**/*.test.ts', START_PROCESSES],
          exclude: ['**/node_modules/**', ...REPLACING],
          // A worker loads the server's modules once, not once for each file.
          isolate: false,
          setupFiles: [SAME_DRAWS, 'server/testing/close-opened.ts'],
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
          expect: POLLED,
        },
      },
      {
        test: {
          name: 'server-isolated',
          globalSetup: 'server/testing/postgres-server.ts',
          include: REPLACING.filter(isOfServer),
          setupFiles: [SAME_DRAWS, 'server/testing/close-opened.ts'],
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
          expect: POLLED,
        },
      },
      {
        test: {
          name: 'stories',
          globalSetup: 'e2e/helpers/data-folders.ts',
          include: ['e2e/**/*.story.ts', NEED_PAGES],
          setupFiles: 'e2e/helpers/tell-failed.ts',
          // A worker loads its modules and opens its browser once, not once for each file.
          isolate: false,
          // Each step has its own bound: these only end what hangs, on a machine that is busy with others too.
          testTimeout: 600_000,
          hookTimeout: 600_000,
          expect: POLLED,
        },
      },
      {
        // `npm run test:browsers`: the main stories in Firefox and WebKit, which a machine has to have.
        test: {
          name: 'browsers',
          globalSetup: 'e2e/helpers/data-folders.ts',
          include: ['e2e/browsers/*.browser.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
})
