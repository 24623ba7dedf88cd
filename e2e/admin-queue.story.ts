import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Locator, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESK, openBrowser, PHONE, sitDown } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { openApi } from '#e2e/helpers/members.ts'
import type { Api, Member } from '#e2e/helpers/members.ts'
import { logsIn } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const MINUTE_MS = 60_000

type Entry = { id: string; position: number; user_id: string; is_receiver: boolean; donation_number: number }

describe('two administrators arrange the queue', () => {
  let server: Server
  let browser: Browser
  let api: Api
  /** The first at a desk, the second with a phone. */
  let desk: Page
  let phone: Page
  const members: Member[] = []
  let clock = Date.parse('2026-11-10T12:00:00.000Z')

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ RATE_LIMIT: 'off' }), openBrowser()])
    api = await openApi(server)
    await join(12)
    ;[desk, phone] = await Promise.all([sitDown(browser, server.url, { viewport: DESK }), sitDown(browser, server.url, { viewport: PHONE })])
    for (const page of [desk, phone]) {
      await logsIn(page, ADMINISTRATOR)
      await page.goto('/admin/queue')
      await page.getByText('Vagas de Participantes').waitFor()
    }
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  /** More members, each registered a minute after the one before. */
  async function join(count: number): Promise<void> {
    for (let made = 0; made < count; made += 1) {
      clock += MINUTE_MS
      await server.moveClockTo(new Date(clock).toISOString())
      members.push(await api.joins(members.length + 1))
    }
  }
  const entries = async (level = 1) => (await api.call(`/queue?donation_number=${level}`)) as Entry[]
  /** Who stands where, by number of registration: `3@1` is the third member at position 1. */
  const order = async () => (await entries()).map(({ position, user_id }) => `${members.findIndex(({ id }) => id === user_id) + 1}@${position}`)
  const member = (n: number) => members[n - 1]!
  const placeCard = (page: Page, position: number) => page.getByRole('article', { name: `Posição #${String(position).padStart(3, '0')}` })
  const action = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const dialog = (page: Page) => page.getByRole('dialog')
  const slot = (page: Page, name: string) => dialog(page).getByRole('button', { name })
  const closed = (page: Page) => dialog(page).waitFor({ state: 'detached' })
  const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  const counter = (page: Page, name: string) => dialog(page).getByRole('group', { name }).innerText()

  /** Makes a page deaf to others' changes while something happens, as a screen is that has not heard yet. */
  async function deaf(page: Page, act: () => Promise<void>): Promise<void> {
    let isStale = true
    let stale: { queue?: string; users?: string } = {}
    await page.route(/\/api\/(queue|users)$/, async (route) => {
      if (!isStale || route.request().method() !== 'GET') return route.continue()
      const which = route.request().url().endsWith('/queue') ? 'queue' : 'users'
      stale[which] ??= await (await route.fetch()).text()
      return route.fulfill({ body: stale[which]!, contentType: 'application/json' })
    })
    await page.getByRole('button', { name: 'Atualizar' }).click()
    await expect.poll(() => Object.keys(stale).length).toBe(2)
    try {
      await act()
    } finally {
      isStale = false
      stale = {}
      await page.unroute(/\/api\/(queue|users)$/)
    }
  }

  test('an empty queue says so; the three queues are chosen by address', async () => {
    await desk.getByRole('navigation', { name: 'Filas' }).getByRole('link', { name: 'Fila N2' }).click()
    await desk.waitForURL('**/admin/queue?fila=2')
    await desk.getByRole('heading', { name: 'Fila vazia' }).waitFor()
    await desk.reload()
    await desk.getByText('0/100').waitFor()
    expect(await desk.getByRole('link', { name: 'Fila N2' }).getAttribute('aria-current')).toBe('page')
    await desk.goto('/admin/queue?fila=7')
    expect(await desk.getByRole('link', { name: 'Fila N1' }).getAttribute('aria-current')).toBe('page')
    await desk.getByRole('article', { name: member(1).name }).waitFor()
    expect(await desk.getByRole('group', { name: 'Ações da fila' }).getByRole('button').allInnerTexts()).toEqual(['Para o Fim', 'Retirar em Massa', 'Trocar Posições', 'Adicionar por ordem de chegada', 'Atualizar'])
    expect(await desk.getByRole('group', { name: 'Na fila de espera' }).innerText()).toMatch(/^12\s/)
    expect(await desk.getByRole('group', { name: 'Receptores Ativos' }).innerText()).toMatch(/^0\s/)
  })

  test('the grid of a hundred is one stop of the keyboard, and arrows reach every place', async () => {
    const card = desk.getByRole('article', { name: member(3).name })
    await card.getByText('EM ESPERA').waitFor()
    await card.getByText('Aguardando para entrar na fila').waitFor()
    await card.getByRole('button', { name: 'Adicionar à Fila' }).focus()
    await desk.keyboard.press('Enter')
    await dialog(desk).getByRole('grid', { name: 'Posições da fila' }).waitFor()
    expect(await dialog(desk).getByRole('row').count()).toBe(10)
    expect(await dialog(desk).getByRole('gridcell').count()).toBe(100)
    await expect.poll(() => focusedName(desk)).toBe('Posição 1, livre')
    const visited = []
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'ArrowUp', 'End', 'Control+End', 'Home', 'Control+Home', 'ArrowDown']) {
      await desk.keyboard.press(key)
      visited.push((await focusedName(desk))!.replace(/\D/g, ''))
    }
    expect(visited).toEqual(['2', '12', '11', '1', '1', '10', '100', '91', '1', '11'])
    expect(await dialog(desk).locator('[role=grid] button[tabindex="0"]').count()).toBe(1)
    const steps = await desk.evaluate(async () => {
      const took: number[] = []
      for (let step = 0; step < 20; step += 1) {
        const from = performance.now()
        document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: step % 2 ? 'ArrowLeft' : 'ArrowRight', bubbles: true }))
        await new Promise((resolve) => setTimeout(resolve, 0))
        took.push(performance.now() - from)
      }
      return took.toSorted((a, b) => a - b)
    })
    expect(steps[10]).toBeLessThan(80)
    await desk.keyboard.press('Enter')
    await closed(desk)
    await desk.getByText(`${member(3).name} está na posição #011.`).waitFor()
    expect(await order()).toEqual(['3@11'])
  })

  test('the other administrator sees it without asking', async () => {
    const card = placeCard(phone, 11)
    await card.getByText(member(3).name).waitFor()
    await card.getByText('#011').waitFor()
    await card.getByText('ATIVO').waitFor()
    await card.getByText(member(3).email).waitFor()
    await card.getByText('(11) 90000-0003').waitFor()
    await card.getByText('Adicionado em 10/11/2026').waitFor()
    expect(await card.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')).toBe('https://wa.me/5511900000003')
    await phone.getByText('1/100').waitFor()
  })

  test('a taken place and a member already in are refused in the words of the specification', async () => {
    await desk.getByRole('article', { name: member(4).name }).getByRole('button', { name: 'Adicionar à Fila' }).click()
    await slot(desk, 'Posição 11, ocupada').click({ force: true })
    await dialog(desk).getByText(`Erro: A posição #011 já está ocupada por ${member(3).name}`).waitFor()
    // Placed by the other administrator, while this grid stands open.
    await api.place(member(4).id, 20)
    await dialog(desk).getByText('Erro: O usuário já está na fila na posição #020').waitFor()
    await desk.keyboard.press('Escape')
    await closed(desk)
  })

  test('the loser of a race for a place reads who has it, and who races for a member reads where', async () => {
    await deaf(phone, async () => {
      await desk.getByRole('article', { name: member(5).name }).getByRole('button', { name: 'Adicionar à Fila' }).click()
      await slot(desk, 'Posição 5, livre').click()
      await closed(desk)
      await phone.getByRole('tab', { name: /Em Espera/ }).click()
      await phone.getByRole('article', { name: member(6).name }).getByRole('button', { name: 'Adicionar à Fila' }).click()
      await slot(phone, 'Posição 5, livre').click()
      await dialog(phone).getByText(`Erro: A posição #005 já está ocupada por ${member(5).name}`).waitFor()
      await phone.keyboard.press('Escape')
      await closed(phone)
      await phone.getByRole('article', { name: member(5).name }).getByRole('button', { name: 'Adicionar à Fila' }).click()
      await slot(phone, 'Posição 6, livre').click()
      await dialog(phone).getByText('Erro: O usuário já está na fila na posição #005').waitFor()
    })
    await phone.keyboard.press('Escape')
    await closed(phone)
    await action(phone, 'Atualizar')
    await phone.getByText('3/100').waitFor()
    expect(await order()).toEqual(['5@5', '3@11', '4@20'])
  })

  test('a free place of the map is given to one who waits', async () => {
    await desk.getByRole('region', { name: 'Mapa da fila' }).getByRole('button', { name: 'Posição 2, livre' }).click()
    await dialog(desk).getByText('Adicionar à posição #002').waitFor()
    await dialog(desk).getByLabel('Buscar quem espera').fill(member(7).name.slice(0, 8))
    await dialog(desk).getByRole('button', { name: member(7).name }).click()
    await closed(desk)
    expect(await order()).toEqual(['7@2', '5@5', '3@11', '4@20'])
  })

  test('the addition by arrival can be stopped between two calls', async () => {
    await action(desk, 'Adicionar por ordem de chegada')
    await dialog(desk).getByText('8 usuários entram').waitFor()
    await desk.route('**/api/queue', async (route) => {
      if (route.request().method() === 'POST') await new Promise((resolve) => setTimeout(resolve, 400))
      return route.continue()
    })
    await dialog(desk).getByRole('button', { name: 'Adicionar agora' }).click()
    await dialog(desk).getByText('Adicionando 2 de 8').waitFor()
    expect(await dialog(desk).getByRole('progressbar', { name: 'Adicionando' }).getAttribute('aria-valuemax')).toBe('8')
    await dialog(desk).getByRole('button', { name: 'Parar' }).click()
    await dialog(desk).getByText('Resultado da Alocação').waitFor()
    await desk.unroute('**/api/queue')
    await dialog(desk).getByText('Operação Interrompida').waitFor()
    expect(await counter(desk, 'Usuários Adicionados')).toMatch(/^2\s/)
    expect(await counter(desk, 'Total Tentativas')).toMatch(/^2\s/)
    await dialog(desk).getByRole('button', { name: 'Fechar' }).last().click()
    expect(await order()).toEqual(['1@1', '7@2', '2@3', '5@5', '3@11', '4@20'])
  })

  test('a failure midway says how many were added before it, and the first says that it is the first', async () => {
    for (const [failsAt, message, note, added, attempts] of [
      [2, 'Operação interrompida. 1 usuário(s) adicionado(s) com sucesso. Erro ao adicionar o próximo usuário: Erro: A posição #001 já está ocupada por', '1 usuário(s) adicionado(s) antes do erro.', 1, 2],
      [1, 'Erro ao adicionar usuário à fila: Erro: A posição #001 já está ocupada por', '0 usuário(s) adicionado(s) antes do erro.', 0, 1],
    ] as const) {
      let posts = 0
      await desk.route('**/api/queue', async (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        posts += 1
        // As if somebody had taken the place between the reading and the call: the server's own refusal.
        const body = route.request().postDataJSON() as object
        return route.continue(posts === failsAt ? { postData: JSON.stringify({ ...body, position: 1 }) } : {})
      })
      await action(desk, 'Adicionar por ordem de chegada')
      await dialog(desk).getByRole('button', { name: 'Adicionar agora' }).click()
      await dialog(desk).getByText('Erro na Operação').waitFor()
      await dialog(desk).getByText(`${message} ${member(1).name}`).waitFor()
      await dialog(desk).getByText(note).waitFor()
      expect(await counter(desk, 'Usuários Adicionados')).toMatch(new RegExp(String.raw`^${added}\s`))
      expect(await counter(desk, 'Total Tentativas')).toMatch(new RegExp(String.raw`^${attempts}\s`))
      await dialog(desk).getByRole('button', { name: 'Fechar' }).last().click()
      await closed(desk)
      await desk.unroute('**/api/queue')
    }
    expect(await order()).toEqual(['1@1', '7@2', '2@3', '6@4', '5@5', '3@11', '4@20'])
  })

  test('a list that cannot be read ends the addition before it begins', async () => {
    await action(desk, 'Adicionar por ordem de chegada')
    await desk.route('**/api/queue', (route) => (route.request().method() === 'GET' ? route.fulfill({ status: 403, body: JSON.stringify({ message: 'Você não tem permissão para fazer isso.' }) }) : route.continue()))
    await dialog(desk).getByRole('button', { name: 'Adicionar agora' }).click()
    await dialog(desk).getByText('Erro ao processar adição à fila: Você não tem permissão para fazer isso.').waitFor()
    await desk.unroute('**/api/queue')
    await dialog(desk).getByRole('button', { name: 'Fechar' }).last().click()
    await closed(desk)
    await action(desk, 'Atualizar')
    await desk.getByRole('button', { name: 'Tentar novamente' }).waitFor({ state: 'detached' })
  })

  test('the rest come in by arrival, one call at a time with 100 ms between calls, into the lowest free positions', async () => {
    // A device with its own time: the story's clock rounds what is measured here.
    const context = await browser.newContext({ baseURL: server.url, viewport: DESK, locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' })
    const page = Object.assign(await context.newPage(), { owner: context })
    await logsIn(page, ADMINISTRATOR)
    await page.goto('/admin/queue')
    const calls: Request[] = []
    page.on('requestfinished', (request) => void (request.method() === 'POST' && request.url().endsWith('/api/queue') && calls.push(request)))
    await action(page, 'Adicionar por ordem de chegada')
    await dialog(page).getByRole('button', { name: 'Adicionar agora' }).click()
    await dialog(page).getByText('Operação Concluída').waitFor()
    expect(await counter(page, 'Usuários Adicionados')).toMatch(/^5\s/)
    expect(await counter(page, 'Total Tentativas')).toMatch(/^5\s/)
    expect(calls).toHaveLength(5)
    const times = calls.map((call) => call.timing()).map(({ startTime, responseEnd }) => ({ from: startTime, to: startTime + responseEnd }))
    const pauses = times.slice(1).map(({ from }, index) => from - times[index]!.to)
    for (const pause of pauses) expect(pause).toBeGreaterThanOrEqual(95)
    await context.close()
    expect(await order()).toEqual(['1@1', '7@2', '2@3', '6@4', '5@5', '8@6', '9@7', '10@8', '11@9', '12@10', '3@11', '4@20'])
  })

  test('nobody left to add is said, at the button and at a free place', async () => {
    await action(desk, 'Adicionar por ordem de chegada')
    await dialog(desk).getByText('Não há usuários aprovados aguardando para entrar na fila.').waitFor()
    expect(await dialog(desk).getByRole('button', { name: 'Adicionar agora' }).isDisabled()).toBe(true)
    await desk.keyboard.press('Escape')
    await closed(desk)
    await desk.getByRole('region', { name: 'Mapa da fila' }).getByRole('button', { name: 'Posição 50, livre' }).click()
    await dialog(desk).getByText('Não há usuários disponíveis para adicionar à fila.').waitFor()
    await desk.keyboard.press('Escape')
    await closed(desk)
  })

  test('ten a page; search and tabs narrow the list and lead back to its first page', async () => {
    const shown = () => desk.getByRole('article').count()
    await desk.getByText('Mostrando 1 a 10 de 12 usuários · Página 1 de 2').waitFor()
    expect(await shown()).toBe(10)
    await desk.getByRole('button', { name: 'Próxima página' }).click()
    await desk.getByText('Mostrando 11 a 12 de 12 usuários · Página 2 de 2').waitFor()
    expect(await desk.getByRole('button', { name: 'Última página' }).isDisabled()).toBe(true)
    await desk.getByLabel('Buscar', { exact: true }).fill(member(4).email.toUpperCase())
    await placeCard(desk, 20).waitFor()
    expect(await shown()).toBe(1)
    await desk.getByLabel('Buscar', { exact: true }).fill('andrade')
    await desk.getByText('Mostrando 1 a 10 de 12 usuários · Página 1 de 2').waitFor()
    await desk.getByLabel('Buscar', { exact: true }).fill('ninguém assim')
    await desk.getByRole('heading', { name: 'Nenhuma entrada encontrada' }).waitFor()
    await desk.getByLabel('Buscar', { exact: true }).fill('')
    await desk.getByRole('tab', { name: /Em Espera/ }).click()
    await desk.getByRole('heading', { name: 'Nenhuma entrada encontrada' }).waitFor()
    await desk.getByRole('tab', { name: /Todos/ }).click()
    expect(await shown()).toBe(10)
  })

  test('a member sent to the end is passed by those behind, and the card counts them', async () => {
    await action(desk, 'Para o Fim')
    expect(await dialog(desk).getByRole('button', { name: 'Continuar' }).isDisabled()).toBe(true)
    await slot(desk, 'Posição 50, livre').click({ force: true })
    expect(await dialog(desk).getByRole('button', { name: 'Continuar' }).isDisabled()).toBe(true)
    await slot(desk, 'Posição 8, ocupada').click()
    await dialog(desk).getByRole('button', { name: 'Continuar' }).click()
    await dialog(desk).getByText('4 usuário(s) passam à frente.').waitFor()
    await dialog(desk).getByRole('button', { name: 'Mover para o Fim' }).click()
    await closed(desk)
    await desk.getByText(`${member(10).name} foi para o fim da fila.`).waitFor()
    expect((await order()).slice(7)).toEqual(['11@8', '12@9', '3@10', '4@11', '10@20'])
    await desk.getByRole('button', { name: 'Página 2' }).click()
    await placeCard(desk, 20).getByText('4 usuário(s) passaram').waitFor()
    await placeCard(desk, 20).getByRole('button', { name: 'Ver', exact: true }).click()
    await dialog(desk).getByText('Detalhes da posição').waitFor()
    await dialog(desk).getByText(`4 usuário(s): ${[11, 12, 3, 4].map((n) => member(n).name).join(', ')}`).waitFor()
    await dialog(desk).getByText(member(10).email).waitFor()
    await dialog(desk).getByRole('button', { name: 'Fechar' }).last().click()
    await closed(desk)
    await desk.getByRole('button', { name: 'Página 1', exact: true }).click()
  })

  test('a member gone meanwhile cannot be moved: the loser reads why', async () => {
    await action(phone, 'Para o Fim')
    await slot(phone, 'Posição 9, ocupada').click()
    await dialog(phone).getByRole('button', { name: 'Continuar' }).click()
    const gone = (await entries()).find(({ position }) => position === 9)!
    await api.call(`/queue/${gone.id}`, { method: 'DELETE' })
    await phone.getByText('11/100').waitFor()
    await dialog(phone).getByRole('button', { name: 'Mover para o Fim' }).click()
    await dialog(phone).getByText('Erro ao mover usuário para o fim: Entrada não encontrada ou inválida').waitFor()
    await phone.keyboard.press('Escape')
    await closed(phone)
    await api.place(gone.user_id, 9)
  })

  test('a swap takes exactly two: a third click is ignored, a second on the same place undoes the first', async () => {
    await action(desk, 'Trocar Posições')
    const pressed = () => dialog(desk).locator('[aria-pressed=true]').allInnerTexts()
    for (const name of ['Posição 1, ocupada', 'Posição 3, ocupada', 'Posição 4, ocupada']) await slot(desk, name).click()
    expect(await pressed()).toEqual(['1', '3'])
    await slot(desk, 'Posição 3, ocupada').click()
    expect(await pressed()).toEqual(['1'])
    expect(await dialog(desk).getByRole('button', { name: 'Continuar' }).isDisabled()).toBe(true)
    await slot(desk, 'Posição 60, livre').click({ force: true })
    await slot(desk, 'Posição 4, ocupada').click()
    expect(await pressed()).toEqual(['1', '4'])
    await dialog(desk).getByRole('button', { name: 'Continuar' }).click()
    await dialog(desk).getByText('#001 → #004').waitFor()
    await dialog(desk).getByRole('button', { name: 'Confirmar Troca' }).click()
    await closed(desk)
    expect((await order()).slice(0, 4)).toEqual(['6@1', '7@2', '2@3', '1@4'])
    await placeCard(phone, 1).or(phone.getByRole('tab', { name: /Todos/ })).last().click()
    await placeCard(phone, 1).getByText(member(6).name).waitFor()
  })

  test('a swap with a member gone meanwhile says so, from this screen and from the server', async () => {
    const third = (await entries()).find(({ position }) => position === 3)!
    await action(phone, 'Trocar Posições')
    await slot(phone, 'Posição 1, ocupada').click()
    await slot(phone, 'Posição 3, ocupada').click()
    await dialog(phone).getByRole('button', { name: 'Continuar' }).click()
    await api.call(`/queue/${third.id}`, { method: 'DELETE' })
    await phone.getByText('11/100').waitFor()
    await dialog(phone).getByRole('button', { name: 'Confirmar Troca' }).click()
    await dialog(phone).getByText('Erro ao trocar posições: Entradas não encontradas ou inválidas').waitFor()
    await phone.keyboard.press('Escape')
    await closed(phone)
    await deaf(phone, async () => {
      const first = (await entries()).find(({ position }) => position === 1)!
      await api.call(`/queue/${first.id}`, { method: 'DELETE' })
      await action(phone, 'Trocar Posições')
      await slot(phone, 'Posição 1, ocupada').click()
      await slot(phone, 'Posição 2, ocupada').click()
      await dialog(phone).getByRole('button', { name: 'Continuar' }).click()
      await dialog(phone).getByRole('button', { name: 'Confirmar Troca' }).click()
      await dialog(phone).getByText('Erro ao trocar posições: O usuário não está nesta fila.').waitFor()
      await phone.keyboard.press('Escape')
      await closed(phone)
      await api.place(first.user_id, 1)
    })
    await api.place(third.user_id, 3)
    await action(phone, 'Atualizar')
    await phone.getByText('12/100').waitFor()
  })

  test('the receiver carries its badge; removing it is asked about, and the next takes the role', async () => {
    await api.call('/donations/admin/generate-monthly-pull', { method: 'POST', body: {} })
    await placeCard(desk, 1).getByText('RECEPTOR').waitFor()
    const receivers = (await entries()).filter(({ is_receiver }) => is_receiver)
    expect(await desk.getByRole('group', { name: 'Receptores Ativos' }).innerText()).toMatch(new RegExp(String.raw`^${receivers.length}\s`))
    await desk.getByRole('region', { name: 'Mapa da fila' }).getByRole('button', { name: 'Posição 1, receptor ativo' }).waitFor()
    await placeCard(desk, 1).getByRole('button', { name: 'Remover' }).click()
    await dialog(desk).getByText('É receptor ativo').waitFor()
    await dialog(desk).getByRole('button', { name: 'Cancelar' }).click()
    await closed(desk)
    expect(await entries()).toHaveLength(12)
    await placeCard(desk, 1).getByRole('button', { name: 'Remover' }).click()
    await dialog(desk).getByRole('button', { name: 'Confirmar Remoção' }).click()
    await closed(desk)
    await desk.getByText(`${member(6).name} saiu da posição #001.`).waitFor()
    await desk.getByRole('region', { name: 'Mapa da fila' }).getByRole('button', { name: 'Posição 1, livre' }).waitFor()
    const now = await entries()
    expect(now).toHaveLength(11)
    expect(now.filter(({ is_receiver }) => is_receiver)).toHaveLength(receivers.length)
    await phone.getByText('11/100').waitFor()
  })

  test('a place removed by the other administrator cannot be removed again: the loser reads why', async () => {
    await placeCard(phone, 9).getByRole('button', { name: 'Remover' }).click()
    await placeCard(desk, 9).getByRole('button', { name: 'Remover' }).click()
    await dialog(desk).getByRole('button', { name: 'Confirmar Remoção' }).click()
    await closed(desk)
    await dialog(phone).getByRole('button', { name: 'Confirmar Remoção' }).click()
    await dialog(phone).getByText('Este lugar da fila não existe mais. Atualize a página.').waitFor()
    await phone.keyboard.press('Escape')
    await closed(phone)
    await phone.getByText('10/100').waitFor()
  })

  test('many are removed at once; what another administrator removed meanwhile is told one by one', async () => {
    await action(desk, 'Retirar em Massa')
    expect(await dialog(desk).getByRole('button', { name: 'Continuar' }).isDisabled()).toBe(true)
    await dialog(desk).getByLabel(/^Selecionar todas/).check()
    expect(await dialog(desk).locator('[aria-pressed=true]').count()).toBe(10)
    await dialog(desk).getByLabel(/^Selecionar todas/).uncheck()
    expect(await dialog(desk).locator('[aria-pressed=true]').count()).toBe(0)
    for (const position of [7, 8, 10]) await slot(desk, `Posição ${position}, `).click()
    await dialog(desk).getByRole('button', { name: 'Continuar com 3' }).click()
    await dialog(desk).getByText('Remover 3 posição(ões) da fila?').waitFor()
    const eighth = (await entries()).find(({ position }) => position === 8)!
    await api.call(`/queue/${eighth.id}`, { method: 'DELETE' })
    await dialog(desk).getByRole('button', { name: 'Confirmar Remoção' }).click()
    await dialog(desk).getByText(`Operação parcialmente concluída. 2 posição(ões) removida(s) com sucesso. Erros: #008 (${nameOf(eighth)}): Este lugar da fila não existe mais. Atualize a página.`).waitFor()
    expect(await counter(desk, 'Posições Removidas')).toMatch(/^2\s/)
    expect(await counter(desk, 'Total Tentativas')).toMatch(/^3\s/)
    await dialog(desk).getByRole('button', { name: 'Fechar' }).last().click()
    await closed(desk)
    expect(await entries()).toHaveLength(7)
  })

  test('where every removal fails, every reason is told', async () => {
    await action(desk, 'Retirar em Massa')
    await slot(desk, 'Posição 11, ').click()
    await dialog(desk).getByRole('button', { name: 'Continuar com 1' }).click()
    const gone = (await entries()).find(({ position }) => position === 11)!
    await api.call(`/queue/${gone.id}`, { method: 'DELETE' })
    await dialog(desk).getByRole('button', { name: 'Confirmar Remoção' }).click()
    await dialog(desk).getByText(`Erro ao remover posições: #011 (${nameOf(gone)}): Este lugar da fila não existe mais. Atualize a página.`).waitFor()
    await dialog(desk).getByRole('button', { name: 'Fechar' }).last().click()
    await closed(desk)
  })

  test('a bulk removal goes one by one, can be stopped, and then finished with select-all', async () => {
    await desk.route('**/api/queue/*', async (route) => {
      if (route.request().method() === 'DELETE') await new Promise((resolve) => setTimeout(resolve, 400))
      return route.continue()
    })
    await action(desk, 'Retirar em Massa')
    await dialog(desk).getByLabel('Selecionar todas (6)').check()
    await dialog(desk).getByRole('button', { name: 'Continuar com 6' }).click()
    await dialog(desk).getByRole('button', { name: 'Confirmar Remoção' }).click()
    await dialog(desk).getByText('Removendo 2 de 6').waitFor()
    await dialog(desk).getByRole('button', { name: 'Parar' }).click()
    await dialog(desk).getByText('Operação Interrompida').waitFor()
    await desk.unroute('**/api/queue/*')
    await dialog(desk).getByRole('button', { name: 'Fechar' }).last().click()
    await phone.getByText('4/100').waitFor()
    await action(desk, 'Retirar em Massa')
    await dialog(desk).getByLabel('Selecionar todas (4)').check()
    await dialog(desk).getByRole('button', { name: 'Continuar com 4' }).click()
    await dialog(desk).getByRole('button', { name: 'Confirmar Remoção' }).click()
    await dialog(desk).getByText('Operação Concluída').waitFor()
    expect(await counter(desk, 'Posições Removidas')).toMatch(/^4\s/)
    await dialog(desk).getByRole('button', { name: 'Fechar' }).last().click()
    await phone.getByText('0/100').waitFor()
  })

  test('vacancies turn from green to yellow at eighty and to red when none is left, with the warning', async () => {
    const bar = desk.getByRole('progressbar', { name: 'Vagas ocupadas' })
    // Who comes first no longer matters.
    while (members.length < 101) {
      const numbers = [1, 2, 3, 4].map((step) => members.length + step).filter((n) => n <= 101)
      members.push(...(await Promise.all(numbers.map((n) => api.joins(n)))))
    }
    for (const [index, { id }] of members.slice(0, 79).entries()) await api.place(id, index + 1)
    await desk.getByText('79/100').waitFor()
    expect(await colorOf(bar)).toEqual(GREEN)
    await api.place(member(80).id, 80)
    await desk.getByText('80/100').waitFor()
    expect(await colorOf(bar)).toEqual(YELLOW)
    expect(await desk.getByText('Todas as vagas estão ocupadas').count()).toBe(0)
    for (const [index, { id }] of members.slice(80, 100).entries()) await api.place(id, index + 81)
    await desk.getByText('100/100').waitFor()
    expect(await colorOf(bar)).toEqual(RED)
    await desk.getByText('Todas as vagas estão ocupadas', { exact: true }).waitFor()
    await desk.getByText('Nenhuma vaga disponível. Todas as 100 vagas estão ocupadas.').waitFor()
    await action(desk, 'Adicionar por ordem de chegada')
    await dialog(desk).getByText('Não há vagas disponíveis na fila.').waitFor()
    await desk.keyboard.press('Escape')
    await closed(desk)
    await desk.getByRole('button', { name: 'Última página' }).click()
    await desk.getByText('Mostrando 101 a 101 de 101 usuários · Página 11 de 11').waitFor()
    expect(await desk.getByRole('navigation', { name: 'Páginas' }).getByRole('button', { name: /^Página \d+$/ }).allInnerTexts()).toEqual(['7', '8', '9', '10', '11'])
  })

  test('with a hundred places, axe finds nothing in the dialogs on a phone, and nothing runs over the edge', async () => {
    const found: string[] = []
    for (const colorScheme of ['light', 'dark'] as const) {
      await phone.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await phone.goto('/admin/queue')
      await phone.getByText('100/100').waitFor()
      const look = async (what: string, wait: Locator) => {
        await wait.waitFor()
        found.push(...(await faultsOf(phone)).map((fault) => `${what} ${colorScheme}: ${fault}`))
      }
      const leave = async () => {
        await phone.keyboard.press('Escape')
        await closed(phone)
      }
      await action(phone, 'Trocar Posições')
      await slot(phone, 'Posição 1, ').click()
      await slot(phone, 'Posição 100, ').click()
      await look('swap', dialog(phone).getByRole('list', { name: 'Escolhidas' }))
      await dialog(phone).getByRole('button', { name: 'Continuar' }).click()
      await look('swap confirmation', dialog(phone).getByText('Trocar estas posições?'))
      await leave()
      await action(phone, 'Retirar em Massa')
      await dialog(phone).getByLabel('Selecionar todas (100)').check()
      await look('bulk removal', dialog(phone).getByRole('button', { name: 'Continuar com 100' }))
      await dialog(phone).getByRole('button', { name: 'Continuar com 100' }).click()
      await look('bulk removal confirmation', dialog(phone).getByText('Remover 100 posição(ões) da fila?'))
      await leave()
      await placeCard(phone, 2).getByRole('button', { name: 'Ver', exact: true }).click()
      await look('details', dialog(phone).getByText('Detalhes da posição'))
      await leave()
      await phone.getByRole('tab', { name: /Em Espera/ }).click()
      await phone.getByRole('button', { name: 'Adicionar à Fila' }).click()
      await look('slots', dialog(phone).getByRole('grid'))
      await leave()
    }
    expect(found).toEqual([])
  })

  function nameOf(entry: Entry): string {
    return members.find(({ id }) => id === entry.user_id)!.name
  }
})

const GREEN = 'rgb(31, 138, 120)'
const YELLOW = 'rgb(242, 184, 75)'
const RED = 'rgb(201, 42, 42)'

function colorOf(bar: Locator): Promise<string> {
  return bar.locator('span').evaluate((element) => getComputedStyle(element).backgroundColor)
}

async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    type Axe = { run(options: object): Promise<{ violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[] }> }
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
    const box = document.querySelector('[role=dialog]')!
    const wide = document.documentElement.scrollWidth > document.documentElement.clientWidth + 1 || box.scrollWidth > box.clientWidth + 1 ? ['it is wider than the screen'] : []
    return [...wide, ...violations.map(({ id, nodes }) => `${id} at ${nodes.map((node) => node.target.join(' ')).slice(0, 3).join(', ')}: ${nodes[0]!.failureSummary.slice(0, 200)}`)]
  })
}
