import { execFileSync } from 'node:child_process'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PlanOutcome } from '#contracts/simulation.ts'
import { faultsInEachLook } from '#e2e/helpers/axe.ts'
import { DESK, PHONE, goes, openBrowser, shows, sitDown } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { logsIn } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'

describe('what a circle does to its people, computed again on the reader’s device', () => {
  let server: Server
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer(), openBrowser()])
    page = await sitDown(browser, server.url)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const section = (of = page) => of.getByRole('region', { name: 'Faça esta conta no seu aparelho' })
  const opens = async () => {
    await goes(page, '/terms')
    await section().waitFor()
  }
  const types = async (values: Record<string, string>) => {
    for (const [label, value] of Object.entries(values)) await section().getByLabel(label).fill(value)
  }
  const row = async (name: string) =>
    (
      await section()
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
        .getByRole('cell')
        .allInnerTexts()
    ).map((text) => text.replaceAll(/\s/g, ' '))

  test('a visitor’s own device comes to every number that the terms show', async () => {
    await opens()
    await section().getByRole('button', { name: 'Conferir os números mostrados' }).click()
    await shows(section().getByText('✓ São os mesmos números'))
    await shows(section().getByText(/viveu 600 futuros em \d+,\d s e chegou a cada número mostrado\./))
  })

  test('one number painted over is found', async () => {
    await page.route('**/api/simulation', async (route) => {
      const answer = await route.fetch()
      const told = (await answer.json()) as PlanOutcome
      await route.fulfill({
        response: answer,
        json: { ...told, points: told.points.map((point, index) => (index === 2 ? { ...point, behind: 0 } : point)) },
      })
    })
    await opens()
    await section().getByRole('button', { name: 'Conferir os números mostrados' }).click()
    await shows(section().getByText('✗ Os números mostrados são outros'))
    await shows(section().getByText('1 número mostrado não é o que o seu aparelho calculou', { exact: false }))
    await page.unroute('**/api/simulation')
  })

  test('settings of one’s own give what the command line gives for the same seed', async () => {
    await opens()
    await types({
      Pessoas: '40',
      Meses: '12',
      'Contribuições não pagas, em %': '10',
      'Avanços de nível aceitos, em %': '80',
      'Semente do acaso': '7',
    })
    await section().getByLabel('Quantos futuros').selectOption('200')
    await section().getByRole('button', { name: 'Simular' }).click()
    await shows(section().getByText(/^200 futuros em/))
    const said = execFileSync(
      process.execPath,
      [
        'scripts/simulate.ts',
        '--members',
        '40',
        '--months',
        '12',
        '--missed',
        '0.1',
        '--accepted',
        '0.8',
        '--seed',
        '7',
        '--futures',
        '200',
        '--json',
      ],
      { encoding: 'utf8' },
    )
    type Spread = { median: number; low: number; high: number }
    const last = (
      JSON.parse(said) as {
        months: { behind: Spread; completed: Spread[]; administrationCents: Spread; worstCents: Spread }[]
      }
    ).months.at(-1)!
    const reais = (cents: number) =>
      (cents / 100).toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' }).replaceAll(/\s/g, ' ')
    expect(await row('Doaram mais do que receberam')).toEqual([
      String(last.behind.median),
      `${last.behind.low} a ${last.behind.high}`,
    ])
    expect(await row('Completam o nível 1')).toEqual([
      String(last.completed[0]!.median),
      `${last.completed[0]!.low} a ${last.completed[0]!.high}`,
    ])
    expect(await row('Quem ficou pior')).toEqual([
      reais(last.worstCents.median),
      `${reais(last.worstCents.low)} a ${reais(last.worstCents.high)}`,
    ])
    const first = await section().getByRole('table').innerText()
    await types({ 'Semente do acaso': '8' })
    await section().getByRole('button', { name: 'Simular' }).click()
    await shows(section().getByText(/semente 8/))
    await types({ 'Semente do acaso': '7' })
    await section().getByRole('button', { name: 'Simular' }).click()
    await shows(section().getByText(/semente 7/))
    expect(await section().getByRole('table').innerText()).toBe(first)
  })

  test('what can’t be simulated says why; a long one can be stopped', async () => {
    await types({ Pessoas: '101' })
    await section().getByRole('button', { name: 'Simular' }).click()
    await shows(
      section()
        .getByRole('alert')
        .filter({ hasText: 'O número de participantes deve ser um número inteiro, de 2 a 100.' }),
    )
    await types({ Pessoas: '100', Meses: '120' })
    await section().getByLabel('Quantos futuros').selectOption('1000')
    await section().getByRole('button', { name: 'Simular' }).click()
    await section().getByRole('button', { name: 'Parar' }).click()
    await shows(section().getByRole('progressbar'), false)
    expect(await section().getByRole('table').count()).toBe(0)
  })

  test('an administrator’s changed copy is simulated the same way', async () => {
    const desk = await sitDown(browser, server.url, { viewport: DESK })
    await logsIn(desk, ADMINISTRATOR)
    await goes(desk, '/admin/settings?aba=laboratorio')
    await desk.getByLabel('Começar de').selectOption('rotativo')
    await desk
      .getByRole('region', { name: 'O que a cópia faria' })
      .getByText(/de 100 pessoas/)
      .waitFor()
    await section(desk).getByRole('button', { name: 'Conferir os números mostrados' }).click()
    await shows(section(desk).getByText('✓ São os mesmos números'))
    await desk.owner.close()
  })

  test('axe finds nothing, and nothing runs over the edge, on a phone and at a desk, light and dark', async () => {
    const reader = await sitDown(browser, server.url, { viewport: PHONE })
    await goes(reader, '/terms')
    await section(reader).getByRole('button', { name: 'Conferir os números mostrados' }).click()
    await shows(section(reader).getByText('✓ São os mesmos números'))
    await section(reader).getByRole('button', { name: 'Simular' }).click()
    await shows(section(reader).getByText(/^200 futuros em/))
    expect(await faultsInEachLook(reader, [DESK])).toEqual([])
    await reader.owner.close()
  })
})
