import sharp from 'sharp'
import { codePicture } from '#server/seed/receipt-picture.ts'
import { registrationOf } from '#server/seed/people.ts'
import type { Dice } from '../frame/dice.ts'
import { ask, NoAnswer } from './client.ts'
import type { Answer, Asked } from './client.ts'
import { ADMINISTRATOR } from './server.ts'

/** Somebody with an account, and the tokens they were given last. */
export type Person = {
  /** Null until the server said it. */
  id: string | null
  readonly email: string
  /** The passwords that may be in force: more than one after a change that nobody answered. */
  passwords: string[]
  token: string | undefined
}

/** Somebody may not sign in at present, because an administrator suspended them. */
export class Suspended extends Error {}

/** An effect that the server acknowledged: a query of one boolean that must stay true. */
export type Fact = {
  readonly about: string
  readonly sql: string
  readonly values: readonly unknown[]
  /** The instant from which on it may be gone in order. */
  readonly until?: number
}

const PASSWORD = 'uma-senha-bem-boa'
const DAY_MS = 86_400_000
const PIXELS: readonly number[] = [64, 400, 1_200]
export const AVATAR: readonly number[] = [400]
/** Kept answers are removed after a day. */
const KEPT_MS = DAY_MS

/**
 * The people of one installation: what they know, what they were told, and everything they can do. It asks the
 * server what is open and does it, so that it goes on after any crash.
 */
export class CircleOfPeople {
  url = ''
  readonly administrator: Person = {
    id: null,
    email: ADMINISTRATOR.email,
    passwords: [ADMINISTRATOR.password],
    token: undefined,
  }
  readonly members: Person[] = []
  /** Effects that were acknowledged since this was last emptied. */
  facts: Fact[] = []
  /** Answers that no request should get. */
  readonly faults: string[] = []
  /** How often each status was answered. */
  readonly answers = new Map<number, number>()
  acknowledged = 0
  unanswered = 0
  refused = 0
  /** While it is true no answer reaches anybody. */
  isDeaf = false
  /** The instant its server's clock stands at. */
  now: number
  /** How large the receipts' pictures are. Where nothing hangs on it, small ones save most of the work. */
  pixels: readonly number[] = PIXELS
  private registered = 0
  private readonly changing = new Set<Person>()

  private readonly ask: typeof ask

  /** `ask` carries a request to somewhere else than to its `url`. */
  constructor(now: number, { ask: carry = ask }: { ask?: typeof ask } = {}) {
    this.now = now
    this.ask = carry
  }

  /** Registers, approves and places so many, and asks for the month's donations. */
  async begin(url: string, people: number, dice: Dice): Promise<void> {
    this.url = url
    for (let n = 0; n < people; n += 1) await this.join()
    await this.pull(dice)
  }

  /** Many at once do one thing after another until `isOver`. */
  async live(
    isOver: () => boolean,
    dice: Dice,
    { atOnce = 5, only = VERBS }: { atOnce?: number; only?: readonly Verb[] } = {},
  ): Promise<void> {
    const worker = async () => {
      while (!isOver()) {
        try {
          await this.act(dice, only)
        } catch (error) {
          // The server is gone: nobody was told anything, and this worker waits for the next life.
          if (error instanceof NoAnswer) return
          throw error
        }
      }
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
  }

  /** Does one thing, chosen by the dice; somebody whom another act suspended meanwhile does nothing. */
  async act(dice: Dice, verbs: readonly Verb[] = VERBS): Promise<void> {
    try {
      await this[dice.pick(verbs)](dice)
    } catch (error) {
      if (!(error instanceof Suspended)) throw error
    }
  }

  async signIn(person: Person): Promise<string> {
    const refused: string[] = []
    const tried = person.passwords
    for (const password of tried) {
      if (this.isDeaf) throw new NoAnswer('POST /auth/login')
      const { status, body } = await this.ask(this.url, 'POST /auth/login', { body: { email: person.email, password } })
      this.answers.set(status, (this.answers.get(status) ?? 0) + 1)
      if (status >= 500) throw new NoAnswer(`POST /auth/login: ${status}`)
      if (body.code === 'session.account_closed') throw new Suspended(person.email)
      if (status !== 200) {
        refused.push(`${status} ${String(body.code)}`)
        continue
      }
      person.token = body.access_token as string
      // A change may be on its way: the others are kept, and tried later.
      person.passwords = [password, ...person.passwords.filter((other) => other !== password)]
      return person.token
    }
    // A change that came between two tries made each of them wrong at its moment.
    if (person.passwords !== tried || this.changing.has(person)) return this.signIn(person)
    throw new Error(
      `${person.email} cannot sign in with any of ${person.passwords.length} passwords: ${refused.join(', ')}`,
    )
  }

  /** A call as somebody, who signs in again when their session has ended. Notes what is no answer to anything. */
  async as(person: Person, call: string, asked: Omit<Asked, 'token'> = {}): Promise<Answer> {
    let answer = await this.count(
      call,
      this.ask(this.url, call, { ...asked, token: person.token ?? (await this.signIn(person)) }),
    )
    if (answer.status === 401)
      answer = await this.count(call, this.ask(this.url, call, { ...asked, token: await this.signIn(person) }))
    return answer
  }

  private async count(call: string, asking: Promise<Answer>): Promise<Answer> {
    const isRead = call.startsWith('GET ')
    try {
      const answer = await asking
      if (this.isDeaf) throw new NoAnswer(call)
      this.answers.set(answer.status, (this.answers.get(answer.status) ?? 0) + 1)
      if (answer.status === 500 || (answer.status > 400 && answer.body?.code === undefined))
        this.faults.push(`${call}: ${answer.status} ${JSON.stringify(answer.body)}`)
      if (!isRead && answer.status < 300) this.acknowledged += 1
      if (!isRead && answer.status >= 400) this.refused += 1
      return answer
    } catch (error) {
      if (!isRead) this.unanswered += 1
      throw error
    }
  }

  /** A repeatable call: acknowledged, its answer has to be there, since it is stored with the effect. */
  private async keyed(person: Person, call: string, body: unknown): Promise<Answer> {
    const key = crypto.randomUUID()
    const until = this.now + KEPT_MS
    const answer = await this.as(person, call, { body, key })
    if (answer.status < 300)
      this.facts.push({
        about: `the answer of ${call}`,
        sql: 'select exists (select from idempotency_keys where key = $1 and answer is not null)',
        values: [key],
        until,
      })
    return answer
  }

  private inLedger(about: string, kind: string, field: string, id: string): void {
    this.facts.push({
      about,
      sql: `select exists (select from ledger where kind = $1 and payload ->> '${field}' = $2)`,
      values: [kind, id],
    })
  }

  /** Everything that was in the ledger before this answer has to stay there. */
  private async noteHead(): Promise<void> {
    const { status, body } = await this.as(this.administrator, 'GET /ledger?limit=1')
    if (status !== 200) return
    this.facts.push({
      about: `the ledger up to ${body.head.seq}`,
      sql: 'select exists (select from ledger where circle_id = $1 and seq = $2 and hash = $3)',
      values: [body.circle_id, body.head.seq, body.head.hash],
    })
  }

  private someone(dice: Dice): Person {
    const known = this.members.filter(({ id }) => id !== null)
    return known.length === 0 ? this.administrator : dice.pick(known)
  }

  /** Somebody new registers, is approved, and gets the first free place. */
  async join(): Promise<void> {
    if (this.members.length >= 95) return
    this.registered += 1
    const number = this.registered
    const typed = registrationOf({ firstName: `Pessoa${lettersOf(number)}`, lastName: 'do Ensaio', number })
    const person: Person = { id: null, email: typed.email, passwords: [PASSWORD], token: undefined }
    const body = { ...typed, pixQrCode: await codePicture(typed.pixCopyPaste), password: PASSWORD }
    const key = crypto.randomUUID()
    const { status, body: answer } = await this.count(
      'POST /auth/register',
      this.ask(this.url, 'POST /auth/register', { body, key }),
    )
    if (status !== 201) return
    person.id = answer.user.id as string
    person.token = answer.access_token as string
    this.members.push(person)
    this.facts.push({
      about: 'a registration',
      sql: 'select exists (select from users where id = $1)',
      values: [person.id],
    })
    const approved = await this.as(this.administrator, `PATCH /users/${person.id}/approve`)
    if (approved.status === 200) this.inLedger('an approval', 'member.approved', 'memberId', person.id)
    await this.place(person.id)
  }

  private async place(userId: string): Promise<void> {
    const { body: entries } = await this.as(this.administrator, 'GET /queue?donation_number=1')
    if (!Array.isArray(entries)) return
    const taken = new Set((entries as { position: number }[]).map(({ position }) => position))
    const position = Array.from({ length: 100 }, (_, index) => index + 1).find((one) => !taken.has(one))
    if (position === undefined) return
    const placed = await this.keyed(this.administrator, 'POST /queue', { position, user_id: userId })
    if (placed.status === 201) this.inLedger('a place', 'entry.placed', 'memberId', userId)
  }

  /** The donations of a month, of the next one when this month's are made. */
  async pull(dice: Dice): Promise<void> {
    const { status, body } = await this.keyed(this.administrator, 'POST /donations/admin/generate-monthly-pull', {})
    if (status === 201 && body.createdCount === 0 && dice.happens(0.2)) await this.moveClock(dice)
  }

  async moveClock(dice: Dice): Promise<void> {
    const next = this.now + dice.between(1, 31) * DAY_MS
    this.now = Math.max(this.now, next)
    await this.ask(this.url, 'POST /test/clock', { body: { now: new Date(this.now).toISOString() } })
  }

  async sendReceipt(dice: Dice): Promise<void> {
    const person = this.someone(dice)
    const { body } = await this.as(person, 'GET /donations/to-send')
    const open = listOf(body).filter(({ allowed }) => allowed.includes('send_receipt'))
    if (open.length === 0) return
    const { id } = dice.pick(open)
    const picture = await noise(dice, this.pixels)
    const sent = await this.keyed(person, `POST /donations/${id}/comprovante`, { comprovanteBase64: picture })
    if (sent.status !== 201) return
    this.facts.push({
      about: 'a receipt',
      sql: `select exists (select from ledger where kind like 'donation.receipt_%' and payload ->> 'donationId' = $1)`,
      values: [id],
    })
  }

  async answerReceipt(dice: Dice): Promise<void> {
    const person = this.someone(dice)
    const { body } = await this.as(person, 'GET /donations/to-receive')
    const waiting = listOf(body).filter(({ status }) => status === 'PENDING_CONFIRMATION')
    if (waiting.length === 0) return
    const { id } = dice.pick(waiting)
    if (dice.happens(0.15)) {
      const { status } = await this.keyed(person, `POST /donations/${id}/reject-receipt`, { reason: 'Está ilegível.' })
      if (status === 201) this.inLedger('a refused receipt', 'donation.receipt_rejected', 'donationId', id)
    } else {
      const { status } = await this.as(person, `PATCH /donations/${id}/confirm`)
      if (status === 200) this.inLedger('a confirmation', 'donation.confirmed', 'donationId', id)
      if (status === 200) await this.noteHead()
    }
  }

  async report(dice: Dice): Promise<void> {
    const person = this.someone(dice)
    const { body } = await this.as(person, 'GET /donations/to-receive')
    const open = listOf(body).filter(({ allowed }) => allowed.includes('report'))
    if (open.length === 0 || dice.happens(0.7)) return
    const { id } = dice.pick(open)
    const { status } = await this.keyed(person, `POST /donations/${id}/report`, { reason: 'Não chegou.' })
    if (status === 201) this.inLedger('a report', 'donation.reported', 'donationId', id)
  }

  async resolveReport(dice: Dice): Promise<void> {
    const { body } = await this.as(
      this.administrator,
      'GET /admin/donations/reports?status=PENDING,INVESTIGATING,NEEDS_MORE_INFO',
    )
    const open = listOf(body?.items ?? body?.data ?? body)
    if (open.length === 0) return
    const { id } = dice.pick(open)
    await this.as(this.administrator, 'POST /auth/confirm', { body: { password: ADMINISTRATOR.password } })
    const { status } = await this.keyed(this.administrator, `POST /admin/donations/reports/${id}/resolve`, {
      resolution_message: 'Decidido.',
      admin_notes: 'No ensaio.',
      donation_outcome: dice.pick(['keep', 'confirm', 'cancel']),
    })
    if (status === 201) this.inLedger('a decision', 'report.ended', 'reportId', id)
  }

  async upgrade(dice: Dice): Promise<void> {
    const person = this.someone(dice)
    const { body } = await this.as(person, 'GET /donations/my-level-progress')
    const offered = body?.upgrade
    if (!offered) return
    const { from_level, to_level } = offered as { from_level: number; to_level: number }
    const { status } = await this.keyed(person, 'POST /donations/accept-upgrade', { from_level, to_level })
    if (status === 201) await this.noteHead()
  }

  async moveInQueue(dice: Dice): Promise<void> {
    const [one, other] = [this.someone(dice), this.someone(dice)]
    if (one === other || one.id === null || other.id === null) return
    const reason = 'No ensaio.'
    const { status } = dice.happens(0.5)
      ? await this.as(this.administrator, 'PATCH /queue/swap-positions', {
          body: { firstUserId: one.id, secondUserId: other.id, donation_number: 1, reason },
        })
      : await this.as(this.administrator, 'POST /queue/godown/move-user-to-end', {
          body: { user_id: one.id, donation_number: 1, reason },
        })
    if (status < 300) await this.noteHead()
  }

  async suspend(dice: Dice): Promise<void> {
    const { id } = this.someone(dice)
    if (id === null || dice.happens(0.8)) return
    const suspended = await this.as(this.administrator, `POST /users/${id}/suspend`, { body: { reason: 'No ensaio.' } })
    if (suspended.status === 200) await this.noteHead()
    await this.as(this.administrator, `POST /users/${id}/reinstate`, { body: { reason: 'No ensaio.' } })
    await this.place(id)
  }

  async changePassword(dice: Dice): Promise<void> {
    const person = this.someone(dice)
    // Of two changes at once nobody can say which was the later one.
    if (person.id === null || this.changing.has(person)) return
    const newPassword = `outra-senha-bem-boa-${dice.below(1_000_000)}`
    const [currentPassword] = person.passwords
    const body = { currentPassword, newPassword }
    person.passwords = [newPassword, ...person.passwords]
    this.changing.add(person)
    const { status } = await this.as(person, 'POST /me/password', { body }).finally(() => this.changing.delete(person))
    // Its engine may have died with the commit on its way: nobody knows which of the two is in force.
    if (status >= 500) return
    if (status === 200) person.passwords = [newPassword]
    else person.passwords = person.passwords.filter((one) => one !== newPassword)
    person.token = undefined
  }

  async changeAvatar(dice: Dice): Promise<void> {
    const person = this.someone(dice)
    await this.as(person, 'POST /users/profile/avatar', { body: { avatar: await noise(dice, AVATAR) } })
  }

  async invite(): Promise<void> {
    await this.keyed(this.administrator, 'POST /admin/join-links', { label: 'Ensaio', uses: 3, days: 7 })
  }

  /** Downloads a backup of everything, which is written while the others go on. */
  async backUp(): Promise<void> {
    const passphrase = 'uma frase do ensaio, comprida'
    await this.as(this.administrator, 'POST /auth/confirm', { body: { password: ADMINISTRATOR.password } })
    await this.as(this.administrator, 'POST /admin/backups', { body: { passphrase, passphrase_again: passphrase } })
  }

  /** An invitation for another administrator, and its end. */
  async inviteAdministrator(dice: Dice): Promise<void> {
    await this.as(this.administrator, 'POST /auth/confirm', { body: { password: ADMINISTRATOR.password } })
    const email = `auditoria${dice.below(1_000_000)}@exemplo.org`
    const { status, body } = await this.keyed(this.administrator, 'POST /admin/administrators', {
      firstName: 'Bia',
      lastName: 'Nogueira',
      email,
      role: 'AUDITOR',
    })
    const invited = (body?.invitations ?? []) as readonly { id: string; email: string }[]
    const own = invited.find((one) => one.email === email)
    if (status < 300 && own) await this.as(this.administrator, `DELETE /admin/administrators/invitations/${own.id}`)
  }

  async checkpoint(): Promise<void> {
    await this.as(this.administrator, 'POST /ledger/checkpoint')
  }
}

const VERBS = [
  'join',
  'pull',
  'sendReceipt',
  'sendReceipt',
  'sendReceipt',
  'answerReceipt',
  'answerReceipt',
  'answerReceipt',
  'report',
  'resolveReport',
  'upgrade',
  'moveInQueue',
  'suspend',
  'changePassword',
  'changeAvatar',
  'invite',
  'checkpoint',
] as const

export type Verb = (typeof VERBS)[number] | (typeof RARE)[number]

/** The verbs that come seldom, and those that a case or a level needs. */
export const RARE = [
  'backUp',
  'inviteAdministrator',
  'resolveReport',
  'report',
  'upgrade',
  'suspend',
  'join',
  'changePassword',
] as const

/** The verbs that write pictures. */
export const UPLOADS: readonly Verb[] = ['sendReceipt', 'changeAvatar', 'join']

type Row = { id: string; status: string; allowed: readonly string[] }
export const listOf = (body: unknown): readonly Row[] => (Array.isArray(body) ? (body as Row[]) : [])

const lettersOf = (n: number) => String.fromCharCode(65 + (n % 26), 97 + (Math.floor(n / 26) % 26))

/** A square picture that is like no other, base64. */
export async function noise(dice: Dice, sizes: readonly number[] = PIXELS): Promise<string> {
  const pixels = dice.pick(sizes)
  const [r, g, b] = [dice.below(256), dice.below(256), dice.below(256)]
  const made = sharp({
    create: {
      width: pixels,
      height: pixels,
      channels: 3,
      background: { r, g, b },
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
  return (await made.jpeg({ quality: 80 }).toBuffer()).toString('base64')
}
