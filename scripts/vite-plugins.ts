import { createHash } from 'node:crypto'
import { promises as fs } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'
import { listFirstReadings } from './first-readings.ts'
import { bundleAlone } from './pages-plugins.ts'

type Chunks = Map<string, Rolldown.OutputChunk>

/** How long open tabs find the files of a version that was replaced, and of how many versions at most. */
const PREVIOUS_MS_MAX = 7 * 86_400_000
const PREVIOUS_BUILDS_MAX = 10
/** With a dot before it, so that no server serves it: it is of this place and not of the pages. */
const BUILDS = '.builds.json'

type Build = { readonly builtAt: number; readonly files: readonly string[] }

/**
 * Keeps the files of the last builds beside the new ones, so that a tab that was opened before goes on: a version is
 * kept for seven days after it was replaced, and at most ten. Their names carry their content's hash: none is ever
 * overwritten by another.
 */
export function keepPreviousAssets(now = Date.now): Plugin {
  let outDir = ''
  let publicDir = ''
  return {
    name: 'keep-previous-assets',
    apply: 'build',
    configResolved: (config) => {
      outDir = path.resolve(config.root, config.build.outDir)
      publicDir = config.publicDir
    },
    writeBundle: async (_options, bundle) => {
      const files = Object.keys(bundle).filter((name) => name.startsWith('assets/'))
      const builds = buildsToKeep([{ builtAt: now(), files }, ...(await readBuilds(outDir))], now())
      const kept = new Set(builds.flatMap((build) => build.files))
      for (const name of await fs.readdir(path.join(outDir, 'assets')))
        if (!kept.has(`assets/${name.replace(/\.(br|gz)$/, '')}`)) await fs.rm(path.join(outDir, 'assets', name))
      await fs.writeFile(path.join(outDir, BUILDS), JSON.stringify(builds))
      // In place of `emptyOutDir`, and only after all was written: a build that fails leaves the pages as they were.
      const written = new Set([
        'assets',
        BUILDS,
        ...Object.keys(bundle),
        ...(await fs.readdir(publicDir).catch(() => [])),
      ])
      for (const name of await fs.readdir(outDir))
        if (!written.has(name)) await fs.rm(path.join(outDir, name), { recursive: true })
    },
  }
}

/** Newest first. A version was replaced when the one after it was built. */
export function buildsToKeep(builds: readonly Build[], now: number): Build[] {
  return builds
    .filter((_, index) => index === 0 || builds[index - 1]!.builtAt > now - PREVIOUS_MS_MAX)
    .slice(0, PREVIOUS_BUILDS_MAX + 1)
}

async function readBuilds(outDir: string): Promise<Build[]> {
  try {
    return JSON.parse(await fs.readFile(path.join(outDir, BUILDS), 'utf8')) as Build[]
  } catch {
    return []
  }
}

/**
 * Writes each text asset's brotli and gzip form beside it, so that the server never compresses the same bytes twice.
 */
export function precompress(): Plugin {
  let outDir = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: (config) => {
      outDir = path.resolve(config.root, config.build.outDir)
    },
    closeBundle: async () => {
      const names = await fs.readdir(outDir, { recursive: true })
      const packed = new Set(names)
      for (const name of names) {
        if (name.startsWith('.') || !/\.(js|css|html|svg|json|webmanifest)$/.test(name)) continue
        // Assets of the builds before were packed by them.
        if (name.startsWith('assets') && packed.has(`${name}.br`)) continue
        const bytes = await fs.readFile(path.join(outDir, name))
        if (bytes.length < 1024) continue
        await fs.writeFile(
          path.join(outDir, `${name}.br`),
          await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        )
        await fs.writeFile(path.join(outDir, `${name}.gz`), await promisify(gzip)(bytes, { level: 9 }))
      }
    },
  }
}

/** The first script, whose file is the one that the page asks for. */
const START = /web\/start\.ts$/
const MAIN = /web\/main\.tsx$/
const FIRST_HOME = /web\/pages\/first-home\.ts$/

/** The layout around the page at an address, as `web/router.tsx` has it. */
function layoutOf(address: string): RegExp {
  if (address === '/account-deleted') return MAIN
  if (
    [
      '/register',
      '/terms',
      '/recover',
      '/perdi-o-celular',
      '/servidor',
      '/new-password',
      '/convite',
      '/participar',
    ].includes(address)
  )
    return /pages\/layouts\/Public\.tsx$/
  return address.startsWith('/admin/') ? /pages\/layouts\/Console\.tsx$/ : /features\/shell\/MemberShell\.tsx$/
}

/** The page whose first look waits for its readings alone, and how many of its other files may be on their way before those. */
const LOOK = '/home'
const BESIDE_LOOK = 1

/**
 * Names what is needed before anything asks for it, so that nothing is discovered one round trip after another. In the page
 * itself, in templates: what the app does, which the login of a first visit asks for when somebody begins to type, and what home
 * does, asked for once its readings are. In `preloads.json`, for the server to name with
 * each page: the files of its first view, and under '*' those of the app alone. Few are fetched at a time, and the last to
 * start is waited for: first what asks for the readings, then the largest.
 */
export function listPreloads(): Plugin {
  return {
    name: 'list-preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        const chunks = chunksOf(bundle!)
        const known = filesOf(find(chunks, START), chunks)
        const link = (file: string) =>
          `<link rel="${file.endsWith('.css') ? 'preload" as="style' : 'modulepreload'}" crossorigin href="/${file}">`
        const scripts = (of: Rolldown.OutputChunk) =>
          [...filesOf(of, chunks)].filter((file) => !known.has(file) && file.endsWith('.js'))
        const template = (id: string, files: readonly string[]) =>
          `  <template id="${id}">${files.map(link).join('')}</template>\n`
        const app = scripts(find(chunks, MAIN))
        const home = neededBy(LOOK, bundle!).others.slice(BESIDE_LOOK)
        return html.replace('</body>', `${template('app', app)}${template('home', home)}  </body>`)
      },
    },
    // After the files of nothing but an imported stylesheet are taken out of the bundle.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = chunksOf(bundle)
        const preloads: Record<string, string[]> = {}
        for (const chunk of chunks.values()) {
          const address = addressOf(chunk)
          if (address === null) continue
          const { first, others } = neededBy(address, bundle)
          const named = address === LOOK ? others.slice(0, BESIDE_LOOK).map((file) => `${file} later`) : others
          preloads[address] = [...first, ...named].map((file) => `/${file}`)
        }
        const known = filesOf(find(chunks, START), chunks)
        preloads['*'] = [...known, ...filesOf(find(chunks, MAIN), chunks)].map((file) => `/${file}`)
        this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify(preloads) })
      },
    },
  }
}

/** The address of the page that a chunk is; null for every other. */
function addressOf({ facadeModuleId }: Rolldown.OutputChunk): string | null {
  const address = /web\/pages(\/.+)\.tsx$/.exec(facadeModuleId ?? '')?.[1]
  return address === undefined || address.startsWith('/layouts/') ? null : address
}

/** The files that a page needs: those that ask for its readings, and those of its first look; then the others, the largest first. */
function neededBy(address: string, bundle: Rolldown.OutputBundle): { first: readonly string[]; others: string[] } {
  const chunks = chunksOf(bundle)
  const page = [...chunks.values()].find((chunk) => addressOf(chunk) === address)!
  const look = address === LOOK ? filesOf(find(chunks, FIRST_HOME), chunks) : []
  const first = new Set([...filesOf(find(chunks, START), chunks), ...look])
  const needed = [find(chunks, MAIN), find(chunks, layoutOf(address)), page].flatMap((one) => [...filesOf(one, chunks)])
  const sizes = new Map(
    Object.values(bundle).map((output) => [
      output.fileName,
      output.type === 'chunk' ? output.code.length : output.source.length,
    ]),
  )
  // The bundler's own few lines: every other file waits for them.
  const weightOf = (file: string) => (file.includes('runtime') ? Infinity : (sizes.get(file) ?? 0))
  const others = [...new Set(needed)].filter((file) => !first.has(file)).sort((a, b) => weightOf(b) - weightOf(a))
  return { first: [...first], others }
}

/** Gives the first script the table of what to ask for, made from the pages' own queries. */
export function tellFirstReadings(): Plugin {
  const name = 'virtual:first-readings'
  return {
    name: 'tell-first-readings',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: async (id) => (id === `\0${name}` ? `export default ${JSON.stringify(await listFirstReadings())}` : null),
  }
}

const VERIFIER = path.join(import.meta.dirname, 'verify-ledger.mjs')

/** Serves the stand-alone verifier beside the pages, byte for byte as in the repository, for doubters to compare. */
export function serveVerifier(): Plugin {
  return {
    name: 'serve-verifier',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: path.basename(VERIFIER), source: await fs.readFile(VERIFIER) })
    },
    configureServer: ({ middlewares }) => {
      middlewares.use(`/${path.basename(VERIFIER)}`, (_request, response) => {
        void fs
          .readFile(VERIFIER)
          .then((bytes) => response.setHeader('Content-Type', 'text/javascript; charset=utf-8').end(bytes))
      })
    },
  }
}

/**
 * Mantine's `useId` exchanges the first id of everything with tabs or fields for a random one in a layout effect. React then
 * draws it a second time with its page, at a stretch, and runs before that every effect that would have waited: a third of the
 * first drawing of the donations. React's own id stays as it is. A version of the library without that file ends the build.
 */
export function keepFirstIds(): Plugin {
  let isFound = false
  return {
    name: 'keep-first-ids',
    apply: 'build',
    transform(_code, id) {
      if (!id.endsWith('/@mantine/hooks/esm/use-id/use-id.mjs')) return undefined
      isFound = true
      return {
        code: `import { useId as useOwnId } from 'react'
export function useId(given) {
  const own = useOwnId()
  return typeof given === 'string' ? given : own
}`,
        map: null,
      }
    },
    buildEnd(error) {
      if (!error && !isFound)
        this.error('Mantine has no use-id.mjs any more: see whether keepFirstIds is still needed.')
    },
  }
}

const COMPILE_WHOLE = '//# allFunctionsCalledOnLoad\n'
const RARELY_CALLED = /^pdf/

/**
 * Tells Chromium to compile all of a file as it arrives, beside the page's own thread: most of it is called at once, and would
 * be read a second time then, on that thread. A quarter of a first drawing's time was that. To other browsers it is a comment.
 */
export function compileWhole(): Plugin {
  return {
    name: 'compile-whole',
    apply: 'build',
    // It counts at a file's very beginning, where the bundler writes until here.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of chunksOf(bundle).values())
          if (!RARELY_CALLED.test(chunk.name)) chunk.code = COMPILE_WHOLE + chunk.code
      },
    },
  }
}

/**
 * Builds the service worker as one file, and fills in what it keeps for a phone without network: the app itself and every
 * member's page.
 */
export function fillServiceWorker(): Plugin {
  return {
    name: 'fill-service-worker',
    apply: 'build',
    // As above: a file that is not there would keep the service worker from ever starting.
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const chunks = chunksOf(bundle)
        const kept = new Set<string>(['roda.svg'])
        const visit = (chunk: Rolldown.OutputChunk): void => {
          if (kept.has(chunk.fileName)) return
          kept.add(chunk.fileName)
          for (const file of filesOf(chunk, chunks)) if (file.endsWith('.css')) kept.add(file)
          for (const name of chunk.imports) if (chunks.has(name)) visit(chunks.get(name)!)
          for (const name of chunk.dynamicImports) {
            const next = chunks.get(name)
            if (
              next &&
              !/pages\/(admin\/|layouts\/Console|register|terms)|pictures\/pdf/.test(next.facadeModuleId ?? '')
            )
              visit(next)
          }
        }
        visit(find(chunks, START))
        const files = [...kept].sort()
        const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12)
        const source = (await bundleAlone('web/service-worker.ts'))
          .replace('__VERSION__', version)
          .replace(/["'`]__FILES__["'`]/, () => JSON.stringify(JSON.stringify(files.map((file) => `/${file}`))))
        this.emitFile({ type: 'asset', fileName: 'sw.js', source })
      },
    },
  }
}

function chunksOf(bundle: Rolldown.OutputBundle): Chunks {
  return new Map(
    Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? [[output.fileName, output] as const] : [])),
  )
}

function find(chunks: Chunks, module: RegExp): Rolldown.OutputChunk {
  const chunk = [...chunks.values()].find(
    ({ facadeModuleId, moduleIds }) => module.test(facadeModuleId ?? '') || moduleIds.some((id) => module.test(id)),
  )
  if (!chunk) throw new Error(`No chunk holds ${module}`)
  return chunk
}

/** A chunk with all it imports at once, scripts and styles. */
function filesOf(chunk: Rolldown.OutputChunk, chunks: Chunks, seen = new Set<string>()): Set<string> {
  if (seen.has(chunk.fileName)) return seen
  seen.add(chunk.fileName)
  const { viteMetadata } = chunk as { viteMetadata?: { importedCss: Set<string> } }
  for (const sheet of viteMetadata?.importedCss ?? []) seen.add(sheet)
  for (const name of chunk.imports) {
    const next = chunks.get(name)
    if (next) filesOf(next, chunks, seen)
  }
  return seen
}
