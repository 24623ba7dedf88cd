import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createServices } from '#server/services.ts'
import { readConfig } from '#server/lib/config.ts'
import { makeInstallation } from '#server/seed/installation.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { processesIn } from '#server/testing/processes.ts'
import { users } from '#server/tables/users.ts'
import { serverFile } from './built.ts'

const PASSPHRASE = 'uma senha longa de cópia'

const { PATH, HOME, NODE_COMPILE_CACHE } = process.env

/** Runs a command as an operator does; `typed` is its standard input. */
async function run(script: string, file: string, settings: Record<string, string>, typed = '') {
  const child = spawn(process.execPath, [`scripts/${script}.ts`, file], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...settings },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()))
  child.stdin.end(typed)
  const [code] = (await once(child, 'close')) as [number]
  return { code, said }
}

test('`npm run backup` works beside the running application, and `npm run restore` makes an installation that starts', async () => {
  const folder = temporaryFolder({ quick: true })
  const dataDir = join(folder, 'data')
  const file = join(folder, 'tudo.backup')
  const config = readConfig({ DATA_DIR: dataDir, ADMIN_PASSWORD: 'senha-da-administracao' })
  expect(await run('backup', file, { DATA_DIR: dataDir, BACKUP_PASSPHRASE: PASSPHRASE })).toEqual({
    code: 1,
    said: 'Não há nada para copiar: a pasta de DATA_DIR não tem banco de dados.\n',
  })
  const services = await createServices(config)
  try {
    await makeInstallation(services)
    const { code, said } = await run('backup', file, { DATA_DIR: dataDir }, `${PASSPHRASE}\n`)
    expect(said).toMatch(/cópia completa, \d+,\d MB/)
    expect(code).toBe(0)
    expect(statSync(file).mode & 0o077).toBe(0)
    // The application still owns its database, and answers.
    await services.database.ping()
    const given = await run('passwd', 'admin@ciranda.local', { DATA_DIR: dataDir })
    expect(given).toEqual({
      code: 0,
      said: expect.stringMatching(/^Senha provisória de admin@ciranda\.local, .*: [\w-]{16}\n/),
    })
    expect((await run('passwd', 'outra@ciranda.local', { DATA_DIR: dataDir })).said).toBe(
      'Ninguém administra como outra@ciranda.local. Quem administra: admin@ciranda.local.\n',
    )
    expect((await services.db.select().from(users)).map(({ passwordTemporary }) => passwordTemporary)).toEqual([true])
  } finally {
    await services.events.close()
    await services.database.close()
  }
  const place = join(folder, 'novo')
  const wrong = await run('restore', file, { DATA_DIR: place, BACKUP_PASSPHRASE: 'não é esta a senha' })
  expect(wrong).toEqual({ code: 1, said: 'A senha da cópia não é esta.\n' })
  expect(existsSync(place)).toBe(false)
  const { code, said } = await run('restore', file, { DATA_DIR: place, BACKUP_PASSPHRASE: PASSPHRASE })
  expect(said).toMatch(/^Restaurada a cópia de .*: \d+ linhas e \d+ arquivos/)
  expect(code).toBe(0)
  expect(readFileSync(join(place, 'secret'), 'utf8')).toBe(readFileSync(join(dataDir, 'secret'), 'utf8'))
  const again = await createServices(readConfig({ DATA_DIR: place }))
  await makeInstallation(again)
  expect(await again.db.$count(users)).toBe(1)
  await again.events.close()
  await again.database.close()
  // At rest it opens the database for itself, and leaves nothing running.
  expect((await run('passwd', 'admin@ciranda.local', { DATA_DIR: place })).code).toBe(0)
  expect(processesIn(join(place, 'database', 'cluster'))).toEqual([])
  const past = { DATA_DIR: place, BACKUP_PASSPHRASE: PASSPHRASE }
  writeFileSync(join(place, 'moved'), 'postgres://servidor/ciranda\n')
  for (const [command, argument] of [
    ['passwd', 'admin@ciranda.local'],
    ['backup', `${file}2`],
  ] as const)
    expect(await run(command, argument, past)).toEqual({
      code: 1,
      said: expect.stringContaining('foi mudado para postgres://servidor/ciranda'),
    })
  rmSync(join(place, 'moved'))
  writeFileSync(join(place, 'restoring'), '')
  for (const [command, argument] of [
    ['passwd', 'admin@ciranda.local'],
    ['backup', `${file}2`],
  ] as const)
    expect((await run(command, argument, past)).said).toContain('A restauração desta pasta não terminou')
  expect(existsSync(`${file}2`)).toBe(false)
  const start = spawn(process.execPath, [serverFile()], { env: { PATH: process.env['PATH'], DATA_DIR: place } })
  let refusal = ''
  start.stderr.on('data', (text: Buffer) => (refusal += text.toString()))
  await once(start, 'close')
  expect(refusal).toContain('A restauração desta pasta não terminou')
})
