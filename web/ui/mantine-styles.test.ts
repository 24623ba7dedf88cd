import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const library = path.join(import.meta.dirname, '../../node_modules/@mantine/core')

/** The library's components that our files import, by name. */
function used(): Set<string> {
  const names = new Set<string>()
  for (const file of globSync('web/**/*.tsx', { cwd: path.join(import.meta.dirname, '../..') })) {
    for (const [, list] of readFileSync(file, 'utf8').matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)) {
      for (const name of list!.split(',')) if (name.trim()) names.add(name.trim().split(' as ')[0]!.trim())
    }
  }
  return names
}

/** The style sheets that a component needs: its own and those of every component it is made of. */
function sheetsOf(names: Iterable<string>): Set<string> {
  const seen = new Set<string>()
  const sheets = new Set<string>()
  const visit = (file: string): void => {
    if (seen.has(file) || !existsSync(file)) return
    seen.add(file)
    const sheet = path.basename(file, '.module.mjs')
    if (file.endsWith('.module.mjs') && existsSync(path.join(library, 'styles', `${sheet}.css`))) sheets.add(sheet)
    for (const [, target] of readFileSync(file, 'utf8').matchAll(/from "(\.[^"]+)"/g))
      visit(path.resolve(path.dirname(file), target!))
  }
  for (const name of names)
    for (const file of globSync(`esm/components/**/${name}.mjs`, { cwd: library })) visit(path.join(library, file))
  return sheets
}

test('the pages bring the styles of every component they use, in the library’s order, and of no other', () => {
  const brought = [
    ...readFileSync(path.join(import.meta.dirname, 'mantine-styles.ts'), 'utf8').matchAll(/styles\/([A-Z]\w+)\.css/g),
  ].map(([, name]) => name!)
  const whole = readFileSync(path.join(library, 'styles.css'), 'utf8')
  const placeOf = (name: string) =>
    whole.indexOf(/\.m_[0-9a-f]+/.exec(readFileSync(path.join(library, 'styles', `${name}.css`), 'utf8'))![0])
  const needed = [...sheetsOf(used())].toSorted((one, other) => placeOf(one) - placeOf(other))
  expect(needed.length).toBeGreaterThan(20)
  expect(brought).toEqual(needed)
})
