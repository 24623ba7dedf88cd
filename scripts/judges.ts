import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openApiDocument } from '#contracts/openapi.ts'
import { fixedHeaders } from '#server/http/security-headers.ts'
import { VERSION } from '#server/lib/version.ts'
import { unreadCodes } from './judges/codes.ts'
import { drawnPages } from './judges/pages.ts'
import { misspelled, sentencesOfTheProduct } from './judges/sentences.ts'
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

/** One answer to several findings. */
const eachAnswered = (all: readonly string[], why: string) => Object.fromEntries(all.map((words) => [words, why]))

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
      const pages = planted ? [{ at: 'bad', html: '<p><div></div></p>' }] : await drawnPages()
      const found = new Map<string, number>()
      for (const { html } of pages) {
        // A template is no part of the document: it is drawn before the first script, and then left.
        const document = html.replaceAll(/<template[\s\S]*?<\/template>/g, '')
        for (const { messages } of (await judge.validateString(document)).results)
          for (const { ruleId, message, selector } of messages) {
            const place = selector?.split(' > ').slice(-3).join(' > ') ?? 'no element'
            const finding = `${ruleId} at ${place}: ${message}`
            found.set(finding, (found.get(finding) ?? 0) + 1)
          }
      }
      if (pages.length === 0) throw new Error('No screen was drawn.')
      return [...found].map(([finding, times]) => `${finding} × ${times}`)
    },
    answered: {
      ...eachAnswered(
        ['table', 'rowgroup', 'row', 'columnheader', 'rowheader', 'cell'].map((role) => `Redundant role "${role}"`),
        'Some browsers forget what a table is once its style displays it otherwise, as a phone does.',
      ),
      'Prefer to use the native <progress>': 'The component library’s bar, which says its role, value and bounds.',
      ...eachAnswered(
        ['div', 'section'].map((parent) => `<style> element is not permitted as content under <${parent}>`),
        'The component library writes a theme’s variables where it begins.',
      ),
      'element-permitted-content at header > button > div:': 'The component library’s three lines of a menu.',
      ...eachAnswered(
        ['wcag/h32 at div > section > form:', 'wcag/h32 at div > section:nth-child(1) > form:'],
        'The calendar and the days to answer: the button to save comes with the first change.',
      ),
      'strictly allowed but is not recommended': 'A list that is named, so that it is told from the one beside it.',
    },
  },
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
      'circle/ledger/strict-json.ts': 'Looks at a text that JSON.parse has taken: each of its strings ends.',
      'contracts/payment/payable.ts':
        'Of texts of at most 2,000 characters, and without runs of spaces where that would weigh.',
      'server/backup/container.ts': 'Of the first line of the program’s own, a constant.',
      'server/database/binaries.ts': 'Of the version that the database’s own program says.',
      'server/lib/config.ts': 'Of settings that the operator wrote.',
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
          'file-store.ts: room',
          'check.ts: pages',
        ].map((words) => [words, 'Of the program, in English: no screen shows it.']),
      ),
      ...eachAnswered(
        ['empty', 'none', 'system'].map((word) => `setting-words.ts: ${word}`),
        'The values of a setting, as they are written.',
      ),
      'ChangeList.tsx: code': 'The key by which a change is found.',
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
