import { spawn } from 'node:child_process'
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
  process.on(signal, () => {
    server.kill(signal)
    void pages.close().then(() => process.exit(0))
  })
}
