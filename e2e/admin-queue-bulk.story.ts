import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsInEachLook } from '#e2e/helpers/axe.ts'
import { DESK, goes, shows } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { joins } from '#e2e/helpers/calls.ts'
import { logsIn } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR } from '#e2e/helpers/server.ts'
import {
  action,
  beginQueueStory,
  closes,
  counter,
  dialog,
  escapes,
  opensQueue,
  placeCard,
  presses,
  slot,
} from '#e2e/helpers/queue.ts'
import type { QueueStory } from '#e2e/helpers/queue.ts'

const GREEN = 'rgb(31, 138, 120)'
const YELLOW = 'rgb(242, 184, 75)'
const RED = 'rgb(201, 42, 42)'
const WEEK_LATER = '2026-11-18T13:00:00.000Z'

describe('bulk work on the queue', () => {
  let story: QueueStory
  let desk: Page
  let phone: Page

  beforeAll(async () => {
    story = await beginQueueStory(12)
    ;({ desk, phone } = story)
    for (const [n, position] of [
      [7, 2],
      [5, 5],
      [3, 11],
    ] as const)
      await story.place(n, position)
    await desk.getByText('3/100').waitFor()
  })
  afterAll(async () => {
    await story?.end()
  })

  test('the addition by arrival can be stopped between two calls', async () => {
    await action(desk, 'Adicionar por ordem de chegada')
    await dialog(desk).getByText('9 usuários entram').waitFor()
    const letSecondGo = await holdsSecond(desk, '**/api/queue', 'POST')
    await presses(desk, 'Adicionar agora')
    await dialog(desk).getByText('Adicionando 2 de 9').waitFor()
    expect(await dialog(desk).getByRole('progressbar', { name: 'Adicionando' }).getAttribute('aria-valuemax')).toBe('9')
    await presses(desk, 'Parar')
    letSecondGo()
    await dialog(desk).getByText('Resultado da Alocação').waitFor()
    await desk.unroute('**/api/queue')
    await dialog(desk).getByText('Operação Interrompida').waitFor()
    expect(await counter(desk, 'Usuários Adicionados')).toMatch(/^2\s/)
    expect(await counter(desk, 'Total Tentativas')).toMatch(/^2\s/)
    await closes(desk)
    expect(await story.order()).toEqual(['1@1', '7@2', '2@3', '5@5', '3@11'])
  })

  test('a failure midway says how many were added before it, and the first says that it is the first', async () => {
    for (const [failsAt, message, note, added, attempts] of [
      [
        2,
        'Operação interrompida. 1 usuário(s) adicionado(s) com sucesso. Erro ao adicionar o próximo usuário: Erro: A posição #001 já está ocupada por',
        '1 usuário(s) adicionado(s) antes do erro.',
        1,
        2,
      ],
      [
        1,
        'Erro ao adicionar usuário à fila: Erro: A posição #001 já está ocupada por',
        '0 usuário(s) adicionado(s) antes do erro.',
        0,
        1,
      ],
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
      await presses(desk, 'Adicionar agora')
      await dialog(desk).getByText('Erro na Operação').waitFor()
      await dialog(desk)
        .getByText(`${message} ${story.member(1).name}`)
        .waitFor()
      await dialog(desk).getByText(note).waitFor()
      expect(await counter(desk, 'Usuários Adicionados')).toMatch(new RegExp(String.raw`^${added}\s`))
      expect(await counter(desk, 'Total Tentativas')).toMatch(new RegExp(String.raw`^${attempts}\s`))
      await closes(desk)
      await desk.unroute('**/api/queue')
    }
    expect(await story.order()).toEqual(['1@1', '7@2', '2@3', '4@4', '5@5', '3@11'])
  })

  test('a list that cannot be read ends the addition before it begins', async () => {
    await action(desk, 'Adicionar por ordem de chegada')
    await desk.route('**/api/queue', (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ status: 403, body: JSON.stringify({ message: 'Você não tem permissão para fazer isso.' }) })
        : route.continue(),
    )
    await presses(desk, 'Adicionar agora')
    await dialog(desk).getByText('Erro ao processar adição à fila: Você não tem permissão para fazer isso.').waitFor()
    await desk.unroute('**/api/queue')
    await closes(desk)
    await action(desk, 'Atualizar')
    await desk.getByRole('button', { name: 'Tentar novamente' }).waitFor({ state: 'detached' })
  })

  test('the rest come in by arrival, one call at a time with 100 ms between calls, into the lowest free positions', async () => {
    // A device with its own time: the story's clock rounds what is measured here.
    const context = await story.browser.newContext({
      baseURL: story.server.url,
      viewport: DESK,
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
    })
    const page = await context.newPage()
    await opensQueue(page)
    await page.evaluate(watchAdditions)
    await action(page, 'Adicionar por ordem de chegada')
    await presses(page, 'Adicionar agora')
    await dialog(page).getByText('Operação Concluída').waitFor()
    expect(await counter(page, 'Usuários Adicionados')).toMatch(/^6\s/)
    expect(await counter(page, 'Total Tentativas')).toMatch(/^6\s/)
    const calls = await page.evaluate(() => (globalThis as unknown as Watched).additions)
    expect(calls).toHaveLength(6)
    const pauses = calls.slice(1).map(({ from }, index) => from - calls[index]!.to)
    for (const pause of pauses) expect(pause).toBeGreaterThan(99)
    await context.close()
    expect(await story.order()).toEqual([
      '1@1',
      '7@2',
      '2@3',
      '4@4',
      '5@5',
      '6@6',
      '8@7',
      '9@8',
      '10@9',
      '11@10',
      '3@11',
      '12@12',
    ])
  })

  test('nobody left to add is said', async () => {
    await action(desk, 'Adicionar por ordem de chegada')
    await dialog(desk).getByText('Não há usuários aprovados aguardando para entrar na fila.').waitFor()
    expect(await dialog(desk).getByRole('button', { name: 'Adicionar agora' }).isDisabled()).toBe(true)
    await escapes(desk)
  })

  test('many are removed at once; what another administrator removed meanwhile is told one by one', async () => {
    await action(desk, 'Retirar em Massa')
    expect(await dialog(desk).getByRole('button', { name: 'Continuar' }).isDisabled()).toBe(true)
    await dialog(desk)
      .getByLabel(/^Selecionar todas/)
      .check()
    expect(await dialog(desk).locator('[aria-pressed=true]').count()).toBe(12)
    await dialog(desk)
      .getByLabel(/^Selecionar todas/)
      .uncheck()
    expect(await dialog(desk).locator('[aria-pressed=true]').count()).toBe(0)
    for (const position of [7, 8, 10]) await slot(desk, `Posição ${position}, `).click()
    await presses(desk, 'Continuar com 3')
    await dialog(desk).getByText('Remover 3 posição(ões) da fila?').waitFor()
    const { user: eighth } = await story.removeAt(8)
    await presses(desk, 'Confirmar Remoção')
    await dialog(desk)
      .getByText(
        `Operação parcialmente concluída. 2 posição(ões) removida(s) com sucesso. Erros: #008 (${eighth.firstName} ${eighth.lastName}): Este lugar da fila não existe mais. Atualize a página.`,
      )
      .waitFor()
    expect(await counter(desk, 'Posições Removidas')).toMatch(/^2\s/)
    expect(await counter(desk, 'Total Tentativas')).toMatch(/^3\s/)
    await closes(desk)
    expect(await story.entries()).toHaveLength(9)
  })

  test('where every removal fails, every reason is told', async () => {
    await action(desk, 'Retirar em Massa')
    await slot(desk, 'Posição 11, ').click()
    await presses(desk, 'Continuar com 1')
    const { user: gone } = await story.removeAt(11)
    await presses(desk, 'Confirmar Remoção')
    await dialog(desk)
      .getByText(
        `Erro ao remover posições: #011 (${gone.firstName} ${gone.lastName}): Este lugar da fila não existe mais. Atualize a página.`,
      )
      .waitFor()
    await closes(desk)
  })

  test('a bulk removal goes one by one, can be stopped, and then finished with select-all', async () => {
    const letSecondGo = await holdsSecond(desk, '**/api/queue/*', 'DELETE')
    await action(desk, 'Retirar em Massa')
    await dialog(desk).getByLabel('Selecionar todas (8)').check()
    await presses(desk, 'Continuar com 8')
    expect(await dialog(desk).getByRole('button', { name: 'Confirmar Remoção' }).isDisabled()).toBe(true)
    await dialog(desk)
      .getByLabel(/digite o número 8$/)
      .fill('8')
    await presses(desk, 'Confirmar Remoção')
    await dialog(desk).getByText('Removendo 2 de 8').waitFor()
    await presses(desk, 'Parar')
    letSecondGo()
    await dialog(desk).getByText('Operação Interrompida').waitFor()
    await desk.unroute('**/api/queue/*')
    await closes(desk)
    await phone.getByText('6/100').waitFor()
    await action(desk, 'Retirar em Massa')
    await dialog(desk).getByLabel('Selecionar todas (6)').check()
    await presses(desk, 'Continuar com 6')
    expect(await dialog(desk).getByRole('button', { name: 'Confirmar Remoção' }).isDisabled()).toBe(true)
    await dialog(desk)
      .getByLabel(/digite o número 6$/)
      .fill('6')
    await presses(desk, 'Confirmar Remoção')
    await dialog(desk).getByText('Operação Concluída').waitFor()
    expect(await counter(desk, 'Posições Removidas')).toMatch(/^6\s/)
    await closes(desk)
    await phone.getByText('0/100').waitFor()
  })

  test('vacancies turn from green to yellow at eighty and to red when none is left, with the warning', async () => {
    const bar = desk.getByRole('progressbar', { name: 'Vagas ocupadas' })
    // No page is open meanwhile, so that nothing is read again a hundred times.
    for (const page of [desk, phone]) await page.goto('about:blank')
    await story.joinUntil(101)
    for (let n = 1; n <= 79; n += 1) await story.place(n, n)
    await goes(desk, '/admin/queue')
    await desk.getByText('79/100').waitFor()
    await expect.poll(() => colorOf(bar)).toEqual(GREEN)
    await story.place(80, 80)
    await desk.getByText('80/100').waitFor()
    await expect.poll(() => colorOf(bar)).toEqual(YELLOW)
    expect(await desk.getByText('Todas as vagas estão ocupadas').count()).toBe(0)
    for (let n = 81; n <= 100; n += 1) await story.place(n, n)
    await desk.getByText('100/100').waitFor()
    await expect.poll(() => colorOf(bar)).toEqual(RED)
    await desk.getByText('Todas as vagas estão ocupadas', { exact: true }).waitFor()
    await desk.getByText('Nenhuma vaga disponível. Todas as 100 vagas estão ocupadas.').waitFor()
    await action(desk, 'Adicionar por ordem de chegada')
    await dialog(desk).getByText('Não há vagas disponíveis na fila.').waitFor()
    await escapes(desk)
    await desk.getByRole('button', { name: 'Última página' }).click()
    await desk.getByText('Mostrando 101 a 101 de 101 usuários · Página 11 de 11').waitFor()
    expect(
      await desk
        .getByRole('navigation', { name: 'Páginas' })
        .getByRole('button', { name: /^Página \d+$/ })
        .allInnerTexts(),
    ).toEqual(['7', '8', '9', '10', '11'])
  })

  test('with a hundred places, axe finds nothing in the dialogs on a phone, and nothing runs over the edge', async () => {
    const found: string[] = []
    await goes(phone, '/admin/queue')
    await phone.getByText('100/100').waitFor()
    const look = async (what: string, wait: Locator) => {
      await wait.waitFor()
      found.push(...(await faultsInEachLook(phone)).map((fault) => `${what} ${fault}`))
    }
    await action(phone, 'Trocar Posições')
    await slot(phone, 'Posição 1, ').click()
    await slot(phone, 'Posição 100, ').click()
    await look('swap', dialog(phone).getByRole('list', { name: 'Escolhidas' }))
    await presses(phone, 'Continuar')
    await look('swap confirmation', dialog(phone).getByText('Trocar estas posições?'))
    await escapes(phone)
    await action(phone, 'Retirar em Massa')
    await dialog(phone).getByLabel('Selecionar todas (100)').check()
    await look('bulk removal', dialog(phone).getByRole('button', { name: 'Continuar com 100' }))
    await presses(phone, 'Continuar com 100')
    await look('bulk removal confirmation', dialog(phone).getByText('Remover 100 posição(ões) da fila?'))
    await escapes(phone)
    await placeCard(phone, 2).getByRole('button', { name: 'Ver', exact: true }).click()
    await look('details', dialog(phone).getByText('Detalhes da posição'))
    await escapes(phone)
    await phone.getByRole('tab', { name: /Em Espera/ }).click()
    await phone.getByRole('button', { name: 'Adicionar à Fila' }).click()
    await look('slots', dialog(phone).getByRole('grid'))
    await escapes(phone)
    expect(found).toEqual([])
  })

  // The table in docs/decisions/036 says the same. A choice in the browser's own list is one click more, which no page
  // sees; the words of a decision are not counted.
  test('the month of a hundred people takes few clicks, and without a mouse few keys', async () => {
    const { call, token, server } = story
    const newcomers = async (first: number) => {
      for (let n = 0; n < 6; n += 1)
        await joins(call, { firstName: `Nova${'abcdefghijkl'[first + n]}`, lastName: 'Lima', number: 102 + first + n })
    }
    await newcomers(0)
    await call('POST /donations/admin/generate-monthly-pull', token, { body: {} })
    for (const donor of [story.member(20), story.member(21)]) {
      const owed = (await call('GET /donations/to-send', donor.token)).find(({ waiting }) => !waiting)!
      await call('POST /donations/{id}/report', donor.token, {
        params: { id: owed.id },
        body: { reason: 'A chave não aparece no meu banco.' },
      })
    }
    await server.moveClockTo(WEEK_LATER)
    await desk.clock.setSystemTime(WEEK_LATER)
    await logsIn(desk as Page, ADMINISTRATOR)
    await countsHands(desk)

    const counts: Record<string, { clicks: number; keys: number }> = {}
    const waits = (kind: string) =>
      desk.getByRole('region', { name: 'O que espera por você' }).locator(`li[data-kind=${kind}]`)
    const counted = async (task: string, act: () => Promise<void>) => {
      await goes(desk, '/admin/dashboard')
      for (const kind of ['reports', 'unpaid']) await shows(waits(kind))
      await desk.evaluate(() => Object.assign(globalThis, { hands: { clicks: 0, keys: 0 } }))
      await act()
      counts[task] = await desk.evaluate(() => (globalThis as unknown as { hands: Hands }).hands)
    }
    /** Goes from control to control until one is reached. */
    const tabsTo = async (target: Locator) => {
      await shows(target)
      // A dialog takes the focus a moment after it stands there: a Tab before that would walk the page behind it.
      await expect
        .poll(() => target.evaluate((element) => element.closest('[role=dialog]')?.matches(':focus-within') ?? true))
        .toBe(true)
      for (let steps = 0; !(await target.evaluate((element) => element === document.activeElement)); steps += 1) {
        if (steps > 40) throw new Error(`${target.toString()} is not reached`)
        await desk.keyboard.press('Tab')
      }
    }
    const enters = async (target: Locator) => {
      await tabsTo(target)
      await desk.keyboard.press('Enter')
    }
    const types = async (text: string) =>
      desk.getByRole('combobox', { name: 'Procurar uma pessoa, uma tarefa ou uma página' }).pressSequentially(text)
    const finds = async (text: string, option: RegExp) => {
      await desk.keyboard.press('/')
      await types(text)
      await shows(desk.getByRole('option', { selected: true, name: option }))
      await desk.keyboard.press('Enter')
    }
    const { name } = story.member(60)
    const typed = name.split(' ')[0]!.toLowerCase()
    const all = desk.getByRole('button', { name: 'Selecionar todos' })
    const approve = desk.getByRole('button', { name: 'Aprovar 6 pessoas' })
    /** Those who came a moment ago may not be in the list that was read before them. */
    const areListed = () => expect.poll(() => desk.getByText('Pendente · aguarda aprovação').count()).toBe(6)
    const open = desk.getByRole('dialog', { name: 'Detalhes do Report' })
    const form = desk.getByRole('dialog', { name: 'Resolver Report' })
    const outcome = form.getByLabel('O que acontece com a doação')
    const message = form.getByLabel('Mensagem para o usuário')
    const notes = form.getByLabel('Notas administrativas')
    const decided = desk.getByText('Decisão registrada. Os dois lados já podem ler o motivo.')

    await counted('look', () => shows(waits('approvals')))
    await counted('approve, mouse', async () => {
      await waits('approvals').getByRole('link', { name: 'Ver cadastros' }).click()
      await areListed()
      await all.click()
      await approve.click()
      await shows(desk.getByText('6 pessoas aprovadas'))
    })
    await newcomers(6)
    await counted('approve, keys', async () => {
      await finds('cad', /6 cadastros a aprovar/)
      await areListed()
      await enters(all)
      await enters(approve)
      await shows(desk.getByText('6 pessoas aprovadas'))
    })
    await counted('search, mouse', async () => {
      await desk.getByRole('button', { name: 'Procurar' }).click()
      await types(typed)
      await desk.getByRole('option', { name: `${name} Doações` }).click()
      await shows(desk.getByText(`Doações de ${name}, dadas e recebidas.`))
    })
    await counted('search, keys', async () => {
      await finds(typed, new RegExp(`^${name} Doações`))
      await shows(desk.getByText(`Doações de ${name}, dadas e recebidas.`))
    })
    await counted('remind, mouse', async () => {
      await waits('unpaid').getByRole('button', { name: 'Lembrar quem ainda não pagou' }).click()
      await shows(desk.getByText(/pessoas lembradas\.$/))
    })
    await counted('remind, keys', async () => {
      await finds('ain', /pessoas ainda não pagaram/)
      await enters(desk.getByRole('button', { name: 'Lembrar quem ainda não pagou' }))
      await shows(desk.getByText('Ninguém a lembrar agora: todos já foram lembrados hoje.'))
    })
    await counted('decide, mouse', async () => {
      await waits('reports')
        .getByRole('link', { name: /^De .+ para / })
        .first()
        .click()
      await open.getByRole('button', { name: 'Resolver Report' }).click()
      await outcome.click()
      await outcome.selectOption('cancel')
      await message.click()
      await message.fill('O código foi conferido.')
      await notes.click()
      await notes.fill('Os dois foram ouvidos.')
      await form.getByRole('button', { name: 'Confirmar resolução' }).click()
      await shows(decided)
    })
    await counted('decide, keys', async () => {
      await finds('rep', /1 report em aberto/)
      await enters(open.getByRole('button', { name: 'Resolver Report' }))
      await tabsTo(outcome)
      await desk.keyboard.press('ArrowDown')
      await tabsTo(message)
      await message.fill('O código foi conferido.')
      await tabsTo(notes)
      await notes.fill('Os dois foram ouvidos.')
      await enters(form.getByRole('button', { name: 'Confirmar resolução' }))
      await shows(decided)
    })
    expect(Object.keys(counts)).toEqual(Object.keys(MOST))
    for (const [task, { clicks, keys }] of Object.entries(counts)) {
      const [mostClicks, mostKeys] = MOST[task]!
      expect(clicks, `clicks to ${task}`).toBeLessThanOrEqual(mostClicks)
      expect(keys, `keys to ${task}`).toBeLessThanOrEqual(mostKeys)
    }
  })
})

/** How many clicks and keys each task may take. */
const MOST: Readonly<Record<string, readonly [clicks: number, keys: number]>> = {
  look: [0, 0],
  'approve, mouse': [3, 0],
  'approve, keys': [0, 13],
  'search, mouse': [2, 8],
  'search, keys': [0, 10],
  'remind, mouse': [1, 0],
  'remind, keys': [0, 11],
  'decide, mouse': [6, 0],
  'decide, keys': [0, 19],
}

type Hands = { clicks: number; keys: number }

/** Counts what a hand does on a page from now on: clicks of a mouse, and keys pressed. */
async function countsHands(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const self = globalThis as unknown as { hands: Hands }
    self.hands = { clicks: 0, keys: 0 }
    // A key on a button makes a click too, which no finger made.
    addEventListener(
      'click',
      ({ isTrusted, detail }) => void (isTrusted && detail > 0 && (self.hands.clicks += 1)),
      true,
    )
    addEventListener('keydown', ({ isTrusted }) => void (isTrusted && (self.hands.keys += 1)), true)
  })
}

type Watched = { additions: { from: number; to: number }[]; fetch: typeof fetch }

/** Runs in the page: notes when each addition to the queue is asked and answered, on the page's own clock. */
function watchAdditions(): void {
  const page = globalThis as unknown as Watched
  const ask = page.fetch.bind(globalThis)
  page.additions = []
  page.fetch = async (target, init) => {
    if (init?.method !== 'POST' || !String(target).endsWith('/api/queue')) return ask(target, init)
    const call = { from: performance.now(), to: Infinity }
    page.additions.push(call)
    const answer = await ask(target, init)
    call.to = performance.now()
    return answer
  }
}

/** Holds the second call of a kind until somebody lets it go, as a slow network would. */
async function holdsSecond(page: Page, address: string, method: string): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  let calls = 0
  await page.route(address, async (route) => {
    if (route.request().method() === method) calls += 1
    if (route.request().method() === method && calls === 2) await held.promise
    return route.continue()
  })
  return held.resolve
}

function colorOf(bar: Locator): Promise<string> {
  return bar.locator('span').evaluate((element) => getComputedStyle(element).backgroundColor)
}
