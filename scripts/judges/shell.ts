import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Variables that YunoHost's core sets, and files that are elsewhere. */
const ELSEWHERE = 'SC2154,SC2034,SC1091'

/** Everything that ShellCheck says of each shell script that stands in the repository. */
export function shellSays(planted: boolean): readonly string[] {
  const files = spawnSync('git', ['ls-files', 'deploy', 'soak'], { encoding: 'utf8' }).stdout.trim().split('\n')
  const scripts = files.filter((file) => /^#!\/bin\/(?:ba)?sh/.test(readFileSync(file, 'latin1')))
  if (scripts.length === 0) throw new Error('No script was found.')
  const options = ['--format=json', '--severity=info', `--exclude=${ELSEWHERE}`]
  const { error, stdout } = spawnSync('shellcheck', [...options, ...(planted ? ['-'] : scripts)], {
    encoding: 'utf8',
    input: '#!/bin/sh\nrm -rf $1/*\n',
  })
  if (error) throw new Error('The judge of scripts is missing: apt install shellcheck')
  type Said = { file: string; line: number; code: number; message: string }
  return (JSON.parse(stdout) as Said[]).map(
    ({ file, line, code, message }) => `${file}: SC${code} in line ${line}: ${message}`,
  )
}
