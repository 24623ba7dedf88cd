import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BodySent } from '#contracts/contract.ts'
import { faultsInEachLook, faultsOf } from '#e2e/helpers/axe.ts'
import { DESK, PHONE, goes, goesAfter, openBrowser, shows, sitDown, withoutEvents } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { administratorToken, callsOf, joins, placed } from '#e2e/helpers/calls.ts'
import type { Calls, Joined } from '#e2e/helpers/calls.ts'
import { logsIn, PASSWORD, resumes } from '#e2e/helpers/people.ts'
import { startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'

const LONG = 'Maria Aparecida das Graças Conceição do Nascimento Albuquerq'
const THANKS = 'Obrigado por nos avisar.'

describe('a member follows what they reported', () => {
  let server: Server
  let browser: Browser
  let call: Calls
  let administrator: string
  let rosa: Joined
  let tiago: Joined
  let page: Page

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ RATE_LIMIT: 'off' }), openBrowser()])
    call = callsOf(server)
    administrator = await administratorToken(call)
    rosa = await joins(call, { firstName: 'Rosa', lastName: 'Andrade', number: 1 })
    tiago = await joins(call, { firstName: 'Tiago', lastName: 'Andrade', number: 3 })
    await placed(call, administrator, [
      await joins(call, { firstName: 'Maria', lastName: 'Nascimento', number: 2 }, { firstName: LONG, lastName: LONG }),
      tiago,
      rosa,
    ])
    await call('POST /donations/admin/generate-monthly-pull', administrator)
    page = await sitDown(browser, server.url, { viewport: DESK })
    await logsIn(page, { email: rosa.email, password: PASSWORD })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const owed = async (who = rosa) => (await call('GET /donations/to-send', who.token)).find(({ waiting }) => !waiting)!
  const reports = async (reason: string, who = rosa) =>
    (await call('POST /donations/{id}/report', who.token, { params: { id: (await owed(who)).id }, body: { reason } }))
      .id
  const resolves = (id: string, body: Omit<BodySent<'POST /admin/donations/reports/{id}/resolve'>, 'admin_notes'>) =>
    call('POST /admin/donations/reports/{id}/resolve', administrator, {
      params: { id },
      body: { admin_notes: 'Nota que só a administração lê.', ...body },
    })
  /** A cancelled donation is owed again, and can be reported again. */
  const reportsMore = async (count: number) => {
    for (let n = 1; n <= count; n += 1)
      await resolves(await reports(`A chave não funciona (${n})`), {
        resolution: 'RESOLVED',
        donation_outcome: 'cancel',
        resolution_message: `Cancelada (${n}).`,
      })
  }
  const rows = () => page.getByRole('table', { name: 'Seus reports' }).getByRole('row')
  const figures = async () =>
    (await page.getByLabel('Resumo dos seus reports').locator('.stat-card').allInnerTexts()).map((text) =>
      text.split('\n').filter(Boolean).join(': '),
    )
  const filterButtons = () => page.getByRole('group', { name: 'Filtrar reports' }).getByRole('button').allInnerTexts()
  const dialog = () => page.getByRole('dialog', { name: 'Detalhes do Report' })
  const badge = () =>
    page
      .getByRole('link', { name: /^Reports/ })
      .first()
      .innerText()
  const opens = async (report: string, of = page) => {
    await goes(of, `/reports?report=${report}`)
    const details = of.getByRole('dialog', { name: 'Detalhes do Report' })
    // The earlier reading stays on the screen until the server has answered.
    return {
      says: (part: string) =>
        expect.poll(async () => (await details.innerText()).replaceAll(/\s+/g, ' ')).toContain(part),
      text: () => details.innerText(),
    }
  }

  test('nothing yet is said in so many words, for each filter, with the way back to all', async () => {
    await page.getByRole('link', { name: 'Reports' }).first().click()
    await page.getByRole('heading', { name: 'Meus Reports' }).waitFor()
    await shows(page.getByText('Acompanhe o status dos reports que você criou'))
    await shows(page.getByText('Você ainda não criou nenhum report.'))
    expect(await page.getByRole('button', { name: 'Ver todos' }).count()).toBe(0)
    for (const [name, said] of [
      ['Aguardando Resolução (0)', 'Você não tem reports pendentes.'],
      ['Já Resolvidos (0)', 'Você não tem reports resolvidos.'],
    ] as const) {
      await page.getByRole('button', { name }).click()
      await shows(page.getByText(said))
      await shows(page.getByText('Nenhum report encontrado'))
      await page.getByRole('button', { name: 'Ver todos' }).click()
      await shows(page.getByText('Você ainda não criou nenhum report.'))
    }
    expect(await badge()).toBe('Reports')
  })

  let id: string

  test('a report made from a donation closes its dialog after three seconds and waits here, counted on the menu', async () => {
    const donation = await owed()
    await goes(page, '/donations')
    const card = page.getByRole('article').filter({ hasText: donation.receiver!.name }).first()
    await card.getByRole('button', { name: /^Report/ }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('textbox').first().fill('A chave PIX não existe.')
    await form.getByRole('textbox').nth(1).fill('O banco disse: chave não encontrada.')
    await goesAfter(form.getByRole('status').filter({ hasText: /./ }), 3_000, () =>
      form.getByRole('button', { name: /^(Enviar|Reportar)/ }).click(),
    )
    await shows(form, false)
    await page.clock.runFor(31_000)
    await expect.poll(badge).toMatch(/Reports\s*1$/)
    await goes(page, '/reports')
    await expect.poll(figures).toEqual(['Total Reports: 1', 'Aguardando: 1', 'Concluídos: 0'])
    expect(await filterButtons()).toEqual(['Todos (1)', 'Aguardando Resolução (1)', 'Já Resolvidos (0)'])
    await expect
      .poll(() => page.getByRole('columnheader').allInnerTexts())
      .toEqual(['ID', 'Doação', 'Status', 'Criado em', 'Ações'])
    await rows()
      .nth(1)
      .getByRole('button', { name: /^Ver Detalhes/ })
      .click()
    await dialog().getByText('Motivo do Report').waitFor()
    id = new URL(page.url()).searchParams.get('report')!
    const said = (await dialog().innerText()).replaceAll(/\s+/g, ' ')
    for (const part of [
      id,
      `Rosa Andrade → ${donation.receiver!.name}`,
      'R$ 100,00',
      '10/11/2026',
      'A chave PIX não existe.',
      'Informações adicionais: O banco disse: chave não encontrada.',
      'Aguardando Análise Sua denúncia foi recebida e está aguardando análise da equipe administrativa.',
    ])
      expect(said).toContain(part)
    expect(await faultsOf(page)).toEqual([])
    await dialog().getByRole('button', { name: 'Fechar' }).last().click()
    await dialog().waitFor({ state: 'hidden' })
  })

  test('every standing of a report has its own words: looked into, asked about, resolved with and without words, dismissed', async () => {
    await call('PATCH /admin/donations/reports/{id}/status', administrator, {
      params: { id },
      body: { status: 'INVESTIGATING' },
    })
    await resolves(id, { resolution: 'INVESTIGATING', resolution_message: 'Vamos ligar para quem recebe.' })
    await (await opens(id)).says('Em Investigação Sua denúncia está sendo investigada pela equipe administrativa.')
    await resolves(id, { resolution: 'NEEDS_MORE_INFO', resolution_message: 'Mande a tela do banco.' })
    await (await opens(id)).says('A administração precisa de mais informações Mande a tela do banco.')
    await resolves(id, {
      resolution: 'RESOLVED',
      donation_outcome: 'cancel',
      resolution_message: 'A chave estava errada; a doação foi cancelada.',
    })
    const resolved = await opens(id)
    await resolved.says('Resolução Administrativa A chave estava errada; a doação foi cancelada.')
    await resolved.says('A administração cancelou a doação.')
    expect(await resolved.text()).not.toContain('Nota que só a administração lê')
  })

  test('resolved without a word, it thanks; dismissed, it says so beside what was answered', async () => {
    const silent = await reports('Não achei a chave.', tiago)
    await call('PATCH /admin/donations/reports/{id}/status', administrator, {
      params: { id: silent },
      body: { status: 'RESOLVED' },
    })
    const other = await sitDown(browser, server.url)
    await resumes(other, { email: tiago.email, password: PASSWORD }, '/reports')
    await (await opens(silent, other)).says(`Resolução Administrativa ${THANKS}`)
    await other.owner.close()
    // An open page would hear of each of these, and ask for everything again.
    await page.goto('about:blank')
    await reportsMore(10)
    const dismissed = await reports('Ainda não funciona.')
    await resolves(dismissed, { resolution: 'REJECTED', resolution_message: 'A chave foi conferida e funciona.' })
    const said = await opens(dismissed)
    for (const part of [
      'Report Dispensado Após análise, este report foi dispensado pela administração.',
      'Resolução Administrativa A chave foi conferida e funciona.',
      'A doação continuou como estava.',
    ])
      await said.says(part)
  })

  test('more than a page are paged, of a size that is chosen, between the first and the last', async () => {
    await goes(page, '/reports')
    await expect.poll(() => rows().count()).toBe(13)
    expect(await page.getByRole('navigation', { name: 'Páginas de reports' }).count()).toBe(0)
    await goes(page, '/reports?tamanho=10')
    const paging = page.getByRole('navigation', { name: 'Páginas de reports' })
    await shows(paging.getByText('Mostrando 1 a 10 de 12 resultados'))
    await shows(paging.getByText('Página 1 de 2'))
    for (const name of [/^Primeira/, /anterior$/])
      expect(await paging.getByRole('button', { name }).isDisabled()).toBe(true)
    await paging.getByRole('button', { name: /^Última/ }).click()
    await shows(paging.getByText('Mostrando 11 a 12 de 12 resultados'))
    await expect.poll(() => rows().count()).toBe(3)
    for (const name of [/^Última/, /^Próxima/])
      expect(await paging.getByRole('button', { name }).isDisabled()).toBe(true)
    await goes(page, '/reports?tamanho=10&pagina=99')
    await shows(paging.getByText('Página 2 de 2'))
    expect(await paging.getByRole('combobox').locator('option').allInnerTexts()).toEqual([
      '10 por página',
      '20 por página',
      '50 por página',
    ])
    await paging.getByRole('combobox').selectOption('20')
    await expect.poll(() => rows().count()).toBe(13)
    expect(new URL(page.url()).searchParams.get('pagina')).toBeNull()
  })

  test('a list or a report that does not come says so, and is asked for again', async () => {
    await page.route('**/api/donations/reports?*', (route) =>
      route.fulfill({
        status: 500,
        json: { message: 'Algo deu errado do nosso lado. Nada foi perdido; tente de novo.' },
      }),
    )
    await withoutEvents(page)
    await goes(page, '/reports')
    await shows(page.getByRole('alert').filter({ hasText: 'Algo deu errado' }))
    await page.unroute('**/api/donations/reports?*')
    await page.getByRole('button', { name: 'Tentar novamente' }).first().click()
    await expect.poll(() => rows().count()).toBe(13)
    await goes(page, '/reports?report=01999999-0000-7000-8000-000000000000')
    await shows(dialog().getByText('Erro ao carregar detalhes do report'))
    await dialog().getByRole('button', { name: 'Fechar' }).last().click()
    await dialog().waitFor({ state: 'hidden' })
  })

  test('on a phone the table is cards, names of sixty letters fit, and axe finds nothing, light and dark', async () => {
    const found: string[] = []
    const reader = page
    await reader.setViewportSize(PHONE)
    await goes(reader, '/reports')
    await reader
      .getByText('Mostrando 1 a 12 de 12 resultados')
      .or(reader.getByRole('button', { name: /^Ver Detalhes/ }).nth(11))
      .first()
      .waitFor()
    found.push(...(await faultsInEachLook(reader, [DESK])).map((fault) => `list ${fault}`))
    await reader
      .getByRole('button', { name: /^Ver Detalhes/ })
      .first()
      .click()
    await reader.getByText('Motivo do Report').waitFor()
    found.push(...(await faultsInEachLook(reader, [DESK])).map((fault) => `details ${fault}`))
    expect(found).toEqual([])
  })
})
