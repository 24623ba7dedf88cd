import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { isBuilt, PAGES, SERVER, serverFile } from './built.ts'

// `npm start`: the pages and the server when they are stale, then the server. A production installation has no builder
// and brings built pages; its server starts from the sources when nobody built it, or when they changed since.

const webDir = process.env['WEB_DIR']
const hasPages = existsSync(path.join(webDir || path.join('web', 'dist'), 'index.html'))
const hasBuilder = existsSync(path.join('node_modules', 'vite'))

if (!webDir && hasBuilder) {
  if (!isBuilt(PAGES) || !isBuilt(SERVER)) await buildBeside()
  await startServer(SERVER.file)
} else if (hasPages) {
  await startServer(serverFile())
} else {
  console.error(
    webDir
      ? `Não há páginas construídas em WEB_DIR (${webDir}).`
      : 'As páginas ainda não foram construídas: rode `npm run build` uma vez, com os pacotes de desenvolvimento, e depois `npm start`.',
  )
  process.exit(1)
}

/**
 * Builds in a process of its own and ends as it ends, unless it ended well: the builder takes more than half a gigabyte,
 * which a process that goes on to serve would hold for as long as it runs.
 */
async function buildBeside(): Promise<void> {
  const builder = spawn(process.execPath, [path.join(import.meta.dirname, 'build.ts')], { stdio: 'inherit' })
  let told: NodeJS.Signals | null = null
  const pass = (signal: NodeJS.Signals) => {
    told = signal
    builder.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, pass)
  const [code, ended] = (await once(builder, 'exit')) as [number | null, NodeJS.Signals | null]
  for (const signal of signals) process.off(signal, pass)
  // A signal that came when the builder was done already is obeyed too.
  const signal = told ?? ended
  if (signal) process.kill(process.pid, signal)
  if (code !== 0) process.exit(code ?? 1)
}

function startServer(file: string): Promise<unknown> {
  return import(pathToFileURL(file).href)
}
