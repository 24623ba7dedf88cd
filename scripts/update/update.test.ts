import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { hashOf } from '../release/pack.ts'
import { newReleaseKey, readSecret, signFile } from '../release/signature.ts'
import { checkFile } from './check-file.ts'
import { bytesOnDisk, ensureRoom, fullDisk, keepData, putBack } from './data.ts'

const UPDATE = path.resolve('deploy/update.sh')
const TOOLS = ['mv', 'cp', 'rm', 'setpriv'] as const

/**
 * Stands for both programs, of which update.sh knows only their commands: the new one changes the data in two writes and then is
 * healthy, unless it is broken.
 */
const PROGRAM = `#!/bin/sh
here=$(dirname "$0") data=$DATA_DIR/database kept=$DATA_DIR/before-update
PATH=/usr/bin:/bin
shift
case "$*" in
  'update --keep') rm -rf "$kept" && cp -r "$data" "$kept.part" && mv "$kept.part" "$kept" ;;
  'update --put-back') [ ! -d "$kept" ] || { rm -rf "$data" && mv "$kept" "$data"; } ;;
  'update --forget') rm -rf "$kept" ;;
  try*)
    cat "$here/version" > "$data/one"
    [ "\${DIES:-}" != between ] || kill -9 "$(ps -o ppid= -p $PPID | tr -d ' ')"
    [ ! -e "$here/broken" ] || exit 1
    cat "$here/version" > "$data/two"
    ;;
esac
`

let folder: string
beforeEach(() => {
  folder = temporaryFolder()
})

/** An installation of a version, and beside it what a newer tarball held. */
function place(name: string, isBroken: boolean) {
  const home = path.join(folder, name)
  const program = (at: string, version: string) => {
    mkdirSync(at, { recursive: true })
    writeFileSync(path.join(at, 'node'), PROGRAM, { mode: 0o755 })
    writeFileSync(path.join(at, 'version'), version)
  }
  program(path.join(home, 'app'), 'old')
  program(path.join(home, 'new', 'app'), 'new')
  if (isBroken) writeFileSync(path.join(home, 'new', 'app', 'broken'), '')
  const data = path.join(home, 'data')
  mkdirSync(path.join(data, 'database'), { recursive: true })
  for (const half of ['one', 'two']) writeFileSync(path.join(data, 'database', half), 'old')
  return home
}

const update = (home: string, step: string, environment: Record<string, string> = {}) =>
  spawnSync('sh', [UPDATE, step, home], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], DATA_DIR: path.join(home, 'data'), ...environment },
  })

/** Both halves of the data, and the version that starts. */
function standing(home: string) {
  const read = (...names: string[]) => readFileSync(path.join(home, ...names), 'utf8')
  const runs = existsSync(path.join(home, 'before')) ? 'before' : 'app'
  return [read(runs, 'version'), read('data', 'database', 'one'), read('data', 'database', 'two')]
}

describe('an update', () => {
  test('puts a healthy version in the place of the former, and the former with its data back for a broken one', () => {
    const good = place('good', false)
    expect(update(good, 'apply').status).toBe(0)
    expect(standing(good)).toEqual(['new', 'new', 'new'])
    const bad = place('bad', true)
    const { status, stderr } = update(bad, 'apply')
    expect([status, stderr]).toEqual([1, expect.stringContaining('a de antes está de volta, com os dados de antes')])
    expect(standing(bad)).toEqual(['old', 'old', 'old'])
    for (const home of [good, bad]) expect(readdirSync(home).toSorted()).toEqual(['app', 'data', 'update.lock'])
  })

  test('killed before or after any of its steps, the next start is the old or the new version, whole, with its own data', () => {
    // Each tool counts its calls, and at one of them kills the script that called it.
    const tools = path.join(folder, 'tools')
    mkdirSync(tools)
    for (const tool of TOOLS) {
      const real = spawnSync('sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' }).stdout.trim()
      const script = `#!/bin/sh
echo >> "$COUNTER"
[ "$(wc -l < "$COUNTER")" = "$DIES_AT" ] || exec ${real} "$@"
[ "$DIES" = before ] || ${real} "$@"
kill -9 $PPID
`
      writeFileSync(path.join(tools, tool), script, { mode: 0o755 })
    }
    const between = place('between', false)
    expect(update(between, 'apply', { DIES: 'between' }).signal).toBe('SIGKILL')
    expect(update(between, 'settle').status).toBe(0)
    expect(standing(between)).toEqual(['old', 'old', 'old'])
    const seen = new Set<string>()
    for (const isBroken of [false, true])
      for (const dies of isBroken ? ['after'] : ['before', 'after'])
        for (let at = 1; ; at += 1) {
          const home = place(`${isBroken}-${dies}-${at}`, isBroken)
          const counter = path.join(home, 'counter')
          writeFileSync(counter, '')
          const killed = update(home, 'apply', {
            PATH: `${tools}:${process.env['PATH']}`,
            COUNTER: counter,
            DIES: dies,
            DIES_AT: String(at),
          })
          if (killed.signal !== 'SIGKILL') {
            expect(at).toBeGreaterThan(10)
            break
          }
          // Until it is settled too, a program is there to start.
          expect(standing(home)).toHaveLength(3)
          expect(update(home, 'settle').status, killed.stderr).toBe(0)
          const [version, one, two] = standing(home)
          expect([one, two], `${home} ${dies} ${at}`).toEqual([version, version])
          expect(version === 'new' && isBroken).toBe(false)
          expect(readdirSync(path.join(home, 'data'))).toEqual(['database'])
          seen.add(version!)
        }
    expect([...seen].toSorted()).toEqual(['new', 'old'])
  })

  test('one at a time', () => {
    const home = place('twice', false)
    const { stdout } = spawnSync(
      'sh',
      ['-c', `exec 9>"${home}/update.lock"; flock 9; sh ${UPDATE} apply ${home} 2>&1 9>&-`],
      {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], DATA_DIR: path.join(home, 'data') },
      },
    )
    expect(stdout).toBe('Uma atualização está em curso: espere que ela termine.\n')
    expect(standing(home)).toEqual(['old', 'old', 'old'])
  })
})

test('the data of before are kept whole, and come back also where putting them back was cut short', async () => {
  const dataDir = path.join(folder, 'kept')
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(dataDir, name)), { recursive: true })
    writeFileSync(path.join(dataDir, name), text)
  }
  const all = ['secret', 'files/ab/abcd', 'database/cluster/PG_VERSION']
  for (const name of all) write(name, 'before')
  await keepData(dataDir)
  for (const name of ['secret', 'database/cluster/PG_VERSION', 'database/cluster/made-since']) write(name, 'after')
  const cut = path.join(folder, 'cut')
  cpSync(dataDir, cut, { recursive: true })
  await putBack(dataDir)
  expect(all.map((name) => readFileSync(path.join(dataDir, name), 'utf8'))).toEqual(['before', 'before', 'before'])
  expect(existsSync(path.join(dataDir, 'database/cluster/made-since'))).toBe(false)
  expect(readdirSync(dataDir).toSorted()).toEqual(['database', 'files', 'secret'])
  // As a kill between the two steps of one folder leaves it.
  spawnSync('rm', ['-rf', path.join(cut, 'database')])
  spawnSync('mv', [path.join(cut, 'before-update', 'secret'), path.join(cut, 'secret')])
  await putBack(cut)
  expect(all.map((name) => readFileSync(path.join(cut, name), 'utf8'))).toEqual(['before', 'before', 'before'])
  expect(bytesOnDisk('drwxr-xr-x 0/0 0 2026-11-25 21:00 a/\n-rw-r--r-- 0/0   4097 2026-11-25 21:00 a/b 7\n')).toBe(
    3 * 4096,
  )
  const dpkg = "cannot copy extracted data for './node' to './node.dpkg-new': failed to write (No space left on device)"
  expect(fullDisk([dataDir], dpkg)).toMatch(
    /^O disco de .*kept encheu durante a atualização: a versão de antes continua\./,
  )
  expect(fullDisk([dataDir], 'dpkg: error')).toBeNull()
  expect(() => ensureRoom(dataDir, 1e18)).toThrow(/^Faltam \d+ MB no disco de .* para atualizar: nada mudou\.$/)
})

test('a file is taken that was signed, to the last byte, is newer and of this machine, and no other', async () => {
  const release = path.join(folder, 'release')
  mkdirSync(release)
  const { secret, publicText } = newReleaseKey()
  const architecture = process.arch
  const name = `ciranda-1.2.0-linux-${architecture}.tar.gz`
  const file = path.join(release, name)
  const signed = async (files: readonly string[]) => {
    const lines = await Promise.all(files.map(async (one) => `${await hashOf(path.join(release, one))}  ${one}\n`))
    const sums = Buffer.from(lines.join(''))
    writeFileSync(path.join(release, 'SHA256SUMS'), sums)
    writeFileSync(path.join(release, 'SHA256SUMS.minisig'), signFile(sums, readSecret(secret), 'ciranda 1.2.0'))
  }
  writeFileSync(file, 'the program')
  await expect(checkFile(file, publicText, '1.1.9')).rejects.toThrow('Faltam SHA256SUMS')
  const other = architecture === 'x64' ? 'arm64' : 'x64'
  writeFileSync(path.join(release, `ciranda-1.2.0-linux-${other}.tar.gz`), '')
  writeFileSync(path.join(release, 'another.tar.gz'), '')
  await signed([name, `ciranda-1.2.0-linux-${other}.tar.gz`, 'another.tar.gz'])
  expect(await checkFile(file, publicText, '1.1.9')).toEqual({ kind: 'tarball', version: '1.2.0' })
  expect(await checkFile(file, publicText, '0.10.3')).toMatchObject({ version: '1.2.0' })
  await expect(checkFile(file, publicText, '1.2.0')).rejects.toThrow('A 1.2.0 já é a que está aqui.')
  await expect(checkFile(file, publicText, '1.10.0')).rejects.toThrow('A 1.2.0 é mais velha que a 1.10.0')
  await expect(checkFile(file, null)).rejects.toThrow('--key ARQUIVO.pub')
  await expect(checkFile(file, newReleaseKey().publicText)).rejects.toThrow('não foi assinado por quem faz a Ciranda')
  const strange = (one: string) => checkFile(path.join(release, one), publicText, '1.0.0')
  await expect(strange(`ciranda-1.2.0-linux-${other}.tar.gz`)).rejects.toThrow('é de outra arquitetura')
  await expect(strange('another.tar.gz')).rejects.toThrow('não é um pacote da Ciranda')
  writeFileSync(file, 'the prograM')
  await expect(checkFile(file, publicText, '1.1.9')).rejects.toThrow('não é o que foi assinado: nada mudou')
})
