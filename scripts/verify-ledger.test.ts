import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync, pbkdf2Sync, sign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { dose } from '#circle/testing/dose.ts'
import type { Sha256 } from '#circle/bytes.ts'
import { checkpointOf, checkpointText, namedKey, NOTE_KEY, originOf, signatureLine } from '#circle/ledger/checkpoint.ts'
import { dayMarks } from '#circle/ledger/day-code.ts'
import { decide } from '#circle/circle.ts'
import { entryText, GENESIS_HASH, headText } from '#circle/ledger/entry.ts'
import type { LedgerEntry, SignedHead } from '#circle/ledger/entry.ts'
import { verifyLedger } from '#circle/ledger/verify.ts'
import type { LedgerVerdict, OwnRecords } from '#circle/ledger/verdict.ts'
import { presets } from '#circle/plan.ts'
import type { Plan } from '#circle/plan.ts'
import type { CircleEvent, CircleState } from '#circle/state.ts'
import { chained } from '#circle/testing/ledger.ts'
import { restOf } from '#circle/parts.ts'
import { commandFrom, oneLevelPlan, shortPlan, steps, twoLevelPlan } from '#circle/testing/walk.ts'
import { isHeadSigned, ledgerFaultSentence, ledgerFaultSentences } from '#contracts/ledger-faults.ts'
import { bundleVerifier, CHECKSUM, checksumLine } from './verifier/bundle.ts'
import * as script from './verify-ledger.mjs'

const CIRCLE = '0190a1b2-0000-7000-8000-000000000001'
const TAMPERINGS = dose(1_000, 50_000)
const FILE = path.join(import.meta.dirname, 'verify-ledger.mjs')

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const digest: Sha256 = (bytes) => Uint8Array.from(createHash('sha256').update(bytes).digest())
const operator = generateKeyPairSync('ed25519')
const stranger = generateKeyPairSync('ed25519')

function signed(
  entries: readonly LedgerEntry[],
  { at = entries.length, by = operator, circleId = CIRCLE } = {},
): SignedHead {
  const last = entries[at - 1]
  const head = {
    circle_id: circleId,
    seq: last?.seq ?? 0,
    hash: last?.hash ?? GENESIS_HASH,
    at: last?.at ?? '2026-01-01T12:00:00.000Z',
  }
  return {
    ...head,
    key: by.publicKey.export({ format: 'jwk' }).x!,
    signature: sign(null, Buffer.from(headText(head)), by.privateKey).toString('base64url'),
  }
}

type Asked = {
  entries: readonly unknown[]
  head: SignedHead
  kept?: readonly SignedHead[]
  own?: OwnRecords
  others?: readonly OwnRecords[]
}

/** The verdict of both verifiers, once they have agreed. */
async function verdictOf({ entries, head, kept = [], own, others = [] }: Asked): Promise<LedgerVerdict> {
  const checked = async (one: SignedHead) => ({ ...one, isSigned: (await isHeadSigned(one)) === true })
  const shared = verifyLedger(
    {
      circleId: head.circle_id,
      entries,
      head: await checked(head),
      kept: await Promise.all(kept.map(checked)),
      ...(own ? { own } : {}),
      others,
    },
    { sha256 },
  )
  expect(script.verify({ entries, head, kept, own, others })).toEqual(shared)
  return shared
}

/** A circle's life of random commands: its events and where they led. */
function live(plan: Plan, seed: number): { events: CircleEvent[]; state: CircleState } {
  // Samples differ in length; the longest is a life worth telling.
  const walk = fc.sample(steps(320), { numRuns: 10, seed }).toSorted((a, b) => b.length - a.length)[0]!
  let now = Date.UTC(2026, 0, 10, 12)
  let ids = 0
  const newId = () => `id-${String((ids += 1)).padStart(5, '0')}`
  let state: CircleState | null = null
  const events: CircleEvent[] = []
  const perform = (command: Parameters<typeof decide>[1]) => {
    const decision = decide(state, command, { now, newId })
    if (!decision.ok) return
    state = decision.state
    events.push(...decision.events)
  }
  perform({ kind: 'create_circle', mode: 'demonstracao', plan })
  for (let n = 1; n <= 6; n += 1) {
    perform({ kind: 'approve_member', memberId: `m${n}` })
    perform({ kind: 'place', memberId: `m${n}`, level: 1, position: n, isReceiver: false })
  }
  for (const step of walk) {
    now += step.hours * 3_600_000
    perform(commandFrom(state!, step))
  }
  return { events, state: state! }
}

const lives = [
  live(shortPlan, 7),
  live(presets.termos, 11),
  live(presets.rotativo, 13),
  live(shortPlan, 20_261_121),
  live(oneLevelPlan, 17),
  live(twoLevelPlan, 19),
]
const ledgers = lives.map(({ events }) => chained(CIRCLE, events, sha256))

describe('a whole ledger', () => {
  test('holds: chain, signature, money to the centavo, and every head kept before', async () => {
    for (const [index, entries] of ledgers.entries()) {
      expect(entries.length).toBeGreaterThan(100)
      const { members, donations, obligations } = lives[index]!.state
      const verdict = await verdictOf({
        entries,
        head: signed(entries),
        kept: [signed(entries, { at: 1 }), signed(entries, { at: 40 }), signed(entries), signed(entries, { at: 0 })],
      })
      expect(verdict.faults).toEqual([])
      const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
      const people = [...members.values()]
      expect(verdict.money).toEqual({
        givenCents: sum(people.map(({ given }) => given[1] + given[2] + given[3] + given.administration)),
        receivedCents: sum(people.map(({ received }) => received[1] + received[2] + received[3])),
        administrationCents: sum(people.map(({ given }) => given.administration)),
        openCents: sum([...donations.values()].map((donation) => restOf({ obligations }, donation))),
        waitingCents: sum(
          [...obligations.values()].filter(({ status }) => status === 'waiting').map(({ amountCents }) => amountCents),
        ),
      })
      expect(verdict.money!.givenCents).toBeGreaterThan(0)
    }
  })

  test('of nothing yet holds too, and an empty one is missing what its head names', async () => {
    expect((await verdictOf({ entries: [], head: signed([]) })).faults).toEqual([])
    expect(
      (await verdictOf({ entries: [], head: signed(ledgers[0]!) })).faults.map(({ code, seq }) => [code, seq]),
    ).toEqual([
      ['entry.missing', 1],
      ['head.differs', ledgers[0]!.length],
    ])
  })
})

describe('one’s own entries', () => {
  const entries = ledgers[0]!
  const { state, events } = lives[0]!
  const member = [...state.members.values()].find(({ given, received }) => given[1] > 0 && received[1] > 0)!
  const known = events.flatMap((event) =>
    event.kind === 'donation.confirmed' && event.donorId === member.id
      ? [{ id: event.donationId, amountCents: event.amountCents, status: 'CONFIRMED' }]
      : [],
  )

  test('are summed, and found as the member knows them', async () => {
    const { own, faults } = await verdictOf({
      entries,
      head: signed(entries),
      own: { memberId: member.id, donations: known },
    })
    expect(faults).toEqual([])
    expect(own).toMatchObject({
      givenCents: member.given[1] + member.given[2] + member.given[3] + member.given.administration,
      receivedCents: member.received[1] + member.received[2] + member.received[3],
    })
    expect(
      own!.donations.filter(({ status, donorId }) => status === 'confirmed' && donorId === member.id),
    ).toHaveLength(known.length)
    expect(own!.entries).toBeGreaterThan(known.length * 3)
  })

  test('are named where the ledger has another amount, another status, or nothing', async () => {
    const [one] = known
    const wrong = [
      { ...one!, amountCents: 1 },
      { ...one!, status: 'EXPIRED' },
      { ...one!, id: 'unheard-of' },
    ]
    const { faults } = await verdictOf({
      entries,
      head: signed(entries),
      own: { memberId: member.id, donations: wrong },
    })
    expect(faults.map(({ code, id }) => [code, id])).toEqual([
      ['own.differs', one!.id],
      ['own.differs', one!.id],
      ['own.missing', 'unheard-of'],
    ])
  })

  const isUnpaid = ({ status }: { readonly status: string }) => status === 'PENDING_PAYMENT'

  test('are named where what is unpaid is shown with another deadline than the ledger’s', async () => {
    const at = lives.findIndex((life) => [...life.state.donations.values()].some(isUnpaid))
    const [life, of] = [lives[at]!.state, ledgers[at]!]
    const owing = [...life.donations.values()].find(isUnpaid)!.donorId
    const faultsOf = async (late: number) => {
      const shown = [...life.donations.values()].flatMap(({ id, status, donorId, amountCents, deadlineAt }) =>
        donorId === owing && status === 'PENDING_PAYMENT'
          ? [{ id, amountCents, status, deadlineAt: deadlineAt + late }]
          : [],
      )
      expect(shown).not.toEqual([])
      const own = { memberId: owing, donations: shown }
      return (await verdictOf({ entries: of, head: signed(of), own })).faults.map(({ code }) => code)
    }
    expect(await faultsOf(0)).toEqual([])
    // A report of the donor's moves it by fourteen days at most.
    for (const days of [-1, 15]) expect(new Set(await faultsOf(days * 86_400_000))).toEqual(new Set(['own.differs']))
  })

  test('are named where the ledger has a donation of theirs that the member’s complete data has not, or another party', async () => {
    const asked = { entries, head: signed(entries) }
    const { own } = await verdictOf({ ...asked, own: { memberId: member.id } })
    const statuses = { open: 'PENDING_PAYMENT', receipt_sent: 'PENDING_CONFIRMATION' } as Record<string, string>
    const all = own!.donations.map(({ donationId: id, status, amountCents, donorId, receiverId }) => ({
      id,
      amountCents,
      status: statuses[status] ?? status.toUpperCase(),
      donorId,
      receiverId,
    }))
    const complete = { memberId: member.id, donations: all, isComplete: true }
    expect((await verdictOf({ ...asked, own: complete })).faults).toEqual([])
    const [left, ...rest] = all
    const unlisted = await verdictOf({ ...asked, own: { ...complete, donations: rest } })
    expect(unlisted.faults.map(({ code, id }) => [code, id])).toEqual([['own.unlisted', left!.id]])
    const swapped = await verdictOf({
      ...asked,
      own: { ...complete, donations: [{ ...left!, receiverId: 'm99' }, ...rest] },
    })
    expect(swapped.faults.map(({ code, id }) => [code, id])).toEqual([['own.differs', left!.id]])
    // Any number of people's data are held together, and each finds its own.
    const others = [{ ...complete, donations: rest }]
    const together = await verdictOf({ ...asked, own: complete, others })
    expect(together.faults.map(({ code, id }) => [code, id])).toEqual([['own.unlisted', left!.id]])
    expect(together.own!.donations).toHaveLength(all.length)
  })
})

describe('a head kept', () => {
  const entries = ledgers[0]!
  const head = signed(entries)
  const codes = async (kept: SignedHead) =>
    (await verdictOf({ entries, head, kept: [kept] })).faults.map(({ code, seq }) => [code, seq])

  test('that was altered, is another circle’s or another key’s is not one', async () => {
    expect(await codes({ ...signed(entries, { at: 9 }), hash: entries[3]!.hash })).toEqual([['kept.unsigned', 9]])
    expect(await codes({ ...signed(entries, { at: 9 }), key: 'no key' })).toEqual([['kept.unsigned', 9]])
    expect(await codes(signed(entries, { at: 9, circleId: 'another' }))).toEqual([['kept.other_circle', 9]])
    expect(await codes(signed(entries, { at: 9, by: stranger }))).toEqual([['kept.other_key', 9]])
  })
})

describe('a checkpoint kept', () => {
  const [entries] = ledgers
  const keyOf = (by: typeof operator) => {
    const { x } = by.publicKey.export({ format: 'jwk' })
    return namedKey(digest, originOf(CIRCLE), NOTE_KEY, Uint8Array.from(Buffer.from(x!, 'base64url')))
  }
  const noteOf = (of: readonly LedgerEntry[], { by = operator, circleId = CIRCLE } = {}) => {
    const text = checkpointText(checkpointOf(digest, circleId, of))
    return `${text}\n${signatureLine(keyOf(by), sign(null, Buffer.from(text), by.privateKey))}`
  }
  const faultsWith = (of: readonly LedgerEntry[], ...notes: string[]) =>
    script
      .verify({ entries: of, head: signed(of), checkpoints: notes.map((note) => script.readCheckpoint(note)!) })
      .faults.map(({ code, seq }) => `${code} ${seq}`)
  /** The ledger of somebody who holds the key: one entry changed, everything after it made to fit. */
  const rewritten = (at: number) => {
    let previous = GENESIS_HASH
    return entries!.map((entry, index) => {
      const changed = { ...entry, previous_hash: previous, ...(index === at ? { actor_id: 'another' } : {}) }
      previous = sha256(entryText(CIRCLE, changed))
      return { ...changed, hash: previous }
    })
  }

  test('holds every ledger that continues it, from nothing to all of it', () => {
    for (const size of [0, 1, 2, 50, entries!.length])
      expect(faultsWith(entries!, noteOf(entries!.slice(0, size)))).toEqual([])
  })

  test('finds a ledger rewritten and signed anew, one that was cut, and another circle’s or another key’s', () => {
    const kept = noteOf(entries!.slice(0, 40))
    expect(faultsWith(rewritten(39), kept)).toContain('checkpoint.rewritten 40')
    expect(faultsWith(rewritten(40), kept)).not.toContain('checkpoint.rewritten 40')
    expect(faultsWith(entries!.slice(0, 39), kept)).toContain('checkpoint.cut 40')
    expect(faultsWith(entries!, noteOf(entries!.slice(0, 40), { circleId: 'another' }))).toEqual([
      'checkpoint.other_circle 40',
    ])
    expect(faultsWith(entries!, noteOf(entries!.slice(0, 40), { by: stranger }))).toEqual(['checkpoint.unsigned 40'])
    expect(faultsWith(entries!, kept.replace('\n40\n', '\n41\n'))).toEqual(['checkpoint.unsigned 41'])
  })

  test('is read from its file, and both codes are told to compare with somebody else’s', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'ciranda-verify-'))
    const keep = (name: string, text: string) => {
      writeFileSync(path.join(folder, name), text)
      return path.join(folder, name)
    }
    const ledgerLines = (of: readonly LedgerEntry[]) =>
      [{ ciranda_ledger: 1, head: signed(of) }, ...of].map((line) => `${JSON.stringify(line)}\n`).join('')
    const DAY = ['--dia', '2026-11-24', '--numero', '52318'] as const
    const kept = keep('codigo.txt', noteOf(entries!.slice(0, 40)))
    const run = (of: readonly LedgerEntry[]) =>
      spawnSync(process.execPath, [FILE, keep('livro.ndjson', ledgerLines(of)), '--guardado', kept, ...DAY], {
        encoding: 'utf8',
      })
    const code = async (of: readonly LedgerEntry[]) => {
      const [, day, , groupNumber] = DAY
      const stretch = (...asked: [Uint8Array, Uint8Array, number]) => pbkdf2Sync(...asked, 32, 'sha256')
      return (await dayMarks(checkpointOf(digest, CIRCLE, of), { day, groupNumber }, stretch)).code
    }
    const whole = run(entries!)
    expect([whole.status, whole.stdout]).toEqual([0, expect.stringContaining('✓ Tudo confere.')])
    const told = 'Código de 2026-11-24, com o número 52318'
    const old = await code(entries!.slice(0, 40))
    expect(whole.stdout).toContain(`Guardado: primeiros 40 lançamentos. ${told}: ${old}. Palavras: `)
    expect(whole.stdout).toContain(`Este livro: ${entries!.length} lançamentos. ${told}: ${await code(entries!)}.`)
    const other = run(rewritten(7))
    expect([other.status, other.stdout]).toEqual([
      1,
      expect.stringContaining('✗ O livro foi reescrito: os primeiros 40 lançamentos não são os do código.'),
    ])
    rmSync(folder, { recursive: true })
  })
})

describe('every tampering is found, and named', () => {
  test(`${TAMPERINGS} at random: altered, removed, repeated, out of place, forged, rewritten, cut`, async () => {
    const random = randomOf(20_261_121)
    const done = new Map<string, number>()
    for (let n = 0; n < TAMPERINGS; n += 1) {
      const [name, tamper] = tamperings[n % tamperings.length]!
      const entries = structuredClone(ledgers[Math.floor(n / tamperings.length) % ledgers.length]!) as Loose[]
      const { expected, ...asked } = tamper(entries, random)
      const { faults } = await verdictOf(asked)
      expect(faults[0] && [faults[0].code, faults[0].seq ?? faults[0].line], `${name}, number ${n}`).toEqual(expected)
      done.set(name, (done.get(name) ?? 0) + 1)
    }
    expect(Math.min(...done.values())).toBeGreaterThan(40)
  })
})

type Loose = { -readonly [K in keyof LedgerEntry]: LedgerEntry[K] }
type Tampered = Asked & { expected: [string, number] }
type Random = (below: number) => number

/** mulberry32: the same numbers for the same seed. */
function randomOf(seed: number): Random {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

/** Chains entries anew from one on, as somebody would who can write the whole database. */
function rechain(entries: Loose[], from = 0): Loose[] {
  for (let index = from; index < entries.length; index += 1) {
    const entry = entries[index]!
    entry.seq = index + 1
    entry.previous_hash = entries[index - 1]?.hash ?? GENESIS_HASH
    entry.hash = sha256(entryText(CIRCLE, entry))
  }
  return entries
}

function alterPayload(payload: Record<string, unknown>, random: Random): Record<string, unknown> {
  const keys = Object.keys(payload)
  const key = keys[random(keys.length)]!
  const value = payload[key]
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return { ...payload, [key]: alterPayload(value as Record<string, unknown>, random) }
  const other =
    typeof value === 'number' ? value + 1 + random(9) : typeof value === 'boolean' ? !value : `${String(value)}x`
  return { ...payload, [key]: random(5) === 0 ? undefined : other }
}

const hexBut = (hash: string, random: Random) => {
  const at = random(64)
  return `${hash.slice(0, at)}${hash[at] === 'a' ? 'b' : 'a'}${hash.slice(at + 1)}`
}

/**
 * Each makes one change and says which fault must come first, at which entry. `real` is the head that was signed
 * before the change.
 */
const tamperings: readonly [string, (entries: Loose[], random: Random) => Tampered][] = [
  [
    'a payload altered',
    (entries, random) => {
      const head = signed(entries)
      const at = random(entries.length)
      entries[at] = { ...entries[at]!, payload: alterPayload(entries[at]!.payload, random) }
      return { entries, head, expected: ['entry.altered', at + 1] }
    },
  ],
  [
    'a field altered',
    (entries, random) => {
      const head = signed(entries)
      const at = random(entries.length)
      const entry = entries[at]!
      const changes: Partial<Loose>[] = [
        { at: '2026-01-01T00:00:00.000Z' },
        { actor_id: 'nobody' },
        { kind: 'donation.confirmed.' },
        { hash: hexBut(entry.hash, random) },
        { previous_hash: hexBut(entry.previous_hash, random) },
      ]
      Object.assign(entry, changes[random(changes.length)])
      return { entries, head, expected: ['entry.altered', at + 1] }
    },
  ],
  [
    'an entry removed',
    (entries, random) => {
      const head = signed(entries)
      const at = random(entries.length)
      entries.splice(at, 1)
      return { entries, head, expected: ['entry.missing', at + 1] }
    },
  ],
  [
    'the end cut off',
    (entries, random) => {
      const head = signed(entries)
      const at = random(entries.length)
      return { entries: entries.slice(0, at), head, expected: ['entry.missing', at + 1] }
    },
  ],
  [
    'two entries exchanged',
    (entries, random) => {
      const head = signed(entries)
      const at = random(entries.length - 1)
      const other = at + 1 + random(entries.length - at - 1)
      ;[entries[at], entries[other]] = [entries[other]!, entries[at]!]
      return { entries, head, expected: ['entry.moved', at + 1] }
    },
  ],
  [
    'an entry moved',
    (entries, random) => {
      const head = signed(entries)
      const at = random(entries.length - 1)
      const to = at + 1 + random(entries.length - at - 1)
      entries.splice(to, 0, ...entries.splice(at, 1))
      return { entries, head, expected: ['entry.moved', at + 1] }
    },
  ],
  [
    'two entries exchanged and renumbered',
    (entries, random) => {
      const head = signed(entries)
      const at = random(entries.length - 1)
      const [a, b] = [entries[at]!, entries[at + 1]!]
      entries[at] = { ...b, seq: a.seq }
      entries[at + 1] = { ...a, seq: b.seq }
      return { entries, head, expected: ['entry.altered', at + 1] }
    },
  ],
  [
    'an entry repeated',
    (entries, random) => {
      const head = signed(entries)
      const at = random(entries.length)
      entries.splice(random(entries.length - at) + at + 1, 0, structuredClone(entries[at]!))
      return { entries, head, expected: ['entry.repeated', at + 1] }
    },
  ],
  [
    'a line made unreadable',
    (entries, random) => {
      const head = signed(entries)
      const at = random(entries.length)
      const broken: unknown[] = [
        null,
        7,
        { ...entries[at]!, note: 'rides along' },
        { ...entries[at]!, seq: '1' },
        [entries[at]],
      ]
      return {
        entries: [...entries.slice(0, at), broken[random(broken.length)], ...entries.slice(at + 1)],
        head,
        expected: ['entry.unreadable', at + 1],
      }
    },
  ],
  [
    'one entry altered and hashed anew',
    (entries, random) => {
      const head = signed(entries)
      const at = random(entries.length - 1)
      const entry = { ...entries[at]!, payload: alterPayload(entries[at]!.payload, random) }
      entries[at] = { ...entry, hash: sha256(entryText(CIRCLE, entry)) }
      return { entries, head, expected: ['entry.unlinked', at + 2] }
    },
  ],
  [
    'all rewritten without the key',
    (entries, random) => {
      const at = random(entries.length)
      const real = signed(entries)
      entries[at]!.at = '2026-01-01T00:00:00.000Z'
      rechain(entries, at)
      return { entries, head: { ...real, hash: entries.at(-1)!.hash }, expected: ['head.unsigned', entries.length] }
    },
  ],
  [
    'all rewritten and signed by somebody else',
    (entries, random) => {
      const kept = [signed(entries, { at: entries.length - random(3) })]
      const at = random(kept[0]!.seq)
      entries[at]!.actor_id = 'somebody else'
      rechain(entries, at)
      return { entries, head: signed(entries, { by: stranger }), kept, expected: ['kept.rewritten', kept[0]!.seq] }
    },
  ],
  [
    'all rewritten by who holds the key, seen by a head kept',
    (entries, random) => {
      const at = random(entries.length - 1)
      const kept = [
        signed(entries, { at: at + 1 + random(entries.length - at - 1) }),
        signed(entries, { at: random(at + 1) }),
      ]
      entries[at]!.actor_id = 'somebody else'
      rechain(entries, at)
      return { entries, head: signed(entries), kept, expected: ['kept.rewritten', kept[0]!.seq] }
    },
  ],
  [
    'cut and signed anew by who holds the key, seen by a head kept',
    (entries, random) => {
      const at = 1 + random(entries.length - 1)
      const kept = [signed(entries, { at: at + 1 + random(entries.length - at) })]
      const shorter = entries.slice(0, at)
      return { entries: shorter, head: signed(shorter), kept, expected: ['kept.cut', kept[0]!.seq] }
    },
  ],
  [
    'a confirmation of more, by who holds the key',
    (entries, random) => {
      const confirmed = entries.filter(({ kind }) => kind === 'donation.confirmed')
      const entry = confirmed[random(confirmed.length)]!
      entry.payload = { ...entry.payload, amountCents: (entry.payload['amountCents'] as number) + 1 + random(1_000) }
      rechain(entries)
      return { entries, head: signed(entries), expected: ['books.differs', entry.seq] }
    },
  ],
  [
    'a donation given to somebody else, by who holds the key',
    (entries, random) => {
      const confirmed = entries.filter(({ kind }) => kind === 'donation.confirmed')
      const entry = confirmed[random(confirmed.length)]!
      entry.payload = { ...entry.payload, receiverId: 'a friend' }
      rechain(entries)
      return { entries, head: signed(entries), expected: ['books.differs', entry.seq] }
    },
  ],
  [
    'a confirmation repeated, by who holds the key',
    (entries, random) => {
      const confirmed = entries.filter(({ kind }) => kind === 'donation.confirmed')
      const entry = confirmed[random(confirmed.length)]!
      entries.splice(entry.seq, 0, structuredClone(entry))
      rechain(entries)
      return { entries, head: signed(entries), expected: ['books.not_open', entry.seq + 1] }
    },
  ],
  [
    'a receipt taken out, by who holds the key',
    (entries, random) => {
      const confirmed = entries.filter(({ kind }) => kind === 'donation.confirmed')
      const { payload } = confirmed[random(confirmed.length)]!
      const isReceipt = (entry: LedgerEntry) =>
        entry.kind === 'donation.receipt_sent' && entry.payload['donationId'] === payload['donationId']
      const rest = rechain(entries.filter((entry) => !isReceipt(entry)))
      const needReceipt = [
        'donation.confirmed',
        'donation.part_confirmed',
        'donation.receipt_replaced',
        'donation.receipt_rejected',
      ]
      const bare = rest.find(
        ({ kind, payload: own }) => needReceipt.includes(kind) && own['donationId'] === payload['donationId'],
      )!
      return { entries: rest, head: signed(rest), expected: ['books.no_receipt', bare.seq] }
    },
  ],
]

describe('each fault of the money', () => {
  const owed = {
    kind: 'obligation.owed',
    obligationId: 'o1',
    memberId: 'm1',
    type: 'PULL',
    amountCents: 100,
    target: 1,
    period: '2026-01',
    order: 1,
  }
  const made = {
    kind: 'donation.matched',
    donationId: 'd1',
    obligationId: 'o1',
    donorId: 'm1',
    receiverId: 'm2',
    turnId: 't1',
    type: 'PULL',
    amountCents: 100,
    target: 1,
    deadlineAt: 1,
  }
  const sent = { kind: 'donation.receipt_sent', donationId: 'd1', donorId: 'm1' }
  const ended = { ...made, kind: 'donation.confirmed' }
  const start = { kind: 'circle.created' }
  test.each<[string, object[], number]>([
    ['books.no_circle', [owed], 1],
    ['books.no_circle', [start, start], 2],
    ['books.unreadable', [start, { ...owed, amountCents: -1 }], 2],
    ['books.unreadable', [start, { ...owed, amountCents: 0.5 }], 2],
    ['books.unreadable', [start, { ...owed, target: 4 }], 2],
    ['books.unreadable', [start, owed, { ...made, receiverId: undefined }], 3],
    ['books.owed_twice', [start, owed, { ...owed, type: 'CASCADE_N1' }], 3],
    ['books.second_pull', [start, owed, { ...owed, obligationId: 'o2' }], 3],
    ['books.not_owed', [start, made], 2],
    ['books.not_owed', [start, owed, made, { ...owed, kind: 'obligation.void' }], 4],
    ['books.made_twice', [start, owed, made, made], 4],
    ['books.made_twice', [start, owed, made, { ...made, donationId: 'd2' }], 4],
    ['books.to_oneself', [start, owed, { ...made, receiverId: 'm1' }], 3],
    ['books.differs', [start, owed, { ...made, amountCents: 99 }], 3],
    ['books.differs', [start, owed, { ...made, receiverId: null }], 3],
    ['books.differs', [start, owed, made, { ...sent, donorId: 'm2' }], 4],
    ['books.not_open', [start, sent], 2],
    ['books.no_receipt', [start, owed, made, ended], 4],
    ['books.not_open', [start, owed, made, sent, { ...made, kind: 'donation.expired' }, ended], 6],
    [
      'books.turn_sum',
      [start, owed, made, sent, ended, { kind: 'turn.completed', turnId: 't1', receivedCents: 200 }],
      6,
    ],
    ['books.turn_sum', [start, { kind: 'upgrade.accepted', turnId: 't1', balanceCents: 1 }], 2],
  ])('%s in entry %#', async (code, events, seq) => {
    const entries = chained(CIRCLE, events as CircleEvent[], sha256)
    expect(
      (await verdictOf({ entries, head: signed(entries) })).faults.map((fault) => [fault.code, fault.seq]),
    ).toEqual([[code, seq]])
  })
})

describe('the stand-alone script', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ciranda-livro-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const keep = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text)
    return path.join(folder, name)
  }
  const lines = (entries: readonly unknown[], head: SignedHead) =>
    [{ ciranda_ledger: 1, head }, ...entries].map((line) => `${JSON.stringify(line)}\n`).join('')
  const run = (...args: string[]) => spawnSync(process.execPath, [FILE, ...args], { encoding: 'utf8', cwd: folder })
  const entries = ledgers[0]!

  test('is what the rules and its own sources make, byte for byte, under the checksum kept beside it', async () => {
    const code = await bundleVerifier()
    expect(code === readFileSync(FILE, 'utf8'), 'run `npm run build:verifier` and commit what it makes').toBe(true)
    expect(readFileSync(CHECKSUM, 'utf8')).toBe(checksumLine(code))
  })

  test('needs nothing but Node: it imports none of the project and no package', () => {
    const imported = [...readFileSync(FILE, 'utf8').matchAll(/(?:from|import\()\s*["']([^"']+)["']/g)].map(
      (match) => match[1]!,
    )
    expect(imported.length).toBeGreaterThan(0)
    expect(imported.filter((specifier) => !specifier.startsWith('node:'))).toEqual([])
    // Copied anywhere, it runs.
    const copy = keep('copy.mjs', readFileSync(FILE, 'utf8'))
    expect(
      execFileSync(process.execPath, [copy, keep('whole.ndjson', lines(entries, signed(entries)))], {
        encoding: 'utf8',
        cwd: folder,
      }),
    ).toContain('✓ Tudo confere.')
  })

  test('reads both forms of a download, a ledger kept from before and one’s own data', () => {
    const document = keep('whole.json', JSON.stringify({ ciranda_ledger: 1, head: signed(entries), entries }))
    const before = keep('before.ndjson', lines(entries.slice(0, 50), signed(entries, { at: 50 })))
    const data = keep(
      'dados.json',
      JSON.stringify({
        user: { id: 'm-of-nothing' },
        donations: [{ id: 'waits', amount: 100, status: 'PENDING_PAYMENT', waiting: true }],
      }),
    )
    const { status, stdout } = run(document, '--guardado', before, '--meus-dados', data, '--meus-dados', data)
    expect([status, stdout]).toEqual([
      0,
      expect.stringMatching(/Dado R\$.*recebido R\$[^]*Você: \d+ lançamentos[^]*✓ Tudo confere/),
    ])
  })

  test('names what is wrong in Portuguese and ends with 1, or with 2 where there is nothing to read', () => {
    const cut = keep('cut.ndjson', lines(entries.toSpliced(41, 1), signed(entries)))
    expect(run(cut)).toMatchObject({ status: 1, stdout: expect.stringContaining('✗ Falta o lançamento 42.') })
    const torn = keep('torn.ndjson', lines(entries, signed(entries)).slice(0, -20))
    expect(run(torn)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining(`A posição ${entries.length} não é um lançamento`),
    })
    expect(run(keep('other.txt', 'hello'))).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('não é um livro'),
    })
    expect(run('nada.ndjson')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^Não foi possível ler: \S*nada\.ndjson não existe\.$/m),
    })
    expect(run()).toMatchObject({ status: 2 })
  })

  test('says every fault in the words of the pages', () => {
    expect(script.sentences).toEqual(ledgerFaultSentences)
    const fault = { code: 'own.differs', seq: 7, line: null, id: 'd1' } as const
    expect(script.sentenceOf(fault)).toBe(ledgerFaultSentence(fault))
    expect(ledgerFaultSentence(fault)).toBe(
      'A sua doação d1 está no livro com outro valor, prazo, outra pessoa ou em outra situação (lançamento 7).',
    )
  })
})
