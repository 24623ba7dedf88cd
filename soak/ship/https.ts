import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connect } from 'node:tls'
import { chromium } from 'playwright-core'
import { browserProgram } from '#e2e/helpers/browser.ts'
import { logsIn } from '#e2e/helpers/people.ts'
import { freePort } from '#e2e/helpers/server.ts'
import { PASSWORD } from './machine.ts'
import type { Machine } from './machine.ts'

const NAME = 'roda.ciranda.test'
/** A name that leads to a machine that is none. */
const ELSEWHERE = 'outra.ciranda.test'
const WHO = { email: 'ana@exemplo.invalid', password: PASSWORD }
const STARTS_MS_MAX = 30_000

/**
 * From a bare Debian, booted, to a browser in which the administrator is signed in over HTTPS: two commands; answers the seconds
 * that they and the browser took. The certificate comes by ACME from an authority on loopback, which has to be named to Caddy
 * in between. Takes the ports 80 and 443. Needs Caddy.
 */
export async function signInOverHttps(machine: Machine, file: string): Promise<number> {
  await machine.boot()
  writeFileSync(path.join(machine.root, 'etc/hosts'), `127.0.0.1 localhost ${NAME}\n0.0.0.1 ${ELSEWHERE}\n`)
  writeFileSync(path.join(machine.root, 'root/senha'), PASSWORD)
  const authority = await startAuthority(machine)
  try {
    const begins = performance.now()
    await commands(machine, `apt-get install --yes ${machine.bring(file)}`)
    const paused = performance.now()
    const known = path.join(machine.root, 'etc/caddy/Caddyfile')
    writeFileSync(known, `${authority.settings}\n${readFileSync(known, 'utf8')}`)
    const answers = `--admin ${WHO.email} --password @/root/senha --mail '' --backups /var/backups/ciranda --push off`
    await refusesAnother(machine, answers)
    const trusts = 'NODE_EXTRA_CA_CERTS=/srv/root.crt'
    const pausedMs = performance.now() - paused
    const said = await commands(machine, `${trusts} ciranda setup --address https://${NAME} ${answers}`)
    assert.doesNotMatch(said, /não tentei/)
    assert.match(said, /Pronto\. Abra https:\/\/roda\.ciranda\.test e entre como ana@exemplo\.invalid\./)
    await signIn(await vouchedKey(readFileSync(authority.root)))
    return Math.round((performance.now() - begins - pausedMs) / 1_000)
  } finally {
    await authority.stop()
  }
}

/** An address that leads elsewhere is one line, and nothing is written. */
async function refusesAnother(machine: Machine, answers: string): Promise<void> {
  const settings = path.join(machine.root, 'etc/ciranda/ciranda.env')
  const before = readFileSync(settings, 'utf8')
  const { status, said } = await machine.run(`ciranda setup --address https://${ELSEWHERE} ${answers}`)
  assert.deepEqual([status, said.trim().split('\n').length], [1, 1], said)
  assert.match(said, /leva a 0\.0\.0\.1, e por ali não se chega/)
  assert.equal(readFileSync(settings, 'utf8'), before)
}

async function commands(machine: Machine, line: string): Promise<string> {
  const { status, said } = await machine.run(line)
  assert.equal(status, 0, said)
  return said
}

/** A certificate authority that speaks ACME, which finds the name on this machine. */
async function startAuthority(machine: Machine) {
  const folder = mkdtempSync(path.join(tmpdir(), 'ciranda-authority-'))
  const [port, http] = [await freePort(), await freePort()]
  const options = ['admin off', 'skip_install_trust', `http_port ${http}`, `storage file_system ${folder}`]
  const file = path.join(folder, 'Caddyfile')
  writeFileSync(file, `{\n${options.join('\n')}\n}\nhttps://127.0.0.1:${port} {\ntls internal\nacme_server\n}\n`)
  const inside = `mount --bind '${machine.root}/etc/hosts' /etc/hosts && exec caddy run --config '${file}' --adapter caddyfile`
  const child = spawn('unshare', ['--mount', 'sh', '-c', inside], {
    env: { ...process.env, HOME: folder },
    stdio: 'ignore',
  })
  const stop = async () => {
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
  const root = path.join(folder, 'pki/authorities/local/root.crt')
  for (const end = performance.now() + STARTS_MS_MAX; !existsSync(root); await wait(100))
    if (child.exitCode !== null || performance.now() > end) {
      await stop()
      throw new Error('The authority does not start: apt install caddy')
    }
  const trusted = path.join(machine.root, 'srv/root.crt')
  cpSync(root, trusted)
  chmodSync(trusted, 0o644)
  const settings = `{\n\tacme_ca https://127.0.0.1:${port}/acme/local/directory\n\tacme_ca_root /srv/root.crt\n}`
  return { root, settings, stop }
}

/** The key of the authority that signed what the name serves, once all of it holds for who trusts `root`. */
async function vouchedKey(root: Buffer): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: 443, servername: NAME, ca: root })
  await once(socket, 'secureConnect')
  const { raw } = socket.getPeerCertificate(true).issuerCertificate
  socket.destroy()
  const key = new X509Certificate(raw).publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(key).digest('base64')
}

/** Signs in with a browser that trusts one authority more than usual. */
async function signIn(key: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ciranda-browser-'))
  const browser = await chromium.launchPersistentContext(folder, {
    executablePath: await browserProgram(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      `--host-resolver-rules=MAP ${NAME} 127.0.0.1`,
      `--ignore-certificate-errors-spki-list=${key}`,
    ],
    baseURL: `https://${NAME}`,
    locale: 'pt-BR',
  })
  try {
    const page = browser.pages()[0]!
    await logsIn(page, WHO)
    await page.getByText('O que esta Ciranda vai ser?').waitFor()
    assert.equal(await page.evaluate('isSecureContext'), true)
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
