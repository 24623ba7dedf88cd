import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { connect, createServer } from 'node:tls'
import { freePort, startServer } from '#e2e/helpers/server.ts'
import { caddyLines } from '../setup/set-up.ts'
import { FOLDER } from './tools.ts'

const STARTS_WITHIN_MS = 60_000

/** Everything that testssl.sh says of the product behind the Caddy that `ciranda setup` sets up, from a low severity on. */
export async function tlsSays(planted: boolean): Promise<readonly string[]> {
  const folder = path.join(FOLDER, 'tls')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return planted ? ofBadServer(folder) : ofCaddy(folder)
}

async function ofCaddy(folder: string): Promise<readonly string[]> {
  if (!process.env['WEB_DIR']) await import('../build.ts')
  const [http, https] = [await freePort(), await freePort()]
  const server = await startServer({ SEED: 'empty', PUBLIC_URL: 'https://localhost', TRUST_PROXY: '127.0.0.1' })
  const lines = caddyLines('localhost', new URL(server.url).host)
  // Ports that need no root, and certificates of its own making, since nobody vouches for a machine's own name.
  const settings = `{\n\thttp_port ${http}\n\thttps_port ${https}\n\tskip_install_trust\n\tadmin off\n}\n${lines}`
  const file = path.join(folder, 'Caddyfile')
  writeFileSync(file, settings)
  const environment = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const caddy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: environment,
    stdio: 'ignore',
  })
  const failed = once(caddy, 'error').then(() => Promise.reject(new Error('The proxy is missing: apt install caddy')))
  try {
    await Promise.race([failed, answers(https)])
    // Protocols, ciphers, the certificate, headers and known attacks; not each cipher, nor each browser.
    return await ask(https, folder, ['-p', '-s', '-f', '-S', '-h', '-U'])
  } finally {
    await end(caddy)
    await server.stop()
  }
}

/** A server of TLS 1.0, whose certificate nobody signed and which is over. */
async function ofBadServer(folder: string): Promise<readonly string[]> {
  const [key, cert] = ['key', 'cert'].map((name) => path.join(folder, `${name}.pem`)) as [string, string]
  const request = ['req', '-x509', '-newkey', 'rsa:1024', '-nodes', '-subj', '/CN=outro', '-days', '1']
  spawnSync('openssl', [...request, '-keyout', key, '-out', cert])
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.2', ciphers: 'ALL:@SECLEVEL=0' } as const
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert), ...old }, (socket) => {
    socket.on('error', () => {})
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
  })
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    return await ask((server.address() as { port: number }).port, folder, ['-p', '-S'])
  } finally {
    server.close()
  }
}

/** The tool must not be waited for in a way that stops a server of this process. */
async function ask(port: number, folder: string, parts: readonly string[]): Promise<readonly string[]> {
  const file = path.join(folder, `said-${port}.json`)
  const options = [...parts, '--quiet', '--warnings', 'batch', '--color', '0', '--ip', '127.0.0.1', '--jsonfile', file]
  const child = spawn('testssl', [...options, `localhost:${port}`], { stdio: 'ignore' })
  await once(child, 'close').catch((error: unknown) => {
    throw new Error('The judge of TLS is missing: apt install testssl.sh', { cause: error })
  })
  type Said = { id: string; severity: string; finding: string }
  const said = JSON.parse(readFileSync(file, 'utf8')) as Said[]
  if (said.length < 10) throw new Error(`testssl.sh looked at little: ${JSON.stringify(said)}`)
  return said
    .filter(({ severity }) => !['OK', 'INFO', 'DEBUG'].includes(severity))
    .map(({ id, severity, finding }) => `${severity} ${id}: ${finding}`)
}

async function answers(port: number): Promise<void> {
  const deadline = Date.now() + STARTS_WITHIN_MS
  const tried = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false }, () => {
        socket.destroy()
        resolve(true)
      }).on('error', () => resolve(false))
    })
  while (!(await tried())) {
    if (Date.now() > deadline) throw new Error('The proxy did not answer in time.')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
