import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { deriveSecrets, loadSecrets, replaceSecret } from './secrets.ts'

const NEW = { fingerprint: null, isNew: true }
const load = (dataDir: string, known: Parameters<typeof loadSecrets>[1] = NEW) =>
  loadSecrets({ dataDir, jwtSecret: undefined }, known)

test('a new database gets a secret of its own, whole, for its owner alone, and the same at the next start', async () => {
  const folder = temporaryFolder()
  const made = await load(folder)
  expect(readdirSync(folder)).toEqual(['secret'])
  expect(readFileSync(path.join(folder, 'secret'), 'utf8').trim()).toHaveLength(64)
  expect(statSync(path.join(folder, 'secret')).mode & 0o077).toBe(0)
  expect(await load(folder, { fingerprint: made.fingerprint, isNew: false })).toEqual(made)
  expect(made.fingerprint).not.toBe((await load(temporaryFolder())).fingerprint)
})

test.each([
  ['', 'vazio ou estragado'],
  ['\n', 'vazio ou estragado'],
  ['half-of-it', 'vazio ou estragado'],
  ['another secret, long enough to be one of ours', 'não é o segredo com que o banco foi feito'],
])('a secret of %j is refused in one line and stays as it is', async (text, line) => {
  const folder = temporaryFolder()
  const file = path.join(folder, 'secret')
  writeFileSync(file, text)
  const { fingerprint } = deriveSecrets('the secret that everything was sealed with')
  await expect(load(folder, { fingerprint, isNew: false })).rejects.toThrow(new RegExp(`^[^\\n]*${line}[^\\n]*$`))
  if (line.startsWith('vazio')) await expect(load(folder)).rejects.toThrow(line)
  expect(readFileSync(file, 'utf8')).toBe(text)
})

test('a missing secret is refused, and never replaced, where anything was made with it', async () => {
  const folder = temporaryFolder()
  const { fingerprint } = deriveSecrets('the secret that everything was sealed with')
  for (const known of [fingerprint, null])
    await expect(load(folder, { fingerprint: known, isNew: false })).rejects.toThrow(/^Falta .*secret, com que/)
  expect(existsSync(path.join(folder, 'secret'))).toBe(false)
})

test('a wrong JWT_SECRET is refused as well', async () => {
  const jwtSecret = 'a configured secret, long enough to be one'
  const { fingerprint } = deriveSecrets(jwtSecret)
  const dataDir = temporaryFolder()
  await loadSecrets({ dataDir, jwtSecret }, { fingerprint, isNew: false })
  await expect(loadSecrets({ dataDir, jwtSecret: `${jwtSecret}.` }, { fingerprint, isNew: false })).rejects.toThrow(
    'JWT_SECRET não é o segredo',
  )
})

test('a secret is replaced by a command, the one before it is noted for its owner alone, and either database starts', async () => {
  const dataDir = temporaryFolder()
  const first = await load(dataDir)
  await replaceSecret(dataDir)
  await replaceSecret(dataDir)
  const third = await load(dataDir, { fingerprint: first.fingerprint, isNew: false })
  expect(third.fingerprint).not.toBe(first.fingerprint)
  expect(third.previous!.map(({ fingerprint }) => fingerprint)).toContain(first.fingerprint)
  expect(third.previous).toHaveLength(2)
  expect(await load(dataDir, { fingerprint: third.fingerprint, isNew: false })).toEqual(third)
  for (const name of ['secret', 'secret.previous']) expect(statSync(path.join(dataDir, name)).mode & 0o077).toBe(0)
  await expect(load(dataDir, { fingerprint: 'of another', isNew: false })).rejects.toThrow('não é o segredo')
  await expect(replaceSecret(temporaryFolder())).rejects.toThrow('falta ou está estragado')
})

test('the secrets before a configured one are configured beside it', async () => {
  const [old, next] = ['a configured secret, long enough to be one', 'the one that is configured after it, as long']
  const { fingerprint } = deriveSecrets(old)
  const found = await loadSecrets(
    { dataDir: temporaryFolder(), jwtSecret: next, previousSecrets: [old] },
    { fingerprint, isNew: false },
  )
  expect([found.fingerprint, found.previous!.map((one) => one.fingerprint)]).toEqual([
    deriveSecrets(next).fingerprint,
    [fingerprint],
  ])
})
