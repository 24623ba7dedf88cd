import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { lookup } from 'node:dns/promises'
import { chownSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { mailReason } from '#server/mail/mail-reason.ts'

// The answers of `ciranda setup`, tried at once on the machine itself.

/** The outcome of a trial: a problem that has to be mended first, or a warning, or neither. */
export type Found = { readonly problem?: string; readonly warning?: string }

const ANSWER_MS_MAX = 5_000

/** Whether an address leads to this machine: asked for over its name, what listens here on `port` has to be reached. */
export async function probeAddress(address: string, port: number): Promise<Found> {
  const url = URL.parse(address)
  if (
    !url ||
    url.protocol !== 'https:' ||
    `${url.origin}/` !== url.href ||
    url.port !== '' ||
    url.hostname.endsWith('.')
  )
    return { problem: 'O endereço é como https://roda.exemplo.org.br, sem nada depois do nome.' }
  const { hostname } = url
  const found = await lookup(hostname, { all: true }).catch(() => [])
  if (found.length === 0)
    return { problem: `O nome ${hostname} ainda não existe: crie no domínio um registro A com o IP desta máquina.` }
  const token = randomUUID()
  const server = createServer((_, answer) => answer.end(token)).listen(port)
  try {
    const isTaken = await once(server, 'listening').then(() => false, isAddressTaken)
    const bounds = { signal: AbortSignal.timeout(ANSWER_MS_MAX), redirect: 'manual' } as const
    const answer = await fetch(`http://${hostname}:${port}/`, bounds)
    if (isTaken)
      return { warning: `A porta ${port} está em uso aqui: ${hostname} responde, e não tentei se é esta máquina.` }
    if ((await answer.text()) === token) return {}
    throw new Error('somebody else')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EACCES') return { problem: `A porta ${port} só se abre como root: sudo ciranda setup.` }
    const to = found.map(({ address: each }) => each).join(', ')
    return {
      problem: `${hostname} leva a ${to}, e por ali não se chega à porta ${port} desta máquina: veja o registro A e o firewall.`,
    }
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

/** Whether a port is another program's, as it is Caddy's when setup runs again. Throws any other error. */
function isAddressTaken(error: unknown): boolean {
  if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
  return true
}

/** Whether a mail server takes a letter to somebody; the letter says why it came. */
export async function probeMail(url: string, from: string, to: string): Promise<Found> {
  if (!/^smtps?:\/\/[^/]+$/.test(url) || !URL.canParse(url))
    return { problem: 'O servidor de correio é como smtps://usuario:senha@correio.exemplo.org.br.' }
  const bounds = { connectionTimeout: ANSWER_MS_MAX, greetingTimeout: ANSWER_MS_MAX, socketTimeout: 2 * ANSWER_MS_MAX }
  const transport = createTransport({ url, ...bounds } as Parameters<typeof createTransport>[0])
  try {
    await transport.sendMail({
      from,
      to: { name: '', address: to },
      subject: 'A Ciranda consegue mandar cartas',
      text: 'Esta carta é o ensaio de quem está preparando a Ciranda. Se ela chegou, está tudo certo.\n',
    })
    return {}
  } catch (error) {
    return { problem: `A carta de ensaio não saiu. ${mailReason(error)}` }
  } finally {
    transport.close()
  }
}

/**
 * Whether backups can be written into a folder, which is made and given to the program's user; on the same disk as the
 * data they are lost with them.
 */
export function probeFolder(folder: string, dataDir: string, owner: { uid: number; gid: number } | null): Found {
  if (!path.isAbsolute(folder))
    return { problem: 'A pasta das cópias se escreve inteira, desde a raiz: /outro-disco/ciranda.' }
  const probe = path.join(folder, `.${randomUUID()}`)
  try {
    // Folders above it stay root's, and the program passes through them.
    const above = path.dirname(folder)
    if (!existsSync(above)) mkdirSync(above, { recursive: true, mode: 0o755 })
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(probe, '')
    rmSync(probe)
    if (owner) chownSync(folder, owner.uid, owner.gid)
  } catch (error) {
    return { problem: `Na pasta ${folder} não se consegue escrever (${(error as NodeJS.ErrnoException).code}).` }
  }
  const isSameDisk = statSync(folder).dev === statSync(existing(dataDir)).dev
  return isSameDisk
    ? {
        warning: `${folder} está no mesmo disco que os dados: se ele morrer, morrem os dois. Leve as cópias também para outro lugar.`,
      }
    : {}
}

/** The folder, or the nearest one above it that is there. */
function existing(folder: string): string {
  return statSync(folder, { throwIfNoEntry: false }) ? folder : existing(path.dirname(folder))
}
