import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESK, PHONE, goes, openBrowser, shows, sitDown, stands } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { logsIn } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'
import { DEMONSTRATION_PASSWORD } from '#server/seed/demonstration.ts'

const receiver = { email: 'iara.jardim@exemplo.invalid', password: DEMONSTRATION_PASSWORD }

async function boxOf(what: Locator) {
  const box = await what.boundingBox()
  if (!box) throw new Error(`${what.toString()} is not on the screen`)
  return box
}

describe('the layout of the screens', () => {
  let server: Server
  let browser: Browser
  let member: Page
  let admin: Page

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ SEED: 'demo', RATE_LIMIT: 'off' }), openBrowser()])
    member = await sitDown(browser, server.url, { viewport: PHONE })
    admin = await sitDown(browser, server.url, { viewport: DESK })
    await logsIn(member, receiver)
    await logsIn(admin, ADMINISTRATOR)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  test('no badge of a donation covers its amount on a phone, reported or not', async () => {
    await goes(member, '/donations')
    await member.getByRole('tab', { name: /A Receber/ }).click()
    const cards = member.getByRole('article')
    await shows(cards.getByText('Já reportado'))
    for (const card of await cards.all()) {
      const amount = await boxOf(card.locator('.donation-amount'))
      const badges = await boxOf(card.locator('.donation-badges'))
      const isBeside = badges.x >= amount.x + amount.width
      const isBelow = badges.y >= amount.y + amount.height - 1
      expect(isBeside || isBelow, await card.innerText()).toBe(true)
    }
  })

  test('a pending donation says whose move it is, in amber for either side', async () => {
    const mark = member.getByText('Pendente · você confirma').first()
    await shows(mark)
    expect(await mark.getAttribute('data-tone')).toBe('wait')
  })

  test('the state of a report is never cut off, on a phone and at a desk', async () => {
    for (const viewport of [PHONE, DESK]) {
      await member.setViewportSize(viewport)
      await goes(member, '/reports')
      const state = member.locator('.status-mark').filter({ hasText: 'Aguardando Análise' }).first()
      await shows(state)
      expect(await state.evaluate((mark) => mark.scrollWidth <= mark.clientWidth)).toBe(true)
    }
    await member.setViewportSize(PHONE)
  })

  test('an amount stays on one line inside its card, however long it is', async () => {
    for (const viewport of [PHONE, { width: 1000, height: 800 }, DESK]) {
      await admin.setViewportSize(viewport)
      await goes(admin, '/admin/donations')
      const value = admin.locator('.stat-card dd').first()
      await shows(value.getByText('R$'))
      const found = await value.evaluate((node) => {
        const text = 'R$\u00A01.234.567,89'
        node.style.setProperty('--characters', String(text.length))
        node.textContent = text
        const range = document.createRange()
        range.selectNodeContents(node)
        const overflow = range.getBoundingClientRect().width - node.getBoundingClientRect().width
        return { lines: range.getClientRects().length, overflow }
      })
      expect(found.lines).toBe(1)
      expect(found.overflow).toBeLessThanOrEqual(1)
    }
    await admin.setViewportSize(DESK)
  })

  test('removing is outlined in a red that can be read, and not ten solid buttons, in the dark', async () => {
    await admin.emulateMedia({ colorScheme: 'dark' })
    await goes(admin, '/admin/queue')
    const remove = admin.getByRole('button', { name: 'Remover' }).first()
    await shows(remove)
    const drawn = await remove.evaluate((button) => {
      const { backgroundColor, color, borderTopWidth } = getComputedStyle(button)
      return { backgroundColor, color, borderTopWidth }
    })
    expect(drawn).toEqual({ backgroundColor: 'rgba(0, 0, 0, 0)', color: 'rgb(255, 156, 148)', borderTopWidth: '1px' })
    await admin.emulateMedia({ colorScheme: 'light' })
  })

  test('the ring’s legend has an entry for each style of line in it', async () => {
    await goes(member, '/home')
    await shows(member.locator('.ring-gift'))
    const styles = await member
      .locator('.ring-gift')
      .evaluateAll((lines) => [...new Set(lines.map((line) => line.getAttribute('data-status')))])
    const entries = await member
      .locator('.ring-legend [data-line]')
      .evaluateAll((items) => items.map((item) => item.getAttribute('data-line')))
    expect(entries.toSorted()).toEqual(styles.toSorted())
    expect(entries.length).toBe(3)
  })

  test('the menu begins below the banner of a demonstration, and at the top where there is none', async () => {
    const banner = admin.locator('.demonstration')
    const menu = admin.getByRole('navigation', { name: 'Menu principal' })
    await goes(admin, '/admin/queue')
    const { height } = await boxOf(banner)
    expect(Math.abs((await boxOf(menu)).y - height)).toBeLessThan(1)
    const isCircle = (url: URL) => url.pathname === '/api/circle'
    await admin.route(isCircle, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), mode: 'real' } })
    })
    await admin.reload()
    await shows(menu)
    await banner.waitFor({ state: 'detached' })
    expect((await boxOf(menu)).y).toBe(0)
    await admin.unroute(isCircle)
  })

  test('what is read last moves nothing that is seen: a page’s parts come together, or after a second', async () => {
    const reader = await sitDown(browser, server.url, { viewport: PHONE })
    await logsIn(reader, receiver)
    const seen = reader.getByRole('heading', { name: 'Quem viu os seus dados' })
    const late = reader.getByRole('heading', { name: 'O que você aceitou' })
    const holds = async () => {
      let letGo = () => {}
      const held = new Promise<void>((resolve) => (letGo = resolve))
      await reader.route('**/api/me/privacy', (route) => held.then(() => route.continue()))
      await reader.goto('/home')
      await stands(reader)
      await reader.clock.pauseAt((await reader.evaluate(() => Date.now())) + 5_000)
      await goes(reader, '/privacy')
      // Laid out, and not to be seen.
      await reader.getByText('Quem viu os seus dados', { exact: true }).waitFor({ state: 'attached' })
      await shows(reader.getByRole('status', { name: 'Carregando...' }))
      expect(await seen.isVisible()).toBe(false)
      return async () => {
        letGo()
        await reader.unrouteAll()
      }
    }
    await reader.addInitScript(() => {
      const noted = globalThis as { moved?: number }
      noted.moved = 0
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) noted.moved! += (shift as PerformanceEntry & { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const letsGo = await holds()
    await letsGo()
    await reader.clock.resume()
    await shows(late)
    await shows(seen)
    expect(await reader.evaluate(() => (globalThis as { moved?: number }).moved)).toBe(0)

    const letsGoLater = await holds()
    await reader.clock.runFor(1_000)
    await shows(seen)
    expect(await late.count()).toBe(0)
    await letsGoLater()
    await reader.owner.close()
  })

  test('signing out stands in line with the menu above it', async () => {
    const left = (name: string) =>
      admin
        .getByRole('navigation', { name: 'Menu principal' })
        .getByText(name, { exact: true })
        .evaluate((node) => {
          const range = document.createRange()
          range.selectNodeContents(node)
          return range.getBoundingClientRect().x
        })
    expect(Math.abs((await left('Sair')) - (await left('Reports')))).toBeLessThanOrEqual(1)
  })

  test('the example in a field at fault stays grey', async () => {
    const visitor = await sitDown(browser, server.url, { viewport: PHONE })
    await goes(visitor, '/register')
    const cpf = visitor.locator('[name=cpf]')
    const colour = () => cpf.evaluate((input) => getComputedStyle(input, '::placeholder').color)
    await shows(cpf)
    const before = await colour()
    await visitor.getByRole('button', { name: 'Próximo' }).click()
    await shows(visitor.getByText('Informe o CPF.'))
    expect(await colour()).toBe(before)
    await visitor.owner.close()
  })
})
