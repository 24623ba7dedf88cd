import { spawn } from 'node:child_process'
import { expect, test, vi } from 'vitest'
import { processesIn } from './processes.ts'
import { temporaryFolder } from './temporary-folder.ts'

test('a child that a server has just forked, with the server’s own command line, is not a second server', async () => {
  const folder = temporaryFolder()
  // The shell in brackets is forked and runs no other program, as a connection of PostgreSQL does at first.
  const server = spawn('/bin/sh', ['-c', '(read line <&3) & wait', folder], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  try {
    await vi.waitFor(() => expect(processesIn(folder)).toHaveLength(2), 20_000)
    expect(processesIn(folder).filter(({ isServer }) => isServer)).toMatchObject([{ pid: server.pid }])
  } finally {
    ;(server.stdio[3] as NodeJS.WritableStream).end()
  }
})
