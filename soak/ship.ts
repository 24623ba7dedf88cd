import assert from 'node:assert/strict'
import { existsSync, mkdirSync, rmSync, statfsSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { VERSION } from '#server/lib/version.ts'
import { eachRound } from './frame/each-round.ts'
import type { Part, Report } from './frame/part.ts'
import type { Architecture } from '../scripts/release/packages.ts'
import { liveInContainer } from './ship/container.ts'
import { ensureWhole, factsAt } from './ship/facts.ts'
import type { Facts } from './ship/facts.ts'
import { signInOverHttps } from './ship/https.ts'
import { Machine } from './ship/machine.ts'
import type { Kind } from './ship/machine.ts'
import { makeReleases, NEWER } from './ship/releases.ts'
import type { Releases } from './ship/releases.ts'
import { liveOnYunohost } from './ship/yunohost.ts'

const FOLDER = path.resolve('build', 'ship')
/** Longer than an update takes on a quiet machine. */
const KILL_MS_MAX = 15_000
/** Between two kills of one update, so that some come in each of its phases. */
const KILLED_EACH_MS = { least: 300, most: 900 }
/** From a bare machine to a browser that is signed in. */
const SIGNED_IN_SECONDS_MAX = 240
/** Room for a Debian, two programs and the files of two releases. */
const DISK_MEGABYTES = 2_000
const ROOM_LEFT_MEGABYTES = 50

type Life = (machine: Machine, releases: Releases, afterMs: number, report: Report) => Promise<string>
type Scene = {
  readonly kind: Kind
  readonly live: Life
  readonly architecture?: Architecture
  readonly diskMegabytes?: number
}

/** The tarball of the other architecture starts, lets its administrator in, and starts again. */
const ON_ARM: Scene = {
  kind: 'tarball',
  architecture: 'arm64',
  async live(machine, { arm64 }) {
    await machine.install(arm64)
    machine.configure()
    await isWhole(machine, await machine.whileRunning(factsAt))
    return 'for arm64 used under qemu'
  },
}

/** Where a release is installed and what then happens to it, in turn. */
const SCENES: readonly (Scene | 'in a container')[] = [
  { kind: 'package', live: signedIn },
  { kind: 'package', live: killed },
  { kind: 'tarball', live: killed },
  { kind: 'package', live: updated },
  { kind: 'tarball', live: updated },
  { kind: 'package', live: wentBack },
  { kind: 'tarball', live: wentBack },
  { kind: 'package', live: filled, diskMegabytes: DISK_MEGABYTES },
  { kind: 'tarball', live: filled, diskMegabytes: DISK_MEGABYTES },
  { kind: 'package', live: onSystemd },
  { kind: 'package', live: purged },
  'in a container',
  ON_ARM,
  { kind: 'tarball', live: liveOnYunohost },
]

/**
 * A release on machines of its own, installed and used: from a bare Debian to a browser; as a package and as a tarball, updated,
 * updated to a version that cannot start, on a disk that fills meanwhile, killed, under systemd, removed and purged; in a
 * container; for the other architecture; as an app of YunoHost. Afterwards it has to start, as the old version or the new, with
 * everybody and every entry. Needs root, debootstrap and dpkg, and for its scenes systemd-container, Caddy, podman and runc,
 * qemu-user-static.
 */
export const ship: Part = {
  name: 'ship',
  unit: 'machines',
  full: 140,
  small: 0,
  async run(course) {
    mkdirSync(FOLDER, { recursive: true })
    const releases = makeReleases(FOLDER)
    await eachRound(course, async ({ index, dice }) => {
      const scene = SCENES[index % SCENES.length]!
      const afterMs = dice.between(200, KILL_MS_MAX)
      if (scene === 'in a container') {
        await liveInContainer(FOLDER, releases.own.tarball)
        course.report.count(scene)
      } else course.report.count(await play(scene, releases, afterMs, course.report))
    })
  },
}

async function play({ live, ...made }: Scene, releases: Releases, afterMs: number, report: Report): Promise<string> {
  const machine = await Machine.make(FOLDER, made)
  try {
    return `${made.kind} ${await live(machine, releases, afterMs, report)}`
  } finally {
    await machine.remove()
  }
}

/** Installed and used; answers what has to be there ever after. */
async function begin(machine: Machine, { own }: Releases): Promise<Facts> {
  await machine.install(own[machine.kind])
  machine.configure()
  return machine.whileRunning(factsAt)
}

async function isWhole(machine: Machine, before: Facts): Promise<void> {
  ensureWhole(before, await machine.whileRunning(factsAt))
  assert.equal(existsSync(path.join(machine.data, 'before-update')), false)
}

const versionOf = async (machine: Machine) => (await machine.run('ciranda --version')).said.trim()

async function updated(machine: Machine, releases: Releases): Promise<string> {
  const before = await begin(machine, releases)
  const { status, said } = await machine.run(`ciranda update ${machine.bring(releases.newer[machine.kind])}`)
  assert.equal(status, 0, said)
  await isWhole(machine, before)
  await refusesOlder(machine, releases)
  await isWhole(machine, before)
  assert.equal(await versionOf(machine), `ciranda ${NEWER}`)
  return 'updated'
}

/** The former release, or one whose file is another by a byte, is refused in one line by our own command; Debian's asks no list. */
async function refusesOlder(machine: Machine, { own, newer }: Releases): Promise<void> {
  const older = machine.bring(own[machine.kind])
  const refused = await machine.run(`ciranda update ${older}`)
  assert.deepEqual(
    [refused.status, refused.said],
    [1, `A ${VERSION} é mais velha que a ${NEWER}, que está aqui: nada mudou.\n`],
  )
  const changed = machine.bring(newer[machine.kind])
  const other = await machine.run(
    `printf X | dd of=${changed} bs=1 seek=5000000 conv=notrunc 2>/dev/null; ciranda update ${changed}`,
  )
  assert.equal(other.status, 1)
  assert.ok(other.said.endsWith('não é o que foi assinado: nada mudou. Baixe de novo.\n'), other.said)
  if (machine.kind === 'tarball') return
  const byDebian = await machine.run(`dpkg --install ${older}`)
  assert.notEqual(byDebian.status, 0)
  assert.match(byDebian.said, /é mais velha que a 99\.0\.0, que está aqui: nada mudou/)
}

async function wentBack(machine: Machine, releases: Releases): Promise<string> {
  const before = await begin(machine, releases)
  await goesBack(machine, releases)
  await isWhole(machine, before)
  assert.equal(await versionOf(machine), `ciranda ${VERSION}`)
  return 'went back'
}

async function goesBack(machine: Machine, { broken }: Releases): Promise<void> {
  const { status, said } = await machine.run(`ciranda update ${machine.bring(broken[machine.kind])}`)
  assert.equal(status, 1, said)
  assert.match(said, /a de antes está de volta, com os dados de antes/)
}

async function signedIn(machine: Machine, { own }: Releases, _: number, report: Report): Promise<string> {
  const seconds = await signInOverHttps(machine, own.package)
  report.most('seconds from a bare Debian to a browser that is signed in, of 240', seconds)
  assert.ok(seconds <= SIGNED_IN_SECONDS_MAX, `It took ${seconds} seconds.`)
  return 'signed in over HTTPS after two commands'
}

/** Killed again and again, each time later, until it is over; each start in between finds the old version or the new, whole. */
async function killed(machine: Machine, releases: Releases, afterMs: number, report: Report): Promise<string> {
  const before = await begin(machine, releases)
  const file = machine.bring(releases.newer[machine.kind])
  const { least, most } = KILLED_EACH_MS
  const eachMs = least + (afterMs % (most - least))
  for (let ms = eachMs; (await versionOf(machine)) === `ciranda ${VERSION}`; ms += eachMs) {
    const { status } = await machine.run(`ciranda update ${file}`, ms)
    if (status !== null) break
    report.count(`${machine.kind} killed while ${machine.phase}`)
    await isWhole(machine, before)
  }
  await goOn(machine, file)
  await isWhole(machine, before)
  return 'killed until it was updated'
}

/** After a kill the same update, or dpkg's own mending, completes it. */
async function goOn(machine: Machine, file: string): Promise<void> {
  const said = []
  const ways = [`ciranda update ${file}`, ...(machine.kind === 'package' ? [`dpkg --install ${file}`] : [])]
  if (machine.kind === 'package') said.push((await machine.run('dpkg --configure -a')).said)
  for (const way of ways)
    if ((await versionOf(machine)) !== `ciranda ${NEWER}`) said.push((await machine.run(way)).said)
  assert.equal(await versionOf(machine), `ciranda ${NEWER}`, said.join('\n'))
}

/** Too little room is told before anything begins; and where something else takes the room meanwhile, the old version goes on. */
async function filled(machine: Machine, releases: Releases, afterMs: number): Promise<string> {
  const before = await begin(machine, releases)
  const file = machine.bring(releases.newer[machine.kind])
  leaveRoom(machine, ROOM_LEFT_MEGABYTES)
  const refused = await machine.run(`ciranda update ${file}`)
  const [, missing] = /^Faltam (\d+) MB no disco de \S+ para atualizar: nada mudou\.\n$/.exec(refused.said) ?? []
  assert.ok(refused.status === 1 && missing !== undefined, refused.said)
  leaveRoom(machine, ROOM_LEFT_MEGABYTES + Number(missing) + 2)
  const thief = `(sleep ${afterMs / 1_000}; cat /dev/zero > /thief) 2>/dev/null &`
  const { status, said } = await machine.run(`${thief} ciranda update ${file}`)
  if (status !== 0) assert.match(said.trim().split('\n').at(-1)!, /^(?:Faltam \d+ MB|O disco de \S+ encheu)/, said)
  for (const name of ['thief', 'filler']) rmSync(path.join(machine.root, name), { force: true })
  await isWhole(machine, before)
  assert.equal(await versionOf(machine), `ciranda ${status === 0 ? NEWER : VERSION}`)
  if (status === 0) return 'updated before its disk was full'
  await goOn(machine, file)
  await isWhole(machine, before)
  return 'went on as it was on a full disk'
}

/** Fills the machine's own disk but for so much. */
function leaveRoom({ root }: Machine, megabytes: number): void {
  const filler = path.join(root, 'filler')
  rmSync(filler, { force: true })
  execFileSync('sync', ['--file-system', root])
  const { bavail, bsize } = statfsSync(root)
  execFileSync('fallocate', ['--length', String(bavail * bsize - megabytes * 1e6), filler])
}

/** Its service under systemd: set up, brought back from a bad update, killed, through a restart, and a power cut while it is updated. */
async function onSystemd(machine: Machine, releases: Releases, afterMs: number): Promise<string> {
  await machine.boot()
  await machine.install(releases.own.package)
  const active = async () => (await machine.run('systemctl is-active ciranda')).said.trim()
  assert.equal(await active(), 'inactive', 'it started before anybody said who administers')
  machine.configure()
  await machine.run('systemctl enable --now ciranda')
  const before = await machine.whenItAnswers(factsAt)
  const goesOn = async () => {
    ensureWhole(before, await machine.whenItAnswers(factsAt))
    assert.equal(await active(), 'active')
  }
  await goesBack(machine, releases)
  await goesOn()
  await machine.run('systemctl kill --signal=KILL --kill-whom=main ciranda')
  await goesOn()
  await machine.shutDown()
  await machine.boot()
  await goesOn()
  const file = machine.bring(releases.newer.package)
  const { status } = await machine.run(`ciranda update ${file}`, afterMs)
  if (status === null) await machine.boot()
  await goesOn()
  await goOn(machine, file)
  await goesOn()
  await machine.shutDown()
  return `under systemd, ${status === null ? 'and its power cut' : 'updated'}`
}

/** Removed and installed again it goes on, and asks for no first administrator; a purge leaves the data where nobody answers. */
async function purged(machine: Machine, releases: Releases): Promise<string> {
  const before = await begin(machine, releases)
  for (const how of ['--remove', '--purge']) {
    assert.equal((await machine.run(`dpkg ${how} ciranda`)).status, 0)
    assert.equal(existsSync(path.join(machine.root, 'usr/lib/ciranda')), false)
    assert.equal(existsSync(path.join(machine.data, 'database')), true)
    await machine.install(releases.own.package)
    machine.configure()
    await isWhole(machine, before)
  }
  await machine.run('echo ciranda ciranda/purge-data boolean true | debconf-set-selections; dpkg --purge ciranda')
  assert.equal(existsSync(machine.data), false)
  return 'removed, purged'
}
