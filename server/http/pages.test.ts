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
  for (const missing of ['/assets/home-old.js', '/assets/home-old', '/assets', '/other.js', '/api/other'])
    expect(await answerTo(missing), missing).toEqual({ statusCode: 404, cache: 'no-store', isApp: false })
  await app.close()
})
