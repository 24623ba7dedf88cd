import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#server/lib/config.ts'
import { makeInstallation } from '#server/seed/installation.ts'
import { createServices } from '#server/services.ts'
import { users } from '#server/tables/users.ts'
import { createTestDatabase } from '#server/testing/databases.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { serverFile } from './built.ts'

const { PATH, HOME, NODE_COMPILE_CACHE } = process.env

/** Runs a command as an operator does. */
async function run(script: string, args: readonly string[], settings: Record<string, string>) {
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...settings },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, said }
}

test('`npm run move` is refused while Ciranda runs, moves once it is stopped, and what remains starts on the server alone', async () => {
  const dataDir = join(temporaryFolder({ quick: true }), 'data')
  const { databaseUrl, ownerUrl } = await createTestDatabase()
  const move = (...args: string[]) => run('scripts/move.ts', args, { DATA_DIR: dataDir })
  expect((await move('mysql://servidor/banco')).said).toMatch(/^O endereço do servidor começa com postgres:/)
  const services = await createServices(readConfig({ DATA_DIR: dataDir, ADMIN_PASSWORD: 'senha-da-administracao' }))
  try {
    await makeInstallation(services)
    const picture = await services.files.put(Buffer.from('a picture'))
    await services.db.update(users).set({ avatar: picture })
    const inUse = await move(databaseUrl, ownerUrl)
    expect(inUse.said).toMatch(new RegExp(`^A Ciranda está aberta nesta pasta \\(processo ${process.pid}\\): pare-a`))
    expect(inUse.code).toBe(1)
  } finally {
    await services.events.close()
    await services.database.close()
  }
  const { code, said } = await move(databaseUrl, ownerUrl)
  expect(said).toMatch(/^Mudado para postgres:.*: \d+ linhas de \d+ tabelas, comparadas uma a uma, e o livro com \d+/)
  expect(said).toContain(
    `Levada 1 imagem, conferida com o seu nome.\nEm ${dataDir} ficam, e continuam a servir: secret, erased`,
  )
  expect(code).toBe(0)
  // No start goes on with what was left behind.
  expect(await run(serverFile(), [], { DATA_DIR: dataDir })).toMatchObject({
    code: 1,
    said: expect.stringContaining('O banco desta pasta foi mudado para postgres://') as string,
  })
  const jwtSecret = readFileSync(join(dataDir, 'secret'), 'utf8').trim()
  const there = await createServices(
    readConfig({
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      MIGRATION_DATABASE_URL: ownerUrl,
      JWT_SECRET: jwtSecret,
    }),
  )
  await makeInstallation(there)
  const [administrator] = await there.db.select().from(users)
  expect(await there.files.read(administrator!.avatar)).toEqual(Buffer.from('a picture'))
  const settings = { DATABASE_URL: databaseUrl, MIGRATION_DATABASE_URL: ownerUrl, JWT_SECRET: jwtSecret }
  const files = (home: string) => run('scripts/move.ts', ['--files'], { DATA_DIR: dataDir, ...settings, FILES: home })
  expect((await files('folder')).said).toMatch(/^A Ciranda está aberta neste banco \(processo \d+\): pare/)
  await there.events.close()
  await there.database.close()
  rmSync(join(dataDir, 'files'), { recursive: true })
  expect((await files('folder')).said).toMatch(/^Levada 1 imagem, .*\nComece com FILES=folder\.$/m)
  expect((await run(serverFile(), [], { DATA_DIR: dataDir, ...settings })).said).toContain('As imagens ainda estão na')
  expect(await files('database')).toMatchObject({ code: 0, said: expect.stringContaining('Levada 1 imagem') as string })
})
