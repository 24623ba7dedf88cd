import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import type { Dice } from './frame/dice.ts'
import { eachRound } from './frame/each-round.ts'
import type { Part, Report } from './frame/part.ts'
import { CircleOfPeople, listOf } from './installation/circle-of-people.ts'
import type { Verb } from './installation/circle-of-people.ts'
import { ask } from './installation/client.ts'
import { BEGINS } from './installation/life.ts'
import { Machine } from './ship/machine.ts'
import { makeReleases } from './ship/releases.ts'

const FOLDER = path.resolve('build', 'ship')
const LIMITS = { megabytes: 512, processors: 1 }
const PEOPLE = 12
/** Of a roda of twelve in ten years: eleven a month. */
const DONATIONS = 1_320
const MINUTES = 5
/** Whole backups belong to the night: for so long they are made beside everything else, each with 64 MB for its key. */
const MINUTES_WITH_BACKUPS = 2
/** Without those by which it grows or shrinks. */
const DAILY = [
  'pull',
  'sendReceipt',
  'sendReceipt',
  'answerReceipt',
  'answerReceipt',
  'report',
  'resolveReport',
  'moveInQueue',
  'changePassword',
  'changeAvatar',
  'invite',
  'checkpoint',
] as const
const SETTLES_MS = 15_000
/** Of so many seconds after that the median counts: what a collection of garbage just left is luck. */
const RESTS_S = 11
/** The one answer that is everything there is, which nobody waits for beside it; and the one that is a month of jobs, in tests alone. */
const WHOLE = 'POST /admin/backups'
const MOVES_TIME = 'POST /test/clock'
const SETTINGS = { SEED: 'empty', RATE_LIMIT: 'off' }
const WITH_CLOCK = { ...SETTINGS, NODE_ENV: 'test', CLOCK: new Date(BEGINS).toISOString() }

/** The bounds, by the words under which each is counted. */
const MOST = {
  'tarball, MB': 90,
  'unpacked, MB': 260,
  'first start with its initdb, ms': 4_000,
  'second start, ms': 1_500,
  'idle, MB': 200,
  'between the two, MB': 10,
  'in use, MB': 350,
  'longest answer, ms': 2_000,
  'in use beside whole backups, MB': 420,
  'longest answer beside whole backups, ms': 5_000,
  'a whole backup, ms': 60_000,
  'processes that the kernel killed': 0,
  'data after ten years, MB': 200,
} as const
type Counted = keyof typeof MOST

/**
 * A release on a machine of 512 MB with one processor, in turn: its sizes, its first and second start, and twelve people who do
 * everything for five minutes, and two more beside whole backups; the donations of ten years, with a receipt for each. Memory is
 * the proportional set size of all processes. Needs root, debootstrap and cgroups of version 1.
 */
export const small: Part = {
  name: 'small',
  unit: 'lives',
  full: 12,
  small: 0,
  async run(course) {
    mkdirSync(FOLDER, { recursive: true })
    const { own } = makeReleases(FOLDER)
    await eachRound(course, ({ index, dice }) =>
      measure(LIVES[index % LIVES.length]!, own.tarball, course.report, dice),
    )
  },
}

type Measured = (what: Counted, value: number, of?: string) => void
type Life = (machine: Machine, is: Measured, dice: Dice) => Promise<void>
const LIVES: readonly Life[] = [fiveMinutes, tenYears]

async function measure(live: Life, tarball: string, report: Report, dice: Dice): Promise<void> {
  const over: string[] = []
  const is: Measured = (what, value, of) => {
    report.most(what, Math.round(value))
    if (value > MOST[what])
      over.push(`${what}: ${Math.round(value)}${of === undefined ? '' : ` (${of})`}, not ${MOST[what]}`)
  }
  is('tarball, MB', statSync(tarball).size / 1e6)
  const machine = await Machine.make(FOLDER, { kind: 'tarball', limits: LIMITS })
  try {
    await machine.install(tarball)
    is('unpacked, MB', bytesOf(path.join(machine.root, 'home/prima/ciranda')) / 1e6)
    await live(machine, is, dice)
    is('processes that the kernel killed', machine.killedByKernel)
  } finally {
    await machine.remove()
  }
  assert.deepEqual(over, [])
}

async function fiveMinutes(machine: Machine, is: Measured, dice: Dice): Promise<void> {
  machine.configure(SETTINGS)
  const [first, second] = [await startAndSettle(machine), await startAndSettle(machine)]
  is('first start with its initdb, ms', first.ms)
  is('second start, ms', second.ms)
  is('idle, MB', Math.max(first.megabytes, second.megabytes))
  is('between the two, MB', Math.abs(first.megabytes - second.megabytes))
  // Months go by for who lives in it, and the jobs of a minute are seen at rest alone.
  rmSync(machine.data, { recursive: true })
  machine.configure(WITH_CLOCK)
  await machine.whileRunning((url) => inUse(machine, url, dice, is))
}

async function tenYears(machine: Machine, is: Measured, dice: Dice): Promise<void> {
  machine.configure(WITH_CLOCK)
  const people = new CircleOfPeople(BEGINS)
  let paid = 0
  await machine.whileRunning(async (url) => {
    await people.begin(url, PEOPLE, dice)
    while (paid < DONATIONS) {
      const inMonth = await payMonth(people, dice)
      assert.notEqual(inMonth, 0, `Nobody paid after ${paid} donations.`)
      paid += inMonth
    }
  })
  assert.deepEqual(people.faults, [])
  is('data after ten years, MB', bytesOf(machine.data) / 1e6)
}

async function startAndSettle(machine: Machine) {
  const begins = performance.now()
  return machine.whileRunning(async (url) => {
    await fetch(`${url}/api/health`)
    const ms = performance.now() - begins
    await wait(SETTLES_MS)
    const megabytes: number[] = []
    for (let second = 0; second < RESTS_S; second += 1) {
      megabytes.push(machine.megabytes)
      await wait(1_000)
    }
    return { ms, megabytes: megabytes.toSorted((a, b) => a - b)[Math.floor(RESTS_S / 2)]! }
  })
}

async function inUse(machine: Machine, url: string, dice: Dice, is: Measured): Promise<void> {
  let most = 0
  let longest = { ms: 0, call: '' }
  const timed: typeof ask = async (...asked) => {
    const begins = performance.now()
    const answer = await ask(...asked)
    const ms = performance.now() - begins
    if (asked[1] === WHOLE) is('a whole backup, ms', ms)
    else if (asked[1] !== MOVES_TIME && ms > longest.ms) longest = { ms, call: asked[1] }
    return answer
  }
  const watch = setInterval(() => (most = Math.max(most, machine.megabytes)), 1_000)
  try {
    const people = new CircleOfPeople(BEGINS, { ask: timed })
    await people.begin(url, PEOPLE, dice)
    const livesFor = (minutes: number, only: readonly Verb[]) => {
      const end = performance.now() + minutes * 60_000
      return people.live(() => performance.now() > end, dice, { atOnce: 3, only })
    }
    await livesFor(MINUTES, DAILY)
    is('in use, MB', most)
    is('longest answer, ms', longest.ms, longest.call)
    ;[most, longest] = [0, { ms: 0, call: '' }]
    await livesFor(MINUTES_WITH_BACKUPS, [...DAILY, 'backUp'])
    is('in use beside whole backups, MB', most)
    is('longest answer beside whole backups, ms', longest.ms, longest.call)
    assert.deepEqual(people.faults, [])
  } finally {
    clearInterval(watch)
  }
}

/** A month later, each donation that is asked for is paid with a receipt and confirmed. Answers how many were. */
async function payMonth(people: CircleOfPeople, dice: Dice): Promise<number> {
  people.now += 31 * 86_400_000
  await ask(people.url, 'POST /test/clock', { body: { now: new Date(people.now).toISOString() } })
  await people.pull(dice)
  for (const person of people.members)
    for (const { id, allowed } of listOf((await people.as(person, 'GET /donations/to-send')).body))
      if (allowed.includes('send_receipt'))
        await people.as(person, `POST /donations/${id}/comprovante`, {
          body: { comprovanteBase64: await receipt(dice) },
          key: crypto.randomUUID(),
        })
  let confirmed = 0
  for (const person of people.members)
    for (const { id, status } of listOf((await people.as(person, 'GET /donations/to-receive')).body))
      if (status === 'PENDING_CONFIRMATION') {
        const answer = await people.as(person, `PATCH /donations/${id}/confirm`)
        if (answer.status === 200) confirmed += 1
      }
  return confirmed
}

/** A bank's receipt as a phone's screen shows it, some 100 KB, base64. */
async function receipt(dice: Dice): Promise<string> {
  const word = () => dice.below(2 ** 32).toString(36)
  const line = (_: unknown, at: number) =>
    `<text x="60" y="${140 + at * 86}" font-size="${at % 2 ? 40 : 28}">${word()} ${word()}</text>`
  const lines = Array.from({ length: 20 }, line).join('')
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="1920"><rect width="1080" height="1920" fill="white"/>${lines}</svg>`
  return (await sharp(Buffer.from(drawn)).jpeg({ quality: 90 }).toBuffer()).toString('base64')
}

const bytesOf = (folder: string) => Number(execFileSync('du', ['-sb', folder], { encoding: 'utf8' }).split('\t')[0])
