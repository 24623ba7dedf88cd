import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { FOLDER, runTool } from './tools.ts'

/** Of a hundred changes that Stryker makes in a file, the tests beside it have to notice so many. */
const NOTICED_MIN = 90

/** Random lives and chi-squares notice much, and take seconds each: the named examples are to notice it too. */
const SLOW =
  'ends each rotation with everybody|of anybody, at any time|over random lives|gives back exactly the state|gives each of the orders|favours nobody'

/** A worker loads the rules once for all files of tests, as in `npm test`: in a third of the time. */
const suite = (include: string) => `import { defineConfig } from 'vitest/config'
export default defineConfig({ test: { include: ['${include}'], exclude: ['**/*.property.test.ts'],
  isolate: false, testTimeout: 600_000, testNamePattern: /^(?!.*(${SLOW}))/ } })
`

type Report = { readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[] }>> }
type Mutant = {
  readonly status: string
  readonly mutatorName: string
  readonly replacement?: string
  readonly location: { readonly start: { readonly line: number; readonly column: number } }
}

/**
 * Has Stryker change the rules, one place at a time, and asks whether a test notices: the files in which fewer than `NOTICED_MIN`
 * in a hundred are noticed, after all that none noticed, line by line. Hours for all of `circle/`; `MUTATE` names some files.
 */
export function mutationSays(planted: boolean): readonly string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'ciranda-mutation-'))
  try {
    if (planted) plant(folder)
    else
      for (const part of ['circle', 'contracts', 'package.json'])
        cpSync(part, path.join(folder, part), { recursive: true })
    symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'))
    const files = planted ? ['sum.ts'] : (process.env['MUTATE']?.split(',') ?? ['circle/*.ts', '!circle/*.test.ts'])
    return run(folder, files, planted ? '*.test.ts' : 'circle/*.test.ts').flatMap(([file, { mutants }]) =>
      weakness(file, mutants),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs in a copy, whose files it changes where they stand: it cannot read the settings of this TypeScript. */
function run(folder: string, mutate: readonly string[], tests: string) {
  writeFileSync(path.join(folder, 'vitest.config.mjs'), suite(tests))
  const settings = {
    plugins: [path.join(FOLDER, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
    testRunner: 'vitest',
    vitest: { configFile: 'vitest.config.mjs', related: false },
    mutate,
    inPlace: true,
    coverageAnalysis: 'perTest',
    // Code that runs once, as a file is loaded, would need every test of it anew.
    ignoreStatic: true,
    reporters: ['json'],
    jsonReporter: { fileName: 'report.json' },
    allowConsoleColors: false,
  }
  writeFileSync(path.join(folder, 'stryker.json'), JSON.stringify(settings))
  const { status, said } = runTool('stryker', ['run', 'stryker.json'], folder)
  if (status !== 0) throw new Error(`Stryker did not end: ${said.slice(-2_000)}`)
  const { files } = JSON.parse(readFileSync(path.join(folder, 'report.json'), 'utf8')) as Report
  return Object.entries(files)
}

function weakness(file: string, mutants: readonly Mutant[]): readonly string[] {
  const judged = mutants.filter(({ status }) => !['Ignored', 'CompileError', 'RuntimeError'].includes(status))
  const missed = judged.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
  for (const { location, mutatorName, replacement = '' } of missed)
    console.log(
      `    ${file}:${location.start.line}:${location.start.column} ${mutatorName} ${replacement.slice(0, 80)}`,
    )
  const noticed = judged.length === 0 ? 100 : (100 * (judged.length - missed.length)) / judged.length
  return noticed < NOTICED_MIN ? [`${file}: ${noticed.toFixed(1)} of a hundred changes are noticed`] : []
}

/** A function, and a test of it that looks at nothing. */
function plant(folder: string): void {
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module","private":true}')
  writeFileSync(path.join(folder, 'sum.ts'), 'export function sum(a: number, b: number) {\n  return a + b\n}\n')
  writeFileSync(
    path.join(folder, 'sum.test.ts'),
    "import { test } from 'vitest'\nimport { sum } from './sum.ts'\ntest('adds', () => void sum(1, 2))\n",
  )
}
