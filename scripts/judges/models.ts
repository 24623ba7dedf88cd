import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { FOLDER } from './tools.ts'

/** Bounds the depth of Spin’s search; a search that meets the bound says so, and is no proof. */
const STEPS_MAX = 2_000_000

/** Where Spin finds a way into a state that the models of `soak/models` forbid; of each fault planted in them, it has to. */
export function modelsSay(planted: boolean): readonly string[] {
  const files = globSync('soak/models/*.pml').toSorted()
  if (files.length === 0) throw new Error('No model was found.')
  return files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    if (!planted) return search(file, text, 0)
    const faults = new Set([...text.matchAll(/PLANTED [!=]= (\d)/g)].map(([, number]) => Number(number)))
    if (faults.size === 0) throw new Error(`Nothing is planted in ${file}.`)
    return [...faults].flatMap((fault) => {
      const found = search(file, text, fault)
      if (found.length === 0) throw new Error(`Fault ${fault} of ${file} was not seen.`)
      return found
    })
  })
}

/** Searches every state of a model, once for each of its claims. Answers what was broken. */
function search(file: string, text: string, fault: number): readonly string[] {
  mkdirSync(FOLDER, { recursive: true })
  const folder = mkdtempSync(path.join(FOLDER, 'model-'))
  const run = (command: string, args: readonly string[]) => {
    const { error, status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' })
    if (error) throw new Error('Spin or a C compiler is missing: apt install spin gcc libc6-dev')
    return { isGood: status === 0, said: `${stdout}${stderr}` }
  }
  try {
    const made = run('spin', [`-DPLANTED=${fault}`, '-a', path.resolve(file)])
    const built = run('gcc', ['-O2', '-o', 'pan', 'pan.c'])
    if (!made.isGood || !built.isGood) throw new Error(`${file} cannot be searched: ${made.said}${built.said}`)
    const claims = [...text.matchAll(/^ltl (\w+)/gm)].map(([, name]) => ['-a', '-f', '-N', name!])
    return (claims.length === 0 ? [[]] : claims).flatMap((options) => {
      const { said } = run('./pan', [`-m${STEPS_MAX}`, ...options])
      if (/errors: 0\b/.test(said) && !said.includes('max search depth too small')) return []
      const what = /^pan:\d+: (.*)/m.exec(said)?.[1] ?? said.trim().split('\n').at(-1)
      return [`${file} ${options.at(-1) ?? ''}: ${what}`]
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
