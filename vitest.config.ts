import { defineConfig } from 'vitest/config'

// Three projects, so that one command runs them and each can be run alone:
// rules (pure, fast), server (real databases), stories (a real browser).
export default defineConfig({
  test: {
    // On two cores one worker would be the default, and half of the machine idle.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'rules',
          include: [
            'circle/**/*.test.ts',
            'contracts/**/*.test.ts',
            'web/**/*.test.{ts,tsx}',
            '*.test.ts',
            'scripts/**/*.test.ts',
          ],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'server',
          globalSetup: 'server/testing/postgres-server.ts',
          include: ['server/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'stories',
          include: ['e2e/**/*.story.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
})
