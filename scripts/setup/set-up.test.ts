import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#e2e/helpers/server.ts'
import { openPostbox, openRefusingServer } from '#server/mail/testing/postbox.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import type { Machine } from './set-up.ts'
import { servesWelcomeOnly, setUp } from './set-up.ts'

const SHOWN = '# PUBLIC_URL=https://roda.exemplo.org.br\n# my own words\nPORT=3000\n'
const PASSPHRASE = `d'água "$HOME" \`id\` \\ e % fim`

async function machine(changes: Partial<Machine> = {}) {
  const folder = temporaryFolder()
  const postbox = await openPostbox()
  onTestFinished(() => postbox.close())
  const said: string[] = []
  mkdirSync(path.join(folder, 'data'))
  const at: Machine = {
    settingsFile: path.join(folder, 'ciranda.env'),
    caddyFolder: path.join(folder, 'caddy'),
    unitFolder: path.join(folder, 'unit'),
    dataDir: path.join(folder, 'data'),
    httpPort: await freePort(),
    owner: null,
    hasData: false,
    startServices: () => true,
    waitMs: 0,
    fetch: async () => {},
    clock: { now: Date.now(), past: 0, clocks: [] },
    say: (line) => void said.push(line),
    ask: null,
    ...changes,
  }
  writeFileSync(at.settingsFile, SHOWN)
  const given = {
    address: 'https://localhost',
    admin: 'ana@exemplo.invalid',
    password: 'uma senha boa',
    mail: postbox.url,
    backups: path.join(folder, 'copias'),
    passphrase: PASSPHRASE,
  }
  /** The settings as a shell reads them. */
  const inShell = (name: string) =>
    spawnSync('sh', ['-c', `. "$1"; printf %s "$${name}"`, 'sh', at.settingsFile], { encoding: 'utf8' }).stdout
  return { at, said, given, postbox, inShell, text: () => readFileSync(at.settingsFile, 'utf8') }
}

test('writes settings, Caddy’s lines and the unit’s room, tries the mail, starts, and forgets the first password', async () => {
  let atStart = ''
  const { at, said, given, postbox, inShell, text } = await machine({
    startServices: () => ((atStart = text()), true),
  })
  await setUp(at, given)
  expect(atStart).toContain('ADMIN_PASSWORD="uma senha boa"')
  expect(text()).not.toContain('ADMIN_PASSWORD')
  expect(text()).toContain('# my own words\nPORT=3000\n')
  expect(text()).not.toContain('# PUBLIC_URL')
  expect(statSync(at.settingsFile).mode & 0o077).toBe(0)
  expect(['PUBLIC_URL', 'ADMIN_EMAIL', 'BACKUP_PASSPHRASE', 'PUSH', 'TRUST_PROXY', 'MAIL_FROM'].map(inShell)).toEqual([
    'https://localhost',
    'ana@exemplo.invalid',
    PASSPHRASE,
    'off',
    '127.0.0.1',
    'Ciranda <nao-responda@localhost>',
  ])
  expect(readFileSync(path.join(at.caddyFolder, 'ciranda.caddy'), 'utf8')).toMatch(
    /^localhost \{\n\treverse_proxy 127\.0\.0\.1:3000 \{/m,
  )
  expect(readFileSync(path.join(at.caddyFolder, 'Caddyfile'), 'utf8')).toBe('import ciranda.caddy\n')
  expect(readFileSync(path.join(at.unitFolder, 'backups.conf'), 'utf8')).toContain(`="-${given.backups}"\n`)
  expect(postbox.take('ana@exemplo.invalid')).toHaveLength(1)
  expect(said.join('\n')).toMatch(/mesmo disco[^]*Abra https:\/\/localhost e entre como ana@exemplo.invalid/)
})

test('what fails when it is tried is one sentence, and nothing is written', async () => {
  const { at, given, text } = await machine()
  writeFileSync(path.join(at.dataDir, 'file'), '')
  const refusing = await openRefusingServer()
  onTestFinished(refusing.close)
  for (const [wrong, sentence] of [
    [{ address: 'http://localhost' }, /como https:/],
    [{ address: 'https://localhost/roda' }, /sem nada depois do nome/],
    [{ address: 'https://localhost.' }, /sem nada depois do nome/],
    [{ address: 'https://nowhere..invalid' }, /ainda não existe/],
    [{ address: 'https://0.0.0.1' }, /leva a 0\.0\.0\.1, e por ali não se chega/],
    [{ address: undefined }, /^Falta --address/],
    [{ admin: 'ana' }, /não é um e-mail/],
    [{ password: 'curta' }, /8 a 128/],
    [
      { mail: `smtp://127.0.0.1:${await freePort()}` },
      /^A carta de ensaio não saiu\. O servidor de correio não aceitou a conexão\.$/,
    ],
    [
      { mail: refusing.url },
      /^A carta de ensaio não saiu\. O servidor de correio recusou o usuário ou a senha\. Resposta do servidor: 535\.$/,
    ],
    [{ mail: 'correio' }, /é como smtps:/],
    [{ backups: 'copias' }, /desde a raiz/],
    [{ backups: path.join(at.dataDir, 'file', 'copias') }, /não se consegue escrever \(ENOTDIR\)/],
    [{ passphrase: 'curta' }, /12 caracteres/],
    [{ push: 'talvez' }, /on ou off/],
  ] as const) {
    await expect(setUp(at, { ...given, ...wrong })).rejects.toThrow(sentence)
    expect(text()).toBe(SHOWN)
  }
  const clock = { ...at.clock, past: at.clock.now + 365 * 86_400_000 }
  await expect(setUp({ ...at, clock }, given)).rejects.toThrow('O relógio está atrasado 365 dias')
  expect(text()).toBe(SHOWN)
  expect(existsSync(at.caddyFolder)).toBe(false)
})

test('where Caddy has the port already, an address that leads nowhere is refused all the same', async () => {
  const { at, said, given, text } = await machine()
  const caddy = createServer((_, answer) => answer.end('Caddy')).listen(at.httpPort)
  onTestFinished(() => void caddy.close())
  await expect(setUp(at, { ...given, address: 'https://0.0.0.1' })).rejects.toThrow('por ali não se chega')
  expect(text()).toBe(SHOWN)
  await setUp(at, given)
  expect(said[0]).toContain('localhost responde, e não tentei')
})

test('Caddy as Debian installs it serves nobody; with a site of somebody, or of ours, it is left alone', async () => {
  const { at, given } = await machine()
  const debians = '# The Caddyfile is an easy way\n\n:80 {\n\troot * /usr/share/caddy\n\tfile_server\n}\n'
  expect(servesWelcomeOnly(at.caddyFolder)).toBe(false)
  mkdirSync(at.caddyFolder)
  for (const [text, only] of [
    [debians, true],
    [`{\n\temail ana@exemplo.invalid\n}\n${debians}`, true],
    [`${debians}outro.exemplo {\n}\n`, false],
    [debians.replace(':80', 'outro.exemplo'), false],
  ] as const) {
    writeFileSync(path.join(at.caddyFolder, 'Caddyfile'), text)
    expect(servesWelcomeOnly(at.caddyFolder)).toBe(only)
  }
  writeFileSync(path.join(at.caddyFolder, 'Caddyfile'), debians)
  await setUp(at, given)
  expect(servesWelcomeOnly(at.caddyFolder)).toBe(false)
})

test('run again it changes what is given, keeps the rest, and asks for no first administrator where there are data', async () => {
  const { at, said, given, inShell, postbox } = await machine()
  await setUp(at, given)
  postbox.take('ana@exemplo.invalid')
  writeFileSync(path.join(at.caddyFolder, 'Caddyfile'), 'outro.exemplo {\n}\nimport ciranda.caddy\n')
  await setUp({ ...at, hasData: true }, { push: 'on', mail: '' })
  expect(['PUSH', 'SMTP_URL', 'MAIL_FROM', 'BACKUP_PASSPHRASE', 'ADMIN_PASSWORD'].map(inShell)).toEqual([
    'on',
    '',
    '',
    PASSPHRASE,
    '',
  ])
  expect(postbox.take('ana@exemplo.invalid')).toEqual([])
  expect(said.at(-1)).toBe('Pronto. Abra https://localhost.')
  expect(readFileSync(path.join(at.caddyFolder, 'Caddyfile'), 'utf8').match(/import/g)).toHaveLength(1)
})

test('run again where the first start made nobody yet, it keeps the password that was chosen until the address answers', async () => {
  let atStart = ''
  const { at, said, given, text } = await machine({ startServices: () => ((atStart = text()), true) })
  const fails = { fetch: () => Promise.reject(new Error('recusado')) }
  await expect(setUp({ ...at, ...fails }, given)).rejects.toThrow('a Ciranda não começou')
  await expect(setUp({ ...at, ...fails, hasData: true }, {})).rejects.toThrow('a Ciranda não começou')
  expect(atStart).toContain('ADMIN_PASSWORD="uma senha boa"')
  await setUp({ ...at, hasData: true }, {})
  expect(atStart).toContain('ADMIN_PASSWORD="uma senha boa"')
  expect(text()).not.toContain('ADMIN_PASSWORD')
  expect(said.at(-1)).toBe('Pronto. Abra https://localhost e entre como ana@exemplo.invalid.')
})

test('run again where the data are on a server, it invents no password that nobody could sign in with', async () => {
  const { at, said, given } = await machine()
  writeFileSync(at.settingsFile, `${SHOWN}DATABASE_URL=postgres://ciranda@servidor/ciranda\n`)
  await setUp(at, { ...given, password: '' })
  expect(said.join()).toContain('Senha de quem administra')
  said.length = 0
  await setUp(at, { push: 'on' })
  expect(said.join()).not.toContain('Senha de quem administra')
  expect(said.at(-1)).toBe('Pronto. Abra https://localhost.')
})

test('a sender that setup chose goes with the account and the address that it was chosen by; one that somebody wrote stays', async () => {
  const { at, given, postbox, inShell } = await machine()
  const account = (user: string) => postbox.url.replace('://', `://${encodeURIComponent(user)}:senha@`)
  await setUp(at, { ...given, mail: account('antes@exemplo.invalid') })
  expect(inShell('MAIL_FROM')).toBe('Ciranda <antes@exemplo.invalid>')
  postbox.take('ana@exemplo.invalid')
  await setUp({ ...at, hasData: true }, { mail: account('depois@exemplo.invalid') })
  expect(inShell('MAIL_FROM')).toBe('Ciranda <depois@exemplo.invalid>')
  expect(postbox.take('ana@exemplo.invalid').join()).toContain('depois@exemplo.invalid')
  writeFileSync(at.settingsFile, readFileSync(at.settingsFile, 'utf8').replace('Ciranda <depois', 'Roda da Vila <roda'))
  await setUp({ ...at, hasData: true }, { mail: account('outra@exemplo.invalid') })
  expect(inShell('MAIL_FROM')).toBe('Roda da Vila <roda@exemplo.invalid>')
})

test('what was invented is shown although a later step fails, since nothing shows it again', async () => {
  const { at, said, given, inShell } = await machine()
  writeFileSync(at.caddyFolder, '')
  await expect(setUp(at, { ...given, password: '', passphrase: '' })).rejects.toThrow()
  for (const setting of ['ADMIN_PASSWORD', 'BACKUP_PASSPHRASE']) expect(said.join('\n')).toContain(inShell(setting))
})

test('the folder of the archive is the service’s to write too, and without nightly backups its passphrase stays', async () => {
  const { at, given, inShell } = await machine()
  await setUp(at, given)
  const archive = path.join(at.dataDir, '..', 'arquivo')
  writeFileSync(at.settingsFile, `${readFileSync(at.settingsFile, 'utf8')}ARCHIVE_DIR=${archive}\n`)
  const unit = () => readFileSync(path.join(at.unitFolder, 'backups.conf'), 'utf8')
  await setUp({ ...at, hasData: true }, { push: 'on' })
  expect(unit()).toBe(`[Service]\nReadWritePaths="-${given.backups}" "-${archive}"\n`)
  await setUp({ ...at, hasData: true }, { backups: '' })
  expect(unit()).toBe(`[Service]\nReadWritePaths="-${archive}"\n`)
  expect(['BACKUP_DIR', 'BACKUP_PASSPHRASE'].map(inShell)).toEqual(['', PASSPHRASE])
})

test('at a terminal a wrong answer is asked for again, and passwords that nobody chose are invented and shown once', async () => {
  const { at, said, given, inShell } = await machine()
  const answers = ['endereço', given.address, given.admin, '', '', given.backups, '', '']
  const asked: string[] = []
  await setUp({ ...at, ask: async (words) => (asked.push(words), answers.shift()!) }, {})
  expect(answers).toEqual([])
  expect(asked[1]).toBe(asked[0])
  expect(said.join('\n')).toContain('Senha de quem administra, mostrada só agora: ')
  expect(said.join('\n')).toContain(`guarde-a noutro lugar: ${inShell('BACKUP_PASSPHRASE')}`)
  expect(inShell('BACKUP_PASSPHRASE')).toHaveLength(16)
})

test('an address is written as browsers say it, and what others than root read or pass through is theirs to, whatever root’s mask', async () => {
  const asked: string[] = []
  const { at, given, inShell } = await machine({ fetch: async (url) => void asked.push(url) })
  const above = path.join(path.dirname(given.backups), 'disco', 'ciranda')
  const backups = path.join(above, 'copias')
  const mask = process.umask(0o077)
  onTestFinished(() => void process.umask(mask))
  await setUp(at, { ...given, address: 'https://LOCALHOST/', backups })
  expect(inShell('PUBLIC_URL')).toBe('https://localhost')
  expect(asked).toEqual(['https://localhost/api/health'])
  const modes = [path.dirname(above), above, backups].map((folder) => statSync(folder).mode & 0o777)
  expect(modes).toEqual([0o755, 0o755, 0o700])
  expect(statSync(path.join(at.caddyFolder, 'ciranda.caddy')).mode & 0o777, 'read by Caddy').toBe(0o644)
})

test('says which of the two did not start, and where its reasons stand', async () => {
  const { at, given } = await machine()
  const refuse =
    (isOwn: boolean): Machine['fetch'] =>
    async (url) => {
      if (isOwn || url.startsWith('https:')) throw new Error('fetch failed', { cause: new Error('recusado') })
    }
  await expect(setUp({ ...at, fetch: refuse(false) }, given)).rejects.toThrow(
    'o Caddy não serve o endereço (recusado): veja journalctl -u caddy',
  )
  await expect(setUp({ ...at, fetch: refuse(true) }, given)).rejects.toThrow(/a Ciranda não começou .*-u ciranda$/)
})
