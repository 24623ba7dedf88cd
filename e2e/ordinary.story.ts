import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBrCode } from '#contracts/payment/br-code.ts'
import { FOREIGN_TO_A_RODA } from '#contracts/roda-words.ts'
import { faultsInEachLook } from '#e2e/helpers/axe.ts'
import { DESK, TABLET, goes, openBrowser, shows, sitDown, stands } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { administratorToken, callsOf } from '#e2e/helpers/calls.ts'
import type { Joined } from '#e2e/helpers/calls.ts'
import { countOf } from '#e2e/helpers/counts.ts'
import { keptReadings } from '#e2e/helpers/kept.ts'
import { logsIn, PASSWORD, receipt } from '#e2e/helpers/people.ts'
import { readingOf, sentencesOf } from '#e2e/helpers/reading.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'
import { ADMIN_PAGES, foundsTwelve, MEMBER_PAGES, MID_MONTH, settlesMonth, TWELVE } from '#e2e/helpers/twelve.ts'

const READABLE = 70
const LONGEST = 25
/** A single page of so many words in sentences is as easy as all together; of fewer the index says nothing. */
const PROSE = 40
const SUBJECTS = [
  'plano',
  'identidade',
  'calendario',
  'prazo',
  'correio',
  'copia',
  'administradores',
  'circulos',
  'encerrar',
]

/** The pages of a real roda of twelve in mid-month, counted on a phone (decision 056). */
describe('an ordinary roda is light', () => {
  let server: Server
  let browser: Browser
  let phone: Page
  let people: Joined[]

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ SEED: 'none' }), openBrowser()])
    people = await foundsTwelve(callsOf(server), server)
    phone = await sitDown(browser, server.url, { now: MID_MONTH })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const counts = async (path: string) => {
    await goes(phone, path)
    return countOf(phone)
  }

  test('home says whom to pay and until when, in one screen, and leads to that very donation', async () => {
    await logsIn(phone, { email: people[10]!.email, password: PASSWORD })
    const home = await counts('/home')
    expect(home.words).toBeLessThanOrEqual(90)
    expect(home.height).toBeLessThanOrEqual(800)
    expect(home.text.replaceAll('\u00a0', ' ')).toMatch(
      /Doe R\$ 100,00 para Ana Beatriz Nogueira\s+Até 10\/12, quinta\./,
    )
    expect(home.text).toContain('9 de 12 já pagaram este mês')
    expect(await faultsInEachLook(phone, [TABLET, DESK])).toEqual([])
    await phone.getByRole('link', { name: 'Ver como pagar' }).click()
    await phone.waitForURL(/\/donations\?doacao=/)
    await shows(phone.getByRole('article').getByText('Até 10/12, quinta'))
    expect(await phone.locator('main').innerText()).not.toMatch(/\d+h \d+min/)
  })

  test('home asks for the fiscals of nobody who is known as none and was told nothing new', async () => {
    const other = await sitDown(browser, server.url, { now: MID_MONTH })
    await other.route('**/api/me/notices/unread', (route) => route.fulfill({ json: { unread: 0 } }))
    const asked: string[] = []
    other.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const unread = other.waitForResponse('**/api/me/notices/unread')
    await logsIn(other, { email: people[10]!.email, password: PASSWORD })
    await stands(other)
    const told = await (await unread).text()
    await other.owner.close()
    expect(asked).toContain('/api/circle/result')
    // It failed once of many runs: whether the page heard of something new is what to know then.
    expect(asked, `${told} on ${asked.join(' ')}`).not.toContain('/api/fiscals')
  })

  test('home says it before the app runs, in the same words at the same place', async () => {
    const look = async (card: string) => {
      await shows(phone.locator(`${card} h2`))
      return phone.locator(card).evaluate((node) => {
        const { x, y, width, height } = node.getBoundingClientRect()
        const said = [...node.querySelectorAll('h2, p, a')].map(({ textContent }) => textContent)
        return { said, box: [x, y, width, height].map(Math.round), to: node.querySelector('a')!.getAttribute('href') }
      })
    }
    let run = () => {}
    const held = new Promise<void>((resolve) => (run = resolve))
    await phone.route('**/assets/main-*.js', (route) => held.then(() => route.continue()))
    await phone.goto('/home', { waitUntil: 'commit' })
    const first = await look('.first-home section')
    run()
    expect(await look('.next-step')).toEqual(first)
    expect(await phone.locator('.first-home').count()).toBe(0)
    await phone.unrouteAll()
  })

  test('who has paid reads there too that terms wait to be accepted, and not that nothing is to be done', async () => {
    await logsIn(phone, { email: people[2]!.email, password: PASSWORD })
    await phone.route('**/api/me/terms', (route) =>
      route.fulfill({ json: { terms_version: 'f'.repeat(64), since: MID_MONTH, is_accepted: false, is_asked: true } }),
    )
    let run = () => {}
    const held = new Promise<void>((resolve) => (run = resolve))
    await phone.route('**/assets/main-*.js', (route) => held.then(() => route.continue()))
    await phone.goto('/home', { waitUntil: 'commit' })
    const first = phone.locator('.first-home section')
    await shows(first.getByRole('link', { name: 'Ler os termos' }))
    expect(await first.innerText()).not.toContain('Nada a fazer')
    run()
    await shows(phone.locator('.next-step').getByRole('link', { name: 'Ler os termos' }))
    await phone.unrouteAll()
  })

  test('without a network it says what was last seen; where one reading alone fails, not that nothing is to be done', async () => {
    await logsIn(phone, { email: people[2]!.email, password: PASSWORD })
    const answer = phone.locator('.next-step h2')
    await shows(answer)
    const said = await answer.innerText()
    await expect.poll(async () => String(await keptReadings(phone))).toContain('forecast')
    await phone.route('**/api/**', (route) => route.abort())
    await phone.goto('/home')
    await shows(phone.getByText('Sem conexão.', { exact: true }))
    await stands(phone)
    expect(await answer.innerText()).toBe(said)
    await phone.unrouteAll()
    await phone.route('**/api/me/terms', (route) => route.fulfill({ status: 500, json: {} }))
    await phone.goto('/home')
    await shows(phone.getByText('Não foi possível ler se há algo a fazer'))
    await phone.unrouteAll()
    await phone.getByRole('button', { name: 'Tentar novamente' }).click()
    await shows(answer)
    expect(await answer.innerText()).toBe(said)
  })

  test('four places stand at the foot of a phone, and no menu behind lines', async () => {
    const places = phone.getByRole('navigation', { name: 'Menu principal' }).getByRole('link')
    expect(await places.allInnerTexts()).toEqual(['Início', 'Doações', 'A roda', 'Eu'])
    const foot = await places.first().boundingBox()
    expect(foot!.y + foot!.height).toBeGreaterThan(phone.viewportSize()!.height - 20)
    const kept = await phone.evaluate(() => parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom))
    expect(kept, 'by the keys nothing stands behind them').toBeGreaterThan(foot!.height)
    expect(await phone.getByRole('button', { name: 'Abrir menu' }).count()).toBe(0)
    await phone.route('**/api/donations/reports?*', async (route) => {
      const response = await route.fetch()
      const listed = (await response.json()) as { pagination: object }
      await route.fulfill({ response, json: { ...listed, pagination: { ...listed.pagination, totalItems: 100 } } })
    })
    await phone.reload()
    const count = phone.getByRole('img', { name: '100 sem resolver' }).filter({ visible: true })
    await shows(count)
    expect(
      await count.evaluate((node) => node.firstElementChild!.scrollWidth - node.firstElementChild!.clientWidth),
    ).toBe(0)
    const box = await count.boundingBox()
    expect(box!.x + box!.width).toBeLessThanOrEqual(phone.viewportSize()!.width)
    await phone.unroute('**/api/donations/reports?*')
    await phone.reload()
  })

  test('from the notice to the receipt sent a month is four taps, and nothing is typed', async () => {
    const donor = people[11]!
    await logsIn(phone, { email: donor.email, password: PASSWORD })
    await goes(phone, '/notices')
    let taps = 1
    await phone
      .getByRole('link', { name: /doação/i })
      .first()
      .click()
    const card = phone.getByRole('article').filter({ hasText: 'Para Ana Beatriz Nogueira' })
    taps += 1
    await card.getByRole('button', { name: 'Copiar código PIX' }).click()
    taps += 1
    await card.getByLabel('Escolher comprovante').setInputFiles(await receipt('Luís, novembro'))
    taps += 1
    await card.getByRole('button', { name: 'Já paguei a Ana: enviar comprovante' }).click()
    await shows(card.getByText('Você pagou', { exact: true }))
    expect(taps).toBeLessThanOrEqual(7)
  })

  test('the truth of the roda is one tap away, in parts that open', async () => {
    await phone.getByRole('link', { name: 'A roda' }).click()
    await shows(phone.getByRole('heading', { level: 1, name: 'Roda da Vila' }))
    for (const title of [
      'Quem dá a quem',
      'Quem está para trás',
      'Se a roda parar no meio',
      'O que mudou',
      'Código do dia',
    ]) {
      await phone.getByText(title, { exact: true }).click()
    }
    await shows(phone.locator('.ring-gift'))
    await shows(phone.getByText(/^Confira no grupo:/))
    await shows(phone.getByText(/^Nada: plano, nome, .* são os mesmos desde 10\/11\/2026\.$/))
    const stopping = phone.getByLabel('Se a roda parar no fim do mês')
    await shows(stopping)
    expect(await stopping.getAttribute('max'), 'no month after its end').toBe('11')
    expect(await faultsInEachLook(phone)).toEqual([])
    // Those who wait are a place and its month, and what stands behind a door leads back to it.
    await phone.getByRole('link', { name: 'Trocar de vez' }).click()
    await phone.getByLabel('Com quem').selectOption({ label: 'Lugar 3: dezembro de 2026' })
    await phone.getByRole('main').getByRole('link', { name: 'A roda' }).click()
    await phone.waitForURL('**/roda')
  })

  test('the profile is a list of doors, and each opens one subject with an address of its own', async () => {
    const own = await counts('/profile')
    expect(own.words).toBeLessThanOrEqual(60)
    expect(own.height).toBeLessThanOrEqual(800)
    expect(await faultsInEachLook(phone)).toEqual([])
    await phone.getByRole('link', { name: 'Chave PIX' }).click()
    await phone.waitForURL('**/profile/chave')
    await shows(phone.getByRole('button', { name: 'Trocar chave PIX' }))
    await phone.getByRole('link', { name: 'Eu', exact: true }).first().click()
    await phone.waitForURL('**/profile')
    await goes(phone, '/profile#acesso')
    await phone.waitForURL('**/profile/acesso')
  })

  test('the organiser reads what waits and the month; settings are doors to pages of one subject', async () => {
    await logsIn(phone, ADMINISTRATOR)
    expect((await counts('/admin/dashboard')).height).toBeLessThanOrEqual(1_500)
    expect(await faultsInEachLook(phone, [TABLET])).toEqual([])
    const settings = await counts('/admin/settings')
    expect(settings.words).toBeLessThanOrEqual(60)
    expect(await faultsInEachLook(phone)).toEqual([])
    for (const part of SUBJECTS) {
      await goes(phone, `/admin/settings/${part}`)
      expect((await countOf(phone)).height, part).toBeLessThanOrEqual(1_500)
    }
    await goes(phone, '/admin/settings#mail')
    await phone.waitForURL('**/admin/settings/correio')
  })

  test('the end is told to all, and refused with what is missing while somebody is not at zero', async () => {
    const told = async (path: '/api/circle/result' | '/api/circle', more: object) =>
      phone.route(
        (url) => url.pathname === path,
        async (route) => {
          const response = await route.fetch()
          await route.fulfill({ response, json: { ...(await response.json()), ...more } })
        },
      )
    await phone.goto('/admin/settings/encerrar')
    await shows(phone.getByText('Ainda não: todos precisam receber o que deram, sem nada em aberto.'))
    // Nothing is offered that would be refused, once all of the rotation have been asked for.
    await told('/api/circle/result', { all_asked: true })
    await phone.goto('/admin/dashboard')
    await shows(phone.getByRole('link', { name: /^A roda/ }))
    await phone.getByRole('button', { name: 'Pedir as contribuições' }).waitFor({ state: 'detached' })
    // The month of this roda is not over; the page is told that it is, and the server refuses.
    await told('/api/circle/result', { over: true, rotation_over: true })
    await phone.goto('/roda')
    await shows(phone.getByText('A volta terminou: todos estão em zero'))
    await phone.getByRole('link', { name: 'Começar outra volta ou encerrar' }).click()
    await phone.getByRole('button', { name: 'Começar outra volta' }).click()
    await shows(phone.getByText(/Outra volta começa quando todos receberam o que deram\./))
    const end = phone.getByRole('button', { name: 'Encerrar para sempre' })
    expect(await end.isDisabled()).toBe(true)
    await phone.getByLabel('Nome da roda').fill('Roda da Vila')
    expect(await faultsInEachLook(phone)).toEqual([])
    await end.click()
    await shows(phone.getByText(/^Ainda não: quem não está em zero: 7; o que está em aberto: 6\./))
    await told('/api/circle', { closed_at: '2026-11-24T15:00:00.000Z' })
    await phone.goto('/roda')
    await shows(phone.getByText('Encerrada em 24/11/2026'))
    expect(await faultsInEachLook(phone)).toEqual([])
    await phone.unrouteAll()
  })

  /** Everything that a page says, also to those who only hear it. */
  const saidOn = async (): Promise<string[]> => {
    await stands(phone)
    return phone.evaluate(() => {
      const heard = [...document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')]
      return [
        ...document.body.innerText.split('\n'),
        ...heard.flatMap((node) =>
          ['aria-label', 'title', 'placeholder', 'alt'].flatMap((name) => node.getAttribute(name) ?? []),
        ),
      ]
    })
  }
  /** But for the record of the ledger itself, as it is hashed, which stands folded below each sentence. */
  const isForeign = (line: string) => FOREIGN_TO_A_RODA.test(line) && !/^\s*"\w+": /.test(line)
  const foreign = async (where: string) => (await saidOn()).filter(isForeign).map((line) => `${where}: ${line}`)
  /** The sentences of all pages that were looked at. */
  const sentences = new Set<string>()
  const findsForeign = async (paths: readonly string[]) => {
    const found: string[] = []
    for (const path of paths) {
      await goes(phone, path)
      const own = sentencesOf((await countOf(phone)).text)
      for (const sentence of own) sentences.add(sentence)
      const { words, index } = readingOf(own.join('\n'))
      if (words >= PROSE && index! < READABLE) found.push(`${path} is hard to read: ${index}`)
      await opensParts()
      found.push(...(await foreign(path)))
      found.push(...(await tooWideAtTwice()).map((how) => `${path} runs over the edge in large letters: ${how}`))
    }
    return found
  }
  /** The elements that run over the edge in letters of twice the size. */
  const tooWideAtTwice = () =>
    phone.evaluate(() => {
      const { style } = document.documentElement
      style.fontSize = '200%'
      const { scrollWidth, clientWidth } = document.documentElement
      const over = [...document.querySelectorAll('*')].filter(
        (node) => node.getBoundingClientRect().right > clientWidth + 1,
      )
      const names = over.slice(0, 3).map(({ tagName, className }) => `${tagName}.${className}`)
      // Nor is a word cut: the names in the bar, and what only a screen reader says, are not read there.
      const cut = [...document.querySelectorAll<HTMLElement>('main *:not(.only-heard)')].filter(
        (one) =>
          one.children.length === 0 &&
          one.checkVisibility() &&
          getComputedStyle(one).overflowX === 'hidden' &&
          (one.scrollWidth > one.clientWidth + 2 || one.scrollHeight > one.clientHeight + 6),
      )
      style.fontSize = ''
      return [
        ...(scrollWidth > clientWidth + 1 ? [`${scrollWidth} px, ${names.join(', ')}`] : []),
        ...cut.map(({ innerText }) => `cut: ${innerText}`),
      ]
    })
  const opensParts = async () => {
    await phone.evaluate(() => {
      for (const part of document.querySelectorAll<HTMLElement>('details:not([open]) > summary')) part.click()
    })
  }

  test('a member reads no word of levels or machines, on any page, part, tab or dialog; each is easy to read, in letters of twice the size too', async () => {
    await logsIn(phone, { email: people[0]!.email, password: PASSWORD })
    await stands(phone)
    const found = await findsForeign([...MEMBER_PAGES, '/terms', '/banco', '/accept-terms'])
    await goes(phone, '/donations')
    for (const tab of ['A Fazer', 'A Receber', 'Histórico', 'Sua vez']) {
      await phone.getByRole('tab', { name: tab }).click()
      found.push(...(await foreign(tab)))
    }
    await phone.getByRole('tab', { name: 'A Receber' }).click()
    for (const dialog of ['Reportar não recebimento', 'Não recebi', 'Confirmar recebimento']) {
      if (dialog.startsWith('Reportar')) await phone.getByText('Mais opções').first().click()
      await phone.getByRole('button', { name: dialog }).first().click()
      await phone.getByRole('dialog').waitFor()
      found.push(...(await foreign(dialog)))
      await phone.keyboard.press('Escape')
      await phone.getByRole('dialog').waitFor({ state: 'detached' })
    }
    expect(found).toEqual([])
  })

  test('nor does the organiser', async () => {
    await logsIn(phone, ADMINISTRATOR)
    await stands(phone)
    const found = await findsForeign([...ADMIN_PAGES, '/roda', '/ledger', '/calendar'])
    for (const [path, button] of [
      ['/admin/queue', 'Trocar lugares'],
      ['/admin/queue', 'Retirar em Massa'],
      ['/admin/queue', 'Para o Fim'],
      ['/admin/users', 'Ver Perfil'],
      ['/admin/users', 'Editar'],
      ['/admin/donations', 'Ver Detalhes'],
      ['/admin/dashboard', 'Pedir as contribuições'],
    ] as const) {
      await goes(phone, path)
      if (path === '/admin/queue') await phone.getByText('Mudar a ordem').click()
      await phone.getByRole('button', { name: button }).first().click()
      await phone.getByRole('dialog').waitFor()
      found.push(...(await foreign(button)))
    }
    expect([...new Set(found)]).toEqual([])
  })

  test('what both read is easy: by Martins’ index together, and no sentence is longer than twenty-five words', () => {
    const all = readingOf([...sentences].join('\n'))
    expect(all.index).toBeGreaterThanOrEqual(READABLE)
    expect([...sentences].filter((sentence) => readingOf(sentence).longest > LONGEST)).toEqual([])
  })

  test('what is to be done is read aloud where the phone has a Portuguese voice, and so is what failed', async () => {
    await logsIn(phone, { email: people[10]!.email, password: PASSWORD })
    await phone.goto('/home')
    await shows(phone.getByRole('link', { name: 'Ver como pagar' }))
    expect(await phone.getByRole('button', { name: 'Ouvir' }).count()).toBe(0)
    await phone.evaluate(() => {
      const said: string[] = []
      const voices = [{ lang: 'en-US' }, { lang: 'pt-BR' }]
      const speechSynthesis = Object.assign(new EventTarget(), {
        getVoices: () => voices,
        cancel: () => said.push('(parou)'),
        speak: ({ text }: { text: string }) => said.push(text),
      })
      const heard = globalThis.speechSynthesis
      Object.defineProperty(globalThis, 'speechSynthesis', { value: speechSynthesis })
      Object.assign(globalThis, {
        said,
        SpeechSynthesisUtterance: class extends EventTarget {
          text: string
          constructor(text: string) {
            super()
            this.text = text
          }
        },
      })
      heard.dispatchEvent(new Event('voiceschanged'))
    })
    await phone.getByRole('button', { name: 'Ouvir' }).click()
    await phone.getByRole('button', { name: 'Parar de ouvir' }).click()
    const said = () => phone.evaluate(() => (globalThis as unknown as { said: string[] }).said)
    expect((await said()).join(' ').replaceAll('\u00a0', ' ')).toContain(
      'Doe R$ 100,00 para Ana Beatriz Nogueira. Até 10/12, quinta.',
    )
    expect((await said()).at(-1)).toBe('(parou)')

    await phone.route('**/api/donations/*/report', (route) => route.abort())
    await phone.getByRole('link', { name: 'Ver como pagar' }).click()
    await phone.getByText('Mais opções').click()
    await phone.getByRole('button', { name: 'Reportar problema' }).click()
    await phone.getByLabel('Motivo').fill('A chave não aparece no meu banco')
    await phone.getByRole('dialog').getByRole('button', { name: 'Avisar' }).click()
    await phone.getByRole('alert').getByRole('button', { name: 'Ouvir' }).click()
    expect((await said()).at(-1)).toBe('Sem conexão com o servidor. Verifique sua internet e tente de novo.')
    await phone.unroute('**/api/donations/*/report')

    await phone.route('**/api/me/notices*', (route) => route.fulfill({ status: 500, json: {} }))
    await goes(phone, '/notices')
    await phone.getByRole('alert').getByRole('button', { name: 'Ouvir' }).click()
    expect((await said()).at(-1)).toBe('Erro ao carregar os avisos')
    await phone.unroute('**/api/me/notices*')
  })

  test('what came in stands first, and confirming one leaves the reader before the next', async () => {
    await logsIn(phone, { email: people[0]!.email, password: PASSWORD })
    await phone.getByRole('link', { name: 'Conferir' }).click()
    const cards = phone.getByRole('tabpanel', { name: /^A Receber/ }).getByRole('article')
    const confirms = async () => {
      await shows(cards)
      return (await cards.allInnerTexts()).map((text) => text.includes('Confirmar recebimento'))
    }
    expect(await confirms()).toEqual([true, true, true, false, false])
    await cards.first().getByRole('button', { name: 'Confirmar recebimento' }).click()
    await phone.getByLabel('Conferi no extrato do meu banco').check()
    await phone.getByRole('dialog').getByRole('button', { name: 'Confirmar', exact: true }).click()
    await expect.poll(confirms, { timeout: 20_000 }).toEqual([true, true, false, false])
  })

  test('the meeting’s page has everybody’s name and tick, and nothing private, on screen and on paper', async () => {
    await logsIn(phone, ADMINISTRATOR)
    await goes(phone, '/admin/meeting')
    const board = phone.getByRole('region', { name: 'O mês da roda' })
    await shows(board.getByText('A vez de Ana Beatriz Nogueira'))
    expect(await board.getByRole('listitem').count()).toBe(TWELVE)
    expect(await board.getByText('pagou', { exact: false }).count()).toBe(10)
    expect(await board.innerText()).not.toMatch(/@|\d{11}/)
    expect(await faultsInEachLook(phone, [TABLET, DESK])).toEqual([])
    await phone.emulateMedia({ media: 'print' })
    expect(await board.evaluate((node) => getComputedStyle(node).fontSize)).toBe('21.3333px')
    expect(await phone.getByRole('navigation', { name: 'Menu principal' }).isVisible()).toBe(false)
    await phone.emulateMedia({ media: null })
  })

  test('while nothing waits, the organiser’s first page says so in a screen and a half', async () => {
    await settlesMonth(callsOf(server), server, people)
    const board = await counts('/admin/dashboard')
    expect(board.text).toContain('Ninguém espera por você agora.')
    expect(board.words).toBeLessThanOrEqual(120)
    expect(board.height).toBeLessThanOrEqual(1_200)
    expect(board.text).toContain('Os 12 já pagaram este mês')
  })

  test('a payment key that somebody else asked to change is on home, one tap from saying no', async () => {
    const [key, pixOwnerName] = ['outra@exemplo.com', 'Outra Pessoa']
    const call = callsOf(server)
    const pixCopyPaste = makeBrCode({ key, name: pixOwnerName, city: 'BRASIL' })
    const body = { pixKeyType: 'email', pixKey: key, pixOwnerName, pixCopyPaste, pixQrCode: null } as const
    await call('PATCH /users/{id}', await administratorToken(call), { params: { id: people[5]!.id }, body })
    await logsIn(phone, { email: people[5]!.email, password: PASSWORD })
    await phone.getByRole('link', { name: 'A sua chave PIX vai mudar' }).click()
    await shows(
      phone.getByRole('region', { name: 'Sua chave PIX vai mudar' }).getByRole('button', { name: 'Não fui eu' }),
    )
  })
})
