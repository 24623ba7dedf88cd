import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openApiDocument } from '#contracts/openapi.ts'
import { fixedHeaders } from '#server/http/security-headers.ts'
import { VERSION } from '#server/lib/version.ts'
import { attacks } from './judges/attackers.ts'
import { unreadCodes } from './judges/codes.ts'
import { askPlanted } from './judges/inside.ts'
import type { Inside } from './judges/inside.ts'
import { unitSays } from './judges/unit.ts'
import { drawnPages } from './judges/pages.ts'
import { lighthouseSays } from './judges/lighthouse.ts'
import { lynisSays } from './judges/lynis.ts'
import { modelsSay } from './judges/models.ts'
import { mutationSays } from './judges/mutation.ts'
import { prismSays } from './judges/prism.ts'
import { misspelled, sentencesOfTheProduct } from './judges/sentences.ts'
import { shellSays } from './judges/shell.ts'
import { tlsSays } from './judges/tls.ts'
import { fetchTools, FOLDER, loadTool, runTool } from './judges/tools.ts'

// `npm run judges`: tools of other people judge the product. Each is given something bad first, and has to say so.
// `npm run judges -- regex csp`: some of them. docs/decisions/079-judges.md.

type Judge = {
  /** Judges something planted, or the product. Answers what it found. */
  judge(planted: boolean): Promise<readonly string[]> | readonly string[]
  /** Findings that are answered instead of mended: the words in them, and why. */
  readonly answered: Readonly<Record<string, string>>
}

const made = (name: string, text: string) => {
  const file = path.join(FOLDER, name)
  writeFileSync(file, text)
  return file
}

const lines = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

/** The screens without their templates, which are drawn before the first script, and are then left. */
async function documents(): Promise<readonly string[]> {
  const pages = await drawnPages()
  return pages.map(({ html }) => html.replaceAll(/<template[\s\S]*?<\/template>/g, ''))
}

/** Findings that many pages have, once each, and on how many it was. */
function counted(findings: readonly string[]): readonly string[] {
  const times = Map.groupBy(findings, (finding) => finding)
  return [...times].map(([finding, all]) => `${finding} × ${all.length}`)
}

/** A judge that runs inside each page. */
const inside = (tool: Inside, answered: Judge['answered']): Judge => ({
  judge: async (planted) => {
    if (planted) return askPlanted(tool)
    const pages = await drawnPages()
    return counted(pages.flatMap(({ said }) => said[tool]))
  },
  answered,
})

/** One answer to several findings. */
const eachAnswered = (all: readonly string[], why: string) => Object.fromEntries(all.map((words) => [words, why]))

const TABLE_ROLES = 'Some browsers forget what a table is once its style displays it otherwise, as a phone does.'
const USERNAME = 'The standard lets a field for an e-mail hold the name by which somebody signs in.'
const SAVES_LATER = 'The calendar and the days to answer: the button to save comes with the first change.'

const JUDGES: Readonly<Record<string, Judge>> = {
  lock: {
    judge: (planted) => {
      const text = readFileSync('package-lock.json', 'utf8')
      const folder = path.join(FOLDER, 'lock')
      mkdirSync(folder, { recursive: true })
      const file = path.join(folder, 'package-lock.json')
      writeFileSync(
        file,
        planted
          ? text.replace(/("node_modules\/[^"]+": \{\s*)"/, '$1"resolved": "http://packages.example/bad.tgz", "')
          : text,
      )
      const checks = ['--allowed-hosts', 'npm', '--validate-https', '--validate-integrity']
      const { status, said } = runTool('lockfile-lint', ['--path', file, '--type', 'npm', ...checks])
      return status === 0 ? [] : lines(said)
    },
    answered: {},
  },
  openapi: {
    judge: (planted) => {
      const document = openApiDocument({ version: VERSION }) as unknown as { paths: object }
      const bad = { ...document, paths: { ...document.paths, '/bad/{id}': { get: {} } } }
      const file = made('openapi.json', JSON.stringify(planted ? bad : document))
      const { said } = runTool('redocly', ['lint', '--format=codeframe', '--max-problems=200', file], FOLDER)
      return [...said.matchAll(/\[\d+\] \S+ at (\S+)\n\n([^\n]+)/g)].map(([, at, what]) => `${at}: ${what}`)
    },
    answered: {
      'Paths should resolve unambiguously':
        'The specification names these addresses; ids are UUIDs, and a word such as reports is none.',
    },
  },
  csp: {
    judge: (planted) => {
      type Finding = { severity: number; directive: string; value?: string; description: string }
      const { CspParser } = loadTool<{ CspParser: new (text: string) => { csp: unknown } }>(
        'csp_evaluator/dist/parser.js',
      )
      const { CspEvaluator } = loadTool<{ CspEvaluator: new (csp: unknown) => { evaluate(): Finding[] } }>(
        'csp_evaluator/dist/evaluator.js',
      )
      const policy = planted ? "script-src 'unsafe-inline' *" : fixedHeaders['content-security-policy']!
      return new CspEvaluator(new CspParser(policy).csp)
        .evaluate()
        .map(({ directive, value = '', description }) => `${directive} ${value}: ${description}`)
    },
    answered: {
      "script-src 'self':":
        'No file that somebody uploads is served as a script: pictures are encoded anew and served under /api with their type and nosniff.',
    },
  },
  html: {
    judge: async (planted) => {
      type Report = { results: { messages: { ruleId: string; message: string; selector: string | null }[] }[] }
      const { HtmlValidate } = loadTool<{
        HtmlValidate: new (config: object) => { validateString(text: string): Promise<Report> }
      }>('html-validate')
      const judge = new HtmlValidate({ root: true, extends: ['html-validate:standard', 'html-validate:a11y'] })
      const pages = planted ? ['<p><div></div></p>'] : await documents()
      const found = []
      for (const document of pages)
        for (const { messages } of (await judge.validateString(document)).results)
          for (const { ruleId, message, selector } of messages) {
            const place = selector?.split(' > ').slice(-3).join(' > ') ?? 'no element'
            found.push(`${ruleId} at ${place}: ${message}`)
          }
      return counted(found)
    },
    answered: {
      ...eachAnswered(
        ['table', 'rowgroup', 'row', 'columnheader', 'rowheader', 'cell'].map((role) => `Redundant role "${role}"`),
        TABLE_ROLES,
      ),
      'Prefer to use the native <progress>': 'The component library’s bar, which says its role, value and bounds.',
      ...eachAnswered(
        ['div', 'section'].map((parent) => `<style> element is not permitted as content under <${parent}>`),
        'The component library writes a theme’s variables where it begins.',
      ),
      'element-permitted-content at header > button > div:': 'The component library’s three lines of a menu.',
      ...eachAnswered(
        ['wcag/h32 at div > section > form:', 'wcag/h32 at div > section:nth-child(1) > form:'],
        SAVES_LATER,
      ),
      'strictly allowed but is not recommended': 'A list that is named, so that it is told from the one beside it.',
    },
  },
  vnu: {
    judge: async (planted) => {
      const folder = path.join(FOLDER, 'pages')
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder)
      const pages = planted ? ['<!doctype html><p><div></div></p>'] : await documents()
      for (const [index, document] of pages.entries()) writeFileSync(path.join(folder, `${index}.html`), document)
      type Report = { messages: { type: string; message: string; extract?: string }[] }
      const jar = path.join(FOLDER, 'node_modules/vnu-jar/build/dist/vnu.jar')
      const options = ['-jar', jar, '--format', 'json', '--stdout', '--exit-zero-always', folder]
      const { error, stdout } = spawnSync('java', options, { encoding: 'utf8', maxBuffer: 64e6 })
      if (error) throw new Error('Java is missing: apt install default-jre-headless')
      return counted((JSON.parse(stdout) as Report).messages.map(({ type, message }) => `${type}: ${message}`))
    },
    answered: {
      ...eachAnswered(
        [
          'The “table” role is unnecessary',
          ...['rowgroup', 'row', 'columnheader', 'rowheader', 'cell'].map(
            (role) => `The “${role}” role is unnecessary`,
          ),
          ...['tr', 'th', 'td'].map((part) => `must not be used on a “${part}” element which has a “table” ancestor`),
        ],
        TABLE_ROLES,
      ),
      ...eachAnswered(
        [
          'selector “:root” matches',
          'selector “:root[data-mantine-color-scheme="dark"]” matches',
          'A “style” element in “body” must be the first child',
        ],
        'The component library writes a theme’s variables, and what depends on a width, where it is drawn.',
      ),
      'Element “div” not allowed as child of element “button”': 'The component library’s three lines of a menu.',
      'Attribute “justify” not allowed': 'The component library repeats a property of its own; no browser knows it.',
      ...eachAnswered(
        ['Attribute “aria-checked” not allowed', 'The “aria-checked” attribute must not be used'],
        'The component library’s switch, which repeats what the box says.',
      ),
      'Attribute “pathLength” not allowed': 'Of SVG 2, which the validator does not know yet.',
    },
  },
  retire: {
    judge: (planted) => {
      mkdirSync(path.join(FOLDER, 'retired'), { recursive: true })
      const bad = made('retired/jquery.js', '/*!\n * jQuery JavaScript Library v1.6.1\n */')
      type Known = { component: string; version: string; vulnerabilities?: { identifiers: { summary?: string } }[] }
      const list = 'node_modules/@salesforce/code-analyzer-retirejs-engine/vulnerabilities/RetireJsVulns.json'
      const where = planted
        ? ['--path', path.dirname(bad)]
        : ['--path', 'node_modules', '--ignore', path.resolve('node_modules/.cache')]
      const options = ['--jsrepo', path.join(FOLDER, list), '--verbose', '--outputformat', 'json']
      const { said } = runTool('retire', [...where, ...options])
      const known = (JSON.parse(said) as { data: { results: Known[] }[] }).data.flatMap(({ results }) => results)
      if (known.length === 0) throw new Error('No library was known by name.')
      return known.flatMap(({ component, version, vulnerabilities = [] }) =>
        vulnerabilities.map(({ identifiers }) => `${component} ${version}: ${identifiers.summary}`),
      )
    },
    answered: {},
  },
  codesniffer: inside('codesniffer', {
    'Invalid autocomplete value: username': USERNAME,
    '1_3_1.H43.HeadersRequired at div > div > table':
      'What arrives by which way: each header has its scope, and each box its whole name.',
    'H32.2 at div > section > form': SAVES_LATER,
  }),
  checker: inside('checker', {
    'input_autocomplete_valid at form > label > input': USERNAME,
    'svg_graphics_labelled at button > span > svg': 'The component library’s eye beside a password.',
    'input_label_exists at div > div > input':
      'A box of the founding that is folded together with its words: nobody comes to it until both are open.',
    'input_label_after at': 'A switch, as phones have it: its words come first.',
    'table_headers_exists at':
      'A phone shows a card a row: the headers are there to be heard, and each cell says its own.',
  }),
  lighthouse: { judge: lighthouseSays, answered: {} },
  wapiti: { judge: (planted) => attacks('wapiti', planted), answered: {} },
  sqlmap: { judge: (planted) => attacks('sqlmap', planted), answered: {} },
  tls: {
    judge: tlsSays,
    answered: {
      ...eachAnswered(
        ['cert_chain_of_trust', 'cert_expirationStatus', 'cert_notAfter', 'cert_revocation', 'DNS_CAArecord'],
        'Nobody vouches for localhost: Caddy made this certificate itself. It gets another for a domain.',
      ),
      'TLS_session_ticket: valid': 'Go’s, which Caddy is written in; their keys change every twelve hours.',
      'secure_renego: OpenSSL': 'Go renegotiates with nobody, and so the tool’s trial ends.',
      'BREACH: potentially':
        'Sessions stand in no cookie: no other site can have somebody’s answers made with words of its own.',
    },
  },
  unit: {
    judge: unitSays,
    answered: {
      ...eachAnswered(
        ['@resources', '@privileged', 'PrivateUsers='],
        'Without capabilities and new privileges the kernel refuses what these could do.',
      ),
      'RemoveIPC=': 'A command of the same user may hold the database while the service stops.',
      'RootDirectory=': 'Program, Node and PostgreSQL stand in the host’s /usr, which it sees read-only.',
      'MemoryDenyWriteExecute=': 'The compiler of JavaScript writes what it runs.',
      'RestrictAddressFamilies=~AF_UNIX': 'The way to its own PostgreSQL.',
      ...eachAnswered(
        ['RestrictAddressFamilies=~AF_(INET|INET6)', 'PrivateNetwork=', 'IPAddressDeny='],
        'It serves, and reaches mail, push and a PostgreSQL wherever the operator says they are.',
      ),
      'ProcSubset=': 'Node counts processors and memory in /proc.',
      'DeviceAllow=': 'Brought by ProtectClock= itself: the clock may be read.',
    },
  },
  shell: {
    judge: shellSays,
    answered: { 'deploy/update.sh: SC2086': 'The words of an option that is there or not.' },
  },
  lynis: { judge: lynisSays, answered: {} },
  prism: { judge: prismSays, answered: {} },
  models: { judge: modelsSay, answered: {} },
  stryker: { judge: mutationSays, answered: {} },
  codes: {
    judge: async (planted) => {
      if (planted) return unreadCodes([{ at: 'bad', png: readFileSync('web/public/apple-touch-icon.png') }])
      const codes = (await drawnPages()).flatMap(({ at, codes: pngs }) => pngs.map((png) => ({ at, png })))
      return codes.length === 0 ? ['No screen has a code.'] : unreadCodes(codes)
    },
    answered: {},
  },
  regex: {
    judge: (planted) => {
      type Checked = { status: 'safe' | 'vulnerable' | 'unknown'; complexity?: { summary: string } }
      const { checkSync } = loadTool<{ checkSync(source: string, flags: string): Checked }>('recheck')
      const found = planted ? [{ at: 'bad.ts', source: '^(a+)+$', flags: '' }] : expressionsOfTheProduct()
      if (found.length === 0) throw new Error('No regular expression was found.')
      return found.flatMap(({ at, source, flags }) => {
        const { status, complexity } = checkSync(source, flags)
        return status === 'vulnerable' ? [`${at}: /${source}/${flags} is ${complexity?.summary}`] : []
      })
    },
    answered: {
      'circle/beginning.ts': 'Of the digits of a whole number, seventeen at most.',
      'circle/ledger/strict-json.ts': 'Looks at a text that JSON.parse has taken: each of its strings ends.',
      'contracts/payment/payable.ts':
        'Of texts of at most 2,000 characters, and without runs of spaces where that would weigh.',
      'server/backup/container.ts': 'Of the first line of the program’s own, a constant.',
      'server/database/binaries.ts': 'Of the version that the database’s own program says.',
      'server/lib/config.ts': 'Of settings that the operator wrote.',
      'server/lib/settings.ts': 'Of settings that the operator wrote.',
      'server/members/password-strength.ts': 'Of a password of at most 128 characters.',
      'web/conferir/conferir.ts': 'Of an address that its reader typed, on their own device.',
      'bank-statement/read-csv.ts': 'Of a file that its reader opened, on their own device.',
      'web/features/privacy/Consents.tsx': 'Of the operator’s contact, which is bounded.',
      'web/features/queue/queue-list.ts': 'Of letters that its reader typed, on their own device.',
    },
  },
  spelling: {
    judge: (planted) =>
      misspelled(
        planted ? [{ at: 'bad.ts', text: 'Você ainda nao pagou a sua contribuissão.' }] : sentencesOfTheProduct(),
      ),
    answered: {
      ...Object.fromEntries(
        [
          'reports.ts: another',
          'faults.ts: database',
          'errors.ts: Server',
          'folder-store.ts: room',
          'check.ts: pages',
        ].map((words) => [words, 'Of the program, in English: no screen shows it.']),
      ),
      ...eachAnswered(
        ['empty', 'none', 'system'].map((word) => `setting-words.ts: ${word}`),
        'The values of a setting, as they are written.',
      ),
      'change-fields.ts: code': 'The code that a phone reads is called so in Brazil.',
      'data-folder.ts: runuser': 'The command that the line says to use.',
    },
  },
  signatures: {
    judge: (planted) => {
      if (planted) return plantedSignature()
      const { status, stdout, stderr } = spawnSync('npm', ['audit', 'signatures'], { encoding: 'utf8' })
      return status === 0 ? [] : lines(`${stdout}${stderr}`)
    },
    answered: {},
  },
}

/** A folder without packages: npm has nothing that it could vouch for, and says so. */
function plantedSignature(): readonly string[] {
  const folder = mkdtempSync(path.join(FOLDER, 'signatures-'))
  writeFileSync(path.join(folder, 'package.json'), '{"name":"bad","version":"1.0.0"}')
  const { status, stdout, stderr } = spawnSync('npm', ['audit', 'signatures'], { cwd: folder, encoding: 'utf8' })
  rmSync(folder, { recursive: true, force: true })
  return status === 0 ? [] : lines(`${stdout}${stderr}`)
}

/** Every regular expression that stands in the product's sources. */
function expressionsOfTheProduct() {
  return globSync('{circle,contracts,server,web}/**/*.{ts,tsx}', {
    exclude: ['web/dist/**', '**/*.test.*', '**/testing/**'],
  })
    .toSorted()
    .flatMap((at) =>
      [
        ...readFileSync(at, 'utf8').matchAll(
          /(?<=[(,=:&|!?[]\s*|return )\/((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n*[])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])*)\/([dgimsuvy]*)/g,
        ),
      ].map(([, source, flags]) => ({ at, source: source!, flags: flags! })),
    )
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in JUDGES))
if (unknown.length > 0)
  throw new Error(`No such judge: ${unknown.join(', ')}. There are ${Object.keys(JUDGES).join(', ')}.`)
fetchTools()
let isGood = true
for (const [name, { judge, answered }] of Object.entries(JUDGES)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  if ((await judge(true)).length === 0) throw new Error(`The judge ${name} sees nothing in what was planted.`)
  const found = await judge(false)
  const open = found.filter((finding) => !Object.keys(answered).some((words) => finding.includes(words)))
  const stale = Object.keys(answered).filter((words) => !found.some((finding) => finding.includes(words)))
  const isClean = open.length + stale.length === 0
  console.log(`${isClean ? '✓' : '✗'} ${name}: ${open.length} open, ${found.length - open.length} answered`)
  for (const finding of open) console.log(`    ${finding}`)
  // An answer that outlived its finding would answer a later one unread.
  for (const words of stale) console.log(`    answers nothing any more: ${words}`)
  if (!isClean) isGood = false
}
process.exitCode = isGood ? 0 : 1
