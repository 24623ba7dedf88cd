import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { SERVER, serverFile } from './built.ts'

// `npm start`: the pages and the server when they are stale, then the server. A production installation has no builder
// and brings built pages; its server starts from the sources when nobody built it, or when they changed since.

const webDir = process.env['WEB_DIR']
const hasPages = existsSync(path.join(webDir || path.join('web', 'dist'), 'index.html'))
const hasBuilder = existsSync(path.join('node_modules', 'vite'))

if (!webDir && hasBuilder) {
  await import('./build.ts')
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

function startServer(file: string): Promise<unknown> {
  return import(pathToFileURL(file).href)
}
