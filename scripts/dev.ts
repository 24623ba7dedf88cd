import { spawn } from 'node:child_process'
import { createServer } from 'vite'

// `npm run dev`: the server, started again when its files change, and the pages with reload, on their own port beside it.
const server = spawn(process.execPath, ['--watch-path=server', '--watch-path=circle', '--watch-path=contracts', 'server/main.ts'], { stdio: 'inherit' })
const pages = await createServer()
await pages.listen()
pages.printUrls()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    server.kill(signal)
    void pages.close().then(() => process.exit(0))
  })
}
