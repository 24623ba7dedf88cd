import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { VERSION } from '#server/lib/version.ts'
import { Machine } from '#soak/ship/machine.ts'
import { debianName } from '../release/debian.ts'
import { FOLDER } from './tools.ts'

/**
 * Lynis’s findings about a Debian 12, booted, once the package is installed and its service runs there, but those it had before.
 * Needs root and systemd-container; the package is of the last commit.
 */
export async function lynisSays(planted: boolean): Promise<readonly string[]> {
  const folder = path.join(FOLDER, 'debian')
  mkdirSync(folder, { recursive: true })
  const machine = await Machine.make(folder)
  try {
    await machine.boot()
    const before = await audited(machine)
    if (planted) await machine.run("printf 'ciranda::0:0::/:/bin/sh\\n' >> /etc/passwd")
    else await install(machine, folder)
    const after = await audited(machine)
    return after.filter((finding) => !before.includes(finding))
  } finally {
    await machine.remove()
  }
}

async function install(machine: Machine, folder: string): Promise<void> {
  const out = path.join(folder, 'release')
  const options = ['scripts/release.ts', '--for', 'x64', '--out', out]
  const { status, stderr } = spawnSync(process.execPath, options, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The package could not be made: ${stderr}`)
  const { status: installed, said } = await machine.run(
    `dpkg --install ${machine.bring(path.join(out, debianName(VERSION, 'x64')))}`,
  )
  if (installed !== 0) throw new Error(`The package could not be installed: ${said}`)
  machine.configure()
  await machine.run('systemctl enable --now ciranda')
  await machine.whenItAnswers(async () => {})
}

async function audited(machine: Machine): Promise<readonly string[]> {
  for (const place of ['/usr/sbin/lynis', '/usr/share/lynis', '/etc/lynis']) {
    rmSync(path.join(machine.root, place), { recursive: true, force: true })
    cpSync(place, path.join(machine.root, place), { recursive: true, verbatimSymlinks: true })
  }
  await machine.run('lynis audit system --quick --no-colors --report-file /root/report --logfile /root/log')
  const report = readFileSync(path.join(machine.root, 'root/report'), 'utf8')
  rmSync(path.join(machine.root, 'root/report'))
  if (!report.includes('lynis_tests_done=')) throw new Error('Lynis did not come to its end.')
  return [...report.matchAll(/^(?:warning|suggestion)\[\]=(.+)$/gm)].map(([, finding]) => finding!)
}
