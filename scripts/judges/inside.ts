import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { endAnimations } from '#e2e/helpers/axe.ts'
import { launchBrowser } from '#e2e/helpers/browser.ts'
import { FOLDER } from './tools.ts'

type Said = { readonly rule: string; readonly place: string; readonly message: string }

const source = (file: string) => readFileSync(path.join(FOLDER, 'node_modules', file), 'utf8')

/** Tools that run inside a page. Each is put there through the debugger: the pages' policy refuses other scripts. */
const TOOLS = {
  codesniffer: {
    program: '@pa11y/html_codesniffer/build/HTMLCS.js',
    asks: `new Promise((resolve, reject) => HTMLCS.process('WCAG2AA', document, resolve, reject)).then(() =>
      HTMLCS.getMessages().filter(({ type }) => type === HTMLCS.ERROR).map(({ code, element, msg }) => ({
        rule: code.replace('WCAG2AA.', ''),
        place: [element.parentElement?.parentElement, element.parentElement, element]
          .map((each) => each?.localName).join(' > '),
        message: msg,
      })))`,
  },
  checker: {
    program: 'accessibility-checker-engine/ace.js',
    asks: `new ace.Checker().check(document, ['WCAG_2_2']).then(({ results }) =>
      results.filter(({ value: [kind, outcome] }) => kind === 'VIOLATION' && outcome === 'FAIL').map((result) => ({
        rule: result.ruleId,
        place: result.path.dom.replaceAll(/\\[\\d+\\]/g, '').split('/').slice(-3).join(' > '),
        message: result.message,
      })))`,
  },
}

export type Inside = keyof typeof TOOLS

/** Asks such a tool about a page as it stands. */
export async function askInside(tool: Inside, page: Page): Promise<readonly string[]> {
  const { program, asks } = TOOLS[tool]
  await endAnimations(page)
  await page.evaluate(source(program))
  const said = (await page.evaluate(asks)) as Said[]
  return said.map(({ rule, place, message }) => `${rule} at ${place}: ${message}`)
}

/** Asks it about a page with a picture without words, and a field without a name. */
export async function askPlanted(tool: Inside): Promise<readonly string[]> {
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    await page.setContent('<img src="x.png"><input><p style="color: #ccc; background: #fff">Quase nada</p>')
    return await askInside(tool, page)
  } finally {
    await browser.close()
  }
}
