import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { fileAt, parsePagesList } from '#circle/pages/pages-list.ts'
import { servePages } from '#server/http/pages.ts'
import { fixedHeaders } from '#server/http/security-headers.ts'

const DIST = path.join(import.meta.dirname, '..', 'web', 'dist')
const list = parsePagesList(readFileSync(path.join(DIST, 'pages.json'), 'utf8'))!
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A server of the built pages as they stand. */
async function serve() {
  const app = Fastify()
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(fixedHeaders)
    done()
  })
  await servePages(app, DIST)
  onTestFinished(() => app.close())
  return app
}

test('a running server serves what the list says, byte by byte and under its headers, and nothing else as a page', async () => {
  const app = await serve()
  const addresses = [
    ...Object.keys(list.files).map((file) => `/${file}`),
    '/',
    '/home',
    '/admin/dashboard?x=1',
    '/nada',
  ]
  for (const url of addresses) {
    const { statusCode, headers, rawPayload } = await app.inject({ url })
    expect([url, statusCode]).toEqual([url, 200])
    expect(hashOf(rawPayload), url).toBe(list.files[fileAt(list, url)])
    for (const [name, value] of Object.entries(list.headers)) expect(headers[name], `${name} of ${url}`).toBe(value)
  }
  const kept = (JSON.parse(readFileSync(path.join(DIST, '.builds.json'), 'utf8')) as { files: string[] }[]).flatMap(
    ({ files }) => files,
  )
  const known = new Set([...Object.keys(list.files), ...kept, 'pages.json', 'pages.log'])
  const others = readdirSync(DIST, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(DIST, path.join(entry.parentPath, entry.name)).replace(/\.(?:br|gz)$/, ''))
    .filter((file) => !known.has(file))
  for (const file of others) expect([file, (await app.inject({ url: `/${file}` })).statusCode]).toEqual([file, 404])
})

test('the login of a first visit is the page, one script and one style, some 12 KB packed', () => {
  const html = readFileSync(path.join(DIST, 'index.html'), 'utf8')
  const [visible] = html.split('<body>')
  const asked = [...visible!.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file!)
  expect(asked.map((file) => path.extname(file))).toEqual(['.js', '.css'])
  const packed = ['index.html', ...asked].map((file) => readFileSync(path.join(DIST, `${file}.br`)).length)
  expect(packed.reduce((a, b) => a + b)).toBeLessThan(14 * 1024)
})

test('the same sources make the same pages in another folder', () => {
  const root = path.join(import.meta.dirname, '..')
  // Beside the program's own build, where packages can be linked instead of copied: the bundler follows where they really are.
  mkdirSync(path.join(root, 'build'), { recursive: true })
  const folder = mkdtempSync(path.join(root, 'build', 'pages-twice-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const sources = ['circle', 'contracts', 'server', 'web', 'scripts', 'vite.config.ts', 'postcss.config.cjs']
  for (const name of [...sources, 'tsconfig.json', 'package.json', 'package-lock.json'])
    cpSync(path.join(root, name), path.join(folder, name), {
      recursive: true,
      filter: (from) => !from.startsWith(DIST),
    })
  spawnSync('cp', ['-al', path.join(root, 'node_modules'), path.join(folder, 'node_modules')])
  // Packing takes longer than making: what is packed already, by the same name, is not packed again.
  cpSync(path.join(DIST, 'assets'), path.join(folder, 'web', 'dist', 'assets'), {
    recursive: true,
    filter: (from) => path.extname(from) === '' || from.endsWith('.br'),
  })
  const vite = path.join(folder, 'node_modules', 'vite', 'bin', 'vite.js')
  const { stderr } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'error'], {
    cwd: folder,
    encoding: 'utf8',
    // A test's own NODE_ENV would make pages for developers.
    env: { PATH: process.env['PATH'] },
  })
  expect(stderr).toBe('')
  const made = path.join(folder, 'web', 'dist')
  expect(readFileSync(path.join(made, 'pages.json'), 'utf8')).toBe(readFileSync(path.join(DIST, 'pages.json'), 'utf8'))
  for (const [file, hash] of Object.entries(list.files))
    expect(hashOf(readFileSync(path.join(made, file))), file).toBe(hash)
})
