import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

// Checks the habits of CONTRIBUTING.md. Each failure says what to do instead.

const ROOMS = ['circle', 'contracts', 'server', 'web'] as const
type Room = (typeof ROOMS)[number]

const mayImport: Readonly<Record<Room, readonly Room[]>> = {
  circle: [],
  contracts: ['circle'],
  server: ['circle', 'contracts'],
  web: ['circle', 'contracts'],
}

const sources = globSync('{circle,contracts,server,web}/**/*.{ts,tsx}').filter(
  (file) => !file.startsWith(path.join('web', 'dist')),
)
const isTest = (file: string) => /\.test\.tsx?$/.test(file) || file.split(path.sep).includes('testing')

type Import = { file: string; specifier: string; target: string | null }

const imports: Import[] = sources.flatMap((file) =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /(?:^|\n)\s*(?:import|export)\s(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g,
    ),
  ].map((match) => {
    const specifier = (match[1] ?? match[2])!
    return { file, specifier, target: targetOf(file, specifier) }
  }),
)

function targetOf(file: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return path.join(path.dirname(file), specifier)
  return null
}

const roomOf = (file: string) => file.split(/[\\/]/)[0] as Room

/** The server from the ground up. A room imports its own floor and those below; every folder not named here is a noun. */
const FLOORS: readonly (readonly string[])[] = [
  ['lib', 'tables'],
  ['database'],
  ['events', 'file-store', 'notify'],
  ['circle-store'],
  ['context.ts', 'handler.ts', 'services.ts'],
  ['access'],
  ['(nouns)'],
  ['http', 'jobs', 'seed'],
  ['app.ts', 'prepare.ts', 'main.ts'],
]

function floorOf(room: string): number {
  const floor = FLOORS.findIndex((rooms) => rooms.includes(room))
  return floor >= 0 ? floor : FLOORS.findIndex((rooms) => rooms.includes('(nouns)'))
}

/** Imports between different rooms of the server; a file at its top is a room of its own. Tests are not counted. */
function serverArrows(): { file: string; from: string; to: string }[] {
  return imports
    .filter(
      ({ file, target }) =>
        !isTest(file) && roomOf(file) === 'server' && target !== null && roomOf(target) === 'server',
    )
    .map(({ file, target }) => ({ file, from: file.split(path.sep)[1]!, to: target!.split(path.sep)[1]! }))
    .filter(({ from, to }) => from !== to)
}

describe('the import rule', () => {
  test('rooms import only the rooms they may', () => {
    const wrong = imports.filter(({ file, target }) => {
      if (!target || !ROOMS.includes(roomOf(target))) return false
      return roomOf(target) !== roomOf(file) && !mayImport[roomOf(file)].includes(roomOf(target))
    })
    expect(
      wrong.map(
        ({ file, specifier }) =>
          `${file} imports ${specifier}: ${roomOf(file)} may import ${mayImport[roomOf(file)].join(', ') || 'nothing'}; move what both need to circle or contracts`,
      ),
    ).toEqual([])
  })

  test('nothing that is delivered imports the soak', () => {
    const wrong = imports.filter(({ target }) => target?.split(/[\\/]/)[0] === 'soak')
    expect(wrong.map(({ file, specifier }) => `${file} imports ${specifier}: move what both need`)).toEqual([])
  })

  test('circle imports no package, no Node and no browser', () => {
    const wrong = imports.filter(({ file, target }) => roomOf(file) === 'circle' && !isTest(file) && target === null)
    expect(
      wrong.map(({ file, specifier }) => `${file} imports ${specifier}: the rules are pure; take it as an argument`),
    ).toEqual([])
    const impure = sources.filter(
      (file) =>
        roomOf(file) === 'circle' &&
        !isTest(file) &&
        /Date\.now\(|new Date\(\)|Math\.random\(|crypto\./.test(readFileSync(file, 'utf8')),
    )
    expect(impure.map((file) => `${file} reads a clock or chance: take now, newId or a seed as an argument`)).toEqual(
      [],
    )
  })

  test('rules, verbs and queries take time from the clock they are given', () => {
    const wrong = sources.filter(
      (file) =>
        roomOf(file) === 'server' &&
        !isTest(file) &&
        !file.startsWith('server/lib/') &&
        /Date\.now\(|new Date\(\)/.test(readFileSync(file, 'utf8')),
    )
    expect(wrong.map((file) => `${file} reads the machine's time: use context.clock`)).toEqual([])
  })

  test('web features do not import each other, and ui knows nothing of the domain', () => {
    const wrong = imports.filter(({ file, target }) => {
      if (!target || roomOf(file) !== 'web' || roomOf(target) !== 'web') return false
      const [, own, noun] = file.split(path.sep)
      const [, other, otherNoun] = target.split(path.sep)
      if (own === 'ui') return other === 'features' || other === 'pages'
      if (own === 'features')
        return (
          other === 'pages' ||
          (other === 'features' && otherNoun !== noun && !['session', 'circle'].includes(otherNoun!))
        )
      return false
    })
    expect(
      wrong.map(
        ({ file, specifier }) =>
          `${file} imports ${specifier}: pages compose features; what two features share belongs in ui, in the session or in the circle`,
      ),
    ).toEqual([])
  })

  test('only verbs, queries and tables of the server touch Drizzle', () => {
    const wrong = imports.filter(
      ({ file, specifier }) => /routes\.ts$|app\.ts$|main\.ts$/.test(file) && specifier.startsWith('drizzle-orm'),
    )
    expect(wrong.map(({ file }) => `${file} asks the database itself: put it into a verb or into queries.ts`)).toEqual(
      [],
    )
  })

  test('rooms of the server import downwards, and no two import each other', () => {
    const arrows = serverArrows()
    const upwards = arrows.filter(({ from, to }) => floorOf(from) < floorOf(to))
    expect(upwards.map(({ file, to }) => `${file} imports ${to}, which stands above it: see ARCHITECTURE.md`)).toEqual(
      [],
    )
    const known = new Set(arrows.map(({ from, to }) => `${from} ${to}`))
    const mutual = arrows.filter(({ from, to }) => known.has(`${to} ${from}`))
    expect(mutual.map(({ file, to }) => `${file} imports ${to}, which imports it back: move what both need`)).toEqual(
      [],
    )
  })

  test('there are no cycles', () => {
    const graph = new Map<string, string[]>()
    for (const { file, target } of imports) if (target) graph.set(file, [...(graph.get(file) ?? []), target])
    expect(findCycles(graph).map((cycle) => `${cycle.join(' → ')}: move what both need to a third file`)).toEqual([])
  })

  test('there are no barrels', () => {
    const barrels = sources.filter((file) => /(^|\/)index\.tsx?$/.test(file))
    expect(barrels.map((file) => `${file}: import from the file that defines the thing`)).toEqual([])
  })
})

function findCycles(graph: Map<string, string[]>): string[][] {
  const done = new Set<string>()
  const cycles: string[][] = []
  const visit = (file: string, trail: string[]): void => {
    const at = trail.indexOf(file)
    if (at >= 0) {
      cycles.push([...trail.slice(at), file])
      return
    }
    if (done.has(file)) return
    for (const next of graph.get(file) ?? []) visit(next, [...trail, file])
    done.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
  return cycles
}

describe('the habits', () => {
  test('every import names an existing file, with its ending', () => {
    const wrong = imports.filter(({ target }) => target !== null && !target.endsWith('.css') && !existsSync(target))
    expect(
      wrong.map(
        ({ file, specifier }) =>
          `${file} imports ${specifier}, which is no file: write the whole path with .ts or .tsx`,
      ),
    ).toEqual([])
  })

  test('no any, no silenced types', () => {
    const silenced = /^(?!\s*(?:\*|\/\/)).*(?::\s*any\b|\bas any\b)|@ts-(ignore|nocheck|expect-error)/m
    const wrong = sources.filter((file) => silenced.test(readFileSync(file, 'utf8')))
    expect(wrong.map((file) => `${file}: say what the type is`)).toEqual([])
  })

  test('no test is skipped, marked alone or left for later', () => {
    const marks = new RegExp(String.raw`\b(it|test|describe)\.(skip|todo|only|fails)\b|\.skipIf\(|\.runIf\(`)
    const tests = [...globSync('{circle,contracts,server,web,e2e,scripts,bench,soak}/**/*.{test,story}.{ts,tsx}')]
    expect(
      tests
        .filter((file) => marks.test(readFileSync(file, 'utf8')))
        .map((file) => `${file}: a test runs, or is not there`),
    ).toEqual([])
  })

  /** The rooms whose comments have been rewritten. The list grows until it names all of them. */
  const plainRooms = globSync('{circle,contracts,server,web,e2e,scripts,bench,soak}/**/*.{ts,tsx,mjs}', {
    exclude: ['web/dist/**', 'scripts/verify-ledger.mjs', 'bench/nest/node_modules/**'],
  })
  const commentLines = plainRooms.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line, index) => ({ at: `${file}:${index + 1}`, line }))
      .filter(({ line }) => /^\s*(\/\/|\/?\*)/.test(line)),
  )

  test('no comment is a riddle', () => {
    const riddle = /^\s*(\/\/|\/?\*+) (Who|What|Whoever|Whatever|Nobody|Whom)\b[^?]*$/
    expect(
      commentLines.filter(({ line }) => riddle.test(line)).map(({ at }) => `${at}: say it as a plain sentence`),
    ).toEqual([])
  })

  test('no comment is longer than its screen', () => {
    expect(commentLines.filter(({ line }) => line.length > 140).map(({ at }) => `${at}: break the line`)).toEqual([])
  })

  test('every write verb goes through withCircle, so that it leaves an event', () => {
    // Only server/circle-store writes the tables of a circle's state; a verb may add texts to a row it made.
    const course = ['entries', 'turns', 'obligations', 'circleMembers', 'ledger', 'donationCounters']
    const writes = new RegExp(String.raw`\.(insert|update|delete)\((${course.join('|')})\)`)
    const wrong = sources.filter(
      (file) =>
        roomOf(file) === 'server' &&
        !isTest(file) &&
        !file.startsWith('server/circle-store/') &&
        writes.test(readFileSync(file, 'utf8')),
    )
    expect(
      wrong.map((file) => `${file} writes a circle's state directly: ask withCircle(...).perform(command)`),
    ).toEqual([])
  })
})

describe('the documents', () => {
  const documents = globSync([
    '*.md',
    '.github/**/*.{md,yml}',
    '{docs,circle,contracts,server,web,e2e,soak,deploy}/**/*.md',
    'bench/*.md',
  ])

  test('name only paths that exist', () => {
    const rooms = 'circle|contracts|server|web|e2e|scripts|docs|bench|soak|deploy|\\.github|\\.ci'
    const inBackticks = new RegExp(`\`((?:${rooms})/[\\w./-]*\\w)\``, 'g')
    const missing = documents.flatMap((document) => {
      const text = readFileSync(document, 'utf8')
      const linked = [...text.matchAll(/\]\((?!\w+:|#|\/)([^)#\s]+)/g)].map(([, to]) =>
        path.join(path.dirname(document), to!),
      )
      const named = [...text.matchAll(inBackticks)].map(([, to]) => to!).filter((to) => !to.includes('<'))
      return [...linked, ...named]
        .filter((to) => !existsSync(to) && !to.startsWith('web/dist'))
        .map((to) => `${document} names ${to}, which does not exist`)
    })
    expect(missing).toEqual([])
  })

  test('name only commands that exist', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
    const unknown = documents.flatMap((document) =>
      [...readFileSync(document, 'utf8').matchAll(/npm run ([\w:-]+)/g)]
        .filter(([, command]) => !scripts[command!])
        .map(([call]) => `${document} names ${call}, which package.json does not have`),
    )
    expect(unknown).toEqual([])
  })

  test('describe every setting, and no other', () => {
    const settings = [...readFileSync('server/lib/settings.ts', 'utf8').matchAll(/^ {2}([A-Z][A-Z_]+): z?/gm)].map(
      ([, name]) => name,
    )
    const described = readFileSync('docs/configuration.md', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .flatMap((line) => [...line.split('|')[1]!.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name))
    expect(described.sort()).toEqual(settings.sort())
  })
})

/** The rows of a document's tables that end with a test: all its text before, the file and the title. */
function namedTests(document: string): { first: string; file: string; title: string }[] {
  const rows = readFileSync(document, 'utf8').matchAll(/^\| (.*) \| `([^`]+\.ts)`: (.+) \|$/gm)
  return [...rows].map(([, before, file, title]) => ({
    first: before!.split(' | ')[0]!,
    file: file!,
    title: title!,
  }))
}

/** The rows whose test is not in its file. The parts of a title that differ from case to case are left out as '…'. */
function missingTests(rows: readonly { file: string; title: string }[]) {
  return rows.filter(({ file, title }) => {
    const source = existsSync(file) ? readFileSync(file, 'utf8') : ''
    return !title.split('…').every((part) => source.includes(part.trim()))
  })
}

describe('the tables of lies', () => {
  test('are linked from SECURITY.md, and name tests that are there', () => {
    const tables = globSync('docs/lies/*.md').toSorted()
    const linked = readFileSync('SECURITY.md', 'utf8').matchAll(/\]\((docs\/lies\/[^)]+)\)/g)
    expect([...linked].map(([, table]) => table!).toSorted()).toEqual(tables)
    const rows = tables.flatMap(namedTests)
    expect(rows.length).toBeGreaterThan(200)
    expect(missingTests(rows)).toEqual([])
  })
})

describe('the list of security requirements', () => {
  test('has every one, with tests that are there', () => {
    const rows = namedTests('docs/security-requirements.md')
    const numbers = [
      ...Array.from({ length: 64 }, (_, at) => `${at + 1}`),
      ...Array.from({ length: 23 }, (_, at) => `A${at + 1}`),
    ]
    expect([...new Set(rows.map(({ first }) => first))]).toEqual(numbers)
    expect(missingTests(rows)).toEqual([])
  })
})

describe('the lock file', () => {
  type Locked = { version?: string; optionalDependencies?: Record<string, string>; optional?: boolean; os?: string }
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }

  test('names every optional package, for otherwise `npm ci` refuses it on any machine', () => {
    const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !packages[`${place}/node_modules/${name}`] && !packages[`node_modules/${name}`],
      ),
    )
    expect(
      missing.map(
        (name) =>
          `${name} is missing: npm leaves out what it cannot fetch; choose a version of its parent that is published for all platforms`,
      ),
    ).toEqual([])
  })

  test('holds a Node for Linux, macOS and Windows, each optional', () => {
    const nodes = Object.entries(packages).filter(([place]) =>
      /^node_modules\/node-(bin-)?(linux|darwin|win)-/.test(place),
    )
    expect(nodes.map(([, { os, optional }]) => `${os} ${optional}`).sort()).toEqual([
      'darwin true',
      'darwin true',
      'linux true',
      'linux true',
      'win32 true',
    ])
  })
})
