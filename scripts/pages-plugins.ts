import { createHash } from 'node:crypto'
import { promises as fs } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import type { Plugin, Rolldown } from 'vite'
import { pagesListText } from '#circle/pages/pages-list.ts'
import { fixedHeaders } from '#server/http/security-headers.ts'
import { VERSION } from '#server/lib/version.ts'

const ROOT = path.join(import.meta.dirname, '..')

/** The headers that decide what a page may do. Others, of a proxy for instance, may differ from place to place. */
const DECIDING = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
  'x-content-type-options',
]

/**
 * Writes `pages.json`: every file of this build with its SHA-256, and the headers under which they are safe. The same sources
 * make the same bytes anywhere. Files of the builds before, which stay for open tabs, are not of this release.
 */
export function listPages(): Plugin {
  let outDir = ''
  let publicDir = ''
  return {
    name: 'list-pages',
    apply: 'build',
    configResolved: (config) => {
      outDir = path.resolve(config.root, config.build.outDir)
      publicDir = config.publicDir
    },
    writeBundle: async (_options, bundle) => {
      const files: Record<string, string> = {}
      for (const name of [...Object.keys(bundle), ...(await fs.readdir(publicDir))])
        files[name] = createHash('sha256')
          .update(await fs.readFile(path.join(outDir, name)))
          .digest('hex')
      const headers = Object.fromEntries(DECIDING.map((name) => [name, fixedHeaders[name]!]))
      await fs.writeFile(path.join(outDir, 'pages.json'), pagesListText({ version: VERSION, headers, files }))
    },
  }
}

/**
 * `conferir.html`: one file that needs nothing else and no server. `releaseKey`: the key that it takes releases of; without one it
 * shows the key that it finds.
 */
export async function conferirPage(releaseKey: string | null): Promise<string> {
  const script = await bundleAlone('web/conferir/conferir.ts')
  if (script.includes('</script')) throw new Error('The script would end its own element.')
  const frame = await fs.readFile(path.join(ROOT, 'web', 'conferir', 'conferir.html'), 'utf8')
  const page = frame.replace('__RELEASE_KEY__', () => releaseKey ?? '').replace('__SCRIPT__', () => script)
  // The policy's hash is of all between the tags, spaces that a formatter puts there included.
  const [, element] = /<script>([^]*)<\/script>/.exec(page)!
  return page.replace('__SCRIPT_HASH__', `sha256-${createHash('sha256').update(element!).digest('base64')}`)
}

/** One file of plain script with all that it needs in it, as a worker or a page without a server has to be. */
export async function bundleAlone(file: string): Promise<string> {
  const result = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: path.join(ROOT, file), output: { format: 'iife' } },
    },
  })
  const [chunk] = (result as Rolldown.RolldownOutput).output
  return chunk.code
}
