import { EventEmitter, once } from 'node:events'
import type { Browser, FileChooser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { STORY_BEGINS, goes, openBrowser, shows, sitDown } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { administratorToken, callsOf, foundsRoda, joins, placed, logsInBesideCalls } from '#e2e/helpers/calls.ts'
import type { Joined, StoryCalls } from '#e2e/helpers/calls.ts'
import { focused, tabsTo } from '#e2e/helpers/keys.ts'
import { logsIn, PASSWORD, receipt } from '#e2e/helpers/people.ts'
import { startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'

/** A window of 1280 pixels at 200 %. */
const ENLARGED = { width: 640, height: 740 }
const MONTHS = [STORY_BEGINS, '2026-12-10T12:00:00.000Z', '2027-01-10T12:00:00.000Z'] as const
/** Words of plans with more than one level: a roda has nothing to go up to, and nobody gains. */
const OF_LEVELS = /\bN[23]\b|nível [23]|níveis|subir de nível|avanços de nível|upgrade|líquid/i

/**
 * Four people in a real roda of one level: each gives three times and receives three times. Tiago, who is second, walks
 * through the whole turn on an enlarged screen that asks for no motion; the others pay and confirm by calls.
 */
describe('a whole turn of a roda', () => {
  let server: Server
  let browser: Browser
  let call: StoryCalls
  let page: Page
  const people: Joined[] = []
  const choosers = new EventEmitter()

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer(), openBrowser()])
    call = callsOf(server)
    const admin = await foundsRoda(call, MONTHS.length + 1)
    for (const [index, firstName] of ['Rosa', 'Tiago', 'Vicente', 'Zilda'].entries())
      people.push(await joins(call, { firstName, lastName: 'Andrade', number: index + 1 }))
    await placed(call, admin, people, 'Ordem combinada na primeira conversa.')
    page = await sitDown(browser, server.url, { viewport: ENLARGED })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    // From the beginning: the driver only hears of a chooser once the browser has been told to give it away, and an Enter
    // that follows at once can come before that.
    page.on('filechooser', (chooser) => choosers.emit('filechooser', chooser))
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  /** A month begins: its contributions are asked for, and Tiago signs in. */
  const begins = async (instant: string, signsIn = logsIn) => {
    await server.moveClockTo(instant)
    await call('POST /donations/admin/generate-monthly-pull', await administratorToken(call), { body: {} })
    await page.clock.setSystemTime(instant)
    await signsIn(page, { email: people[1]!.email, password: PASSWORD })
  }
  const tokenOf = async ({ email }: Joined) =>
    (await call('POST /auth/login', null, { body: { email, password: PASSWORD } })).access_token
  /** The receipts of those people's donations, by calls. */
  const pay = async (donors: readonly Joined[]) => {
    for (const donor of donors) {
      const token = await tokenOf(donor)
      for (const { id } of await call('GET /donations/to-send', token))
        await call('POST /donations/{id}/comprovante', token, {
          params: { id },
          body: { comprovanteBase64: (await receipt(id)).buffer.toString('base64') },
        })
    }
  }
  const confirm = async (receivers: readonly Joined[]) => {
    for (const receiver of receivers) {
      const token = await tokenOf(receiver)
      for (const { id } of await call('GET /donations/to-receive', token))
        await call('PATCH /donations/{id}/confirm', token, { params: { id } })
    }
  }
  const others = () => people.filter((_, index) => index !== 1)
  const standing = () => page.getByRole('list', { name: 'Como estou' })
  /** The accounts of everybody, one tap from home. */
  const accounts = async () => {
    await goes(page, '/roda')
    await page.getByText('Quem está para trás').click()
    return page.getByRole('group').filter({ hasText: 'Quem está para trás' })
  }
  const shownIn = async (what: Locator) => (await what.innerText()).replaceAll('\u00a0', ' ')
  const paysOnScreen = async (receiver: Joined) => {
    await goes(page, '/donations')
    const card = page.getByRole('article').filter({ hasText: `Para ${receiver.name}` })
    await card.getByLabel('Escolher comprovante').setInputFiles(await receipt(`para ${receiver.name}`))
    await card.getByRole('button', { name: 'Enviar comprovante' }).click()
    await shows(card.getByText('Você pagou', { exact: true }))
  }
  /** A page as it stands once nothing loads, with nothing moving and nothing beyond its edge; answers what it says. */
  const reads = async (): Promise<string> => {
    await page.waitForFunction(() => !document.querySelector('[class*=Skeleton], [class*=Loader], .loading-screen'))
    const { text, moving, beyond } = await page.evaluate(() => ({
      text: document.body.innerText,
      moving: document
        .getAnimations()
        .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) > 1)
        .map(({ effect }) => (effect as KeyframeEffect).target?.className),
      beyond: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    }))
    expect(moving, page.url()).toEqual([])
    expect(beyond, page.url()).toBeLessThanOrEqual(0)
    return text
  }

  test('a phone of another day finds nothing amiss while every page says that the clock is a test’s', async () => {
    const other = await sitDown(browser, server.url, { now: MONTHS[1] })
    await logsInBesideCalls(other, call, { email: people[0]!.email, password: PASSWORD })
    await goes(other, '/ledger')
    await other.getByRole('button', { name: 'Verificar', exact: true }).click()
    await shows(other.locator('.ledger-verdict').getByText('Tudo confere'))
    await other.context().close()
  })

  test('home says what is owed, to whom and until when, and it is paid with the keys alone', async () => {
    await begins(MONTHS[0], (phone, who) => logsInBesideCalls(phone, call, who))
    await shows(page.getByRole('link', { name: 'Ver como pagar' }))
    expect(await reads()).toMatch(/Doe R\$\s100,00 para Rosa Andrade\s+Até 10\/12, quinta\./)
    await tabsTo(page, 'Ver como pagar')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/donations\?doacao=/)
    const card = page.getByRole('article').filter({ hasText: 'Para Rosa Andrade' })
    await shows(card.getByText('Chave conferida com o livro do círculo.'))
    await tabsTo(page, 'Escolher comprovante')
    const choosing = once(choosers, 'filechooser') as Promise<[FileChooser]>
    await page.keyboard.press('Enter')
    await (await choosing)[0].setFiles(await receipt('para Rosa'))
    await shows(card.getByAltText('Prévia do comprovante'))
    await tabsTo(page, /enviar comprovante$/)
    await page.keyboard.press('Enter')
    await shows(card.getByText('Você pagou', { exact: true }))
    await expect.poll(() => focused(page)).toBe('Substituir comprovante')
  })

  test('what comes in is confirmed with the keys alone, and the focus is never lost', async () => {
    await pay(others())
    await goes(page, '/donations')
    const card = page.getByRole('article').filter({ hasText: 'De Rosa Andrade' })
    await shows(page.getByText('Você pagou', { exact: true }))
    await tabsTo(page, /^A Fazer/)
    await page.keyboard.press('ArrowRight')
    await shows(card)
    await tabsTo(page, 'Confirmar recebimento')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Confirmar recebimento')
    await page.keyboard.press('Enter')
    // A dialog takes the focus a moment after it is there: a key that is pressed in between goes nowhere.
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true)
    await tabsTo(page, 'Conferi no extrato do meu banco')
    await page.keyboard.press('Space')
    await expect.poll(() => page.getByRole('checkbox').isChecked()).toBe(true)
    await tabsTo(page, 'Confirmar')
    await page.keyboard.press('Enter')
    await shows(card, false)
    await expect.poll(() => focused(page)).toMatch(/^A Receber/)
    await confirm(others())
  })

  test('in the second month it is their turn, and it is completed', async () => {
    await begins(MONTHS[1])
    await shows(standing().getByText(/; a sua vez é agora$/))
    await reads()
    await paysOnScreen(people[2]!)
    await pay(others())
    await confirm(people)
    await goes(page, '/donations')
    await page.getByRole('tab', { name: 'Sua vez' }).click()
    const turn = page.getByRole('article', { name: 'Sua vez de receber' })
    await shows(turn.getByText('Completa', { exact: true }))
    await shows(turn.getByText(/^3 de 3 doações recebidas nesta vez/))
    await shows((await accounts()).getByText('você teria recebido R$ 100,00 a mais do que doou.'))
  })

  test('at the end of the turn everybody is back at zero, and the screens say so, without a word of levels', async () => {
    await begins(MONTHS[2])
    await paysOnScreen(people[3]!)
    await pay(others())
    await confirm(others())
    const today = await accounts()
    await shows(today.getByText('todos estão em zero, cada um recebeu tanto quanto doou'))
    expect(await shownIn(today)).toContain(
      'Você doou R$ 300,00 e recebeu R$ 300,00. Você está em zero: recebeu tanto quanto doou.',
    )
    const said = [await reads()]
    for (const path of ['/home', '/calendar', '/profile', '/notices', '/terms', '/donations']) {
      await goes(page, path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      said.push(await reads())
    }
    for (const tab of ['A Receber', 'Histórico', 'Sua vez']) {
      await page.getByRole('tab', { name: tab }).click()
      said.push(await reads())
    }
    expect(said.flatMap((text) => text.split('\n').filter((line) => OF_LEVELS.test(line)))).toEqual([])
  })
})
