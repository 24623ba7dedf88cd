import fc from 'fast-check'
import { and, asc, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { GENESIS_HASH } from '#circle/ledger/entry.ts'
import { presets } from '#circle/plan.ts'
import type { Plan } from '#circle/plan.ts'
import type { CircleState, EventOfKind } from '#circle/state.ts'
import { commandFrom, shortPlan, steps } from '#circle/testing/walk.ts'
import { chainHash } from './ledger-chain.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { ledger } from '#server/tables/ledger.ts'
import { donations } from '#server/tables/donations.ts'
import { turns } from '#server/tables/turns.ts'
import { reports } from '#server/tables/reports.ts'
import { movableClock } from '#server/lib/clock.ts'
import { dose } from '#circle/testing/dose.ts'
import type { Database } from '#server/database/database.ts'
import { sqlState } from '#server/database/errors.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createCircle, withCircle } from './with-circle.ts'
import { replayLedger } from './testing/replay.ts'
import type { CachedState } from './state-cache.ts'
import type { CircleContext, LockedCircle } from './with-circle.ts'
import { loadState } from './load.ts'
import { circles } from '#server/tables/circles.ts'
import { donationCounters } from '#server/tables/donation-counters.ts'

const WALKS = dose(3, 300)
const LENGTH = 220
const LOST = { seq: 1, at: 0, actorId: null, kind: 'entry.removed', payload: {} }

describe('withCircle', () => {
  let database: Database
  const clock = movableClock(Date.UTC(2026, 0, 10, 12))
  let context: CircleContext

  beforeAll(async () => {
    database = await openTestDatabase()
    context = { database, db: database.db, clock, stateCache: new Map(), actorId: null }
  })

  async function makeCircle(plan: Plan, members: number) {
    const id = newId(clock)
    await createCircle(context, { id, name: 'Passeio', operator: null, mode: 'demonstracao', plan })
    for (let position = 1; position <= members; position += 1) {
      const memberId = newId(clock)
      await withCircle(context, id, async ({ perform }) => {
        await perform({ kind: 'approve_member', memberId })
        await perform({ kind: 'place', memberId, level: 1, position, isReceiver: false })
      })
    }
    return id
  }

  async function loaded(circleId: string): Promise<CircleState> {
    return database.db.transaction(async (tx) =>
      loadState(tx as never, (await tx.select().from(circles).where(eq(circles.id, circleId)))[0]!),
    )
  }

  test('tables, replayed ledger and cached state agree after long random walks', async () => {
    const walks = fc.sample(fc.tuple(fc.integer({ min: 3, max: 9 }), steps(LENGTH)), {
      numRuns: WALKS,
      seed: 20_261_121,
    })
    let performed = 0
    for (const [members, walk] of walks) {
      for (const plan of [shortPlan, presets.rotativo]) {
        const id = await makeCircle(plan, members)
        for (const step of walk) {
          clock.advance(step.hours * 3_600_000)
          performed += await attempt(id, step)
        }
        await withCircle(context, id, ({ note }) => note({ kind: 'member.access_reset', memberId: newId(clock) }))
        const stored = await loaded(id)
        expect(stored).toEqual(context.stateCache.get(id)!.state)
        expect(await replayLedger(database.db, id)).toEqual(stored)
        await expectCountersToAgree(id)
        await expectChain(id)
      }
    }
    expect(performed).toBeGreaterThan(300)
  })

  test('a complete turn without a use ends alike in tables and ledger, with what it received', async () => {
    const id = await makeCircle(presets.rotativo, 3)
    for (let month = 0; month < 12; month += 1) {
      clock.advance(31 * 86_400_000)
      await withCircle(context, id, ({ perform }) => perform({ kind: 'generate_pull' }))
      for (const donationId of context.stateCache.get(id)!.state.donations.keys()) {
        await withCircle(context, id, async (circle) => {
          const { donorId, receiverId } = circle.state.donations.get(donationId)!
          await keepReceipt(circle, donationId)
          await circle.perform({ kind: 'send_receipt', donationId, memberId: donorId })
          await circle.perform({ kind: 'confirm', donationId, by: { memberId: receiverId! } })
        })
      }
    }
    const stored = await loaded(id)
    expect(stored.turns.size).toBe(6)
    expect(stored).toEqual(context.stateCache.get(id)!.state)
    expect(await replayLedger(database.db, id)).toEqual(stored)
    const rows = await database.db.select().from(turns).where(eq(turns.circleId, id))
    const ended = rows.filter(({ status }) => status === 'ended')
    expect(ended).toHaveLength(6)
    for (const turn of ended) {
      expect(turn).toMatchObject({ confirmed: 3, open: 0, receivedCents: 300_00, endedAt: expect.any(Date) })
    }
  })

  test('an obligation of an upgrade that expired is stored as overdue, and loaded as that', async () => {
    const id = await makeCircle(shortPlan, 3)
    await withCircle(context, id, ({ perform }) => perform({ kind: 'generate_pull' }))
    const { donations: open, entries } = context.stateCache.get(id)!.state
    const [first] = [...entries.values()].toSorted((a, b) => a.position - b.position)
    for (const { id: donationId, donorId, receiverId } of open.values()) {
      if (receiverId !== first!.memberId) continue
      await withCircle(context, id, async (circle) => {
        await keepReceipt(circle, donationId)
        await circle.perform({ kind: 'send_receipt', donationId, memberId: donorId })
        await circle.perform({ kind: 'confirm', donationId, by: { memberId: receiverId } })
      })
    }
    await withCircle(context, id, ({ perform }) =>
      perform({ kind: 'accept_upgrade', memberId: first!.memberId, fromLevel: 1, toLevel: 2 }),
    )
    clock.advance(31 * 86_400_000)
    await withCircle(context, id, ({ perform }) => perform({ kind: 'expire' }))
    const stored = await loaded(id)
    expect([...stored.obligations.values()].filter(({ overdue }) => overdue)).toMatchObject([{ type: 'CASCADE_N1' }])
    expect(stored).toEqual(context.stateCache.get(id)!.state)
  })

  test('of many who decide at once each goes on from the state of the one before, and none loads it', async () => {
    const seen: (number | undefined)[] = []
    class Watched extends Map<string, CachedState> {
      override get(circleId: string) {
        const known = super.get(circleId)
        seen.push(known?.seq)
        return known
      }
    }
    const id = await makeCircle(presets.termos, 2)
    const stateCache = new Watched([[id, context.stateCache.get(id)!]])
    const note = () =>
      withCircle({ ...context, stateCache }, id, (circle) =>
        circle.note({ kind: 'member.access_reset', memberId: newId(clock) }),
      )
    await Promise.all(Array.from({ length: 20 }, note))
    const first = seen[0]!
    expect(seen).toEqual(Array.from({ length: 20 }, (_, at) => first + at))
  })

  test('whether a member may come back after N3 is loaded as stored, and stored when it is reset', async () => {
    const id = await makeCircle(presets.termos, 2)
    const [memberId] = context.stateCache.get(id)!.state.members.keys()
    const own = and(eq(circleMembers.circleId, id), eq(circleMembers.memberId, memberId!))
    await database.db.update(circleMembers).set({ reentry: 'allowed' }).where(own)
    expect((await loaded(id)).members.get(memberId!)!.reentry).toBe('allowed')
    context.stateCache.delete(id)
    await withCircle(context, id, ({ perform }) =>
      perform({ kind: 'depart_member', memberId: memberId!, how: 'suspended' }),
    )
    const [row] = await database.db.select().from(circleMembers).where(own)
    expect(row!.reentry).toBe('none')
  })

  /** Performs one command through withCircle, as the verbs do. Returns 1 when the rules accepted it. */
  async function attempt(circleId: string, step: Parameters<typeof commandFrom>[1]): Promise<number> {
    try {
      await withCircle(context, circleId, async (circle) => {
        const command = commandFrom(circle.state, step)
        if (command.kind === 'send_receipt') await keepReceipt(circle, command.donationId)
        const reportId = newId(clock)
        const isOpened = command.kind === 'report' || command.kind === 'open_case'
        const asked = isOpened
          ? { ...command, reportId }
          : command.kind === 'approve_member'
            ? { ...command, memberId: newId(clock) }
            : command
        // The store itself writes the cases that nobody opens by hand; the verbs write every other.
        for (const event of await circle.perform(asked))
          if (event.kind === 'donation.reported' && (event.reporterId !== null || command.kind === 'open_case'))
            await keepReport(circle, event)
      })
      return 1
    } catch (error) {
      if (error instanceof Refusal) return 0
      throw error
    }
  }

  async function keepReceipt({ tx, id }: LockedCircle, donationId: string) {
    if (!/^[0-9a-f-]{36}$/.test(donationId)) return
    await tx
      .update(donations)
      .set({ receiptSentAt: new Date(clock.now()) })
      .where(sql`${donations.circleId} = ${id} and ${donations.id} = ${donationId}`)
  }

  async function keepReport({ tx, id }: LockedCircle, event: EventOfKind<'donation.reported'>) {
    const { reportId, donationId, reporterId, holdsMs = null } = event
    const now = new Date(clock.now())
    await tx.insert(reports).values({
      circleId: id,
      id: reportId,
      donationId,
      reporterId,
      holdsMs,
      reason: 'não chegou',
      status: 'PENDING',
      reportedAt: now,
      updatedAt: now,
    })
  }

  async function expectCountersToAgree(circleId: string) {
    const counted = await database.db
      .select({
        status: donations.status,
        count: sql<number>`count(*)::int`,
        amountCents: sql<number>`sum(${donations.amountCents})::float8`,
      })
      .from(donations)
      .where(eq(donations.circleId, circleId))
      .groupBy(donations.status)
    const kept = await database.db.select().from(donationCounters).where(eq(donationCounters.circleId, circleId))
    const tally = (rows: { status: string; count: number; amountCents: number }[]) =>
      Object.fromEntries(
        rows.filter((row) => row.count > 0).map(({ status, count, amountCents }) => [status, [count, amountCents]]),
      )
    expect(tally(kept)).toEqual(tally(counted))
  }

  async function expectChain(circleId: string) {
    const rows = await database.db.select().from(ledger).where(eq(ledger.circleId, circleId)).orderBy(asc(ledger.seq))
    let previous = GENESIS_HASH
    for (const [index, { hash, previousHash, at, ...facts }] of rows.entries()) {
      expect(facts.seq).toBe(index + 1)
      expect(previousHash).toBe(previous)
      expect(chainHash({ ...facts, at: at.getTime() }, previous)).toBe(hash)
      previous = hash
    }
    const [circle] = await database.db.select().from(circles).where(eq(circles.id, circleId))
    expect([circle!.seq, circle!.headHash]).toEqual([rows.length, previous])
  }

  test('simultaneous commands are serialized, and the one that loses the race is refused', async () => {
    const id = await makeCircle(presets.termos, 2)
    const memberIds = Array.from({ length: 8 }, () => newId(clock))
    await withCircle(context, id, async ({ perform }) => {
      for (const memberId of memberIds) await perform({ kind: 'approve_member', memberId })
    })
    const results = await Promise.allSettled(
      memberIds.map((memberId) =>
        withCircle(context, id, ({ perform }) =>
          perform({ kind: 'place', memberId, level: 1, position: 50, isReceiver: false }),
        ),
      ),
    )
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'queue.position_taken' })
  })

  test('work that fails after the rules accepted it is rolled back', async () => {
    const id = await makeCircle(presets.termos, 3)
    const before = await loaded(id)
    const failing = withCircle(context, id, async ({ perform }) => {
      await perform({ kind: 'generate_pull' })
      throw new Error('the disk is gone')
    })
    await expect(failing).rejects.toThrow('the disk is gone')
    expect(await loaded(id)).toEqual(before)
    await withCircle(context, id, async ({ state }) => expect(state).toEqual(before))
  })

  test('a cached state is used only at its version, so another process’s change is seen', async () => {
    const id = await makeCircle(presets.termos, 3)
    const other: CircleContext = { ...context, stateCache: new Map() }
    await withCircle(other, id, ({ perform }) => perform({ kind: 'generate_pull' }))
    const again = withCircle(context, id, ({ perform }) => perform({ kind: 'generate_pull' }))
    await expect(again).resolves.toMatchObject([{ kind: 'pull.generated', created: 0, skipped: 3 }])
  })

  test('a cached state is not used for another ledger of the same length, as a restored backup holds', async () => {
    const id = await makeCircle(presets.termos, 3)
    const known = context.stateCache.get(id)!
    // This process has seen a member leave the queue, which the restored database has not.
    const lost = { ...known.state, entries: new Map([...known.state.entries].slice(1)) }
    context.stateCache.set(id, { ...known, headHash: chainHash({ ...LOST, circleId: id }, GENESIS_HASH), state: lost })
    const entries = await withCircle(context, id, async ({ state }) => state.entries.size)
    expect(entries).toBe(3)
  })

  describe('the database itself refuses', () => {
    const values = {
      id: '',
      name: 'x',
      seq: 0,
      headHash: GENESIS_HASH,
      nextOrder: 1,
      donationsMade: 0,
      createdAt: new Date(),
    }
    const operator = { name: 'Ana', document: '1', contact: 'a@b', dataProtectionContact: 'a@b' }

    test('a real circle with a plan that is not balanced', async () => {
      for (const plan of [presets.termos, presets.tela]) {
        const insert = database.db.insert(circles).values({ ...values, id: newId(clock), mode: 'real', plan, operator })
        expect(await constraintOf(insert)).toBe('circles_real_is_balanced')
        const refused = createCircle(context, { id: newId(clock), name: 'x', operator, mode: 'real', plan })
        await expect(refused).rejects.toMatchObject({ code: 'plan.not_balanced' })
      }
      await database.db
        .insert(circles)
        .values({ ...values, id: newId(clock), mode: 'real', plan: presets.rotativo, operator })
    })

    test('a real circle without a named operator, and a change of mode', async () => {
      const insert = database.db
        .insert(circles)
        .values({ ...values, id: newId(clock), mode: 'real', plan: presets.rotativo, operator: null })
      expect(await constraintOf(insert)).toBe('circles_real_names_operator')
      const id = newId(clock)
      await createCircle(context, { id, name: 'x', operator, mode: 'demonstracao', plan: presets.rotativo })
      await expect(
        database.db.update(circles).set({ mode: 'real' }).where(eq(circles.id, id)).then(),
      ).rejects.toSatisfy((error) => sqlState(error)?.code === '23514')
    })

    test('two members at one position, a changed ledger entry, and a change to an ended donation', async () => {
      const id = await makeCircle(presets.termos, 2)
      await expect(database.db.execute(sql`update entries set position = 1 where circle_id = ${id}`)).rejects.toSatisfy(
        (error) => sqlState(error)?.constraint === 'entries_one_per_position',
      )
      await expect(
        database.db.update(ledger).set({ kind: 'x' }).where(eq(ledger.circleId, id)).then(),
      ).rejects.toThrow()
      await withCircle(context, id, ({ perform }) => perform({ kind: 'generate_pull' }))
      clock.advance(40 * 86_400_000)
      await withCircle(context, id, ({ perform }) => perform({ kind: 'expire' }))
      await expect(
        database.db.update(donations).set({ status: 'PENDING_PAYMENT' }).where(eq(donations.circleId, id)).then(),
      ).rejects.toSatisfy((error) => sqlState(error)?.code === '23514')
    })

    async function constraintOf(write: PromiseLike<unknown>): Promise<string | null> {
      try {
        await write
        return null
      } catch (error) {
        return sqlState(error)?.constraint ?? null
      }
    }
  })
})
