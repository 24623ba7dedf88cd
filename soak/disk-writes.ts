import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { codePicture } from '#server/seed/receipt-picture.ts'
import { registrationOf } from '#server/seed/people.ts'
import { quickFolder } from '#server/testing/quick-folder.ts'
import { asSuperuser } from './archive.ts'
import { isSame, sumsOf } from './faults/play.ts'
import type { Dice } from './frame/dice.ts'
import type { Report } from './frame/part.ts'
import { AVATAR, CircleOfPeople, listOf, noise } from './installation/circle-of-people.ts'
import type { Person } from './installation/circle-of-people.ts'
import { NoAnswer } from './installation/client.ts'
import { inspect } from './installation/inspect.ts'
import { BEGINS, untilHealthy } from './installation/life.ts'
import { startServer } from './installation/server.ts'
import type { Server } from './installation/server.ts'

/** One of them each time: so many receipts can be sent. */
const PEOPLE = 20
const K_MAX = 200
const MONTH_MS = 31 * 86_400_000
const FULL_DISK = new URL('installation/full-disk.ts', import.meta.url).href

/** A request of somebody, another each time; null when nothing is left to ask for. */
type Asked = { readonly as: Person; readonly call: string; readonly body: object }
type Ask = (circle: CircleOfPeople, dice: Dice, k: number) => Promise<Asked | null>

const sendsReceipt: Ask = async (circle, dice, k) => {
  const found = await findDonation(circle, 'GET /donations/to-send', 'send_receipt', k)
  if (!found) return null
  const picture = await noise(dice)
  return { as: found.as, call: `POST /donations/${found.id}/comprovante`, body: { comprovanteBase64: picture } }
}

/** An answer to a receipt, which somebody sends before, with room for it. */
const withReceipt =
  (allowed: string, request: (id: string) => Omit<Asked, 'as'>): Ask =>
  async (circle, dice, k) => {
    const sent = await sendsReceipt(circle, dice, k)
    if (sent === null) return null
    await circle.as(sent.as, sent.call, { body: sent.body })
    const found = await findDonation(circle, 'GET /donations/to-receive', allowed, k)
    return found && { as: found.as, ...request(found.id) }
  }

const verbs: Readonly<Record<string, Ask>> = {
  'sends a receipt': sendsReceipt,
  registers: async (circle, _, k) => {
    const typed = registrationOf({
      firstName: `Nova${String.fromCharCode(65 + (k % 26))}`,
      lastName: 'Um',
      number: 300 + k,
    })
    const body = { ...typed, pixQrCode: await codePicture(typed.pixCopyPaste), password: 'uma-senha-bem-boa' }
    return { as: circle.administrator, call: 'POST /auth/register', body }
  },
  'changes the queue': async (circle, dice, k) => {
    const first = dice.below(circle.members.length)
    const second = (first + 1 + dice.below(circle.members.length - 1)) % circle.members.length
    const [firstUserId, secondUserId] = [first, second].map((at) => circle.members[at]!.id)
    const body = { firstUserId, secondUserId, donation_number: 1, reason: `Ensaio ${k}. ${'x'.repeat(200)}` }
    return { as: circle.administrator, call: 'PATCH /queue/swap-positions', body }
  },
  confirms: withReceipt('confirm', (id) => ({ call: `PATCH /donations/${id}/confirm`, body: {} })),
  'rejects a receipt': withReceipt('reject_receipt', (id) => ({
    call: `POST /donations/${id}/reject-receipt`,
    body: { reason: 'Está ilegível.' },
  })),
  reports: async (circle, _, k) => {
    const found = await findDonation(circle, 'GET /donations/to-receive', 'report', k)
    return found && { as: found.as, call: `POST /donations/${found.id}/report`, body: { reason: 'Não chegou.' } }
  },
  'asks for a month': async (circle) => {
    circle.now += MONTH_MS
    await circle.as(circle.administrator, 'POST /test/clock', { body: { now: new Date(circle.now).toISOString() } })
    return { as: circle.administrator, call: 'POST /donations/admin/generate-monthly-pull', body: {} }
  },
  'changes their picture': async (circle, dice) => ({
    as: dice.pick(circle.members),
    call: 'POST /users/profile/avatar',
    body: { avatar: await noise(dice, AVATAR) },
  }),
  'changes their password': async (circle, _, k) => {
    const as = circle.members[k - 1]
    if (!as) return null
    const [currentPassword] = as.passwords
    const newPassword = `outra-senha-bem-boa-${k}`
    as.passwords = [...as.passwords, newPassword]
    return { as, call: 'POST /me/password', body: { currentPassword, newPassword } }
  },
  'signs in': async (circle, dice) => {
    const { email, passwords } = dice.pick(circle.members)
    return { as: circle.administrator, call: 'POST /auth/login', body: { email, password: passwords[0] } }
  },
  suspends: async (circle, _, k) => {
    const { id } = circle.members[k - 1] ?? {}
    return id ? { as: circle.administrator, call: `POST /users/${id}/suspend`, body: { reason: 'No ensaio.' } } : null
  },
  invites: async (circle, _, k) => {
    const body = { label: `Ensaio ${k}`, uses: 3, days: 7 }
    return { as: circle.administrator, call: 'POST /admin/join-links', body }
  },
}

/** A member whose list holds a donation of which this is allowed, from another one on each time. */
async function findDonation(circle: CircleOfPeople, call: string, allowed: string, k: number) {
  for (const as of [...circle.members.slice(k), ...circle.members.slice(0, k)]) {
    const { body } = await circle.as(as, call)
    const open = listOf(body).find((donation) => donation.allowed.includes(allowed))
    if (open) return { as, id: open.id }
  }
  return null
}

/**
 * The disk is full at the k-th write that needs room, for every k, of one thing that people do: of the engine's writes and of the
 * server's. Each time it is done whole or refused and nothing of it is left, and with room again the same request succeeds, in the
 * same process.
 */
export async function fillAtEachWrite(index: number, dice: Dice, report: Report): Promise<void> {
  const names = Object.keys(verbs)
  const name = names[index % names.length]!
  const disk = new Disk()
  const circle = new CircleOfPeople(BEGINS)
  const server = disk.start()
  try {
    await circle.begin(await server.ready(), PEOPLE, dice)
    for (let k = 1; ; k += 1) {
      if (k > K_MAX) throw new Error(`It ${name}: more than ${K_MAX} writes`)
      const asked = await verbs[name]!(circle, dice, k)
      if (asked === null) throw new Error(`Nobody ${name} any more at write ${k}`)
      if (!(await isThrough({ circle, server, disk, report, where: `${name}, write ${k}` }, asked, k))) continue
      report.most(`writes until somebody ${name}`, k - 1)
      break
    }
    await inspect(circle, await server.ready(), disk.data)
    report.count('verbs whose every write met a full disk')
  } finally {
    await server.kill('both')
    disk.remove()
  }
}

type Scene = {
  readonly circle: CircleOfPeople
  readonly server: Server
  readonly disk: Disk
  readonly report: Report
  readonly where: string
}

/** Asks with the disk full from the k-th write on, and again with room. Answers whether so many writes were not needed. */
async function isThrough({ circle, server, disk, report, where }: Scene, asked: Asked, k: number): Promise<boolean> {
  const { as, call, body } = asked
  const key = crypto.randomUUID()
  const sums = () => asSuperuser(disk.data)((client) => sumsOf(client))
  const before = await sums()
  disk.fullFrom(k)
  const first = await circle.as(as, call, { body, key }).catch(ifUnanswered)
  const wrote = disk.roomAgain()
  if (server.hasEnded()) throw new Error(`${where}: the process ended: ${server.said()}`)
  await untilHealthy(await server.ready())
  const isDone = first !== null && first.status < 300
  if (wrote < k) {
    if (!isDone) throw new Error(`${where}: answered ${first?.status} ${JSON.stringify(first?.body)} with room for all`)
    return true
  }
  report.count('writes that found no room')
  if (first !== null && !isDone && first.status !== 507 && first.status !== 503)
    throw new Error(`${where}: answered ${first.status} ${JSON.stringify(first.body)}`)
  if (first !== null) report.count(`answers ${first.status}`)
  const after = await sums()
  if (isDone) return false
  const again = await circle.as(as, call, { body, key })
  if (again.status >= 300)
    throw new Error(`${where}: with room again, once more answers ${again.status} ${JSON.stringify(again.body)}`)
  // Committed, and nobody heard of it: then it is there once, and asking again adds nothing.
  const isKept = !isSame(before, after)
  if (isKept && !isSame(after, await sums())) throw new Error(`${where}: refused, and something of it was left`)
  if (isKept) report.count('done although nobody heard of it')
  return false
}

function ifUnanswered(error: unknown): null {
  if (!(error instanceof NoAnswer)) throw error
  return null
}

/** A folder for an installation whose writes are counted, and find no room when they are told to. */
class Disk {
  readonly data: string
  private readonly around = mkdtempSync(path.join(quickFolder(), 'ciranda-soak-writes-'))
  private readonly counts = path.join(this.around, 'counts')
  private readonly library = path.join(this.around, 'full-disk.so')

  constructor() {
    // PostgreSQL may run as another user, who has to pass through, and to count.
    chmodSync(this.around, 0o711)
    const source = path.join(import.meta.dirname, 'installation', 'full-disk.c')
    const made = spawnSync('cc', ['-O1', '-shared', '-fPIC', '-o', this.library, source, '-ldl'], { encoding: 'utf8' })
    if (made.status !== 0)
      throw new Error(`A disk that counts needs Linux and a C compiler (cc): ${made.stderr ?? made.error}`)
    writeFileSync(this.counts, Buffer.alloc(16))
    chmodSync(this.counts, 0o666)
    chmodSync(this.library, 0o755)
    const data = path.join(this.around, 'data')
    mkdirSync(data, { mode: 0o711 })
    this.data = realpathSync(data)
  }

  start(): Server {
    const settings = {
      CLOCK: new Date(BEGINS).toISOString(),
      LD_PRELOAD: this.library,
      SOAK_DISK_FOLDER: `${this.data}/`,
      SOAK_DISK_COUNTS: this.counts,
    }
    return startServer(this.data, { settings, preload: FULL_DISK })
  }

  fullFrom(k: number): void {
    const counts = Buffer.alloc(16)
    counts.writeBigInt64LE(BigInt(k))
    writeFileSync(this.counts, counts, { flag: 'r+' })
  }

  /** Answers how many writes have needed room. */
  roomAgain(): number {
    const counted = Number(readFileSync(this.counts).readBigInt64LE(8))
    this.fullFrom(0)
    return counted
  }

  remove(): void {
    rmSync(this.around, { recursive: true, force: true })
  }
}
