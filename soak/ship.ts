import assert from 'node:assert/strict'
import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { VERSION } from '#server/lib/version.ts'
import { eachRound } from './frame/each-round.ts'
import type { Part } from './frame/part.ts'
import { Machine, PASSWORD } from './ship/machine.ts'
import { makePackages, NEWER } from './ship/releases.ts'
import type { Packages } from './ship/releases.ts'

const FOLDER = path.resolve('build', 'ship')
/** Longer than an update takes on a quiet machine. */
const KILL_MS_MAX = 15_000

type What = 'updated' | 'went back' | 'killed' | 'purged'

/**
 * The Debian package on machines of its own: installed, used, then updated, updated to a version that cannot start, killed while it
 * is updated, or removed and purged. Afterwards it has to start, as the old version or the new, with everybody and every entry.
 * Needs root, debootstrap and dpkg.
 */
export const ship: Part = {
  name: 'ship',
  unit: 'machines',
  full: 100,
  small: 0,
  async run(course) {
    mkdirSync(FOLDER, { recursive: true })
    const packages = makePackages(FOLDER)
    await eachRound(course, async ({ index, dice }) => {
      const what = (['killed', 'updated', 'killed', 'went back', 'killed', 'purged'] as const)[index % 6]!
      const machine = await Machine.make(FOLDER)
      try {
        const told = await live(machine, packages, what, dice.between(200, KILL_MS_MAX))
        course.report.count(told)
      } finally {
        machine.remove()
      }
    })
  },
}

async function live(machine: Machine, { own, newer, broken }: Packages, what: What, killAfterMs: number) {
  assert.equal((await machine.run(`dpkg --install ${machine.bring(own)}`)).status, 0)
  machine.configure()
  const before = await machine.whileRunning(facts)
  const version = async () => (await machine.run('ciranda --version')).said.trim()
  const isWhole = async () => {
    const after = await machine.whileRunning(facts)
    assert.deepEqual(after.people, before.people)
    assert.ok(after.seq >= before.seq, 'entries of the ledger are gone')
    assert.equal(existsSync(path.join(machine.root, 'var/lib/ciranda/before-update')), false)
  }
  if (what === 'purged') return await purge(machine, own, isWhole)
  const file = machine.bring(what === 'went back' ? broken : newer)
  const { status, said } = await machine.run(`ciranda update ${file}`, what === 'killed' ? killAfterMs : undefined)
  if (what !== 'killed') assert.equal(status, what === 'updated' ? 0 : 1, said)
  if (what === 'went back') assert.match(said, /a de antes está de volta, com os dados de antes/)
  await isWhole()
  const standing = await version()
  if (what !== 'killed') assert.equal(standing, `ciranda ${what === 'updated' ? NEWER : VERSION}`)
  else if (status === null) await goOn(machine, file)
  await isWhole()
  return what === 'killed' ? (status === null ? `killed, then ${standing}` : 'killed too late') : what
}

/** After a kill the same update, or dpkg's own mending, completes it. */
async function goOn(machine: Machine, file: string): Promise<void> {
  await machine.run('dpkg --configure -a')
  if ((await machine.run('ciranda --version')).said.trim() !== `ciranda ${NEWER}`)
    await machine.run(`ciranda update ${file} || dpkg --install ${file}`)
  assert.equal((await machine.run('ciranda --version')).said.trim(), `ciranda ${NEWER}`)
}

/** Removed and installed again it goes on, and asks for no first administrator; a purge leaves the data where nobody answers. */
async function purge(machine: Machine, own: string, isWhole: () => Promise<void>) {
  for (const how of ['--remove', '--purge']) {
    assert.equal((await machine.run(`dpkg ${how} ciranda`)).status, 0)
    assert.equal(existsSync(path.join(machine.root, 'usr/lib/ciranda')), false)
    assert.equal(existsSync(path.join(machine.root, 'var/lib/ciranda/database')), true)
    assert.equal((await machine.run(`dpkg --install ${machine.bring(own)}`)).status, 0)
    machine.configure()
    await isWhole()
  }
  await machine.run('echo ciranda ciranda/purge-data boolean true | debconf-set-selections; dpkg --purge ciranda')
  return 'removed, purged'
}

/** Everybody, and how far the ledger goes, as an administrator reads them. */
async function facts(url: string): Promise<{ people: readonly string[]; seq: number }> {
  const signedIn = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@ciranda.local', password: PASSWORD }),
  })
  assert.equal(signedIn.status, 200)
  const { access_token: token } = (await signedIn.json()) as { access_token: string }
  const read = async (call: string): Promise<unknown> => {
    const answer = await fetch(`${url}/api${call}`, { headers: { authorization: `Bearer ${token}` } })
    assert.equal(answer.status, 200, call)
    return answer.json()
  }
  const people = ((await read('/users')) as { id: string }[]).map(({ id }) => id)
  assert.ok(people.length > 1, 'nobody is there')
  const { seq } = (await read('/ledger/head')) as { seq: number }
  return { people, seq }
}
