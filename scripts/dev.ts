import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'vite'

// `npm run dev`: the server, started again when its files change, and the pages with reload, on their own port beside
// it.
const server = spawn(
  process.execPath,
  ['--watch-path=server', '--watch-path=circle', '--watch-path=contracts', 'server/main.ts'],
  { stdio: 'inherit' },
)
// Calls go to the server; what ends like a file is a page's own part, in the folder that is also called api.
const calls = String.raw`^/api/(?!.*\.tsx?(\?|$))`
const pages = await createServer({
  server: {
    port: Number(process.env['DEV_PORT'] ?? 5173),
    proxy: { [calls]: { target: `http://127.0.0.1:${process.env['PORT'] ?? 3000}`, changeOrigin: false } },
  },
})
await pages.listen()
pages.printUrls()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void end(signal))
}

/** The database ends with the server, so the command has not ended before that. */
async function end(signal: NodeJS.Signals): Promise<void> {
  const hasEnded = server.exitCode !== null || server.signalCode !== null
  const ended = hasEnded ? null : once(server, 'exit')
  server.kill(signal)
  await Promise.all([ended, pages.close()])
  process.exit(0)
}
