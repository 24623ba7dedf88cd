import { createHash } from 'node:crypto'
import type { Draw } from '#contracts/entities/draw.ts'
import type { Dice } from '../frame/dice.ts'
import type { Answer } from '../installation/client.ts'
import type { AsRequest } from './as-requests.ts'
import type { NaiveCircle } from './naive-circle.ts'

/** The two servers and the naive circle, as a draw needs them. */
type Drawing = {
  readonly naive: NaiveCircle
  ask(memberId: string | null, request: AsRequest): Promise<Answer>
  /** Lets so many hours pass in both processes, whose jobs do what is due; `settle` follows that in the naive circle. */
  pass(hours: number, settle: () => Promise<void>): Promise<void>
  /** Gives the naive circle the order that was drawn, and compares everything. */
  drawn(draw: Draw): Promise<void>
  /** Something else happens meanwhile: the queue is arranged by hand. */
  arrange(): Promise<void>
  pull(): Promise<void>
}

type Commitments = Map<string, { readonly number: string; isShown: boolean }>

/**
 * The draw of the first order, from its beginning to the order or to its lapse. Some members do not join and some do not show their
 * number, which stops it; each step is also tried too early, too late and with something else than was committed to. Answers
 * whether an order was drawn.
 */
export async function drawFirstOrder(pair: Drawing, dice: Dice): Promise<boolean> {
  const { naive } = pair
  const [joinHours, openHours] = [dice.between(1, 60), dice.between(1, 60)]
  const body = { join_hours: joinHours, open_hours: openHours }
  const begun = ensureDone(await pair.ask(null, { call: 'POST /draws', body })).data[0] as Draw
  const listed = approved(naive)
  if (begun.members.map(({ id }) => id).join() !== listed.join()) throw new Error('The draw is not among the approved')
  ensureRefused(await pair.ask(null, { call: 'POST /draws', body }), 'draw.running')
  const id = encodeURIComponent(begun.id)
  const join = (memberId: string, number: string) => {
    const told = { circle_id: begun.circle_id, draw_id: begun.id, member_id: memberId, number }
    const commitment = sha256(`ciranda draw number v1\n${JSON.stringify(told)}`)
    return pair.ask(memberId, { call: `POST /draws/${id}/join`, body: { commitment } })
  }
  const show = (memberId: string, number: string) =>
    pair.ask(memberId, { call: `POST /draws/${id}/open`, body: { number } })

  const kept: Commitments = new Map()
  for (const memberId of listed.filter(() => dice.happens(0.85))) {
    const number = randomHex(dice)
    ensureDone(await join(memberId, number))
    kept.set(memberId, { number, isShown: false })
  }
  await pair.arrange()
  if (dice.happens(0.2)) return await lapses(pair, begun)

  const late = listed.find((memberId) => !kept.has(memberId) && approved(naive).includes(memberId))
  if (late !== undefined) {
    // Not everybody joins: only time opens the draw.
    const [early] = [...kept.keys()].filter((memberId) => approved(naive).includes(memberId))
    if (early !== undefined) ensureRefused(await show(early, kept.get(early)!.number), 'draw.not_opening')
    // No number is shown yet: with none committed to, the order follows as soon as the time to join is over.
    const settle = async () => (kept.size === 0 ? await ensureOrder(pair, begun, kept) : undefined)
    await pair.pass(joinHours, settle)
    if (kept.size === 0) return true
    ensureRefused(await join(late, randomHex(dice)), 'draw.closed')
  }
  for (const [memberId, own] of kept) {
    if (dice.happens(0.05) || !approved(naive).includes(memberId)) continue
    if (dice.happens(0.2)) ensureRefused(await show(memberId, randomHex(dice)), 'draw.number_differs')
    ensureDone(await show(memberId, own.number))
    own.isShown = true
  }
  if ([...kept.values()].every(({ isShown }) => isShown)) await ensureOrder(pair, begun, kept)
  else {
    await pair.arrange()
    const hours = late === undefined ? joinHours + openHours : openHours
    await pair.pass(hours, () => ensureLapsed(pair, begun))
  }
  const [someone] = approved(naive)
  const again = listed.find((memberId) => memberId === someone)
  if (again !== undefined && !kept.get(again)?.isShown)
    ensureRefused(await show(again, randomHex(dice)), 'draw.not_opening')
  return [...kept.values()].every(({ isShown }) => isShown)
}

/** The first contributions come before the order: the draw lapses, and there is no other. */
async function lapses(pair: Drawing, begun: Draw): Promise<false> {
  await pair.pull()
  await pair.pass(1, () => ensureLapsed(pair, begun))
  ensureRefused(await pair.ask(null, { call: 'POST /draws', body: {} }), 'draw.not_first')
  return false
}

/** The draw is over without an order, and nobody learns its secret. */
async function ensureLapsed(pair: Drawing, begun: Draw): Promise<void> {
  const { phase, secret, order } = await readDraw(pair, begun)
  if (phase !== 'lapsed' || secret !== null || order !== null) throw new Error(`The draw is ${phase}, not lapsed`)
}

/** The draw is done: its secret is the one committed to, every number that was shown counts, and the order follows from them. */
async function ensureOrder(pair: Drawing, begun: Draw, kept: Commitments): Promise<void> {
  const draw = await readDraw(pair, begun)
  const { circle_id, id: draw_id, secret, order } = draw
  if (draw.phase !== 'done' || secret === null || order === null) throw new Error(`The draw is ${draw.phase}, not done`)
  const committed = sha256(`ciranda draw secret v1\n${JSON.stringify({ circle_id, draw_id, secret })}`)
  if (committed !== begun.commitment) throw new Error('The secret is not the one that was committed to')
  const numbers = [...kept]
    .filter(([, { isShown }]) => isShown)
    .map(([memberId, { number }]) => [memberId, number] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const seed = sha256(`ciranda draw v1\n${JSON.stringify({ circle_id, draw_id, numbers, secret })}`)
  const naiveOrder = shuffle(
    begun.members.map(({ id }) => id),
    seed,
  )
  if (naiveOrder.join() !== order.join()) throw new Error(`Drawn was ${order.join()}, and not ${naiveOrder.join()}`)
  await pair.drawn(draw)
}

/** The shuffle as docs/decisions/025 describes it, once more and plainly. */
function shuffle(memberIds: readonly string[], seed: string): string[] {
  const order = memberIds.toSorted()
  const words: number[] = []
  for (let block = 0; words.length < 64 * order.length; block += 1) {
    const bytes = createHash('sha256').update(`${seed}\n${block}`).digest()
    for (let at = 0; at < bytes.length; at += 4) words.push(bytes.readUInt32BE(at))
  }
  for (let last = order.length - 1; last > 0; last -= 1) {
    const range = last + 1
    let word = words.shift()!
    while (word >= 2 ** 32 - (2 ** 32 % range)) word = words.shift()!
    const other = word % range
    ;[order[last], order[other]] = [order[other]!, order[last]!]
  }
  return order
}

async function readDraw(pair: Drawing, begun: Draw): Promise<Draw> {
  const list = ensureDone(await pair.ask(null, { call: 'GET /draws' })).data as Draw[]
  return list.find(({ id }) => id === begun.id)!
}

function approved(naive: NaiveCircle): string[] {
  const names = naive.members.filter(({ status }) => status === 'approved').map(({ name }) => name)
  return names.toSorted()
}

function ensureDone({ status, body }: Answer): Answer['body'] {
  if (status >= 300) throw new Error(`A step of the draw is answered ${status} ${JSON.stringify(body)}`)
  return body
}

function ensureRefused({ status, body }: Answer, code: string): void {
  if (body?.code !== code) throw new Error(`Expected ${code}, answered ${status} ${JSON.stringify(body)}`)
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const randomHex = (dice: Dice) => Array.from({ length: 64 }, () => dice.below(16).toString(16)).join('')
