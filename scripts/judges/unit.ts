import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { installedUnit } from '../release/debian.ts'
import { FOLDER } from './tools.ts'

/** Everything that systemd itself calls open in the service that the package installs. */
export function unitSays(planted: boolean): readonly string[] {
  const unit = planted
    ? '[Service]\nExecStart=/bin/true\n'
    : installedUnit(readFileSync('deploy/ciranda.service', 'utf8'))
  const file = path.join(FOLDER, 'ciranda.service')
  writeFileSync(file, unit)
  const { error, stdout, stderr } = spawnSync('systemd-analyze', ['security', '--offline=true', '--json=short', file], {
    encoding: 'utf8',
  })
  if (error) throw new Error('The judge of units is missing: apt install systemd')
  if (!stdout.startsWith('[')) throw new Error(`systemd-analyze said nothing: ${stderr}`)
  type Said = { set: boolean | null; name: string; description: string; exposure: string | null }
  return (JSON.parse(stdout) as Said[])
    .filter(({ set, exposure }) => set === false && exposure !== null)
    .map(({ name, description, exposure }) => `${name} (${exposure}): ${description}`)
}
