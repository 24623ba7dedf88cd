import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Part } from './part.ts'
import { progressFile } from './progress.ts'

/** A mend that is taken out: `from`, which stands exactly once in `file`, becomes `to`. */
export type Removal = { readonly what: string; readonly file: string; readonly from: string; readonly to: string }

/** The mends that a part's control takes out one by one, and how much of the part has to find each again. */
export type Control = { readonly removals: readonly Removal[]; readonly dose: number }

const FOLDERS = ['circle', 'contracts', 'deploy', 'e2e', 'scripts', 'server', 'soak', 'web']
const FILES = ['package.json', 'tsconfig.json']

/** The end of a removal: found by a failed round, or not. A copy that could not run at all is not found. */
export type Found = Removal & { readonly isFound: boolean; readonly said: string; readonly round: number | null }

/**
 * Runs a part on copies of the sources, each with one mend taken out. The part has to fail on each: else it would not have
 * found the defect.
 */
export function* runControl(part: Part & { readonly control: Control }, seed: number): Generator<Found> {
  const root = path.dirname(path.dirname(import.meta.dirname))
  for (const removal of part.control.removals) {
    const copy = mkdtempSync(path.join(tmpdir(), 'ciranda-control-'))
    try {
      for (const name of [...FOLDERS, ...FILES])
        cpSync(path.join(root, name), path.join(copy, name), { recursive: true })
      symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
      takeOut(copy, removal)
      const state = path.join(copy, 'state')
      const asked = [part.name, '--seed', String(seed), '--dose', String(part.control.dose), '--until-failure']
      const ran = spawnSync(process.execPath, ['soak/soak.ts', ...asked, '--state', state], {
        cwd: copy,
        encoding: 'utf8',
      })
      const [failure] = progressFile(state, part.name, seed).read().failures
      const said = failure ? failure.message.split('\n')[0]! : `${ran.stdout}${ran.stderr}`.trim().slice(-500)
      yield { ...removal, isFound: failure !== undefined, said, round: failure?.index ?? null }
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  }
}

function takeOut(copy: string, { file, from, to }: Removal): void {
  const at = path.join(copy, file)
  const pieces = readFileSync(at, 'utf8').split(from)
  if (pieces.length !== 2) throw new Error(`${JSON.stringify(from)} stands ${pieces.length - 1} times in ${file}`)
  writeFileSync(at, pieces.join(to))
}
