import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { servePages } from './pages.ts'

test('a page is answered with the app; a missing file is missing, so that nobody takes the app for it', async () => {
  const webRoot = temporaryFolder()
  mkdirSync(path.join(webRoot, 'assets'))
  writeFileSync(path.join(webRoot, 'index.html'), '<title>Ciranda</title>')
  writeFileSync(path.join(webRoot, 'assets', 'home-abc.js'), 'export {}')
  const app = Fastify()
  await servePages(app, webRoot)
  const answerTo = async (url: string) => {
    const { statusCode, headers, body } = await app.inject({ url })
    return { statusCode, cache: headers['cache-control'], isApp: body.includes('<title>Ciranda') }
  }
  expect(await answerTo('/donations?filtro=x.js')).toMatchObject({ statusCode: 200, cache: 'no-cache', isApp: true })
  expect(await answerTo('/assets/home-abc.js')).toMatchObject({
    statusCode: 200,
    cache: 'public, max-age=31536000, immutable',
  })
  writeFileSync(path.join(webRoot, 'assets', '.home.js'), 'export {}')
  const hidden = ['/assets/.home.js', '/assets/%2ehome.js', '/assets/..%2findex.html']
  for (const url of hidden) expect((await app.inject({ url })).statusCode, url).toBeGreaterThanOrEqual(403)
  for (const missing of ['/assets/home-old.js', '/assets/home-old', '/assets', '/other.js', '/api/other'])
    expect(await answerTo(missing), missing).toEqual({ statusCode: 404, cache: 'no-store', isApp: false })
  await app.close()
})

test('a page names the files it needs, and any other those of the app; the login and the start, where visitors are sent to it, none', async () => {
  const webRoot = temporaryFolder()
  writeFileSync(path.join(webRoot, 'index.html'), '<title>Ciranda</title>')
  writeFileSync(
    path.join(webRoot, 'preloads.json'),
    JSON.stringify({ '*': ['/assets/app.js'], '/home': ['/assets/app.js later', '/assets/home.css'] }),
  )
  const app = Fastify()
  await servePages(app, webRoot)
  const namedBy = async (url: string) => (await app.inject({ url })).headers.link
  expect(await namedBy('/home?x=1')).toBe(
    '</assets/app.js>; rel=modulepreload; fetchpriority=low, </assets/home.css>; rel=preload; as=style; crossorigin',
  )
  expect(await namedBy('/reports/1')).toBe('</assets/app.js>; rel=modulepreload')
  for (const url of ['/', '/login', '/login?x=1']) expect(await namedBy(url), url).toBeUndefined()
  await app.close()
})

test('a receipt shared where no service worker takes it is read by nobody, and leads to the page that says so', async () => {
  const webRoot = temporaryFolder()
  writeFileSync(path.join(webRoot, 'index.html'), '<title>Ciranda</title>')
  const app = Fastify()
  await servePages(app, webRoot)
  const form = new FormData()
  form.append('receipt', new File([new Uint8Array(2_000_000)], 'comprovante.png', { type: 'image/png' }))
  const sent = new Response(form)
  const { statusCode, headers } = await app.inject({
    method: 'POST',
    url: '/compartilhar',
    headers: { 'content-type': sent.headers.get('content-type')! },
    payload: Buffer.from(await sent.arrayBuffer()),
  })
  expect([statusCode, headers.location]).toEqual([303, '/compartilhar'])
  expect((await app.inject({ url: '/compartilhar' })).statusCode).toBe(200)
  await app.close()
})
