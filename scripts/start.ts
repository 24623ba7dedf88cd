import { existsSync } from 'node:fs'
import path from 'node:path'

// `npm start`: the pages when they are stale, then the server. A production installation has no builder and brings
// built pages.

const webDir = process.env['WEB_DIR']
const hasPages = existsSync(path.join(webDir || path.join('web', 'dist'), 'index.html'))
const hasBuilder = existsSync(path.join('node_modules', 'vite'))

if (!webDir && hasBuilder) await import('./build.ts')
else if (!hasPages) {
  console.error(
    webDir
      ? `Não há páginas construídas em WEB_DIR (${webDir}).`
      : 'As páginas ainda não foram construídas: rode `npm run build` uma vez, com os pacotes de desenvolvimento, e depois `npm start`.',
  )
  process.exit(1)
}
await import('#server/main.ts')
